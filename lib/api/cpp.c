/* SPDX-License-Identifier: MIT */
/*
 * cpp.c - runs the C preprocessor on a program's text.  Its input and output
 * are unnamed files, since a full pipe would block it.
 */
#include "api/hdl.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/spawn.h"

struct cppargs {
	char **v, **env;
	size_t n;
	char version[40];
	char system[160];
	char *dir;
};

static const char *
text_of(const dtrace_hdl_t *dtp, enum dt_copt id)
{
	const struct dt_opttext *t;

	for (t = dtp->opttexts; t != NULL; t = t->next)
		if (t->id == id)
			return t->text;
	return NULL;
}

static void
push(struct cppargs *a, const char *word)
{
	a->v[a->n++] = (char *)word;
}

/* The definition of the macro with D's version, in digits MMmmmuuu. */
static const char *
version_define(char *buf, size_t len)
{
	int64_t v = 0;

	(void) dt_optval_version(strrchr(_dtrace_version, ' ') + 1, &v);
	(void) snprintf(buf, len, "-D__SUNW_D_VERSION=0x%02x%03x%03x",
	    DT_OPTVAL_PART(v, 0), DT_OPTVAL_PART(v, 1), DT_OPTVAL_PART(v, 2));
	return buf;
}

/* The definition of the macro of the running system, as __Linux_6_12_0. */
static const char *
system_define(char *buf, size_t len)
{
	struct utsname u;
	size_t at = sizeof("-D") - 1;

	if (uname(&u) != 0)
		return NULL;
	(void) snprintf(buf, len, "-D__%s_%s", u.sysname, u.release);
	for (; buf[at] != '\0'; at++)
		if (!isalnum((unsigned char)buf[at]))
			buf[at] = '_';
	return buf;
}

/*
 * Scripts ask these macros which system they run on, and Linux has the data
 * model of 64 bits only.  The preprocessor itself defines the processor's.
 */
static void
push_defines(struct cppargs *a)
{
	const char *system = system_define(a->system, sizeof(a->system));

	push(a, "-D__SUNW_D=1");
	push(a, version_define(a->version, sizeof(a->version)));
	push(a, "-D__SUNW_D_64=1");
	push(a, "-D__unix=1");
	push(a, "-D__SVR4=1");
	push(a, "-D__linux=1");
	push(a, "-D__Linux=1");
	if (system != NULL)
		push(a, system);
}

static const char *
flag_of(int id)
{
	switch (id) {
	case DT_COPT_DEFINE:
		return "-D";
	case DT_COPT_UNDEF:
		return "-U";
	case DT_COPT_INCDIR:
		return "-I";
	default:
		return NULL;
	}
}

/* Add the options of cpp for the word that option stdc has. */
static void
push_stdc(const dtrace_hdl_t *dtp, struct cppargs *a)
{
	switch ((enum dt_stdc)dtp->copts[DT_COPT_STDC]) {
	case DT_STDC_C:
		push(a, "-std=c11");
		break;
	case DT_STDC_S:
		push(a, "-traditional-cpp");
		break;
	case DT_STDC_T:
		push(a, "-traditional-cpp");
		push(a, "-D__STDC__=0");
		break;
	case DT_STDC_A:
		break;
	}
}

/* Search for #include "" in the directory of name first. */
static int
make_args(const dtrace_hdl_t *dtp, const char *name, struct cppargs *a)
{
	const char *path = text_of(dtp, DT_COPT_CPPPATH), *slash;
	const struct dt_opttext *t;
	size_t room = 20;

	for (t = dtp->opttexts; t != NULL; t = t->next)
		room += 2;
	a->v = calloc(room, sizeof(*a->v));
	slash = name != NULL ? strrchr(name, '/') : NULL;
	if (slash != NULL)
		a->dir = strndup(name, (size_t)(slash - name) + 1);
	a->env = dt_env_make(dtp);
	if (a->v == NULL || a->env == NULL || (slash != NULL && a->dir == NULL))
		return EDT_NOMEM;
	push(a, path != NULL ? path : "cpp");
	push_defines(a);
	push_stdc(dtp, a);
	if (dtp->copts[DT_COPT_CPPHDRS] != 0)
		push(a, "-H");
	if (slash != NULL) {
		push(a, "-iquote");
		push(a, a->dir);
	}
	for (t = dtp->opttexts; t != NULL; t = t->next) {
		if (flag_of((int)t->id) == NULL)
			continue;
		push(a, flag_of((int)t->id));
		push(a, t->text);
	}
	return 0;
}

static int
run_cpp(const struct cppargs *a, int in, int out)
{
	int status, err = dt_spawn(a->v, a->env, in, out, &status);

	switch (-err) {
	case 0:
		return status == 0 ? 0 : EDT_CPPERR;
	case EAGAIN:
	case ENOMEM:
		return EDT_CPPFORK;
	default:
		return err == -ENOENT ? EDT_CPPENT : EDT_CPPEXEC;
	}
}

/* Write the text after a line directive, so that messages name the program. */
static int
put_text(int fd, const char *text, size_t len, const char *name)
{
	const char *end = text + len;
	int copy = fcntl(fd, F_DUPFD_CLOEXEC, 0);
	FILE *fp = copy >= 0 ? fdopen(copy, "w") : NULL;
	bool failed;

	if (fp == NULL) {
		if (copy >= 0)
			(void) close(copy);
		return EDT_FIO;
	}
	if (name != NULL && strpbrk(name, "\"\\\n") == NULL)
		(void) fprintf(fp, "# 1 \"%s\"\n", name);
	/* cpp must not see a script's line #! as a directive */
	if (len > 1 && text[0] == '#' && text[1] == '!')
		while (text < end && *text != '\n')
			text++;
	(void) fwrite(text, 1, (size_t)(end - text), fp);
	failed = ferror(fp) != 0;
	failed |= fclose(fp) != 0;
	return failed || lseek(fd, 0, SEEK_SET) != 0 ? EDT_FIO : 0;
}

static int
get_text(int fd, struct dt_buf *out)
{
	char chunk[4096];
	ssize_t n;

	if (lseek(fd, 0, SEEK_SET) != 0)
		return EDT_FIO;
	while ((n = read(fd, chunk, sizeof(chunk))) > 0)
		dt_buf_add(out, chunk, (size_t)n);
	return n < 0 ? EDT_FIO : out->err != 0 ? EDT_NOMEM : 0;
}

int
dt_cpp(dtrace_hdl_t *dtp, const char *text, size_t len, const char *name,
    struct dt_buf *out)
{
	int in = memfd_create("d", MFD_CLOEXEC);
	int to = memfd_create("cpp", MFD_CLOEXEC);
	int err = in < 0 || to < 0 ? EDT_FIO : 0;
	struct cppargs a = { 0 };

	if (err == 0)
		err = put_text(in, text, len, name);
	if (err == 0)
		err = make_args(dtp, name, &a);
	if (err == 0)
		err = run_cpp(&a, in, to);
	if (err == 0)
		err = get_text(to, out);
	free(a.v);
	free(a.env);
	free(a.dir);
	if (in >= 0)
		(void) close(in);
	if (to >= 0)
		(void) close(to);
	return err != 0 ? dt_set_errno(dtp, err) : 0;
}
