/* SPDX-License-Identifier: MIT */
/*
 * kernel.h - the interfaces between the files of the kernel engine.
 *
 *	kernel.c	the operations: open, load, attach, fire, detach, close
 *	probe.c		checks whether this process may use the engine
 *	maps.c		creates and maps the buffers of a run
 *	offsets.c	finds the offsets of members in the kernel's BTF
 *	ns.c		finds this process's PID namespace
 *	shim.c		the shim of a point; its entry is the function main
 *	cast.c		whether loads can read the kernel's memory
 *	select.c	the start of main: tests guards, finds the row
 *	tp.c		main for the probes that share a tracepoint
 *	tpval.c		values of a tracepoint: conditions and arguments
 *	typed.c		whether the arguments of a tracepoint have types
 *	ctx.c		the part of a shim that fills struct dt_ctx
 *	next.c		the same for the incoming thread of a switch
 *	chain.c		the chain of clauses, and the handling of faults
 *	group.c		clauses as functions of the program
 *	inline.c	a clause as a part of main
 *	uprobe.c	attaches to functions of processes
 *	touch.c		makes memory present that clauses read there
 *	kprobe.c	attaches to functions of the kernel
 *	event.c		attaches by a perf event: to a function, or to a
 *			tracepoint whose programs could be preempted otherwise
 *	timer.c		perf clocks and counters that run a program
 *	side.c		programs beside the points: vtimestamp, ended threads,
 *			priorities, waits for locks, transfers, the deadman
 *	sweep.c		where the variables of an ended thread are freed
 *	stack.c		which frames of a stack are the engine's
 *	unwind.c	the tables for the stacks of processes
 *	btf.c		the type information of a program
 *	prog.c		links, binds and loads one program
 *	refusal.c	why the kernel refused it
 */
#ifndef DT_KERNEL_H
#define DT_KERNEL_H

#include "engine/size.h"
#include "engine/why.h"
#include "sym/kbtf.h"
#include "bpf/emit.h"
#include "bpf/link.h"
#include "rt/funcs.h"

#define	DT_KMAPS(X)	X(state) X(slots) X(names) X(self) X(globals) \
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
	int fd;			/* -1: the run has no such map */
	void *mem;		/* mapped, or NULL */
	size_t len;
	bool whole;		/* the map is one element */
};

/* The clock of a CPU.  fd is -1 if the CPU needs none or is offline. */
struct dt_kclock {
	int fd;
	uint64_t enabled;		/* ns it had run when last read */
};

struct dt_kprog {
	enum dt_pointkind kind;
	const char *tp;			/* NULL: run by the library */
	uint32_t type;			/* of tp's arguments, 0: untyped */
	bool is_function;		/* tp is the name of a function */
	bool is_event;			/* attached as tp's perf event */
	bool at_return;			/* the probes are at its return */
	bool never_nests;		/* see struct dt_tpsrc */
	bool next;			/* a probe is of the next thread */
	int fd, link;
	struct dt_kmap rows;
	uint32_t maxrows;		/* places follow the rows in the map */
	uint64_t period;		/* timer: ns; counter: events; or 0 */
	const struct dt_counter *counter;	/* NULL: a timer */
	int direct;			/* main calls the clause, no chain */
	enum dt_tpeach each;		/* EVENT: main is the program */
	struct dt_kclock *clocks;	/* by CPU, or NULL */
	struct dt_klinks *links;	/* to functions of processes, or NULL */
	struct dt_ktouch *touch;	/* see touch.c; or NULL */
	bool sleeps;			/* it may wait for memory */
	struct dt_kplaces *places;	/* functions of the kernel, or NULL */
};

#define	DT_MAXFUNCS	256	/* of a program, the kernel's limit */

