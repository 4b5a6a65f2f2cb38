/* SPDX-License-Identifier: MIT */
/* refusal.c - why the kernel refused a program, by the log of its verifier. */
#include <stdio.h>
#include <string.h>

#include "base/optval.h"
#include "kernel/kernel.h"

#define	MAXREASON	240	/* bytes of a reason in an error message */

static bool
starts_with(const char *line, const char *words)
{
	return strncmp(line, words, strlen(words)) == 0;
}

/* Does the line follow the reason, as states do if it is an endless loop? */
static bool
is_detail(const char *line)
{
	return *line == '\n' || starts_with(line, "cur state:") ||
	    starts_with(line, "old state:");
}

/* Does the line end what is said about the program?  Linux 7.3 adds advice. */
static bool
ends_reasons(const char *line)
{
	return starts_with(line, "processed ") ||
	    starts_with(line, "Verification failed:");
}

const char *
dt_kernel_reason(const char *log, size_t *len)
{
	const char *reason = log, *line, *end;

	*len = 0;
	for (line = log; *line != '\0' && !ends_reasons(line); line = end) {
		end = line + strcspn(line, "\n");
		if (!is_detail(line)) {
			reason = line;
			*len = (size_t)(end - line);
		}
		end += *end == '\n';
	}
	return reason;
}

/* Report a helper that the kernel does not have for every account and boot. */
static bool
tell_helper(struct dt_kernel *k, const char *log, int err)
{
	if (strstr(log, "use helper bpf_probe_write_user#") == NULL &&
	    strstr(log, "unknown func bpf_probe_write_user#") == NULL)
		return false;
	dt_why_set(&k->base, err, "copyout() and copyoutstr() cannot write to "
	    "processes: the kernel is locked down, or was built without "
	    "bpf_probe_write_user(), or this account lacks CAP_SYS_ADMIN; use "
	    "-x engine=vm");
	return true;
}

/* Report that the verifier has given up; true if that is the reason. */
static bool
tell_size(struct dt_kernel *k, const char *log, int err)
{
	if (strstr(log, "program is too large") == NULL &&
	    strstr(log, "is too complex") == NULL)
		return false;
	if (k->size.strsize > dt_opt_find("strsize")->dflt)
		dt_why_set(&k->base, err, "the clauses of a probe are too "
		    "large for the kernel's verifier, which follows each loop "
		    "over a string of %u bytes: lower option strsize, or use "
		    "fewer strings in them, or -x engine=vm",
		    k->size.strsize);
	else
		dt_why_set(&k->base, err, "the clauses of a probe are too "
		    "large for the kernel's verifier: use fewer or shorter "
		    "ones, or -x engine=vm");
	return true;
}

int
dt_kernel_refused(struct dt_kernel *k, const char *name, const char *log,
    int err)
{
	char age[DT_AGELEN];
	const char *reason;
	size_t len;

	if (k->explain != NULL)
		fprintf(k->explain, "libdtrace: the verifier about %s:\n%s\n",
		    name, log);
	if (tell_helper(k, log, err) || tell_size(k, log, err))
		return err;
	reason = dt_kernel_reason(log, &len);
	if (len > MAXREASON)
		len = MAXREASON;
	return dt_why_set(&k->base, err, "the kernel refused program %s "
	    "(%s)%s%.*s; -x debug shows the verifier's whole log, and -x "
	    "engine=vm does without the kernel%s", name, strerror(-err),
	    len != 0 ? ": " : "", (int)len, reason, dt_kernel_age(age));
}
