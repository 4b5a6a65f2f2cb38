/* SPDX-License-Identifier: MIT */
/*
 * engine.h - the engines, which run an image: the kernel or the interpreter.
 * Both fill the same buffers in this process's memory, so the readers work with
 * either.
 */
#ifndef DT_ENGINE_H
#define DT_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>
#include "base/optval.h"
#include "bpf/image.h"
#include "engine/tp.h"
#include "rt/rt.h"

struct dt_counter;
struct dt_engine;
struct dt_kbtf;
struct dt_usyms;
struct ps_prochandle;

/* How a point is attached and where its arguments come from. */
enum dt_pointkind {
	DT_POINT_BEGIN,		/* run by the library, in WARMUP */
	DT_POINT_END,		/* run by the library, in COOLDOWN */
	DT_POINT_ERROR,		/* run by the shim of a clause with a fault */
	DT_POINT_SYSENTER,	/* raw tracepoint sys_enter, rows by number */
	DT_POINT_SYSEXIT,	/* raw tracepoint sys_exit, rows by number */
	DT_POINT_UENTRY,	/* functions of processes, rows by cookie */
	DT_POINT_URETURN,	/* the same as they return */
	DT_POINT_UEXIT,		/* instructions that return from functions */
	DT_POINT_USDT,		/* places for probes that programs have */
	DT_POINT_UINSN,		/* instructions of processes */
	DT_POINT_KENTRY,	/* functions of the kernel, rows by cookie */
	DT_POINT_KRETURN,	/* the same as they return */
	DT_POINT_PROFILE,	/* a timer on every CPU */
	DT_POINT_TICK,		/* a timer on one CPU */
	DT_POINT_COUNTER,	/* a counter of events on every CPU */
	DT_POINT_TP,		/* a raw tracepoint, or a function of the
				 * kernel; a row for each source */
};

/* Are its rows places in processes? */
static inline bool
dt_point_is_user(enum dt_pointkind kind)
{
	return kind == DT_POINT_UENTRY || kind == DT_POINT_URETURN ||
	    kind == DT_POINT_UEXIT || kind == DT_POINT_USDT ||
	    kind == DT_POINT_UINSN;
}

/* Do its rows have several places, with data of their own? */
static inline bool
dt_point_has_places(enum dt_pointkind kind)
{
	return kind == DT_POINT_UEXIT || kind == DT_POINT_USDT;
}

/* A row's number on a SYSENTER or SYSEXIT point. */
#define	DT_ROW_COMPAT	512	/* 32-bit call n is row DT_ROW_COMPAT + n */
#define	DT_NSYSROWS	1024

#define	DT_NO_UPROBE \
	"the kernel cannot probe this instruction exactly and without harm, " \
	"such as one with a lock prefix, a string instruction that repeats " \
	"or, on Linux 6.18 to 7.2, a nop of 5 bytes"

/* A place in the code of a process; it lives as long as the probes. */
struct dt_usite {
	pid_t pid;
	const char *path;	/* of the file, from here */
	dev_t dev;		/* the file itself: it may have more paths */
	ino_t ino;
	uint64_t offset;	/* in the file */
	uint64_t started;	/* by dt_procfs_started(): another process may
				 * get the id later */
	bool by_pattern;	/* of a provider such as python*, so that the
				 * process may end before go */
	bool is_program;	/* the file is the program, not a library */
	bool in_run;		/* the run traces this place */
	bool no_uprobe;		/* DT_NO_UPROBE */
	bool keeps_return;	/* the function saves its return address */
	const char *how;	/* it is traced, for users; or NULL */
	/* of functions */
	bool is_described;	/* types have been searched for */
	uint64_t func;		/* offset in the file of its start */
	const char *const *types;	/* of args[], and NULL; or NULL */
	const uint64_t *type_at;	/* see struct dt_dwtype */
	const struct dt_leave *leave;	/* of UEXIT */
	/* of USDT */
	uint64_t semaphore;	/* in the file; 0: there is none */
	const struct dt_uarg *args;	/* [DT_NARGS] */
	const char *operands;	/* as in its note */
	bool is_narrow;		/* in 32-bit code */
	struct dt_usite *next;	/* of the same probe */
};