/* Offsets of members in the running kernel; 0 if the run does not need one. */
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
	uint32_t nprogs;
	uint32_t needs;			/* of all clauses of the run */
	uint32_t nnames;		/* rows of map "names" in use */
	const char *last;		/* tracepoint of the sweep: sweep.c */
	enum dt_sweep_when sweeps;	/* beside the points */
	/* probe ERROR: its id, its first epid, its row of map "names" */
	uint32_t error_probe, error_epid, error_names;
	uint32_t skip[2];		/* stack.c, by is_call; 0: not known
					 * yet */
	struct dt_ksyms *ksyms;		/* or NULL */
	uint64_t unwind_size;		/* bytes of map "unwind", or 0 */
	struct dt_kfiles *files;	/* that the map has rows of, or NULL */
	int cpu;			/* the only one that fires, or -1 */
	time_t followed;		/* second of the last upkeep */
	uint64_t deadman;		/* ns without a status; 0: no limit */
	FILE *explain;			/* see struct dt_run */
	bool events;			/* see event.c */
	enum dt_faultin faultin;	/* see touch.c */
	struct dt_koffs off;
	struct dt_kbtf *kbtf;
	struct dt_kmember *members;	/* that tables of the run name */
	uint32_t nmembers;
	/* cast.c: numbers of the type and of the function; 0: not usable */
	uint32_t word_type, cast;
	bool knows_cast;
	/* this process's PID namespace; level 0: the initial one */
	uint64_t ns_dev, ns_ino;
	uint64_t ns_self;		/* its address in the kernel */
	uint32_t ns_level;
};

/* probe.c */
int dt_kernel_probe(char *why, size_t len);
/* Is this kernel older than that release? */
bool dt_kernel_is_before(unsigned int major, unsigned int minor);
/*
 * What to add to the reason of a failure: that this kernel is older than the
 * oldest one that the engine is made for, or "".
 */
#define	DT_AGELEN	128
const char *dt_kernel_age(char buf[DT_AGELEN]);

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

/* typed.c: sets the type of the arguments, and what follows from it. */
struct dt_kshim;
void dt_kernel_typed(struct dt_kshim *s, struct dt_kprog *p);

/* cast.c: dt_imm_word_type; if it is not 0, k->cast is the function. */
uint32_t dt_kernel_word_type(struct dt_kernel *k);

/* ns.c: call it after the offsets and the maps are there. */
int dt_kernel_ns(struct dt_kernel *k);

/* Where main handles a fault of its only clause, apart from the other code. */
struct dt_kinlined;
struct dt_kfault {
	struct dt_label from;		/* of jumps to that place */
	struct dt_kinlined *rest;	/* the end of the clause, for that
					 * place; or NULL */
};

/* The state of generating the program of a point. */
struct dt_kshim {
	struct dt_kernel *k;
	const struct dt_enpoint *point, *error;	/* error: NULL if not enabled */
	struct dt_arena *arena;
	uint32_t needs;			/* before the first clause runs */
	uint32_t error_needs;		/* the part for clauses of ERROR */
	uint32_t late;			/* only when an ERROR clause runs */
	int uses[DT_NBUFS];		/* buffers that main finds */
	int ids;			/* main fills FP_IDS, for the guards */
	int next_ids;			/* the same for FP_NEXT */
	int compat;			/* there are rows of 32-bit calls */
	bool typed;			/* the arguments have types */
	bool is_event;			/* the context is a record of tp */
	bool members;			/* TP: loads read members of these, and
					 * of the next thread */
	int result;			/* number of the function's result */
	bool returns_pointer;
	int task;			/* r9 or FP_TASK is the current task */
	bool cond_task;			/* TP: r9 is, in conditions */
	bool next_task;			/* TP: r9 is the next one, in guards */
	int direct;			/* main calls a row's clause itself */
	bool one;			/* TP: row 0 stands for all of them */
	struct dt_kfault *fault;	/* of level 0; NULL: a fault is handled
					 * after the clause */
	bool faultless;			/* the clause in main has no faults */
	uint32_t deferred;		/* TP: arguments that the clause itself
					 * loads, where it needs them */
	struct dt_linkroot *roots;	/* roots[0] is the program */
	uint32_t nroots;
	uint32_t nrows;			/* in map "rows" */
	uint32_t nplaces;		/* after the rows */
	uint64_t always[DT_ROWMASK];	/* clauses that every row runs */
	uint32_t group;			/* clauses in one function */
	const struct dt_tpsrc *src;	/* TP: of the row being filled */
};

