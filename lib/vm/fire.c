/* SPDX-License-Identifier: MIT */
/*
 * fire.c - one firing, from the test of the activity word to the release of the
 * slot: the work of the kernel engine's shims in C, on the same memory.
 */
#include <errno.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "rt/deadman.h"
#include "rt/error.h"
#include "vm/vm.h"

/* A firing that holds a slot. */
struct shim {
	struct dt_vm *vm;
	const struct dt_firing *f;
	uint32_t level;
	enum dt_variant variant;
	struct dt_slot *slot;
	struct dt_aggbuf *agg;
	struct dt_prinbuf *prin;
	struct dt_vm_exec x;
};

/* The phase of a session in which a point fires. */
static enum dt_activity
phase(enum dt_pointkind kind)
{
	switch (kind) {
	case DT_POINT_BEGIN:
		return DT_WARMUP;
	case DT_POINT_END:
		return DT_COOLDOWN;
	default:
		return DT_ACTIVE;
	}
}

static bool
in_phase(const struct dt_vm *v, enum dt_pointkind kind)
{
	return __atomic_load_n(&v->mem.state->activity, __ATOMIC_SEQ_CST) ==
	    phase(kind);
}

/* The first free level; -1: there is none, and the losses are counted. */
static int
take(struct dt_ctl *c, const struct dt_vm_row *row)
{
	int l;

	for (l = 0; l < DT_LEVELS; l++)
		if (__atomic_exchange_n(&c->busy[l], 1, __ATOMIC_SEQ_CST) == 0)
			return l;
	__atomic_fetch_add(&c->busy_drops[DT_BUF_PRIN], row->nrec,
	    __ATOMIC_RELAXED);
	__atomic_fetch_add(&c->busy_drops[DT_BUF_AGG], row->nagg,
	    __ATOMIC_RELAXED);
	return -1;
}

/* A reader that sees either value also sees all stores made under the slot. */
static void
release(struct dt_ctl *c, uint32_t level)
{
	__atomic_store_n(&c->seq[level], c->seq[level] + 1, __ATOMIC_RELEASE);
	__atomic_store_n(&c->busy[level], 0, __ATOMIC_RELEASE);
}

/* The slot must be taken: a flip waits for the firings that use a half. */
static void *
active_half(struct shim *s, enum dt_bufkind k)
{
	struct dt_mem *m = &s->vm->mem;
	uint32_t cpu = s->f->cpu;
	uint32_t half = __atomic_load_n(&m->ctl[cpu].active[k],
	    __ATOMIC_SEQ_CST);
	void *p;

	if (m->buf[k].base[s->variant] == NULL)
		return NULL;
	p = dt_half(m, k, cpu, s->level, half & 1);
	dt_vm_exec_window(&s->x, p, m->buf[k].size[s->variant]);
	return p;
}

static struct dt_slot *
slot_of(const struct dt_vm *v, uint32_t cpu, uint32_t level)
{
	size_t n = cpu * DT_LEVELS + level;

	return (struct dt_slot *)(v->maps[DT_VM_MAP_slots].base +
	    n * v->run->size.slot_size);
}

/* Tests set f->kernel. */
static void
begin(const struct dt_vm *v, struct dt_vm_exec *x, const struct dt_firing *f)
{
	dt_vm_exec_init(x, v->insns, f);
	x->maps = v->maps;
	x->nmaps = DT_VM_NMAPS;
	dt_vm_exec_window(x, f->kernel.p, f->kernel.len);
}

/* Set up the slot of this CPU and level, which was taken. */
static void
begin_slot(struct shim *s, uint32_t cpu)
{
	begin(s->vm, &s->x, s->f);
	s->variant = s->level == 0 ? DT_VAR_L0 : DT_VAR_DEEP;
	s->slot = slot_of(s->vm, cpu, s->level);
	dt_vm_exec_window(&s->x, s->slot, s->vm->run->size.slot_size);
}

