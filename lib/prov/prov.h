/* SPDX-License-Identifier: MIT */
/*
 * prov.h - probes and the providers that offer them.  A provider is a file with
 * one const struct dt_prov; lib/tbl/provs.h lists them.  Probe ids are stable:
 * each provider numbers its probes from its own base.
 */
#ifndef DT_PROV_H
#define DT_PROV_H

#include <stddef.h>
#include <stdint.h>
#include <dtrace.h>
#include "base/buf.h"
#include "base/glob.h"
#include "base/stability.h"
#include "engine/engine.h"
#include "sym/events.h"
#include "sym/kbtf.h"
#include "sym/kfuncs.h"

struct dt_prov;

struct dt_probe {
	uint32_t id;
	uint32_t key;			/* row number on that point */
	enum dt_pointkind point;
	uint8_t nargs;			/* number of arguments, from arg0 */
	uint8_t nsrcs;
	bool has_user_args;		/* pointers in args[] are addresses in
					 * the process */
	const char *part[4];		/* provider module function name */
	const struct dt_prov *prov;
	uint64_t period;		/* ns, of PROFILE and TICK; events, of
					 * COUNTER */
	const struct dt_counter *counter;	/* of COUNTER, else NULL */
	/* C types of args[0] .. and NULL; or NULL: no types */
	const char *const *argtypes;
	const struct dt_tpsrc *srcs;	/* of TP */
	const struct dt_tpsrc *inside;	/* as that of struct dt_tpprobe */
	const char *alias_of;		/* as that of struct dt_tpprobe */
	struct dt_usite *site;		/* of probes in processes */
};

/* A probe of a provider that is a table of kernel tracepoints. */
struct dt_tpprobe {
	const char *mod, *func, *name;
	uint8_t nargs, nsrcs;
	const struct dt_tpsrc *srcs;	/* the kernel must have all */
	const char *const *argtypes;
	bool has_user_args;	/* as that of struct dt_probe */
	/*
	 * The row is only for kernels with, or without, this type of a
	 * tracepoint; or NULL.
	 */
	const char *with, *without;
	/*
	 * The name of a probe that fires at the same events; or NULL.  Of the
	 * two, a description that matches both names enables only that one:
	 * each event is counted once.
	 */
	const char *alias_of;
	const char *unless;	/* not if this function can be traced; or
				 * NULL */
	/*
	 * The kernel must have the calls of the sources' function that
	 * dt_ktext_calls() follows; or NULL.
	 */
	const char *const *calls;
	/*
	 * For a probe whose sources fire while its thread is not the current
	 * one: sources that fire in the thread itself, for clauses that need
	 * its memory.  The first one that the kernel has is used; a source
	 * without a name ends the list.
	 */
	const struct dt_tpsrc *inside;
};

struct dt_probes;		/* all probes of a handle, by id */

/* The rows of tbl/stability.h. */
enum dt_provattr {
#define	DT_PROVATTR(id, ...)	DT_PA_##id,
#include "tbl/stability.h"
	DT_NPROVATTRS
};
extern const dtrace_attribute_t dt_prov_attrs[DT_NPROVATTRS][DT_NPROVPARTS];

/* Where to look for the probes of a description. */
struct dt_where {
	pid_t pid;			/* in the files of this process, */
	const char *path;		/* or in this one, which it had mapped,
					 * if it has ended; or NULL */
	bool has_new_first;		/* its first thread was replaced at an
					 * exec: links to it are dead */
};

#define	DT_WHYARG	512