/* shim.c */
int dt_kernel_shim(struct dt_kshim *s);
/* The clause that a row runs, or -1 if it runs several. */
int dt_kernel_only(const struct dt_kshim *s, const struct dt_enrow *r);
/* Jump to out unless the run is in the state of such probes; r9 = the ctl. */
void dt_kernel_activity(const struct dt_kshim *s, struct dt_emit *e,
    struct dt_label *out);
/*
 * Register to = the address of an element of the array at an offset in a map.
 * Register index, the element's number, is clobbered.
 */
void dt_kernel_element(struct dt_emit *e, int to, const char *map, int64_t at,
    int index, uint32_t size);
/* The same for the ctl of a CPU. */
void dt_kernel_ctl(struct dt_emit *e, int to, int cpu);
/*
 * Take the slot of level 0, or jump to deep if it is owned.  There
 * dt_kernel_take_deep() takes another slot, or jumps to out if none is free.
 */
void dt_kernel_take(const struct dt_kshim *s, struct dt_emit *e,
    struct dt_label *out, struct dt_label *deep);
void dt_kernel_take_deep(const struct dt_kshim *s, struct dt_emit *e,
    struct dt_label *out);
void dt_kernel_own(const struct dt_kshim *s, struct dt_emit *e,
    enum dt_variant v, struct dt_label *release);
void dt_kernel_release(struct dt_emit *e, enum dt_variant v);
/* Store the numbers of row r, or of the row in r8 if it is NULL. */
void dt_kernel_fixed(const struct dt_kshim *s, struct dt_emit *e,
    const struct dt_enrow *r, enum dt_variant v);
void dt_kernel_put_numbers(struct dt_emit *e, const struct dt_enrow *r);
void dt_kernel_half(const struct dt_kernel *k, struct dt_emit *e,
    enum dt_bufkind kind, enum dt_variant v, int ctl, struct dt_label *none);
void dt_kernel_halves(const struct dt_kshim *s, struct dt_emit *e,
    enum dt_variant v, struct dt_label *release);
/* r0 = the half of the aggregation buffer that was found. */
void dt_kernel_agg(const struct dt_kshim *s, struct dt_emit *e);
/* Load the parameters of a clause; r0 is the half. */
void dt_kernel_params(const struct dt_kshim *s, struct dt_emit *e);

/* select.c: r8 = the row that fires; jumps to out if none does. */
void dt_kernel_select(struct dt_kshim *s, struct dt_emit *e,
    struct dt_label *out);
/* r8 = the row with this key. */
void dt_kernel_row(struct dt_emit *e, int key);
/* Register to = the USDT place that fires. */
void dt_kernel_place(const struct dt_kshim *s, struct dt_emit *e, int to);
/* Does main test the first guards of clause n for every row? */
int dt_kernel_tested(const struct dt_kshim *s, uint32_t n);
/* The needs of the clauses in mask (NULL: all), tested guards excluded. */
uint32_t dt_kernel_needs(const struct dt_kshim *s, const uint64_t *mask);
/*
 * For the guards that all clauses in mask (NULL: all) have in common: does one
 * compare ids?  Test them, with the ids at offset ids of the frame.
 */
int dt_kernel_guards_ids(const struct dt_enpoint *p, const uint64_t *mask);
void dt_kernel_guards(struct dt_emit *e, const struct dt_enpoint *p,
    const uint64_t *mask, int ids, struct dt_label *out);
/* The same with the ids of the task in r9, of the initial namespace. */
void dt_kernel_task_guards(const struct dt_kshim *s, struct dt_emit *e,
    const uint64_t *mask, bool uid, struct dt_label *out);
/* FP_IDS = the ids of the task in r9 in the initial namespace. */
void dt_kernel_task_ids(const struct dt_kshim *s, struct dt_emit *e);
void dt_kernel_cpu(const struct dt_kshim *s, struct dt_emit *e,
    struct dt_label *out);
