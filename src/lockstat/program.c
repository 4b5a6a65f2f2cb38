/* SPDX-License-Identifier: MIT */
/*
 * program.c - writes the D program.  Waits are timed by the lockstat provider.
 * A hold lasts from the return of a function that takes a lock to the call of
 * one that releases it, which requires a kernel whose functions can be traced.
 */
#include "lockstat.h"

#include <stdlib.h>

static const struct section {
	const char *name, *probe, *when;
} sections[] = {
#define	X(name, title, probe, when)	{ #name, probe, when },
	SECTIONS(X)
#undef X
};

/* The functions of one kind of lock, whose only argument is the lock. */
#define	MAXFUNCS	3

static const struct holding {
	const char *section;
	const char *takes[MAXFUNCS];	/* return nothing; 0; 0 */
	const char *tries;		/* returns 1 */
	const char *release, *downgrade;
} holdings[] = {
	{ "mutex_hold", { "mutex_lock", "mutex_lock_interruptible",
	    "mutex_lock_killable" }, "mutex_trylock", "mutex_unlock", NULL },
	{ "writer_hold", { "down_write", "down_write_killable" },
	    "down_write_trylock", "up_write", "downgrade_write" },
	{ "reader_hold", { "down_read", "down_read_interruptible",
	    "down_read_killable" }, "down_read_trylock", "up_read", NULL },
};

#define	N(v)	(sizeof(v) / sizeof((v)[0]))

struct out {
	FILE *fp;
	const struct lockstat *ls;
};

/* The predicate of the traced processes, which excludes lockstat itself. */
static void
write_which(const struct out *o)
{
	if (o->ls->locks.pid != 0)
		(void) fprintf(o->fp, "pid == $target");
	else if (o->ls->only)
		(void) fprintf(o->fp, "progenyof($target)");
	else
		(void) fprintf(o->fp, "pid != $pid");
}

static void
write_sums(const struct out *o, const char *section, const char *lock,
    const char *ns)
{
	for (int times = 0; times <= o->ls->locks.stacks; times++)
		(void) fprintf(o->fp, "\t@%s%s[(uint64_t)%s, stack(%ld)] =\n"
		    "\t    %s(%s);\n", section, times ? "_times" : "", lock,
		    o->ls->locks.depth + LOCK_FRAMES,
		    times ? "quantize" : "avg", ns);
}

static void
write_wait(const struct out *o, const struct section *s)
{
	(void) fprintf(o->fp, "lockstat:::%s\n/", s->probe);
	write_which(o);
	if (s->when != NULL)
		(void) fprintf(o->fp, " && %s", s->when);
	if (o->ls->least != 0)
		(void) fprintf(o->fp, " && arg1 >= %ld", o->ls->least);
	(void) fprintf(o->fp, "/\n{\n");
	write_sums(o, s->name, "arg0", "arg1");
	(void) fprintf(o->fp, "}\n");
}

static void
write_functions(const struct out *o, const char *const *funcs, size_t n,
    const char *name)
{
	for (size_t i = 0; i < n && funcs[i] != NULL; i++)
		(void) fprintf(o->fp, "%sfbt:vmlinux:%s:%s", i > 0 ? ",\n" :
		    "", funcs[i], name);
	(void) fprintf(o->fp, "\n");
}

/* The entry saves the lock, as the return probe does not have arguments. */
static void
write_take(const struct out *o, const struct holding *h,
    const char *const *funcs, size_t n, const char *result)
{
	write_functions(o, funcs, n, "entry");
	(void) fprintf(o->fp, "/");
	write_which(o);
	(void) fprintf(o->fp, "/\n{\n\tself->%s_lock = (uint64_t)arg0;\n}\n",
	    h->section);
	write_functions(o, funcs, n, "return");
	(void) fprintf(o->fp, "/self->%s_lock%s/\n{\n"
	    "\tself->%s[self->%s_lock] = timestamp;\n}\n", h->section, result,
	    h->section, h->section);
	write_functions(o, funcs, n, "return");
	(void) fprintf(o->fp, "{\n\tself->%s_lock = 0;\n}\n", h->section);
}

static void
write_release(const struct out *o, const struct holding *h, const char *func)
{
	char since[64], ns[96];

	(void) snprintf(since, sizeof(since), "self->%s[(uint64_t)arg0]",
	    h->section);
	(void) snprintf(ns, sizeof(ns), "timestamp - %s", since);
	write_functions(o, &func, 1, "entry");
	(void) fprintf(o->fp, "/%s", since);
	if (o->ls->least != 0)
		(void) fprintf(o->fp, " && %s >= %ld", ns, o->ls->least);
	(void) fprintf(o->fp, "/\n{\n");
	write_sums(o, h->section, "arg0", ns);
	(void) fprintf(o->fp, "}\n");
	write_functions(o, &func, 1, "entry");
	(void) fprintf(o->fp, "/%s/\n{\n\t%s = 0;\n}\n", since, since);
}

/* A writer that downgrades its lock holds it as a reader from then on. */
static void
write_downgrade(const struct out *o, const struct holding *h)
{
	write_release(o, h, h->downgrade);
	(void) fprintf(o->fp, "fbt:vmlinux:%s:entry\n/", h->downgrade);
	write_which(o);
	(void) fprintf(o->fp, "/\n{\n\tself->reader_hold[(uint64_t)arg0] = "
	    "timestamp;\n}\n");
}

static void
write_hold(const struct out *o, const struct holding *h)
{
	/* arg1 of a void function is meaningless */
	write_take(o, h, h->takes, 1, "");
	write_take(o, h, h->takes + 1, MAXFUNCS - 1, " && (int)arg1 == 0");
	write_take(o, h, &h->tries, 1, " && (int)arg1 == 1");
	write_release(o, h, h->release);
	if (h->downgrade != NULL)
		write_downgrade(o, h);
}

char *
make_program(const struct lockstat *ls)
{
	char *text = NULL;
	size_t size;
	struct out o = { open_memstream(&text, &size), ls };

	if (o.fp == NULL)
		return NULL;
	for (size_t i = 0; i < N(sections) && ls->contention; i++)
		if (sections[i].probe != NULL)
			write_wait(&o, &sections[i]);
	for (size_t i = 0; i < N(holdings) && ls->hold; i++)
		(void) fprintf(o.fp, "self uint64_t %s[uint64_t];\n",
		    holdings[i].section);
	for (size_t i = 0; i < N(holdings) && ls->hold; i++)
		write_hold(&o, &holdings[i]);
	if (ls->seconds != 0)
		(void) fprintf(o.fp, "profile:::tick-%lds\n{\n\texit(0);\n}\n",
		    ls->seconds);
	if (fclose(o.fp) == 0)
		return text;
	free(text);
	return NULL;
}
