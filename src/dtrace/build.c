/* SPDX-License-Identifier: MIT */
/* build.c - options -h and -G: build the probes of a C program. */
#include "cmd.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

/*
 * The file to write: that of -o, or in the current directory the name of the
 * script with .h or .o instead of .d, or d.out.  NULL: -o is missing.
 */
static char *
output_name(const struct cmd *c)
{
	const char *script = c->progs[0].text, *slash = strrchr(script, '/');
	const char *base = slash != NULL ? slash + 1 : script;
	size_t len = strlen(base);
	char *name;

	if (c->outname != NULL)
		return strdup(c->outname);
	if (c->nprogs > 1 || !c->progs[0].script || len < 3 ||
	    strcmp(base + len - 2, ".d") != 0)
		return c->mode == LINK ? strdup("d.out") : NULL;
	name = strdup(base);
	if (name != NULL)
		name[len - 1] = c->mode == LINK ? 'o' : 'h';
	return name;
}

bool
build_has_name(const struct cmd *c)
{
	char *name = output_name(c);

	free(name);
	return name != NULL;
}

/* Write the header; a failure removes it, so that make(1) tries again. */
static int
write_header(struct cmd *c, const char *name)
{
	FILE *fp = fopen(name, "we");
	int rc = -1, err = errno;

	if (fp == NULL)
		return fail(c, "failed to open output file %s: %s", name,
		    strerror(err));
	if (dtrace_program_header(c->dtp, fp, name) != 0)
		rc = dfail(c, "failed to create header %s", name);
	if (fclose(fp) != 0 && rc < 0)
		rc = fail(c, "failed to write %s: %s", name, strerror(errno));
	if (rc >= 0)
		(void) unlink(name);
	return rc < 0 ? EXIT_OKAY : rc;
}

int
build(struct cmd *c)
{
	char *name = output_name(c);
	int rc = EXIT_OKAY;

	if (name == NULL)
		return fail(c, "%s", strerror(ENOMEM));
	if (c->mode == HEADER)
		rc = write_header(c, name);
	else if (dtrace_program_link(c->dtp, NULL, 0, name, 0, NULL) != 0)
		rc = dfail(c, "failed to create an object file");
	free(name);
	return rc;
}
