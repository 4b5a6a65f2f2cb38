/* SPDX-License-Identifier: MIT */
/*
 * vm.h - the files of the embedded engine among themselves.
 *
 *	vm.c		the vtable; load: link, bind, check, rows
 *	check.c	is this code sound enough to be run
 *	run.c	the interpreter
 *	help.c	helper functions by BPF_FUNC id
 *	map.c	the memory of a run, its maps, the bounded hash
 *	fire.c	the entry shim
 *	watch.c	the sources of firings: processes and timers
 *	sites.c	the places of probes in the code of processes
 *	task.c	tasks, as far as a program looks into them
 *	read.c	memory of traced processes
 *	stack.c	their stacks
 *
 * check.c refuses what could break the interpreter itself; addresses are
 * computed values, so each access is looked up among the windows when it
 * happens.  Hence no program, however wrong, touches other memory.
 */
#ifndef DT_VM_H
#define DT_VM_H

#include <linux/bpf.h>

#include "base/buf.h"
#include "bpf/link.h"
#include "engine/site.h"
#include "engine/size.h"
#include "engine/why.h"
#include "victim/order.h"

#define	DT_VM_FRAMES	8		/* call depth, as in the kernel */
#define	DT_VM_FRAMESIZE	512
#define	DT_VM_NWIN	20
#define	DT_VM_BUDGET	(1ull << 24)	/* backward jumps of one call */
#define	DT_VM_MINCPUS	8		/* test firings name CPUs freely */

/* hash.c and mem.c */

/* What the code holds for map i: never an address that can be accessed. */
#define	DT_VM_MAPREF	(1ull << 63)

struct dt_vm_hash;

struct dt_vm_map {
	uint32_t key_size, value_size, max;
	char *base;			/* elements of an array */
	struct dt_vm_hash *hash;	/* or this */
};

#define	DT_VM_MAPS(X)	X(state) X(ctl) X(slots) X(names) X(globals) X(self) \
	X(gstrs) X(selfstr) X(dynvar) X(dynlong) X(specs) X(scratch)
enum dt_vm_mapid {
#define	X(name)	DT_VM_MAP_##name,
	DT_VM_MAPS(X)
#undef X
	DT_VM_NMAPS
};

/* Memory that the code may access; len is at least 8. */
struct dt_vm_win {
	uint64_t base, len;
};

size_t dt_vm_hash_size(uint32_t key_size, uint32_t value_size, uint32_t max);
/* h is that many bytes of zeroes, aligned to 8. */
void dt_vm_hash_init(struct dt_vm_hash *h, uint32_t key_size,
    uint32_t value_size, uint32_t max);
void *dt_vm_hash_lookup(struct dt_vm_hash *h, const void *key);
/* flags as of bpf_map_update_elem.  -E2BIG when full, -EBUSY. */
int dt_vm_hash_update(struct dt_vm_hash *h, const void *key, const void *val,
    uint64_t flags);
int dt_vm_hash_delete(struct dt_vm_hash *h, const void *key);
/* Delete all entries of which this is true. */
void dt_vm_hash_sweep(struct dt_vm_hash *h,
    bool (*is)(const void *key, const void *arg), const void *arg);
struct dt_vm_win dt_vm_hash_win(const struct dt_vm_hash *h);

/* run.c */

struct dt_vm_frame {
	const struct bpf_insn *ret;
	uint64_t saved[4];		/* r6 .. r9 */
};

/* One activation; lives on the stack of the firing thread. */
struct dt_vm_exec {
	const struct bpf_insn *insns;	/* that passed dt_vm_check() */
	const struct dt_vm_map *maps;
	uint32_t nmaps;
	uint32_t nwin;
	struct dt_vm_win win[DT_VM_NWIN]; /* [0] is the stack, then by use */
	const struct dt_firing *firing;
	uint64_t budget;
	int err;			/* why it was stopped */
	uint64_t addr;			/* -EFAULT: the refused address */
	struct dt_vm_frame frame[DT_VM_FRAMES];
	uint64_t stack[DT_VM_FRAMES * DT_VM_FRAMESIZE / 8];
};

void dt_vm_exec_init(struct dt_vm_exec *x, const struct bpf_insn *insns,
    const struct dt_firing *f);
