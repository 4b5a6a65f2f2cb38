/* SPDX-License-Identifier: MIT */
/*
 * vm.h - what the files of the embedded engine share.
 *
 *	vm.c		the vtable; load: link, bind, check, rows
 *	check.c		checks code before the interpreter runs it
 *	run.c		the interpreter
 *	help.c		helper functions by BPF_FUNC id
 *	mem.c		the memory of a run
 *	hash.c		hash maps of a bounded size
 *	fire.c		one firing
 *	watch.c		the sources of firings: processes and timers
 *	names.c		serves the tracer: names of addresses, new probes
 *	sites.c		the places of probes in the code of processes
 *	task.c		the members of tasks that programs read
 *	read.c		the memory of traced processes
 *	stack.c		the stacks of their threads
 *
 * check.c refuses code that could break the interpreter.  Addresses are only
 * known at run time, so the interpreter compares each access with the windows:
 * whatever is wrong with a program, it reads and writes no other memory.
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
#define	DT_VM_MINCPUS	8		/* for tests, which name CPUs freely */

/* hash.c and mem.c */

/* DT_VM_MAPREF + i stands for map i in code.  No window has this address. */
#define	DT_VM_MAPREF	(1ull << 63)

struct dt_vm_hash;

struct dt_vm_map {
	uint32_t key_size, value_size, max;
	char *base;			/* the elements, of an array */
	struct dt_vm_hash *hash;	/* of a hash map, else NULL */
};

#define	DT_VM_MAPS(X)	X(state) X(slots) X(names) X(globals) X(self) \
	X(gstrs) X(selfstr) X(dynvar) X(dynlong) X(specs) X(scratch) \
	X(unwind)
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
/* h: dt_vm_hash_size() bytes of zeroes, aligned to 8. */
void dt_vm_hash_init(struct dt_vm_hash *h, uint32_t key_size,
    uint32_t value_size, uint32_t max);
void *dt_vm_hash_lookup(struct dt_vm_hash *h, const void *key);
/*
 * flags as of bpf_map_update_elem().  -E2BIG if the map is full; -EBUSY if a
 * firing inside another would wait for a lock of its own thread.
 */
int dt_vm_hash_update(struct dt_vm_hash *h, const void *key, const void *val,
    uint64_t flags);
int dt_vm_hash_delete(struct dt_vm_hash *h, const void *key);
/* Delete all entries whose keys match. */
void dt_vm_hash_sweep(struct dt_vm_hash *h,
    bool (*matches)(const void *key, const void *arg), const void *arg);
struct dt_vm_win dt_vm_hash_win(const struct dt_vm_hash *h);

/* run.c */

struct dt_vm_frame {
	const struct bpf_insn *ret;
	uint64_t saved[4];		/* r6 .. r9 */
};

/* The state of a call, on the stack of the thread that fires. */
struct dt_vm_exec {
	const struct bpf_insn *insns;	/* checked by dt_vm_check() */
	const struct dt_vm_map *maps;
	uint32_t nmaps;
	uint32_t nwin;
	struct dt_vm_win win[DT_VM_NWIN]; /* [0] is the stack, then by use */
	const struct dt_firing *firing;
	uint64_t budget;
	int err;			/* why the call ended early, or 0 */
	uint64_t addr;			/* -EFAULT: the address */
	struct dt_vm_frame frame[DT_VM_FRAMES];
	uint64_t stack[DT_VM_FRAMES * DT_VM_FRAMESIZE / 8];
};

void dt_vm_exec_init(struct dt_vm_exec *x, const struct bpf_insn *insns,
    const struct dt_firing *f);
void dt_vm_exec_window(struct dt_vm_exec *x, const void *p, uint64_t len);
/*
 * Call the function at pc.  0: *ret is its value; -EFAULT: an access outside of
 * the windows; -ELOOP: too many loops or calls; -EINVAL: no such map.
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

/* x->err is set after an invalid access or map, and the result is undefined. */
typedef uint64_t dt_vm_helper_f(struct dt_vm_exec *x, const uint64_t r[6]);
dt_vm_helper_f *dt_vm_helper(uint32_t id);	/* NULL: there is none */