static inline bool
dt_usite_is_same_file(const struct dt_usite *a, const struct dt_usite *b)
{
	return a->pid == b->pid && a->dev == b->dev && a->ino == b->ino;
}

/*
 * A probe of a point, and the clauses of the point that it runs.  On a TP point
 * rows are in the order in which they fire, the key of each is its index, and
 * the rows of one probe have the same epids on all its points.
 */
struct dt_enrow {
	uint32_t probe;		/* probe id */
	uint32_t key;		/* row number; 0: the only probe there */
	uint32_t epid;		/* of its first clause; the others follow */
	const char *name[4];	/* provider module function name */
	uint64_t mask[DT_ROWMASK];	/* clauses, by index in the point */
	const struct dt_tpsrc *src;	/* of TP, else NULL */
	struct dt_usite *site;		/* of the user points */
};

/* Does a row with this mask run clause i? */
static inline bool
dt_in_mask(const uint64_t *mask, uint32_t i)
{
	return mask[i / 64] >> (i % 64) & 1;
}

struct dt_enpoint {
	enum dt_pointkind kind;
	const struct dt_clause **clauses;	/* in program order */
	uint32_t nclauses;
	struct dt_enrow *rows;
	uint32_t nrows;
	uint32_t spare;			/* rows that may be added later */
	uint64_t period;		/* ns, of PROFILE and TICK; events, of
					 * COUNTER */
	const struct dt_counter *counter;	/* of COUNTER, else NULL */
	const char *tp;			/* of TP: name of the tracepoint, or */
	bool is_function;		/* of a function */
	bool at_return;			/* of a function: when it returns */
	enum dt_tpeach each;		/* of TP: see struct dt_tpsrc */
	enum dt_tpwaits waits;		/* of TP: see struct dt_tpsrc */
};

/* The needs of all its clauses: enum dt_need. */
static inline uint32_t
dt_point_needs(const struct dt_enpoint *p)
{
	uint32_t needs = 0;

	for (uint32_t i = 0; i < p->nclauses; i++)
		needs |= dt_clause_needs(p->clauses[i]);
	return needs;
}

/* A place that is added while the run fires, and its row. */
struct dt_grown {
	const struct dt_enpoint *point;
	const struct dt_enrow *row;
	bool is_new;			/* the row was not there before */
	const struct dt_usite *site;
};

#define	DT_MAXTPROWS	32	/* of a TP point */

/* All that an engine needs to start a run.  Borrowed during load(). */
struct dt_run {
	struct dt_enpoint *points;
	uint32_t npoints;
	const struct dt_forms *forms;
	uint32_t slot_size, key_words, strsize, globals_size;
	const uint64_t *globals;	/* initial values, globals_size bytes */
	size_t aggsize, bufsize;	/* of level 0; 0: no such buffers */
	size_t deepsize;		/* of a deeper level; 0: DT_DEEPSIZE */
	size_t dynvarsize;
	size_t scratchsize;		/* limit for one firing, in bytes */
	size_t scratchany;		/* of it, for sizes not known before */
	uint32_t ngstrs, nthisstrs;	/* string variables: global, this-> */
	uint32_t dyn_words;		/* of the longest key of an array */
	enum dt_policy policy;		/* of the principal buffers */
	uint32_t nspec;			/* speculation ids */
	int cpu;			/* -1: all */
	uint64_t deadman;		/* ns without status; 0: for ever */
	uint32_t nprocs;		/* processes to be watched */
	bool (*is_watched)(const void *watcher, pid_t pid);
	pid_t (*process)(const void *watcher, uint32_t i);
	const void *watcher;
	bool percpu;			/* the readers need the CPU */
	enum dt_faultin faultin;	/* whether probes may wait for memory */
	bool by_hand;			/* tests: only ops->fire fires probes */
	/*
	 * Find the probes in the code that process pid has mapped, and pass
	 * them to grow(); the process waits.  NULL: the run does not grow.
	 */
	void (*find)(void *finder, pid_t pid);
	void *finder;
	struct dt_usyms *usyms;		/* keeps user addresses; or NULL */
	FILE *explain;			/* describes what is loaded; or NULL */
	struct dt_kbtf *kbtf;		/* types and functions of the kernel */
};