void dt_vm_exec_window(struct dt_vm_exec *x, const void *p, uint64_t len);
/*
 * Call the function at pc.  0 and its value, or -EFAULT: an access outside of
 * the windows, -ELOOP: too many loops or calls, -EINVAL: a wrong map.
 */
int dt_vm_call(struct dt_vm_exec *x, uint32_t pc, const uint64_t args[5],
    uint64_t *ret);

/* Is [addr, addr + n) inside one window? */
static inline bool
dt_vm_inside(const struct dt_vm_exec *x, uint64_t addr, uint64_t n)
{
	const struct dt_vm_win *w = x->win, *end = w + x->nwin;

	for (; w < end; w++)
		if (n <= w->len && addr - w->base <= w->len - n)
			return true;
	return false;
}

/* help.c */

/* On a mistake of the program x->err is set and the result meaningless. */
typedef uint64_t dt_vm_helper_f(struct dt_vm_exec *x, const uint64_t r[6]);
dt_vm_helper_f *dt_vm_helper(uint32_t id);	/* NULL: there is none */

/* read.c: how many of n bytes of a process could be read */
size_t dt_vm_read(pid_t pid, void *dst, uint64_t addr, size_t n);
/* Write bytes of ours to it; returns how many could be written. */
size_t dt_vm_write(pid_t pid, const void *src, uint64_t addr, size_t n);

/* stack.c: the return addresses of the thread's own code, innermost first */
#define	DT_VM_NUSTACK	128
uint32_t dt_vm_ustack(const struct dt_firing *f, uint64_t *pcs, uint32_t max);

/* check.c */

/* 0, or -EINVAL and a sentence about the first thing that is wrong. */
int dt_vm_check(const struct dt_linked *code, char *why, size_t len);

/* vm.c and fire.c */

struct dt_vm_clause {
	uint32_t pc[DT_NVARS];
};

/* Functions of the runtime that the engine calls by itself. */
enum dt_vm_func { DT_VM_CANCEL, DT_VM_SWEEP, DT_VM_SWEEPSTR, DT_VM_NFUNCS };

/* A probe of the run and what it runs. */
struct dt_vm_row {
	uint32_t probe, epid, nameix;
	uint32_t needs;			/* of its clauses, and of ERROR's */
	uint32_t nrec, nagg;		/* what a lost firing loses */
	uint32_t first, nclauses;	/* in dt_vm.clauses */
	enum dt_pointkind kind;
};

/*
 * The memory of a run begins with this.  Each process that maps it has its own
 * addresses for the rest, so places in it are counted from its first byte; 0
 * is none.  The structs of maps and mem have no pointers here.
 */
struct dt_vm_run {
	uint64_t len;			/* of the memory */
	void *base;			/* where its creator has mapped it */
	bool attached;			/* atomic: probes fire */
	int32_t cpu;			/* the only one that fires, or -1 */
	uint32_t needs;			/* of all clauses */
	uint64_t deadman;		/* ns without status; 0: for ever */
	struct dt_sizes size;
	struct dt_mem mem;
	struct dt_vm_map maps[DT_VM_NMAPS];
	uint64_t map_at[DT_VM_NMAPS];
	uint64_t half_at[DT_NBUFS][DT_NVARS];
	uint64_t insns_at, clauses_at, rows_at, byprobe_at;
	uint32_t ninsns, nclauses, nrows;
	uint32_t byprobe_mask;		/* hash of probe ids: row + 1, 0 none */
	uint32_t error;			/* row + 1, or 0 */
	uint64_t sites_at, files_at, patches_at;
	uint32_t nsites, nfiles, npatches, next_patch;
	struct dt_vm_clause helper[DT_VM_NFUNCS];	/* those it needs */
	struct dt_trace_conf trace;
};

struct dt_vm_watch;
struct ps_prochandle;

/* A run as one process sees it. */
struct dt_vm {
	struct dt_engine base;		/* first: see why.h */
	int fd;				/* of the memory; -1: not loaded */
	struct dt_vm_run *run;
	struct dt_mem mem;
	struct dt_vm_map maps[DT_VM_NMAPS];
	struct bpf_insn *insns;		/* for the addresses of this process */
	struct dt_vm_clause *clauses;
	struct dt_vm_row *rows;
	uint32_t *byprobe;
	struct dt_sites sites;
	struct dt_vm_watch *watch;	/* NULL: fired by hand */
};