struct dt_prov {
	const char *name;
	enum dt_provattr attrs;
	/* Add this provider's probes with dt_probes_add(), or NULL. */
	int (*discover)(struct dt_probes *ps);
	/* The parts of its probes live as long as the probes: do not copy. */
	bool lends_names;
	/* Add probes on demand, as a description names them; or NULL. */
	int (*provide)(struct dt_probes *ps, const char *const part[4]);
	/*
	 * The points (1 << kind) of probes that match this description and
	 * that process pid (0: any) may get later; or NULL, for providers that
	 * are not about processes.
	 */
	uint32_t (*later)(const char *const part[4], pid_t pid);
	/*
	 * For providers that are about processes, in place of provide: add the
	 * probes of this description that there are now; NULL: anywhere.
	 */
	int (*provide_in)(struct dt_probes *ps, const char *const part[4],
	    const struct dt_where *where);
	/*
	 * Set nargs, argtypes, has_user_args and srcs of a probe for
	 * dt_probe_complete(): 0 or -errno.  NULL: they are set when it is
	 * added.
	 */
	int (*describe)(struct dt_probes *ps, struct dt_probe *p);
	/*
	 * Write to buf why the types of a probe's arguments are not known, to
	 * follow "since".  NULL: no reason is known.
	 */
	void (*untyped)(const struct dt_probe *p, char *buf, size_t n);
	/*
	 * The type of args[i] for lists, where a library translates args[] only
	 * for scripts of other systems.  NULL: the types of the library.
	 */
	const char *(*listed)(const struct dt_probe *p, uint32_t i);
	/*
	 * If this description names the provider, write to buf why no probe
	 * matches it.  NULL: no reason is known.
	 */
	bool (*explain)(const char *const part[4], char *buf, size_t n);
	/*
	 * Can argument i of the probe not be read by this engine?  Then why, of
	 * DT_WHYARG bytes, is set to the reason.  NULL: all can.
	 */
	bool (*unreadable)(const struct dt_probe *p, uint32_t i,
	    bool in_kernel, char *why, size_t n);
	/* Does the pattern match another name of part i of this probe?  NULL:
	 * there are no other names. */
	bool (*is_alias)(const struct dt_probe *p, int i, const char *pattern);
	/*
	 * Instead of functions: a table of probes.  One that a description
	 * matches is added if the kernel has its tracepoints.
	 */
	const struct dt_tpprobe *tps;
	uint32_t ntps;
	uint32_t tps_id;		/* of the first one */
};

/* Run every discover().  kb, the kernel's types, is borrowed. */
int dt_probes_create(struct dt_probes **psp, struct dt_kbtf *kb);
void dt_probes_destroy(struct dt_probes *ps);
/* The parts are copied. */
int dt_probes_add(struct dt_probes *ps, const struct dt_probe *p);
/* The first probe with this id or a greater one, or NULL. */
const struct dt_probe *dt_probes_next(struct dt_probes *ps, uint32_t id);
/*
 * Complete a probe before its arguments, their types or its sources are used.
 * Finding them takes time, which listing names does not need.  0 or -errno.
 */
int dt_probe_complete(struct dt_probes *ps, const struct dt_probe *p);
/*
 * Will the kernel's engine trace the probes?  The function is called, with its
 * argument, when a search of processes first depends on that.
 */
typedef bool dt_probes_kernel_f(void *arg);
void dt_probes_ask_engine(struct dt_probes *ps, dt_probes_kernel_f *fn,
    void *arg);
bool dt_probes_in_kernel(const struct dt_probes *ps);
/* The answer of dt_longnop_is_safe(). */
bool dt_probes_on_nops(struct dt_probes *ps);
/* The kernel's types, and the groups of its tracepoints; NULL: no memory. */
struct dt_kbtf *dt_probes_kernel(struct dt_probes *ps);
const struct dt_events *dt_probes_events(struct dt_probes *ps);
/* The functions that can be traced; NULL: none, and the second says why. */
const struct dt_kfuncs *dt_probes_functions(struct dt_probes *ps);
const char *dt_probes_no_functions(const struct dt_probes *ps);
/* Memory that lives as long as the probes. */
struct dt_arena *dt_probes_arena(struct dt_probes *ps);
/* Searches that need not be repeated, by keys of the caller's choice. */
bool dt_probes_was_searched(const struct dt_probes *ps, const char *key);
int dt_probes_searched(struct dt_probes *ps, const char *key);	/* 0, -ENOMEM */
/*
 * Option returns, whose value may change until go, and the files that have been
 * searched for it (pidret.c).
 */
struct dt_returns {
	const int64_t *option;		/* enum dt_returnsel; NULL: auto */
	struct dt_buf files;
};
struct dt_returns *dt_probes_returns(struct dt_probes *ps);
/*
 * leftout.c: probes that patterns leave out.  dt_probes_take_in() adds one that
 * a description names.  Those are struct dt_leftout, in order of discovery.
 */
struct dt_leftout {
	struct dt_probe probe;		/* its id has no meaning */
	const char *why;		/* of static storage */
};
int dt_probes_leave_out(struct dt_probes *ps, const struct dt_probe *p,
    const char *why);		/* 0 or -ENOMEM */