/* read.c: read or write n bytes of a process; returns the number done */
size_t dt_vm_read(pid_t pid, void *dst, uint64_t addr, size_t n);
/* the same for the arguments it was started with, from an offset on */
size_t dt_vm_read_args(pid_t pid, void *dst, uint64_t at, size_t n);
size_t dt_vm_write(pid_t pid, const void *src, uint64_t addr, size_t n);

/* stack.c: the return addresses of the thread's own code, innermost first */
#define	DT_VM_NUSTACK	128
uint32_t dt_vm_ustack(const struct dt_firing *f, uint64_t *pcs, uint32_t max);

/* check.c */

/* 0, or -EINVAL: why says which instruction is wrong. */
int dt_vm_check(const struct dt_linked *code, char *why, size_t len);

/* vm.c and fire.c */

struct dt_vm_clause {
	uint32_t pc[DT_NVARS];
};

/* Functions of the runtime that the engine calls, besides clauses. */
enum dt_vm_func { DT_VM_CANCEL, DT_VM_SWEEP, DT_VM_SWEEPSTR, DT_VM_NFUNCS };

/* A probe of the run, and its clauses. */
struct dt_vm_row {
	uint32_t probe, epid, nameix;
	uint32_t needs;			/* of its clauses, and of ERROR's */
	uint32_t nrec, nagg;		/* losses of a firing without a slot */
	uint32_t first, nclauses;	/* in dt_vm.clauses */
	enum dt_pointkind kind;
};

/*
 * The start of the memory of a run.  Processes may map it at different
 * addresses, so *_at are offsets from its start (0: none), and the pointers in
 * maps and mem are NULL.
 */
struct dt_vm_run {
	uint64_t len;			/* of the memory */
	void *base;			/* its address in the consumer */
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
	uint32_t ninsns, nclauses, nrows, maxclauses, maxrows;
	uint32_t byprobe_mask;		/* hash of probe ids: row + 1, 0 none */
	uint32_t error;			/* row + 1, or 0 */
	uint64_t sites_at, files_at, patches_at;
	uint32_t nsites, nfiles;	/* atomic: a run may grow, up to */
	uint32_t maxsites, maxfiles;
	uint32_t npatches, next_patch;
	struct dt_vm_clause helper[DT_VM_NFUNCS];	/* if needed */
	struct dt_trace_conf trace;
};

struct dt_vm_watch;
struct ps_prochandle;

/* A run in one process. */
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
	/* of each kind of point that may grow: its clauses; else NULL */
	struct dt_vm_clause *later[DT_POINT_TP + 1];
	struct dt_vm_watch *watch;	/* NULL: fired by hand */
};

/*
 * mem.c: dt_vm_plan_maps() sets the offsets of the maps and buffers, from
 * r->size and r->mem, which the code is linked with; dt_vm_plan_code() those of
 * the code and the tables, from r->ninsns, nrows and so on.  0 or -errno.
 */
int dt_vm_plan_maps(struct dt_vm_run *r);
void dt_vm_plan_code(struct dt_vm_run *r);
int dt_vm_mem_create(struct dt_vm *v, const struct dt_vm_run *plan);
/* Map the memory in another process.  fd belongs to v, even at an error. */
int dt_vm_mem_open(struct dt_vm *v, int fd);
/* Copy the code, bound to the addresses of this process. */
int dt_vm_mem_bind(struct dt_vm *v);
void dt_vm_mem_close(struct dt_vm *v);

/* Where the search for a probe's row starts in byprobe. */
static inline uint32_t
dt_vm_hash_probe(const struct dt_vm_run *r, uint32_t probe)
{
	return probe * 2654435769u >> 7 & r->byprobe_mask;
}