void dt_kernel_current(const struct dt_kshim *s, struct dt_emit *e);
/* Register to = not 0 in a 32-bit call; register task is the current task. */
void dt_kernel_compat(const struct dt_kshim *s, struct dt_emit *e, int to,
    int task);
void dt_kernel_regs(const struct dt_kshim *s, struct dt_emit *e);

/* tp.c */
int dt_kernel_tp(struct dt_kshim *s, struct dt_func **out);
/*
 * Does at most one row of a TP fire, and does it not matter which?  Those of
 * 32-bit calls are such alternatives.
 */
bool dt_kernel_is_one(const struct dt_enpoint *p);
void dt_kernel_tplost(const struct dt_kshim *s, struct dt_emit *e);

/* tpval.c.  Register reg = argument n of the tracepoint or function. */
void dt_kernel_tparg(const struct dt_kshim *s, struct dt_emit *e, int reg,
    int n);
void dt_kernel_tpconds(const struct dt_kshim *s, struct dt_emit *e,
    const struct dt_tpsrc *src, struct dt_label *no);
void dt_kernel_tpargs(const struct dt_kshim *s, struct dt_emit *e);
/*
 * Can loads find the value, and make a number of it, without helpers?  Do it:
 * reg, from 6 on, = the value; register ctx is the program's context; r0 to r5
 * are lost.
 */
bool dt_kernel_tploads(const struct dt_kshim *s, const struct dt_tpval *v);
void dt_kernel_tpload(const struct dt_kshim *s, struct dt_emit *e,
    const struct dt_tpval *v, int reg, int ctx);
/* r0 = argument n as a number, also where the verifier gives it a type. */
void dt_kernel_tpnumber(struct dt_kernel *k, struct dt_emit *e, int n);

/*
 * next.c.  Register reg = the incoming thread.  FP_NEXT = its ids.
 * dt_kernel_next() fills a need from that thread; false if the probe fires for
 * the current one, or if both fill it in the same way.
 */
void dt_kernel_next_task(struct dt_emit *e, int reg);
void dt_kernel_next_ids(struct dt_kernel *k, struct dt_emit *e);
bool dt_kernel_next(const struct dt_kshim *s, struct dt_emit *e,
    uint32_t need);

/* chain.c: add the functions chain and fault of a level. */
int dt_kernel_chain(struct dt_kshim *s, enum dt_variant v);
/*
 * Run clause n of row r (NULL: in r8) in main, where a chain runs no other; r0
 * is the half of the aggregation buffer.
 */
void dt_kernel_direct(const struct dt_kshim *s, struct dt_emit *e,
    const struct dt_enrow *r, enum dt_variant v, uint32_t n);
/*
 * Emit the rare part of the clause in main, then s->fault: handle the fault and
 * release the slot.  False: nothing gets there.
 */
bool dt_kernel_fault(struct dt_kshim *s, struct dt_emit *e,
    const struct dt_enrow *r, uint32_t n);
/* Does any clause of the point (NULL: none) record? */
int dt_kernel_records(const struct dt_enpoint *p);

/*
 * group.c: add the clauses in mask (NULL: all) as roots.  Clause n of a kind
 * ('c', 'e' of ERROR) is in function KIND<n / group>; if the function has
 * several, r5 = n % group selects one.
 */
int dt_kernel_clauses(struct dt_kshim *s, const struct dt_enpoint *p,
    char kind, const uint64_t *mask);
/* The code of clause i of p, without guards that main tests; NULL: no memory */
const struct dt_func *dt_kernel_code(const struct dt_kshim *s,
    const struct dt_enpoint *p, uint32_t i);

/*
 * inline.c: can clause n of the point be a part of main at this level?  Emit
 * it; r0 is the half of the aggregation buffer, then the result.  r6 to r9 are
 * kept.  If fault is not NULL, the code may be emitted without its rare part:
 * then fault->rest is set, for dt_kernel_inline_rest() to emit that part
 * elsewhere.  It returns false if that part returns no DT_RC_FAULT.
 */