/* Buffers of one kind, as mapped in this process: dt_half() finds one. */
struct dt_halves {
	char *base[2];		/* level 0; all deeper levels; NULL: none */
	size_t size[2];		/* bytes of one half */
	bool single;		/* there is only half 0 */
	/* with n halves, and i the CPU, or 0 if only one CPU has buffers:
	 * half h of level 0: base[0] + (i * n + h) * size[0]
	 * half h of level l: base[1] +
	 *     ((i * (DT_LEVELS - 1) + l - 1) * n + h) * size[1] */
};

/* The mapped memory of a run. */
struct dt_mem {
	uint32_t ncpus;			/* possible CPUs */
	struct dt_state *state;
	struct dt_ctl *ctl;		/* [ncpus] */
	const uint64_t *specs;		/* [nspec + 1]; NULL: no speculation */
	uint32_t nspec;
	struct dt_halves buf[DT_NBUFS];
	enum dt_policy policy;		/* of the principal buffers */
	bool one_cpu;			/* only the CPU below has buffers */
	uint32_t cpu;
	uint32_t agg_nidx[2];		/* index words, by variant */
	uint32_t agg_data[2];		/* offset of the first record */
	uint64_t scratch[2];		/* bytes for one firing */
};

#define	DT_SCRATCHMIN	(16 * 1024)	/* bytes for sizes not known before */
#define	DT_DEEPSIZE	(128 * 1024)	/* bytes of a deeper level's half */
/* Limit of a half: the verifier adds at most 512 MiB to an address. */
#define	DT_BUFMAX	((512 << 20) - (128 << 10))

enum {
#define	DT_NUREGISTERS(n)	DT_NUREGS = (n),
#include "tbl/regs.h"
};

/* A firing as the clauses see it (vm only). */
struct dt_firing {
	uint32_t probe;			/* probe id */
	uint32_t cpu;
	uint32_t pid, tid, ppid, uid, gid;
	uint32_t serial;		/* of a traced thread: life.c; or 0 */
	pid_t mem;			/* of its memory; 0: it has none */
	const uint32_t *ancestors;	/* parent first, then 0; or NULL */
	uint64_t args[DT_NARGS];
	int64_t err;
	const char *execname;
	uint64_t ts;			/* 0: now */
	uint64_t vts;			/* vtimestamp; 0: of our own thread */
	uint64_t stack[32];		/* kernel frames, 0-terminated */
	struct {
		const void *p;
		size_t len;
	} kernel;			/* stands for the kernel's memory */
	struct {
		uint64_t pc, sp, fp;
		uint32_t word;		/* bytes; 0: not known */
		/* address of the return address, before there is a frame; 0 */
		uint64_t ret;
	} user;				/* registers of mem's thread */
	/* NULL, or reads all registers of tbl/regs.h of that thread, which has
	 * stopped, to v.  False: they cannot be read. */
	bool (*regs)(const struct dt_firing *f, uint64_t *v);
	/* NULL, or called with the frames that were found in process pid */
	void (*saw)(void *arg, uint32_t pid, const uint64_t *pcs, uint32_t n);
	/* NULL, or finds at most max frames by the tables of the process's
	 * files; the first one is user.pc */
	uint32_t (*unwind)(void *arg, const struct dt_firing *f, uint64_t *pcs,
	    uint32_t max);
	void *arg;			/* of saw and unwind */
};

/*
 * The operations of an engine.  Those that return int return 0 or -errno; on
 * failure the text of dt_engine_why(), or the operation's own buffer, says what
 * is wrong and what to do.  An operation that may be NULL is then not needed.
 */
