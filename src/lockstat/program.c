/* SPDX-License-Identifier: MIT */
/*
 * program.c - writes the D program, of probes of the lockstat provider.  A hold
 * lasts from the acquire to the release of a lock; these probes require a
 * kernel whose functions can be traced.
 */
#include "lockstat.h"

static const struct section {
	const char *name, *probe, *when;
} sections[] = {
#define	X(name, title, probe, when)	{ #name, probe, when },
	SECTIONS(X)
#undef X
};

static const struct holding {
	const char *section, *acquire, *release, *when;
} holdings[] = {
	{ "mutex_hold", "adaptive-acquire", "adaptive-release", NULL },
	{ "writer_hold", "rw-acquire", "rw-release", "arg1 == RW_WRITER" },
	{ "reader_hold", "rw-acquire", "rw-release", "arg1 == RW_READER" },
};
enum { WRITER = 1, READER };	/* of holdings */

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
write_sums(const struct out *o, const char *section, const char *ns)
{
	for (int times = 0; times <= o->ls->locks.stacks; times++)
		(void) fprintf(o->fp, "\t@%s%s[(uint64_t)arg0, stack(%ld)] =\n"
		    "\t    %s(%s);\n", section, times ? "_times" : "",
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
	write_sums(o, s->name, "arg1");
	(void) fprintf(o->fp, "}\n");
}

static void
write_acquire(const struct out *o, const struct holding *h, const char *probe,
    const char *when)
{
	(void) fprintf(o->fp, "lockstat:::%s\n/", probe);
	write_which(o);
	if (when != NULL)
		(void) fprintf(o->fp, " && %s", when);
	(void) fprintf(o->fp, "/\n{\n\tself->%s[(uint64_t)arg0] = "
	    "timestamp;\n}\n", h->section);
}

static void
write_release(const struct out *o, const struct holding *h, const char *probe,
    const char *when)
{
	const char *and = when != NULL ? " && " : "";
	char since[64], ns[96];

	when = when != NULL ? when : "";
	(void) snprintf(since, sizeof(since), "self->%s[(uint64_t)arg0]",
	    h->section);
	(void) snprintf(ns, sizeof(ns), "timestamp - %s", since);
	(void) fprintf(o->fp, "lockstat:::%s\n/%s%s%s", probe, when, and,
	    since);
	if (o->ls->least != 0)
		(void) fprintf(o->fp, " && %s >= %ld", ns, o->ls->least);
	(void) fprintf(o->fp, "/\n{\n");
	write_sums(o, h->section, ns);
	(void) fprintf(o->fp, "}\nlockstat:::%s\n/%s%s%s/\n{\n\t%s = 0;\n}\n",
	    probe, when, and, since, since);
}

static void
write_holds(const struct out *o)
{
	for (size_t i = 0; i < N(holdings); i++)
		(void) fprintf(o->fp, "self uint64_t %s[uint64_t];\n",
		    holdings[i].section);
	for (size_t i = 0; i < N(holdings); i++) {
		const struct holding *h = &holdings[i];

		write_acquire(o, h, h->acquire, h->when);
		write_release(o, h, h->release, h->when);
	}
	/* A writer that downgrades its lock holds it as a reader from then. */
	write_release(o, &holdings[WRITER], "rw-downgrade", NULL);
	write_acquire(o, &holdings[READER], "rw-downgrade", NULL);
}

void
write_program(const void *cmd, FILE *fp)
{
	const struct lockstat *ls = cmd;
	const struct out o = { fp, ls };

	for (size_t i = 0; i < N(sections) && ls->locks.contention; i++)
		if (sections[i].probe != NULL)
			write_wait(&o, &sections[i]);
	if (ls->locks.hold)
		write_holds(&o);
}