bool dt_kernel_is_inline(const struct dt_kshim *s, uint32_t n,
    enum dt_variant v);
void dt_kernel_inline(const struct dt_kshim *s, struct dt_emit *e, uint32_t n,
    struct dt_kfault *fault);
bool dt_kernel_inline_rest(const struct dt_kshim *s, struct dt_emit *e,
    struct dt_kinlined *c);
/* The arguments of a row that its clause n, inlined, loads itself. */
uint32_t dt_kernel_deferred(const struct dt_kshim *s, const struct dt_enrow *r,
    uint32_t n, enum dt_variant v);
/* When does clause n need the probe and the epid of its row in the slot? */
enum dt_numbers { DT_NUMBERS_NEVER, DT_NUMBERS_AT_FAULT, DT_NUMBERS_ALWAYS };
enum dt_numbers dt_kernel_numbers(const struct dt_kshim *s, uint32_t n,
    enum dt_variant v);

/*
 * The frame of main; registers: 6 context, 7 slot, 8 row, 9 this CPU's ctl.
 * It takes at most 64 bytes: kernels since 6.13 give a program with a larger
 * one a private stack, which makes every call slower.  So some places have two
 * uses: the aggregation buffer is found when its place is free.
 */
#define	FP_CPU		(-8)		/* 8 bytes: the verifier then keeps
					 * the bounds of a spilled value */
#define	FP_LEVEL	(-16)		/* where it is not 0 */
#define	FP_COMPAT	(-12)
#define	FP_ROWS		(-12)		/* of TP: a bit for each that fires.
					 * Not at a multiple of 8: there the
					 * verifier knows the value, and
					 * follows each set of rows */
#define	FP_IDS		(-24)		/* thread id, process id */
#define	FP_AGG		(-32)
#define	FP_TASK		FP_AGG		/* of system calls: the current task */
#define	FP_COND		FP_AGG		/* of TP: left side of a condition */
#define	FP_WORD		(-40)
#define	FP_INDEX	FP_WORD
#define	FP_PRIN		(-48)
#define	FP_NEXT		(-56)		/* FP_IDS of the incoming thread */
#define	FP_PLACE	FP_NEXT		/* of user points: the cookie; then */
					/* of USDT: the number of the place */
#define	FP_THREAD	FP_NEXT		/* of changes: the thread, */
#define	FP_OLD		(-60)		/* its old priority */
#define	FP_WALK		FP_NEXT		/* of transfers: struct dt_iowalk */
#define	FP_DONE		(-64)		/* of changes: is it the last one? */
#define	FP_WAIT		FP_OLD		/* of waits: the index, or -1 */
#define	CTX(field)	((int)offsetof(struct dt_slot, ctx.field))
#define	ROW(field)	((int)offsetof(struct dt_row, field))

/* ctx.c */
void dt_kernel_ids(const struct dt_kernel *k, struct dt_emit *e);
/* Copy thread and process id at offset from of the frame to the context. */
void dt_kernel_put_ids(struct dt_emit *e, int from);
void dt_kernel_ctx(const struct dt_kshim *s, struct dt_emit *e);
int dt_kernel_wants(const struct dt_kshim *s, int arg);
/* Call dt_fill_*(slot, register arg); ctx.vts = that of the task. */
void dt_kernel_fill(struct dt_emit *e, const char *name, int arg);
void dt_kernel_vtime(struct dt_emit *e, int task);
void dt_kernel_follow(struct dt_kernel *k, struct dt_emit *e, uint32_t off,
    int bytes);

/* Does the point fire at functions of the kernel, through a kprobe? */
static inline bool
dt_kernel_is_function(const struct dt_enpoint *pt)
{
	return pt->kind == DT_POINT_KENTRY || pt->kind == DT_POINT_KRETURN ||
	    (pt->is_function && !pt->at_return);
}
/* Is the program's context the registers at the probe? */
static inline bool
dt_kernel_has_regs(const struct dt_kprog *p)
{
	return dt_point_is_user(p->kind) || p->places != NULL;
}