void dt_probes_take_in(struct dt_probes *ps, const struct dt_probe *p);
/* Write to buf why the first one is left out that this description matches. */
bool dt_probes_explain_left_out(struct dt_probes *ps,
    const char *const part[4], char *buf, size_t n);
struct dt_buf *dt_probes_left_out(struct dt_probes *ps);
const struct dt_probe *dt_probes_byid(const struct dt_probes *ps, uint32_t id);

typedef int dt_probe_match_f(const struct dt_probe *p, void *arg);
/*
 * Call fn for each probe that the parts match (NULL or "" matches all; globs *
 * ? [] \ allowed), ordered by id.  A nonzero return of fn ends the search and
 * is returned, as is the -errno of a provider that failed.
 */
int dt_probes_match(struct dt_probes *ps, const char *const part[4],
    dt_probe_match_f *fn, void *arg);
/* Add the probes on demand that a description matches.  0 or -errno. */
int dt_probes_provide(struct dt_probes *ps, const char *const part[4]);
/* The same in one place, for a description with dt_prov_later(). */
int dt_probes_provide_in(struct dt_probes *ps, const char *const part[4],
    const struct dt_where *where);
/*
 * The points of probes of a description that process pid (0: any process) may
 * get while tracing runs, as it starts or loads a library: 1 << kind, or 0.
 */
uint32_t dt_prov_later(const char *const part[4], pid_t pid);
bool dt_probe_matches(const struct dt_probe *p, const char *const part[4]);
/*
 * After dt_probes_provide(): call fn for each probe of this description that
 * the kernel lacks, with what it needs, such as "needs tracepoint x, which this
 * kernel lacks".  A nonzero return of fn ends the search and is returned.
 */
typedef int dt_probe_lacking_f(const struct dt_prov *prov,
    const struct dt_tpprobe *row, const char *why, void *arg);
int dt_probes_lacking(struct dt_probes *ps, const char *const part[4],
    dt_probe_lacking_f *fn, void *arg);
/* What to write for a provider that only other systems have, or NULL. */
const char *dt_prov_absent(const char *name);
/*
 * Write to buf why no probe matches this description: it names no provider, or
 * one that can explain it.  Without a provider only names of timers can be
 * explained.  False: the reason is unknown.
 */
bool dt_prov_unknown(const char *const part[4], char *buf, size_t n);
/* Does the pattern match a provider whose name has no id of a process? */
bool dt_prov_matches(const char *pattern);

/* syscall.c: a name of another system for a call; see tbl/sysalias.h. */
struct dt_sysalias {
	const char *name, *call, *args;
};
/*
 * The next alias that the pattern matches: after NULL the first one, at the end
 * NULL.
 */
const struct dt_sysalias *dt_sysalias(const char *pattern,
    const struct dt_sysalias *after);

/*
 * Is it a probe of a 32-bit call?  Its entry has no types of its own: a clause
 * that matches the 64-bit call as well uses the types of that.
 */
bool dt_syscall_is_compat(const struct dt_probe *p);

/* tp.c: providers that are tables of tracepoints. */
/* Does this description match the probe of a row? */
bool dt_tp_named(const struct dt_prov *prov, const struct dt_tpprobe *row,
    const char *const part[4]);
/* Is the row for this version of the kernel? */
bool dt_tp_is_meant(const struct dt_kbtf *kb, const struct dt_tpprobe *row);
/* The first source of a row that the kernel does not have, or NULL. */
const struct dt_tpsrc *dt_tp_lacks(struct dt_probes *ps,
    const struct dt_tpprobe *row);
/* Write that the probe needs this source, and why the kernel lacks it. */
#define	DT_NO_TRACEPOINTS						\
	"the types of this kernel, which name its tracepoints, cannot "	\
	"be read from " DT_KERNEL_TYPES ": it needs "			\
	"CONFIG_DEBUG_INFO_BTF, and /sys must be mounted"
void dt_tp_why(struct dt_probes *ps, const struct dt_tpsrc *src, char *buf,
    size_t n);
int dt_tp_add(struct dt_probes *ps, const struct dt_prov *prov, uint32_t i);
/* The source that fires in the probe's own thread, or NULL. */
const struct dt_tpsrc *dt_tp_inside(struct dt_probes *ps,
    const struct dt_probe *p);

#define	DT_PROV(sym) extern const struct dt_prov dt_prov_##sym;
#include "tbl/provs.h"
#undef DT_PROV

#endif /* DT_PROV_H */
