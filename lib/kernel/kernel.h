/* SPDX-License-Identifier: MIT */
/*
 * kernel.h - the interfaces between the files of the kernel engine.
 *
 *	kernel.c	the vtable: open, load, attach, fire, detach, close
 *	probe.c	whether the engine can be used, or what to grant
 *	maps.c	creates and maps the buffers of a run
 *	offsets.c	offsets of members, from the kernel's BTF
 *	ns.c	this process's PID namespace
 *	ctx.c	the part of a shim that fills struct dt_ctx
 *	shim.c	the shim of a point: its entry
 *	select.c	the first part of an entry: guards, and the row
 *	tp.c	the same for the probes that share a tracepoint
 *	tpval.c	values of a tracepoint: conditions and arguments
 *	next.c	the context of the incoming thread of a switch
 *	chain.c	the chain of clauses, and the handling of faults
 *	group.c	clauses as functions of the program
 *	inline.c	a clause as a part of main
 *	uprobe.c	attaches to functions of processes
 *	kprobe.c	attaches to functions of the kernel
 *	timer.c	perf clocks and counters that run a program
 *	side.c	programs beside the points: vtimestamp, ended threads,
 *			priorities, waits for locks, the deadman
 *	sweep.c	where the variables of an ended thread are freed
 *	stack.c	which frames of a stack are the engine's
 *	unwind.c	the tables for the stacks of processes
 *	btf.c	the type information of a program
 *	prog.c	links, binds and loads one program
 */
#ifndef DT_KERNEL_H
#define DT_KERNEL_H

#include "engine/size.h"
#include "engine/why.h"
#include "sym/kbtf.h"
#include "bpf/emit.h"
#include "bpf/link.h"
#include "rt/funcs.h"

#define	DT_KMAPS(X)	X(state) X(ctl) X(slots) X(names) X(self) X(globals) \
	X(gstrs) X(selfstr) X(dynvar) X(dynlong) X(prios) X(waits) X(ios) \
	X(specs) X(scratch) X(agg0) X(agg1) X(prin0) X(prin1) X(vtime) \
	X(oncpu) X(unwind)
enum dt_kmapid {
#define	X(name)	DT_KMAP_##name,
	DT_KMAPS(X)
#undef X
	DT_NKMAPS
};

struct dt_kmap {
	int fd;			/* -1: there is none */
	void *mem;		/* mapped, or NULL */
	size_t len;
	bool whole;		/* all of it is one element */
};

/* The clock of a CPU; no descriptor: it has none, or is not online. */
struct dt_kclock {
	int fd;
	uint64_t enabled;		/* ns that it had run, last time */
};

struct dt_kprog {
	enum dt_pointkind kind;
	const char *tp;			/* NULL: run by the library */
	uint32_t type;			/* of tp's arguments, 0: untyped */
	bool at_return;			/* tp is a function that returns */
	int fd, link;
	struct dt_kmap rows;
	uint32_t maxrows;		/* places follow them in the map */
	uint64_t period;		/* of a timer, ns; of a counter; or 0 */
	const struct dt_counter *counter;	/* NULL: a timer */
	int direct;			/* its clause has no chain above it */
	enum dt_tpeach each;		/* EVENT: main is the program */
	struct dt_kclock *clocks;	/* of each CPU, or NULL */
	struct dt_klinks *links;	/* to functions of processes, or NULL */
	struct dt_kplaces *places;	/* functions of the kernel, or NULL */
};

#define	DT_MAXFUNCS	256	/* of a program, the kernel's limit */

/* Offsets of members of the running kernel; those the run does not need: 0. */
struct dt_koffs {
#define	DT_OFFSET(name, ...)	uint32_t name;
#include "tbl/offsets.h"
#undef DT_OFFSET
};