struct dt_engine_ops {
	const char *name;
	/* A process waits while its probe fires, so its addresses are looked up
	 * then.  Otherwise the library watches what processes map. */
	bool stops_processes;
	/* May this process use the engine here?  Leaves no trace. */
	int (*probe)(char *why, size_t len);
	/* Can it fire the probes of these sources?  NULL: all. */
	bool (*fires)(enum dt_pointkind kind, const struct dt_tpsrc *srcs,
	    uint32_t nsrcs);
	/* Is there a point that it cannot fire?  NULL: it fires all. */
	int (*check)(const struct dt_run *run, char *why, size_t len);
	int (*open)(struct dt_engine **ep);
	int (*load)(struct dt_engine *e, const struct dt_run *run);
	int (*attach)(struct dt_engine *e);	/* while activity is OFF */
	int (*detach)(struct dt_engine *e);
	/* Run the clauses of BEGIN or END, on this CPU. */
	int (*edge)(struct dt_engine *e, enum dt_pointkind kind);
	/* Between attach and detach: fire probes in this process.  May be NULL.
	 * Unwatch before the process is released. */
	int (*watch)(struct dt_engine *e, struct ps_prochandle *p);
	void (*unwatch)(struct dt_engine *e, struct ps_prochandle *p);
	/*
	 * Between attach and detach: add the places in code that process pid
	 * has mapped since, if there are any.  Called by any thread.  -ENOSPC:
	 * the run has no more room.
	 */
	int (*grow)(struct dt_engine *e, pid_t pid, const struct dt_grown *v,
	    uint32_t n);
	/*
	 * Detach from process pid, whose first thread was replaced at an exec;
	 * grow() adds its places again.  NULL: the engine has no need of it.
	 */
	void (*leave)(struct dt_engine *e, pid_t pid);
	/*
	 * Between attach and detach: are stacks unwound by tables of the files
	 * that processes have mapped?  If so, unwind() adds those that process
	 * pid has mapped since; called by one thread.  Both may be NULL.
	 */
	bool (*unwinds)(struct dt_engine *e);
	void (*unwind)(struct dt_engine *e, pid_t pid);
	/* Called at each status, as for CPUs that came online.  May be NULL. */
	int (*upkeep)(struct dt_engine *e);
	/* The number of firings that the kernel refused to nest. */
	uint64_t (*missed)(struct dt_engine *e);
	/* For tests: fire a probe with any arguments.  NULL: not possible. */
	int (*fire)(struct dt_engine *e, const struct dt_firing *f);
	/* Free the slots of a tracing process that was killed, when nothing
	 * fires any more.  May be NULL. */
	void (*reclaim)(struct dt_engine *e);
	struct dt_mem *(*mem)(struct dt_engine *e);
	void (*close)(struct dt_engine *e);	/* detaches; accepts NULL */
};

extern const struct dt_engine_ops dt_engine_kernel;
extern const struct dt_engine_ops dt_engine_vm;

const char *dt_engine_why(const struct dt_engine *e);

/* flip.c: switch a CPU to the other halves of its buffers */

/*
 * Flip buffer kind k of this CPU and wait until nothing writes to the old half.
 * Returns the old half (0 or 1), or -EAGAIN if an owner did not finish in time:
 * then *pending is set, and the next call continues to wait without another
 * flip.
 */
int dt_flip(struct dt_mem *m, uint32_t cpu, enum dt_bufkind k, bool *pending);
/*
 * Wait until every firing that runs on this CPU now has ended.  0, or -EAGAIN
 * if one did not in time.  Used instead of dt_flip() for a buffer of one half,
 * which is read when nothing fires any more.
 */
int dt_settle(const struct dt_mem *m, uint32_t cpu);
/*
 * Set the activity and the copy of each CPU.  dt_begin_activity() sets ACTIVE,
 * unless exit() in BEGIN has ended the run.
 */
void dt_set_activity(struct dt_mem *m, enum dt_activity to);
void dt_begin_activity(struct dt_mem *m);
/*
 * Wait until no slot of any CPU is owned (after DRAINING).  0, or -EAGAIN after
 * a second, if a firing on *cpu has not ended.
 */
int dt_quiesce(const struct dt_mem *m, uint32_t *cpu);
/* The halves of all CPUs with buffers, of level 0 or of the deeper levels. */
uint32_t dt_nhalves(const struct dt_mem *m, enum dt_bufkind k, bool deep);
/* A half of a level of a CPU, or NULL if it has none. */
void *dt_half(const struct dt_mem *m, enum dt_bufkind k, uint32_t cpu,
    uint32_t level, uint32_t half);

#endif /* DT_ENGINE_H */