static void
open_maps(const struct dt_vm_map *m, struct dt_vm_exec *x)
{
	struct dt_vm_win w;
	int i;

	for (i = 0; i < DT_VM_NMAPS; i++) {
		if (m[i].hash != NULL) {
			w = dt_vm_hash_win(m[i].hash);
			dt_vm_exec_window(x, (void *)w.base, w.len);
		} else {
			dt_vm_exec_window(x, m[i].base,
			    (uint64_t)m[i].value_size * m[i].max);
		}
	}
}

/* Open the memory that code may access besides the slot, most used first. */
static void
open_windows(struct shim *s)
{
	s->agg = active_half(s, DT_BUF_AGG);
	s->prin = active_half(s, DT_BUF_PRIN);
	open_maps(s->vm->maps, &s->x);
}

static void
fill_thread(struct dt_ctx *c, const struct dt_firing *f, uint32_t needs)
{
	if (needs & DT_NEED_PID) {
		c->pid = f->pid;
		c->tid = f->tid;
	}
	if (needs & (DT_NEED_TASK | DT_NEED_SELF | DT_NEED_PROGENY))
		c->task = dt_vm_task(f);
	if (needs & DT_NEED_PPID)
		c->ppid = f->ppid;
	if (needs & DT_NEED_UID) {
		c->uid = f->uid;
		c->gid = f->gid;
	}
	if (needs & DT_NEED_COMM) {
		memset(c->execname, 0, sizeof(c->execname));
		if (f->execname != NULL)
			memcpy(c->execname, f->execname,
			    strnlen(f->execname, sizeof(c->execname) - 1));
	}
}

/* Tests set f->stack, which stands for the kernel's stack. */
static void
fill_stack(struct dt_ctx *c, const struct dt_firing *f)
{
	uint64_t user[DT_VM_NUSTACK];
	uint32_t n = 0;

	while (n < sizeof(f->stack) / sizeof(f->stack[0]) && f->stack[n] != 0)
		n++;
	c->stackdepth = n;
	c->caller = f->stack[0];
	c->ustackdepth = dt_vm_ustack(f, user, DT_VM_NUSTACK);
	c->ucaller = c->ustackdepth > 1 ? user[1] : 0;
}

static void
fill_ctx(struct shim *s, uint32_t needs)
{
	struct dt_ctx *c = &s->slot->ctx;
	const struct dt_firing *f = s->f;

	c->cpu = f->cpu;
	c->level = s->level;
	if (needs & DT_NEED_TS)
		c->ts = f->ts != 0 ? f->ts : dt_vm_now();
	if (needs & DT_NEED_VTS)
		c->vts = f->vts != 0 ? f->vts :
		    (uint64_t)dt_clock(CLOCK_THREAD_CPUTIME_ID);
	if (needs & DT_NEED_ARGS)
		memcpy(c->args, f->args, sizeof(c->args));
	if (needs & DT_NEED_ERRNO)
		c->err = f->err;
	if (needs & (DT_NEED_CALLER | DT_NEED_DEPTH))
		fill_stack(c, f);
	if (needs & DT_NEED_SCRATCH)
		c->scratch = 0;
	if (needs & DT_NEED_THIS)
		memset(s->slot->this_var, 0, sizeof(s->slot->this_var));
	fill_thread(c, f, needs);
}

/* Call code; an invalid access or an endless loop is a fault of the clause. */
static uint64_t
call(struct shim *s, const struct dt_vm_clause *code, const uint64_t args[5])
{
	struct dt_ctx *c = &s->slot->ctx;
	uint64_t rc;
	int err = dt_vm_call(&s->x, code->pc[s->variant], args, &rc);

	if (err == 0)
		return rc;
	c->fault = err == -EFAULT ? DTRACEFLT_BADADDR : DTRACEFLT_ILLOP;
	c->fault_addr = s->x.addr;
	return DT_RC_FAULT;
}

static uint64_t
run_clause(struct shim *s, const struct dt_vm_clause *code, uint32_t epid)
{
	uint64_t args[5] = { (uintptr_t)s->slot, (uintptr_t)s->agg,
	    (uintptr_t)s->prin, (uintptr_t)s->f, 0 };
	struct dt_ctx *c = &s->slot->ctx;

	c->epid = epid;
	c->fault = DTRACEFLT_UNKNOWN;
	c->fault_action = 0;
	c->fault_addr = 0;
	c->rec_off = 0;
	return call(s, code, args);
}