struct dt_kernel {
	struct dt_engine base;		/* first: see why.h */
	struct dt_sizes size;
	struct dt_mem mem;
	struct dt_kmap maps[DT_NKMAPS];
	struct dt_kprog *progs;
	uint32_t nprogs, maxprogs;
	uint32_t needs;			/* of all clauses of the run */
	uint32_t nnames;		/* rows of map "names" in use */
	const char *last;		/* tracepoint that sweeps: sweep.c */
	enum dt_sweep_when sweeps;	/* beside the points */
	/* probe ERROR: its id, its first epid, its row of map "names" */
	uint32_t error_probe, error_epid, error_names;
	uint32_t skip;			/* frames of a shim and its certain
					 * callers; 0: not known yet */
	struct dt_ksyms *ksyms;		/* or NULL */
	uint64_t unwind_size;		/* bytes of map unwind, or 0 */
	struct dt_kfiles *files;	/* whose rows it has, or NULL */
	int cpu;			/* the only one that fires, or -1 */
	time_t followed;		/* when clocks were last looked at */
	uint64_t deadman;		/* ns without status; 0: for ever */
	FILE *explain;			/* see struct dt_run */
	struct dt_koffs off;
	struct dt_kbtf *kbtf;
	struct dt_kmember *members;	/* that tables of the run name */
	uint32_t nmembers;
	/* of this process's PID namespace; ns_level 0: the initial one */
	uint64_t ns_dev, ns_ino;
	uint64_t ns_self;		/* its address in the kernel */
	uint32_t ns_level;
};

/* probe.c */
int dt_kernel_probe(char *why, size_t len);

/* maps.c */
int dt_kernel_maps(struct dt_kernel *k, const struct dt_run *run);
int dt_kernel_map(struct dt_kernel *k, struct dt_kmap *m, const char *name,
    uint64_t value_size, uint32_t entries);
void dt_kernel_unmap(struct dt_kmap *m);

/* offsets.c */
int dt_kernel_offsets(struct dt_kernel *k, const struct dt_run *run);
/* The offset of a member that a table of the run names. */
uint32_t dt_kernel_member(const struct dt_kernel *k, const char *type,
    const char *member);

/* ns.c: find it, after the offsets and the maps. */
int dt_kernel_ns(struct dt_kernel *k);

/* A point that is being made into a program. */
struct dt_kshim {
	struct dt_kernel *k;
	const struct dt_enpoint *point, *error;	/* error: NULL if not enabled */
	struct dt_arena *arena;
	uint32_t needs;			/* before the first clause runs */
	uint32_t error_needs;		/* of them, what ERROR clauses want */
	uint32_t late;			/* only when an ERROR clause runs */
	int uses[DT_NBUFS];		/* buffers that main finds */
	int ids;			/* guards have put them into FP_IDS */
	int next_ids;			/* the same of FP_NEXT */
	int compat;			/* there are rows of 32-bit calls */
	int typed;			/* arguments of the tracepoint are */
	int result;			/* number behind the function's last */
	int task;			/* r9, or FP_TASK, is the current one */
	int direct;			/* main calls a row's clause itself */
	struct dt_linkroot *roots;	/* roots[0] is the program */
	uint32_t nroots;
	uint32_t nrows;			/* in map "rows" */
	uint32_t nplaces;		/* behind them; of USDT */
	uint64_t always[DT_ROWMASK];	/* clauses that every row runs */
	uint32_t group;			/* clauses in one function */
	const struct dt_tpsrc *src;	/* of the row being filled; of TP */
};

/* shim.c */
int dt_kernel_shim(struct dt_kshim *s);
/* The only clause that a row runs, or -1. */
int dt_kernel_only(const struct dt_kshim *s, const struct dt_enrow *r);
void dt_kernel_activity(const struct dt_kshim *s, struct dt_emit *e,
    struct dt_label *out);
/*
 * Register to = the address of an element of the array at an offset in a map;
 * register index, its number, is changed.
 */
void dt_kernel_element(struct dt_emit *e, int to, const char *map, int64_t at,
    int index, uint32_t size);
/* The same for the ctl of a CPU. */
void dt_kernel_ctl(struct dt_emit *e, int to, int cpu);
/* Take a slot: goes on with level 0, to deep with another, to out without. */
void dt_kernel_take(const struct dt_kshim *s, struct dt_emit *e,
    struct dt_label *out, struct dt_label *deep);