const struct dt_vm_row *dt_vm_row(const struct dt_vm *v, uint32_t probe);
/* f->cpu must be a CPU of the run. */
void dt_vm_fire(struct dt_vm *v, const struct dt_vm_row *row,
    const struct dt_firing *f);

/* Free the variables of the thread of f, which has ended. */
void dt_vm_gone(struct dt_vm *v, const struct dt_firing *f);
/* Cancel the records and release the slots of a process that was killed. */
void dt_vm_abandon(struct dt_vm *v);

/* Fire the probe that f names.  Threads may call this concurrently. */
int dt_vm_fire_probe(struct dt_vm *v, const struct dt_firing *f);

/* mem.c: update v->sites to the sites that were added */
void dt_vm_sites_view(struct dt_vm *v);

/* sites.c: collects the sites of a run; 0 or -errno */
struct dt_vm_sites {
	struct dt_buf sites, files;	/* struct dt_site, dt_sitefile */
	uint32_t maxsites, maxfiles, npatches;
};
int dt_vm_sites_collect(struct dt_vm *v, const struct dt_run *run,
    struct dt_vm_sites *out);
void dt_vm_sites_free(struct dt_vm_sites *s);
/* Add places of a process that has mapped code, and the hooks there. */
int dt_vm_sites_grow(struct dt_vm *v, pid_t pid, const struct dt_grown *grown,
    uint32_t n);

/*
 * watch.c: dt_vm_watch_create() sets v->watch, when the memory of the run
 * exists.  All others accept NULL.  All return 0 or -errno.
 */
bool dt_vm_watch_fires(enum dt_pointkind kind, const struct dt_tpsrc *srcs,
    uint32_t nsrcs);
int dt_vm_watch_check(const struct dt_run *run, char *why, size_t len);
int dt_vm_watch_create(struct dt_vm *v, const struct dt_run *run);
void dt_vm_watch_destroy(struct dt_vm_watch *w);
int dt_vm_watch_start(struct dt_vm_watch *w);	/* the timers */
void dt_vm_watch_stop(struct dt_vm_watch *w);
int dt_vm_watch_add(struct dt_vm_watch *w, struct ps_prochandle *p);
void dt_vm_watch_remove(struct dt_vm_watch *w, struct ps_prochandle *p);

/* names.c: *fd is the tracer's end of a socket for struct dt_ask */
struct dt_vm_names;
struct dt_vm_watchers {
	struct dt_usyms *usyms;		/* NULL: no addresses get names */
	void (*find)(void *finder, pid_t pid);	/* as in struct dt_run */
	void *finder;
};
int dt_vm_names_start(const struct dt_vm_watchers *w, struct dt_vm_names **np,
    int *fd);
void dt_vm_names_stop(struct dt_vm_names *n);	/* NULL is fine */

uint64_t dt_vm_now(void);		/* monotonic ns */

/*
 * task.c: an address that stands for a thread's struct task_struct, and the
 * members that can be read there.  These offsets are larger than those of any
 * member in a kernel.
 */
#define	DT_VM_NANCESTORS	256
#define	DT_VM_TASK_TGID		(1ull << 56)
#define	DT_VM_TASK_PID		(1ull << 57)
#define	DT_VM_TASK_PARENT	8
#define	DT_VM_TASK_MM		(1ull << 58)	/* the task stands for it */
#define	DT_VM_ARG_START		(1ull << 59)
#define	DT_VM_ARG_END		(1ull << 60)
uint64_t dt_vm_task(const struct dt_firing *f);
/* False: no member has this address. */
bool dt_vm_task_read(const struct dt_firing *f, uint64_t addr, void *dst,
    size_t n);
/* The arguments of the process, which anybody may read.  False: not these. */
bool dt_vm_args_read(const struct dt_firing *f, uint64_t addr, void *dst,
    size_t n);

/* The same for its struct pt_regs. */
uint64_t dt_vm_regs(const struct dt_firing *f);
bool dt_vm_regs_read(const struct dt_firing *f, uint64_t addr, void *dst,
    size_t n);

#endif /* DT_VM_H */
