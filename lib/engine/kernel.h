/* SPDX-License-Identifier: MIT */
/*
 * kernel.h - the files of the kernel engine among themselves.
 *
 *	kernel.c	the vtable: open, load, attach, fire, detach, close
 *	kernel_why.c	may it be used here, and if not, what to grant
 *	kernel_maps.c	creates and maps the buffers of a run
 *	kernel_task.c	offsets in the kernel's task, from its own BTF
 *	kernel_ctx.c	the part of a shim that fills struct dt_ctx
 *	kernel_shim.c	the shim of a point: its entry
 *	kernel_chain.c	the chain of clauses, and what a fault in one does
 *	kernel_group.c	clauses as functions of the program, some in one
 *	kernel_timer.c	points in time: perf clocks that run a program
 *	kernel_side.c	programs beside the points: vtimestamp, ended threads,
 *			the deadman
 *	kernel_stack.c	how many frames of a stack are not the kernel's
 *	kernel_btf.c	the type information of a program
 *	kernel_prog.c	links, binds and loads one program
 *	kernel_emit.c	writes instructions
 */
#ifndef DT_KERNEL_H
#define DT_KERNEL_H

#include "engine/kernel_emit.h"
#include "engine/size.h"
#include "engine/why.h"
#include "bpf/link.h"

#define	DT_KMAPS(X)	X(state) X(ctl) X(slots) X(names) X(self) X(globals) \
	X(gstrs) X(selfstr) X(dynvar) X(dynlong) X(specs) \
	X(agg0) X(agg1) X(prin0) X(prin1) X(vtime) X(oncpu)
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
};

struct dt_kprog {
	enum dt_pointkind kind;
	const char *tp;			/* NULL: run by the library */
	int fd, link;
	struct dt_kmap rows;
	uint64_t period;		/* of a timer, ns; or 0 */
	int *timers;			/* descriptors of its clocks */
	uint32_t ntimers;
};

#define	DT_MAXPROGS	64
#define	DT_MAXFUNCS	256	/* of a program, the kernel's limit */

/* Offsets in struct task_struct of the running kernel. */
struct dt_ktask {
	uint32_t status;		/* thread_info.status */
	uint32_t real_parent, tgid;
	uint32_t signal, pids;		/* signal_struct.pids */
	uint32_t level, numbers;	/* of struct pid */
};

struct dt_kernel {
	struct dt_engine base;		/* first: see why.h */
	struct dt_sizes size;
	struct dt_mem mem;
	struct dt_kmap maps[DT_NKMAPS];
	struct dt_kprog progs[DT_MAXPROGS];
	uint32_t nprogs;
	uint32_t needs;			/* of all clauses of the run */
	uint32_t skip;			/* frames of a shim and its callers */
	int cpu;			/* the only one that fires, or -1 */
	uint64_t deadman;		/* ns without status; 0: for ever */
	struct dt_ktask task;
	/* of this process's PID namespace; ns_level 0: the initial one */
	uint64_t ns_dev, ns_ino;
	uint32_t ns_level;
};

/* kernel_why.c */
int dt_kernel_probe(char *why, size_t len);

/* kernel_maps.c */
int dt_kernel_maps(struct dt_kernel *k, const struct dt_run *run);
int dt_kernel_map(struct dt_kernel *k, struct dt_kmap *m, const char *name,
    uint32_t value_size, uint32_t entries);
void dt_kernel_unmap(struct dt_kmap *m);

/* kernel_task.c */
int dt_kernel_task(struct dt_kernel *k);
int dt_kernel_ns(struct dt_kernel *k);

/* A point on its way to a program. */
struct dt_kshim {
	struct dt_kernel *k;
	const struct dt_enpoint *point, *error;	/* error: NULL if not enabled */
	struct dt_arena *arena;
	uint32_t error_names;		/* row of ERROR in map "names" */
	uint32_t needs;			/* before the first clause runs */
	uint32_t late;			/* only when an ERROR clause runs */
	int uses[DT_NBUFS];		/* buffers that main finds */
	int ids;			/* guards have put them into FP_IDS */
	int compat;			/* there are rows of 32-bit calls */
	struct dt_linkroot *roots;	/* roots[0] is the program */
	uint32_t nroots;
	uint64_t always[DT_ROWMASK];	/* clauses that every row runs */
	uint32_t group;			/* clauses in one function */
};

/* kernel_shim.c */
int dt_kernel_shim(struct dt_kshim *s);
void dt_kernel_regs(struct dt_emit *e);
void dt_kernel_half(const struct dt_kernel *k, struct dt_emit *e,
    enum dt_bufkind kind, enum dt_variant v, int ctl, struct dt_label *none);

/* kernel_chain.c: add chain and fault of a level; does any clause record? */
int dt_kernel_chain(struct dt_kshim *s, enum dt_variant v);
int dt_kernel_records(const struct dt_enpoint *p);

/*
 * kernel_group.c: clause n of a kind ('c', 'e') is called as root KIND<n /
 * group>; with more than one of them in a function r5 is n % group.  Adds the
 * roots of those in mask (NULL: all).
 */
uint32_t dt_kernel_group(uint32_t n);
int dt_kernel_clauses(struct dt_kshim *s, const struct dt_enpoint *p,
    char kind, const uint64_t *mask);

/* The frame of main; registers: 6 context, 7 slot, 8 row, 9 this CPU's ctl. */
#define	FP_CPU		(-4)
#define	FP_LEVEL	(-8)
#define	FP_INDEX	(-12)
#define	FP_COMPAT	(-16)
#define	FP_IDS		(-24)		/* thread id, process id */
#define	FP_AGG		(-32)
#define	FP_KEEP		(-40)
#define	FP_WORD		(-48)
#define	CTX(field)	((int)offsetof(struct dt_slot, ctx.field))

/* kernel_ctx.c */
void dt_kernel_ids(const struct dt_kernel *k, struct dt_emit *e);
void dt_kernel_ctx(const struct dt_kshim *s, struct dt_emit *e);

/* kernel_timer.c */
int dt_kernel_timer(struct dt_kernel *k, struct dt_kprog *p);
void dt_kernel_timer_stop(struct dt_kprog *p);

/* kernel_side.c */
int dt_kernel_side(struct dt_kernel *k);

/* kernel_stack.c: find k->skip. */
int dt_kernel_skip(struct dt_kernel *k);

/* kernel_btf.c: a descriptor, and the type of each function. */
int dt_kernel_btf(const struct dt_kernel *k, const struct dt_linked *code,
    struct bpf_func_info *info);

/* kernel.c: a program of the run, without a descriptor yet; NULL: too many. */
struct dt_kprog *dt_kernel_newprog(struct dt_kernel *k);

/* kernel_prog.c: into p->fd. */
int dt_kernel_prog(struct dt_kernel *k, struct dt_kprog *p,
    const struct dt_linkroot *roots, uint32_t nroots, const char *name);

#endif /* DT_KERNEL_H */