void dt_kernel_own(const struct dt_kshim *s, struct dt_emit *e,
    enum dt_variant v, struct dt_label *release);
void dt_kernel_release(struct dt_emit *e, enum dt_variant v);
void dt_kernel_fixed(struct dt_emit *e);
void dt_kernel_half(const struct dt_kernel *k, struct dt_emit *e,
    enum dt_bufkind kind, enum dt_variant v, int ctl, struct dt_label *none);
void dt_kernel_halves(const struct dt_kshim *s, struct dt_emit *e,
    enum dt_variant v, struct dt_label *release);
void dt_kernel_params(const struct dt_kshim *s, struct dt_emit *e);

/* select.c: r8 = the row that fires; goes to out if none does. */
void dt_kernel_select(struct dt_kshim *s, struct dt_emit *e,
    struct dt_label *out);
/* r8 = the row with this key. */
void dt_kernel_row(struct dt_emit *e, int key);
/* Register to = the place of USDT that fires. */
void dt_kernel_place(const struct dt_kshim *s, struct dt_emit *e, int to);
/*
 * Does main test the first guards of clause n on every row?  And the needs of
 * the clauses in the mask (NULL: all) besides those of tested guards.
 */
int dt_kernel_tested(const struct dt_kshim *s, uint32_t n);
uint32_t dt_kernel_needs(const struct dt_kshim *s, const uint64_t *mask);
/* The guards that all clauses in the mask (NULL: all) have in common. */
int dt_kernel_guards_ids(const struct dt_enpoint *p, const uint64_t *mask);
void dt_kernel_guards(struct dt_emit *e, const struct dt_enpoint *p,
    const uint64_t *mask, int ids, struct dt_label *out);
void dt_kernel_cpu(const struct dt_kshim *s, struct dt_emit *e,
    struct dt_label *out);
void dt_kernel_current(const struct dt_kshim *s, struct dt_emit *e);
/* Register to = not 0 in a 32-bit call; another one is the current task. */
void dt_kernel_compat(const struct dt_kshim *s, struct dt_emit *e, int to,
    int task);
void dt_kernel_regs(const struct dt_kshim *s, struct dt_emit *e);

/* tp.c */
int dt_kernel_tp(struct dt_kshim *s, struct dt_func **out);
void dt_kernel_tplost(const struct dt_kshim *s, struct dt_emit *e);

/* tpval.c */
void dt_kernel_tpconds(const struct dt_kshim *s, struct dt_emit *e,
    const struct dt_tpsrc *src, struct dt_label *no);
void dt_kernel_tpargs(const struct dt_kshim *s, struct dt_emit *e);

/*
 * next.c: as need_* in ctx.c.  Ids go to FP_NEXT; true where the
 * incoming thread needs another way than the current one.
 */
void dt_kernel_next_ids(const struct dt_kernel *k, struct dt_emit *e);
bool dt_kernel_next(const struct dt_kshim *s, struct dt_emit *e,
    uint32_t need);

/*
 * chain.c: add chain and fault of a level, or do in main what a chain
 * does, if it would run clause n only; does any clause record?
 */
int dt_kernel_chain(struct dt_kshim *s, enum dt_variant v);
void dt_kernel_direct(const struct dt_kshim *s, struct dt_emit *e,
    enum dt_variant v, uint32_t n, struct dt_label *done);
int dt_kernel_records(const struct dt_enpoint *p);

/*
 * group.c: clause n of a kind ('c', 'e') is called as root KIND<n /
 * group>; with more than one of them in a function r5 is n % group.  Adds the
 * roots of those in mask (NULL: all).
 */
int dt_kernel_clauses(struct dt_kshim *s, const struct dt_enpoint *p,
    char kind, const uint64_t *mask);
/* The code of clause i of p, without guards that main tests; NULL: no memory */
const struct dt_func *dt_kernel_code(const struct dt_kshim *s,
    const struct dt_enpoint *p, uint32_t i);

/*
 * inline.c: is clause n of the point a part of main at this level?  Then put it
 * there; registers as in main and parameters as for a call, r0 its result.
 */