/*
 * uprobe.c.  dt_kernel_sites() keeps the places of the point's rows before its
 * program is loaded, and sets nplaces.
 */
void dt_kernel_fill_places(const struct dt_kprog *p, void *out);
/* The bytes of a place in the map. */
size_t dt_kernel_place_size(enum dt_pointkind kind);
#define	DT_KERNEL_MULTI	48	/* BPF_TRACE_UPROBE_MULTI */
int dt_kernel_sites(struct dt_kprog *p, struct dt_kshim *s);
int dt_kernel_uprobe(struct dt_kernel *k, struct dt_kprog *p);
int dt_kernel_grow(struct dt_engine *e, pid_t pid, const struct dt_grown *v,
    uint32_t n);
void dt_kernel_leave(struct dt_engine *e, pid_t pid);
void dt_kernel_uprobe_stop(struct dt_kprog *p);
void dt_kernel_sites_free(struct dt_kprog *p);

/*
 * touch.c.  If clauses of the point read memory at arguments, load the program
 * that makes it present, with room for nplaces places.
 */
int dt_kernel_touch_load(struct dt_kernel *k, struct dt_kprog *p,
    const struct dt_enpoint *pt, uint32_t nplaces);
/* Fill a place, once the row is filled. */
void dt_kernel_touch_place(const struct dt_kprog *p, const struct dt_usite *s,
    uint32_t row, uint32_t place);
/*
 * The program to attach after that of the point, to run before it; or NULL, as
 * for a process that only a pattern has found, unless option faultin is on.
 */
const struct dt_kprog *dt_kernel_touch_at(const struct dt_kernel *k,
    const struct dt_kprog *p, const struct dt_usite *s);
/* 0, or -ETIMEDOUT: a thread has waited for a page for more than a second. */
int dt_kernel_touch_watch(struct dt_kernel *k, const struct dt_kprog *p);
void dt_kernel_touch_free(struct dt_kprog *p);

/*
 * kprobe.c.  dt_kernel_places() finds the addresses of the rows' functions
 * before the program is loaded; dt_kernel_kprobe() attaches it to them.
 */
int dt_kernel_places(struct dt_kernel *k, struct dt_kprog *p,
    const struct dt_enpoint *pt);
bool dt_kernel_attaches_together(const struct dt_kprog *p);
int dt_kernel_kprobe(struct dt_kernel *k, struct dt_kprog *p);
void dt_kernel_kprobe_stop(struct dt_kprog *p);
void dt_kernel_places_free(struct dt_kprog *p);

/* event.c: the type of events of "kprobe" or "uprobe", or -errno. */
int dt_kernel_event_type(const char *name);
/* Are system calls of the run traced through perf events? */
bool dt_kernel_wants_events(const struct dt_run *run);
/*
 * Is a program on this tracepoint (NULL: none) attached as its perf event?
 * reads_args: it reads arguments of the tracepoint.
 */
bool dt_kernel_is_event(const struct dt_kernel *k, const char *tp,
    bool reads_args);
/* Offsets in the record of such an event. */
#define	DT_EVENT_NUMBER	8		/* of the system call */
#define	DT_EVENT_ARG(n)	(16 + 8 * (n))	/* its arguments, or its result */
int dt_kernel_event(struct dt_kernel *k, struct dt_kprog *p);
/* A link to a function of the process (-1: of the kernel), or -errno. */
struct perf_event_attr;
int dt_kernel_attach_event(const struct dt_kprog *p,
    struct perf_event_attr *attr, pid_t pid, uint64_t cookie);

/*
 * timer.c.  Jump to out unless the tick probe is due, where its clock is faster
 * than its period.  The time at which it is due follows the rows in the map.
 */
void dt_kernel_due(const struct dt_kshim *s, struct dt_emit *e,
    struct dt_label *out);
int dt_kernel_timer(struct dt_kernel *k, struct dt_kprog *p);
int dt_kernel_timer_follow(struct dt_kernel *k, struct dt_kprog *p);
bool dt_kernel_timer_permitted(void);
void dt_kernel_timer_stop(struct dt_kernel *k, struct dt_kprog *p);