/* Readers must not see the record of a clause that has failed. */
static void
cancel_record(struct shim *s)
{
	uint64_t args[5] = { (uintptr_t)s->prin, (uintptr_t)s->slot, 0, 0, 0 };

	if (s->prin != NULL && s->slot->ctx.rec_off != 0)
		call(s, &s->vm->run->helper[DT_VM_CANCEL], args);
}

static bool
failed(uint64_t rc)
{
	return rc != DT_RC_OK && rc != DT_RC_EXIT;
}

static const struct dt_vm_row *
error_row(const struct dt_vm *v)
{
	return &v->rows[v->run->error - 1];
}

/* ERROR runs during the firing that failed; faults of its own are counted. */
static uint64_t
run_error(struct shim *s)
{
	const struct dt_vm_row *row = error_row(s->vm);
	uint64_t rc = DT_RC_OK;
	uint32_t i;

	error_begin(&s->slot->ctx, row->probe, row->epid, row->nameix);
	for (i = 0; i < row->nclauses && rc != DT_RC_EXIT; i++) {
		rc = run_clause(s, &s->vm->clauses[row->first + i],
		    row->epid + i);
		if (!failed(rc))
			continue;
		cancel_record(s);
		__atomic_fetch_add(&s->vm->mem.state->dblerrors, 1,
		    __ATOMIC_RELAXED);
	}
	return rc;
}

static uint64_t
handle_fault(struct shim *s, const struct dt_vm_row *row)
{
	uint64_t rc;

	cancel_record(s);
	if (row->kind == DT_POINT_ERROR) {
		__atomic_fetch_add(&s->vm->mem.state->dblerrors, 1,
		    __ATOMIC_RELAXED);
		return DT_RC_OK;
	}
	if (s->vm->run->error == 0)
		return DT_RC_OK;
	rc = run_error(s);
	error_end(&s->slot->ctx);
	return rc;
}

static void
run_row(struct shim *s, const struct dt_vm_row *row)
{
	struct dt_ctx *c = &s->slot->ctx;
	uint64_t rc = DT_RC_OK;
	uint32_t i;

	c->probe = row->probe;
	c->nameix = row->nameix;
	for (i = 0; i < row->nclauses && rc != DT_RC_EXIT; i++) {
		rc = run_clause(s, &s->vm->clauses[row->first + i],
		    row->epid + i);
		if (failed(rc))
			rc = handle_fault(s, row);
	}
}

/* There is no thread that checks, so each firing does.  The limit is so long
 * that the coarse clock is exact enough, which costs less. */
static void
check_deadman(const struct dt_vm *v)
{
	if (v->run->deadman != 0)
		(void)dt_deadman_check(v->mem.state, v->run->deadman,
		    (uint64_t)dt_clock(CLOCK_MONOTONIC_COARSE));
}

/*
 * The activity word is tested again under the slot, so that no firing begins
 * after a consumer has stored DRAINING and found all slots free.
 */
void
dt_vm_fire(struct dt_vm *v, const struct dt_vm_row *row,
    const struct dt_firing *f)
{
	struct dt_ctl *c = &v->mem.ctl[f->cpu];
	struct shim s;
	int level;

	check_deadman(v);
	if (!in_phase(v, row->kind))
		return;
	level = take(c, row);
	if (level < 0)
		return;
	s.vm = v;
	s.f = f;
	s.level = level;
	if (in_phase(v, row->kind)) {
		begin_slot(&s, f->cpu);
		open_windows(&s);
		fill_ctx(&s, row->needs);
		run_row(&s, row);
	}
	release(c, level);
}

const struct dt_vm_row *
dt_vm_row(const struct dt_vm *v, uint32_t probe)
{
	uint32_t mask = v->run->byprobe_mask;
	uint32_t at = dt_vm_hash_probe(v->run, probe), row;

	for (;; at = (at + 1) & mask) {
		row = __atomic_load_n(&v->byprobe[at], __ATOMIC_ACQUIRE);
		if (row == 0)
			return NULL;
		if (v->rows[row - 1].probe == probe)
			return &v->rows[row - 1];
	}
}