bool dt_kernel_is_inline(const struct dt_kshim *s, uint32_t n,
    enum dt_variant v);
void dt_kernel_inline(const struct dt_kshim *s, struct dt_emit *e, uint32_t n);

/*
 * The frame of main; registers: 6 context, 7 slot, 8 row, 9 this CPU's ctl.
 * It stays below 64 bytes: from there on kernels since 6.13 give a program a
 * stack of its own, which makes every call dearer.  So some places have two
 * uses: the aggregation buffer is looked for when its place is free.
 */
#define	FP_CPU		(-8)		/* 8 bytes, so that bounds are kept */
#define	FP_LEVEL	(-12)		/* where it is not 0 */
#define	FP_COMPAT	(-16)
#define	FP_ROWS		(-16)		/* of TP: which ones fire, a bit each */
#define	FP_IDS		(-24)		/* thread id, process id */
#define	FP_AGG		(-32)
#define	FP_TASK		FP_AGG		/* of system calls: the current task */
#define	FP_COND		FP_AGG		/* of TP: left side of a condition */
#define	FP_WORD		(-40)
#define	FP_INDEX	FP_WORD
#define	FP_PRIN		(-48)
#define	FP_NEXT		(-56)		/* FP_IDS of the incoming thread */
#define	FP_PLACE	FP_NEXT		/* of user points: the cookie; */
					/* then of USDT: its number */
#define	FP_THREAD	FP_NEXT		/* of changes: the thread, */
#define	FP_OLD		(-60)		/* its old priority */
#define	FP_WALK		FP_NEXT		/* of transfers: struct dt_iowalk */
#define	FP_DONE		(-64)		/* of both: is it the last one? */
#define	FP_WAIT		FP_OLD		/* of waits: its place, or -1 */
#define	CTX(field)	((int)offsetof(struct dt_slot, ctx.field))
#define	ROW(field)	((int)offsetof(struct dt_row, field))

/* ctx.c */
void dt_kernel_ids(const struct dt_kernel *k, struct dt_emit *e);
/* Thread and process id at offset from of the frame go to the context. */
void dt_kernel_put_ids(struct dt_emit *e, int from);
void dt_kernel_ctx(const struct dt_kshim *s, struct dt_emit *e);
int dt_kernel_wants(const struct dt_kshim *s, int arg);
/* A dt_fill_* for the task, or the context, in a register; ctx.vts of it. */
void dt_kernel_fill(struct dt_emit *e, const char *name, int task);
void dt_kernel_vtime(struct dt_emit *e, int task);
void dt_kernel_follow(struct dt_emit *e, uint32_t off, int bytes);
void dt_kernel_read(struct dt_emit *e, int base, int to, int bytes,
    uint32_t off);

/* Functions of the kernel. */
static inline bool
dt_kernel_is_function(const struct dt_enpoint *pt)
{
	return pt->kind == DT_POINT_KENTRY || pt->kind == DT_POINT_KRETURN ||
	    (pt->is_function && !pt->at_return);
}
/* Is the context of the program the registers where it was hit? */
static inline bool
dt_kernel_has_regs(const struct dt_kprog *p)
{
	return dt_point_is_user(p->kind) || p->places != NULL;
}

/*
 * uprobe.c.  dt_kernel_sites() keeps the places of the point's rows before its
 * program is loaded, and sets nplaces.
 */
void dt_kernel_fill_places(const struct dt_kprog *p, struct dt_place *out);
#define	DT_KERNEL_MULTI	48	/* BPF_TRACE_UPROBE_MULTI */
int dt_kernel_sites(struct dt_kprog *p, struct dt_kshim *s);
int dt_kernel_uprobe(struct dt_kernel *k, struct dt_kprog *p);
int dt_kernel_grow(struct dt_engine *e, pid_t pid, const struct dt_grown *v,
    uint32_t n);
void dt_kernel_uprobe_stop(struct dt_kprog *p);
void dt_kernel_sites_free(struct dt_kprog *p);

/*
 * kprobe.c.  places: find the addresses of the rows' functions, before the
 * program is loaded; kprobe: it fires there from now on.
 */