/*
 * mem.c: plan places the maps and buffers of r->size and r->mem, and the code,
 * rows and tables of r->ninsns, nclauses, nrows, nsites and so on; before that
 * the maps alone, which the code is linked for.  All return 0 or -errno.
 */
int dt_vm_plan_maps(struct dt_vm_run *r);
void dt_vm_plan_code(struct dt_vm_run *r);
int dt_vm_mem_create(struct dt_vm *v, const struct dt_vm_run *plan);
/* The same memory in another process.  It closes fd later, or at an error. */
int dt_vm_mem_open(struct dt_vm *v, int fd);
/* The code is in the memory: make this process's copy. */
int dt_vm_mem_bind(struct dt_vm *v);
void dt_vm_mem_close(struct dt_vm *v);

/* Where the search for a probe's row starts in byprobe. */
static inline uint32_t
dt_vm_hash_probe(const struct dt_vm_run *r, uint32_t probe)
{
	return probe * 2654435769u >> 7 & r->byprobe_mask;
}

const struct dt_vm_row *dt_vm_row(const struct dt_vm *v, uint32_t probe);
/* f->cpu is a CPU of the run.  What a firing loses is counted, no error. */
void dt_vm_fire(struct dt_vm *v, const struct dt_vm_row *row,
    const struct dt_firing *f);

/* The thread of f has ended: forget its variables. */
void dt_vm_gone(struct dt_vm *v, const struct dt_firing *f);
/* Who still owns a slot is dead: what it did not finish has not been. */
void dt_vm_abandon(struct dt_vm *v);

/* The probe that f names.  Several threads may be in here at once. */
int dt_vm_fire_probe(struct dt_vm *v, const struct dt_firing *f);

/* sites.c: those of a run, before there is memory for them; 0 or -errno */
struct dt_vm_sites {
	struct dt_buf sites, files;	/* struct dt_site, dt_sitefile */
	uint32_t npatches;
};
int dt_vm_sites_collect(struct dt_vm *v, const struct dt_run *run,
    struct dt_vm_sites *out);
void dt_vm_sites_free(struct dt_vm_sites *s);

/*
 * watch.c: create fills v->watch in, after the memory of the run; the others
 * accept NULL and then do nothing.  All return 0 or -errno.
 */
int dt_vm_watch_check(const struct dt_run *run, char *why, size_t len);
int dt_vm_watch_create(struct dt_vm *v, const struct dt_run *run);
void dt_vm_watch_destroy(struct dt_vm_watch *w);
int dt_vm_watch_start(struct dt_vm_watch *w);	/* the timers */
void dt_vm_watch_stop(struct dt_vm_watch *w);
int dt_vm_watch_add(struct dt_vm_watch *w, struct ps_prochandle *p);
void dt_vm_watch_remove(struct dt_vm_watch *w, struct ps_prochandle *p);

/* names.c: *fd is the tracer's end of a socket for struct dt_ask */
struct dt_vm_names;
int dt_vm_names_start(struct dt_usyms *usyms, struct dt_vm_names **np,
    int *fd);
void dt_vm_names_stop(struct dt_vm_names *n);	/* NULL is fine */

uint64_t dt_vm_now(void);		/* monotonic ns */

/*
 * task.c: what stands for struct task_struct * of a thread, and what reads
 * as its members: its id and that of the process, and the task of its parent.
 * Where the ids are, nothing else can be.
 */
#define	DT_VM_NANCESTORS	256
#define	DT_VM_TASK_TGID		(1ull << 56)
#define	DT_VM_TASK_PID		(1ull << 57)
#define	DT_VM_TASK_PARENT	8
#define	DT_VM_TASK_MM		(1ull << 58)	/* the same address again */
#define	DT_VM_ARG_START		(1ull << 59)
#define	DT_VM_ARG_END		(1ull << 60)
uint64_t dt_vm_task(const struct dt_firing *f);
/* False: there is nothing at this address. */
bool dt_vm_task_read(const struct dt_firing *f, uint64_t addr, void *dst,
    size_t n);

/* What stands for its struct pt_regs, and what reads as that; as above. */
uint64_t dt_vm_regs(const struct dt_firing *f);
bool dt_vm_regs_read(const struct dt_firing *f, uint64_t addr, void *dst,
    size_t n);

#endif /* DT_VM_H */