/* side.c */
#define	DT_NSIDES	7	/* programs at most */
int dt_kernel_side(struct dt_kernel *k, const struct dt_run *run);
#define	DT_TP_SWITCH	"sched_switch"
#define	DT_TP_EXIT	"sched_process_exit"

/* sweep.c: the tracepoint at which the run sweeps an ended thread. */
const char *dt_kernel_last(const struct dt_kernel *k,
    const struct dt_run *run);
/* Does this point have a program that ends with the sweep? */
bool dt_kernel_sweeps_at(const struct dt_kernel *k,
    const struct dt_enpoint *p);
/* When a program beside the points sweeps; never if a point's does. */
enum dt_sweep_when dt_kernel_sweeps_beside(const struct dt_kernel *k,
    const struct dt_run *run);
/*
 * Free the variables of the current thread if it ends; r6 is the context of
 * k->last.
 */
void dt_kernel_sweep(const struct dt_kernel *k, struct dt_emit *e);

/*
 * stack.c: the value of dt_imm_stack_<name> in a program, or -ENOENT.  The
 * symbols that it reads stay in memory until dt_kernel_forget_symbols().
 */
int dt_kernel_stack_number(struct dt_kernel *k, const struct dt_kprog *p,
    const char *name, uint64_t *value);
void dt_kernel_forget_symbols(struct dt_kernel *k);

/*
 * unwind.c: does the run take stacks of processes?  Make the tables for the
 * processes that it names; free them even after an error.
 */
bool dt_kernel_unwinds(const struct dt_run *run);
int dt_kernel_unwind(struct dt_kernel *k, const struct dt_run *run);
void dt_kernel_unwind_free(struct dt_kernel *k);
/* Add tables for files that the process has mapped since, if it has any. */
void dt_kernel_unwind_more(struct dt_kernel *k, pid_t pid);

/* btf.c: returns a descriptor, and fills in the type of each function. */
int dt_kernel_btf(const struct dt_kernel *k, const struct dt_linked *code,
    struct bpf_func_info *info);

/* kernel.c: add a row to the map of a program that runs. */
void dt_kernel_new_row(struct dt_kernel *k, struct dt_kprog *p,
    const struct dt_enpoint *pt, const struct dt_enrow *r);
/* The places that follow the rows in the map. */
void *dt_kernel_map_places(const struct dt_kprog *p);
/* Does the point have a program of its own? */
bool dt_kernel_loads(const struct dt_enpoint *p);
/* A program of the run, without a descriptor yet. */
struct dt_kprog *dt_kernel_newprog(struct dt_kernel *k);
/* Set the type of function p->tp; returns its number of arguments. */
int dt_kernel_function_type(struct dt_kernel *k, struct dt_kprog *p);

/* prog.c: a descriptor, or -errno; signals do not interrupt it. */
struct bpf_prog_load_opts;
int dt_kernel_verify(enum bpf_prog_type type, const char *name,
    const struct bpf_insn *insns, size_t ninsns, struct bpf_prog_load_opts *o);
/* Into p->fd. */
int dt_kernel_prog(struct dt_kernel *k, struct dt_kprog *p,
    const struct dt_linkroot *roots, uint32_t nroots, const char *name);
/*
 * Load a program of the runtime that looks at the kernel, call run to make it
 * run once, and unload it.
 */
int dt_kernel_look(struct dt_kernel *k, const char *name, int (*run)(int prog),
    struct dt_look *seen);
/* The same in steps: rows.mem has the result.  Unload even after an error. */
int dt_kernel_look_load(struct dt_kernel *k, const char *name,
    struct dt_kprog *p);
void dt_kernel_look_unload(struct dt_kprog *p);

/*
 * refusal.c: describe the failure err of a program by the verifier's log, and
 * return err.
 */
int dt_kernel_refused(struct dt_kernel *k, const char *name, const char *log,
    int err);
/* The line of a log that has the reason, of *len bytes. */
const char *dt_kernel_reason(const char *log, size_t *len);

#endif /* DT_KERNEL_H */