int dt_kernel_places(struct dt_kernel *k, struct dt_kprog *p,
    const struct dt_enpoint *pt);
bool dt_kernel_attaches_together(const struct dt_kprog *p);
int dt_kernel_kprobe(struct dt_kernel *k, struct dt_kprog *p);
void dt_kernel_kprobe_stop(struct dt_kprog *p);
void dt_kernel_places_free(struct dt_kprog *p);

/* timer.c */
int dt_kernel_timer(struct dt_kernel *k, struct dt_kprog *p);
int dt_kernel_timer_follow(struct dt_kernel *k, struct dt_kprog *p);
bool dt_kernel_timer_permitted(void);
void dt_kernel_timer_stop(struct dt_kernel *k, struct dt_kprog *p);

/* side.c */
#define	DT_NSIDES	4	/* programs at most */
int dt_kernel_side(struct dt_kernel *k, const struct dt_run *run);
#define	DT_TP_SWITCH	"sched_switch"

/* sweep.c: the last tracepoint of a thread at which the run may fire. */
const char *dt_kernel_last(const struct dt_kernel *k,
    const struct dt_run *run);
/* Does the program of this point, if it has one, end with the sweep? */
bool dt_kernel_sweeps_at(const struct dt_kernel *k,
    const struct dt_enpoint *p);
/* The same for a program beside the points, if that must sweep. */
enum dt_sweep_when dt_kernel_sweeps_beside(const struct dt_kernel *k,
    const struct dt_run *run);
/*
 * Free what the current thread has if this is its end; r6 is the context of
 * k->last.
 */
void dt_kernel_sweep(const struct dt_kernel *k, struct dt_emit *e);

/*
 * stack.c: the value of dt_imm_stack_<name> in a program; -ENOENT: there is no
 * such.  The symbols that it has looked at are in memory until they are
 * forgotten.
 */
int dt_kernel_stack_number(struct dt_kernel *k, const struct dt_kprog *p,
    const char *name, uint64_t *value);
void dt_kernel_forget_symbols(struct dt_kernel *k);

/*
 * unwind.c: does the run take stacks of processes?  Make the tables for those
 * that it names, to be freed in any case.
 */
bool dt_kernel_unwinds(const struct dt_run *run);
int dt_kernel_unwind(struct dt_kernel *k, const struct dt_run *run);
void dt_kernel_unwind_free(struct dt_kernel *k);

/* btf.c: a descriptor, and the type of each function. */
int dt_kernel_btf(const struct dt_kernel *k, const struct dt_linked *code,
    struct bpf_func_info *info);

/*
 * kernel.c: add a row to the map of a program that runs; the places that follow
 * the rows in it
 */
void dt_kernel_new_row(struct dt_kernel *k, struct dt_kprog *p,
    const struct dt_enpoint *pt, const struct dt_enrow *r);
struct dt_place *dt_kernel_map_places(const struct dt_kprog *p);
/* Does the point have a program of its own? */
bool dt_kernel_loads(const struct dt_enpoint *p);
/* A program of the run, without a descriptor yet. */
struct dt_kprog *dt_kernel_newprog(struct dt_kernel *k);

/* prog.c: a descriptor, or -errno, whatever signals there are. */
struct bpf_prog_load_opts;
int dt_kernel_verify(enum bpf_prog_type type, const char *name,
    const struct bpf_insn *insns, size_t ninsns, struct bpf_prog_load_opts *o);
/* Into p->fd. */
int dt_kernel_prog(struct dt_kernel *k, struct dt_kprog *p,
    const struct dt_linkroot *roots, uint32_t nroots, const char *name);
/* Load a program of the runtime, have run make it run, and unload it. */
int dt_kernel_look(struct dt_kernel *k, const char *name, int (*run)(int prog),
    struct dt_look *seen);
/* The same in steps: what it sees is in rows.mem.  Unload it in any case. */
int dt_kernel_look_load(struct dt_kernel *k, const char *name,
    struct dt_kprog *p);
void dt_kernel_look_unload(struct dt_kprog *p);

#endif /* DT_KERNEL_H */