/* Threads may call this concurrently: it only reads data of vm_load(). */
int
dt_vm_fire_probe(struct dt_vm *v, const struct dt_firing *f)
{
	const struct dt_vm_row *row;

	if (v->run == NULL || f->cpu >= v->mem.ncpus ||
	    !__atomic_load_n(&v->run->attached, __ATOMIC_ACQUIRE))
		return -EINVAL;
	row = dt_vm_row(v, f->probe);
	if (row == NULL)
		return -ENOENT;
	if (v->run->cpu < 0 || (uint32_t)v->run->cpu == f->cpu)
		dt_vm_fire(v, row, f);
	return 0;
}

/*
 * Cancel the unfinished record of this slot, which is in the half whose used
 * bytes end where the record begins.
 */
static void
wipe(struct shim *s, uint32_t cpu)
{
	const struct dt_halves *h = &s->vm->mem.buf[DT_BUF_PRIN];
	struct dt_ctx *c = &s->slot->ctx;
	uint32_t off = c->rec_off;

	for (uint32_t half = 0; half < (h->single ? 1 : 2); half++) {
		s->prin = dt_half(&s->vm->mem, DT_BUF_PRIN, cpu, s->level,
		    half);
		if (s->prin == NULL || off != s->prin->used + sizeof(*s->prin))
			continue;
		c->rec_off = off;
		dt_vm_exec_window(&s->x, s->prin, h->size[s->variant]);
		cancel_record(s);
	}
	c->rec_off = 0;
}

void
dt_vm_abandon(struct dt_vm *v)
{
	static const struct dt_firing nobody;
	struct shim s = { .vm = v, .f = &nobody };

	for (uint32_t cpu = 0; cpu < v->mem.ncpus; cpu++)
		for (s.level = 0; s.level < DT_LEVELS; s.level++) {
			struct dt_ctl *c = &v->mem.ctl[cpu];

			if (__atomic_load_n(&c->busy[s.level],
			    __ATOMIC_ACQUIRE) == 0)
				continue;
			begin_slot(&s, cpu);
			wipe(&s, cpu);
			release(c, s.level);
		}
}

static bool
is_owned(const void *key, const void *arg)
{
	const uint64_t *k = key, *owner = arg;

	return k[1] == *owner;
}

/*
 * Delete the elements of the thread's arrays, as dt_dyn_sweep() of the runtime
 * does.  A thread with elements also has a mark, which is deleted with them.
 */
static void
forget_elements(const struct dt_vm *v, const struct dt_firing *f)
{
	const uint64_t mark[DT_DYN_SHORT] = { DT_DYN_SELF, dt_vm_task(f) };
	struct dt_vm_hash *brief = v->maps[DT_VM_MAP_dynvar].hash;
	struct dt_vm_hash *longs = v->maps[DT_VM_MAP_dynlong].hash;

	if ((v->run->needs & DT_NEED_DYNSELF) == 0 || brief == NULL ||
	    dt_vm_hash_lookup(brief, mark) == NULL)
		return;
	dt_vm_hash_sweep(brief, is_owned, &mark[1]);
	if (longs != NULL)
		dt_vm_hash_sweep(longs, is_owned, &mark[1]);
}

void
dt_vm_gone(struct dt_vm *v, const struct dt_firing *f)
{
	const uint64_t args[5] = { dt_vm_task(f) };
	const struct dt_vm_map *m = v->maps;
	/* The sweep of selfstr reads map self, which is swept last. */
	static const struct {
		enum dt_vm_mapid map;
		enum dt_vm_func func;
	} t[] = {
		{ DT_VM_MAP_selfstr, DT_VM_SWEEPSTR },
		{ DT_VM_MAP_self, DT_VM_SWEEP },
	};
	struct dt_vm_exec x;
	uint64_t rc;
	size_t i;

	forget_elements(v, f);
	for (i = 0; i < sizeof(t) / sizeof(t[0]); i++) {
		if (m[t[i].map].hash == NULL)
			continue;
		begin(v, &x, f);
		open_maps(m, &x);
		(void)dt_vm_call(&x, v->run->helper[t[i].func].pc[DT_VAR_L0],
		    args, &rc);
	}
}
