/* SPDX-License-Identifier: MIT */
/*
 * vm.c - the embedded engine: an image linked against memory of this process
 * and run by an interpreter.  It needs no privilege, and any probe can be fired
 * by hand.
 */
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include "base/procfs.h"
#include "vm/vm.h"

#define	MAP_PREFIX	"dt_map_"
#define	VAL_PREFIX	"dt_val_"
#define	IMM_PREFIX	"dt_imm_"

static const char *const map_names[DT_VM_NMAPS] = {
#define	X(name)	#name,
	DT_VM_MAPS(X)
#undef X
};

static struct dt_vm *
vm_of(struct dt_engine *e)
{
	return (struct dt_vm *)e;
}

static int
no_memory(struct dt_vm *v)
{
	return dt_why_set(&v->base, -ENOMEM, "out of memory");
}

/* --- symbols ----------------------------------------------------------- */

static void
set_imm64(struct bpf_insn *insn, uint64_t value)
{
	insn[0].src_reg = 0;
	insn[0].imm = (uint32_t)value;
	insn[1].imm = value >> 32;
}

/* The map that a symbol names after its prefix, or -ENOENT. */
static int
map_index(const char *sym, const char *prefix)
{
	size_t len = strlen(prefix);
	int i;

	if (strncmp(sym, prefix, len) != 0)
		return -ENOENT;
	for (i = 0; i < DT_VM_NMAPS; i++)
		if (strcmp(sym + len, map_names[i]) == 0)
			return i;
	return -ENOENT;
}

static int
number_of(const struct dt_vm *vm, const char *sym, enum dt_variant variant,
    uint64_t *v)
{
	const struct dt_number t[] = {
		{ "nslots", (uint64_t)vm->mem.ncpus * DT_LEVELS },
		{ "task_pid", DT_VM_TASK_PID },
		{ "task_tgid", DT_VM_TASK_TGID },
		{ "task_parent", DT_VM_TASK_PARENT },
		{ "needs", vm->needs },
		{ "stack_skip", 0 },
		/* looked at in PID namespaces, which do not matter here */
		{ "ns_level", 0 }, { "ns_self", 0 }, { "upid_ns", 0 },
		{ "task_signal", 0 }, { "signal_pids", 0 },
		{ "task_thread_pid", 0 },
		{ "pid_level", 0 }, { "pid_numbers", 0 },
	};
	size_t len = strlen(IMM_PREFIX);

	if (strncmp(sym, IMM_PREFIX, len) != 0)
		return -ENOENT;
	if (dt_size_number(&vm->size, &vm->mem, variant, sym + len, v) == 0)
		return 0;
	return dt_number_find(t, sizeof(t) / sizeof(t[0]), sym + len, v);
}

static int
bind_symbol(void *arg, const struct dt_reloc *rel, enum dt_variant variant,
    struct bpf_insn *insn)
{
	const struct dt_vm *v = arg;
	uint64_t value = 0;
	int i = 0, err = 0;

	switch (rel->kind) {
	case DT_REL_MAP:
		i = map_index(rel->sym, MAP_PREFIX);
		value = DT_VM_MAPREF + i;
		break;
	case DT_REL_MAPVAL:
		i = map_index(rel->sym, VAL_PREFIX);
		if (i >= 0)
			value = (uintptr_t)v->maps[i].base + rel->addend;
		break;
	case DT_REL_IMM:
		err = number_of(v, rel->sym, variant, &value);
		value += rel->addend;
		break;
	default:
		err = -EINVAL;
	}
	if (err != 0 || i < 0)
		return err != 0 ? err : i;
	set_imm64(insn, value);
	return 0;
}

/* --- load -------------------------------------------------------------- */

static const char *const func_names[DT_VM_NFUNCS] = {
	[DT_VM_CANCEL] = "dt_rec_cancel",
	[DT_VM_SWEEP] = "dt_self_sweep",
	[DT_VM_SWEEPSTR] = "dt_selfstr_sweep",
};

static bool
needs_func(const struct dt_sizes *z, enum dt_vm_func i)
{
	const bool needed[DT_VM_NFUNCS] = {
		[DT_VM_CANCEL] = z->prin_size[0] != 0,
		[DT_VM_SWEEP] = z->nself != 0,
		[DT_VM_SWEEPSTR] = z->nselfstr != 0,
	};

	return needed[i];
}

/* Roots: each clause in both variants, then what the engine calls itself. */
static int
collect_roots(const struct dt_run *run, const struct dt_sizes *z,
    struct dt_linkroot **rootsp, uint32_t *nrootsp)
{
	struct dt_linkroot *roots;
	uint32_t i, j, k, n = 0, max = DT_NVARS * DT_VM_NFUNCS;

	for (i = 0; i < run->npoints; i++)
		max += run->points[i].nclauses * DT_NVARS;
	roots = calloc(max, sizeof(*roots));
	if (roots == NULL)
		return -ENOMEM;
	for (i = 0; i < run->npoints; i++)
		for (j = 0; j < run->points[i].nclauses; j++) {
			const struct dt_func *fn =
			    &run->points[i].clauses[j]->code;

			for (k = 0; k < n && roots[k].fn != fn; k++)
				;
			if (k < n)
				continue;
			roots[n++] = (struct dt_linkroot){ fn, DT_VAR_L0 };
			roots[n++] = (struct dt_linkroot){ fn, DT_VAR_DEEP };
		}
	for (i = 0; i < DT_VM_NFUNCS; i++)
		for (k = 0; needs_func(z, i) && k < DT_NVARS; k++)
			roots[n++] = (struct dt_linkroot){
			    dt_rt_find(func_names[i]), k };
	*rootsp = roots;
	*nrootsp = n;
	return 0;
}

static int
link_code(struct dt_vm *v, const struct dt_run *run)
{
	const char *missing = NULL;
	struct dt_linkroot *roots;
	uint32_t nroots;
	char why[256];
	int err;

	err = collect_roots(run, &v->size, &roots, &nroots);
	if (err != 0)
		return no_memory(v);
	if (nroots != 0)
		err = dt_link(roots, nroots, bind_symbol, v, &v->code,
		    &missing);
	free(roots);
	if (err != 0)
		return dt_why_set(&v->base, err, "cannot link %s: %s",
		    missing != NULL ? missing : "the program",
		    strerror(-err));
	if (nroots == 0)
		return 0;
	err = dt_vm_check(&v->code, why, sizeof(why));
	if (err != 0)
		return dt_why_set(&v->base, err, "bad code: %s", why);
	return 0;
}

static bool
locate(const struct dt_vm *v, const struct dt_func *fn, struct dt_vm_clause *c)
{
	uint32_t i, found = 0;

	for (i = 0; i < v->code.nfns; i++)
		if (v->code.fns[i].fn == fn) {
			c->pc[v->code.fns[i].variant] = v->code.fns[i].start;
			found |= 1u << v->code.fns[i].variant;
		}
	/* Linked once: it does not depend on the level. */
	if (found == 1u << DT_VAR_L0)
		c->pc[DT_VAR_DEEP] = c->pc[DT_VAR_L0];
	return (found & 1u << DT_VAR_L0) != 0;
}

static int
locate_funcs(struct dt_vm *v)
{
	uint32_t i;

	for (i = 0; i < DT_VM_NFUNCS; i++)
		if (needs_func(&v->size, i) &&
		    !locate(v, dt_rt_find(func_names[i]), &v->helper[i]))
			return dt_why_set(&v->base, -ENOENT, "%s is missing",
			    func_names[i]);
	return 0;
}

static uint32_t
mask_count(const struct dt_enrow *er)
{
	uint32_t i, n = 0;

	for (i = 0; i < DT_ROWMASK; i++)
		n += __builtin_popcountll(er->mask[i]);
	return n;
}

static int
add_row(struct dt_vm *v, const struct dt_enpoint *p, const struct dt_enrow *er,
    uint32_t *nclauses)
{
	struct dt_vm_row *row = &v->rows[v->nrows];
	uint32_t i;

	row->probe = er->probe;
	row->epid = er->epid;
	row->nameix = v->nrows++;
	row->kind = p->kind;
	row->first = *nclauses;
	dt_size_lost(p, er, &row->nrec, &row->nagg);
	for (i = 0; i < DT_ROWMASK * 64 && i < p->nclauses; i++) {
		const struct dt_clause *c = p->clauses[i];

		if (!dt_in_mask(er->mask, i))
			continue;
		if (!locate(v, &c->code, &v->clauses[(*nclauses)++]))
			return dt_why_set(&v->base, -EINVAL,
			    "%s was not linked", c->code.name);
		row->nclauses++;
		row->needs |= dt_clause_needs(c);
		if (c->rec_size != 0)	/* its header has the time */
			row->needs |= DT_NEED_TS;
	}
	if (v->size.nnames != 0)
		dt_size_names(er, (struct dt_names *)
		    v->maps[DT_VM_MAP_names].base + row->nameix);
	return 0;
}

/* Any clause may fail, so each firing has ready what ERROR wants. */
static void
add_error_needs(struct dt_vm *v)
{
	uint32_t i;

	for (i = 0; i < v->nrows; i++)
		if (v->rows[i].kind == DT_POINT_ERROR)
			v->error = &v->rows[i];
	for (i = 0; v->error != NULL && i < v->nrows; i++)
		v->rows[i].needs |= v->error->needs;
}

static uint32_t
hash_probe(const struct dt_vm *v, uint32_t probe)
{
	return probe * 2654435769u >> 7 & v->byprobe_mask;
}

static int
index_rows(struct dt_vm *v)
{
	uint32_t i, at, size = 16;

	while (size < v->nrows * 2)
		size *= 2;
	v->byprobe = calloc(size, sizeof(*v->byprobe));
	if (v->byprobe == NULL)
		return no_memory(v);
	v->byprobe_mask = size - 1;
	for (i = 0; i < v->nrows; i++) {
		at = hash_probe(v, v->rows[i].probe);
		while (v->byprobe[at] != 0)
			at = (at + 1) & v->byprobe_mask;
		v->byprobe[at] = i + 1;
	}
	return 0;
}

const struct dt_vm_row *
dt_vm_row(const struct dt_vm *v, uint32_t probe)
{
	uint32_t at = hash_probe(v, probe);

	for (; v->byprobe[at] != 0; at = (at + 1) & v->byprobe_mask)
		if (v->rows[v->byprobe[at] - 1].probe == probe)
			return &v->rows[v->byprobe[at] - 1];
	return NULL;
}

/* A thread here is no structure of a kernel. */
static int
refuse_kernel(struct dt_vm *v)
{
	if ((v->needs & DT_NEED_KERNEL) == 0)
		return 0;
	return dt_why_set(&v->base, -ENOTSUP, "curthread and td_priority work "
	    "in the kernel only: option engine must be kernel");
}

static int
make_rows(struct dt_vm *v, const struct dt_run *run)
{
	uint32_t i, j, nrows = 0, nclauses = 0;
	int err;

	for (i = 0; i < run->npoints; i++)
		for (j = 0; j < run->points[i].nrows; j++, nrows++)
			nclauses += mask_count(&run->points[i].rows[j]);
	v->rows = calloc(nrows + 1, sizeof(*v->rows));
	v->clauses = calloc(nclauses + 1, sizeof(*v->clauses));
	if (v->rows == NULL || v->clauses == NULL)
		return no_memory(v);
	nclauses = 0;
	for (i = 0; i < run->npoints; i++)
		for (j = 0; j < run->points[i].nrows; j++) {
			err = add_row(v, &run->points[i],
			    &run->points[i].rows[j], &nclauses);
			if (err != 0)
				return err;
		}
	add_error_needs(v);
	return index_rows(v);
}

static int
make_memory(struct dt_vm *v, const struct dt_run *run)
{
	uint32_t n = get_nprocs_conf();
	int err = dt_size_run(run, &v->size);

	if (err == -ENOSPC)
		return dt_why_set(&v->base, err, "a buffer size is too small "
		    "for one record; raise aggsize or bufsize");
	if (err == -EFBIG)
		return dt_why_set(&v->base, err, "a buffer size is too large");
	if (err != 0)
		return err;
	dt_size_mem(run, &v->size, n < DT_VM_MINCPUS ? DT_VM_MINCPUS : n,
	    &v->mem);
	if (v->cpu >= (int)v->mem.ncpus)
		return dt_why_set(&v->base, -EINVAL, "option cpu: there is no "
		    "CPU %d, the last one is %u", v->cpu, v->mem.ncpus - 1);
	if (dt_vm_mem_create(v) != 0)
		return no_memory(v);
	if (run->globals != NULL)
		memcpy(v->maps[DT_VM_MAP_globals].base, run->globals,
		    run->globals_size);
	return 0;
}

/* Back to what open() made. */
static void
unload(struct dt_vm *v)
{
	struct dt_engine base = v->base;

	dt_vm_watch_destroy(v->watch);
	dt_linked_free(&v->code);
	dt_vm_mem_destroy(v);
	free(v->rows);
	free(v->clauses);
	free(v->byprobe);
	memset(v, 0, sizeof(*v));
	v->base = base;
}

/* --- the vtable -------------------------------------------------------- */

static int
vm_probe(char *why, size_t len)
{
	if (len != 0)
		why[0] = '\0';
	return 0;
}

static int
vm_open(struct dt_engine **ep)
{
	struct dt_vm *v = calloc(1, sizeof(*v));

	if (v == NULL)
		return -ENOMEM;
	*ep = &v->base;
	return 0;
}

static int
vm_load(struct dt_engine *e, const struct dt_run *run)
{
	struct dt_vm *v = vm_of(e);
	int err;

	if (v->loaded)
		return dt_why_set(e, -EBUSY, "a program is loaded already");
	v->cpu = run->cpu;
	v->deadman = run->deadman;
	v->needs = dt_size_needs(run);
	err = refuse_kernel(v);
	err = err ? err : make_memory(v, run);
	err = err ? err : link_code(v, run);
	err = err ? err : make_rows(v, run);
	err = err ? err : locate_funcs(v);
	err = err ? err : dt_vm_watch_create(v, run);
	if (err != 0)
		unload(v);
	v->loaded = err == 0;
	return err;
}

static int
vm_attach(struct dt_engine *e)
{
	struct dt_vm *v = vm_of(e);

	if (!v->loaded)
		return dt_why_set(e, -EINVAL, "no program is loaded");
	v->attached = true;
	return dt_vm_watch_start(v->watch);
}

static int
vm_detach(struct dt_engine *e)
{
	struct dt_vm *v = vm_of(e);

	dt_vm_watch_stop(v->watch);
	v->attached = false;
	return 0;
}

static int
vm_watch(struct dt_engine *e, struct ps_prochandle *p)
{
	return dt_vm_watch_add(vm_of(e)->watch, p);
}

static void
vm_unwatch(struct dt_engine *e, struct ps_prochandle *p)
{
	dt_vm_watch_remove(vm_of(e)->watch, p);
}

struct self {
	char comm[DT_COMMLEN];
	uint32_t ancestors[DT_VM_NANCESTORS + 1];
};

/* The calling thread as a firing, as far as somebody asks. */
static void
describe_self(const struct dt_vm *v, struct dt_firing *f, struct self *self)
{
	int cpu = sched_getcpu();

	memset(f, 0, sizeof(*f));
	memset(self, 0, sizeof(*self));
	prctl(PR_GET_NAME, self->comm);
	f->cpu = cpu < 0 ? 0 : cpu;
	f->pid = getpid();
	f->tid = gettid();
	f->ppid = getppid();
	f->uid = getuid();
	f->gid = getgid();
	f->execname = self->comm;
	if (v->needs & DT_NEED_PROGENY) {
		dt_procfs_ancestors(getpid(), self->ancestors,
		    DT_VM_NANCESTORS);
		f->ancestors = self->ancestors;
	}
}

static int
vm_edge(struct dt_engine *e, enum dt_pointkind kind)
{
	struct dt_vm *v = vm_of(e);
	struct dt_firing f;
	struct self self;
	uint32_t i;

	if (!v->loaded)
		return dt_why_set(e, -EINVAL, "no program is loaded");
	if (kind != DT_POINT_BEGIN && kind != DT_POINT_END)
		return dt_why_set(e, -EINVAL, "only BEGIN and END are fired "
		    "by the library");
	describe_self(v, &f, &self);
	if (v->cpu >= 0)	/* other CPUs have nobody who reads them */
		f.cpu = v->cpu;
	if (f.cpu >= v->mem.ncpus)
		return dt_why_set(e, -EINVAL, "CPU %u is not known", f.cpu);
	for (i = 0; i < v->nrows; i++)
		if (v->rows[i].kind == kind) {
			f.probe = v->rows[i].probe;
			dt_vm_fire(v, &v->rows[i], &f);
		}
	return 0;
}

/* What this reads was made by load, so several threads may be in here. */
int
dt_vm_fire_probe(struct dt_vm *v, const struct dt_firing *f)
{
	const struct dt_vm_row *row;

	if (!v->attached || f->cpu >= v->mem.ncpus)
		return -EINVAL;
	row = dt_vm_row(v, f->probe);
	if (row == NULL)
		return -ENOENT;
	if (v->cpu < 0 || (uint32_t)v->cpu == f->cpu)
		dt_vm_fire(v, row, f);
	return 0;
}

static int
vm_fire(struct dt_engine *e, const struct dt_firing *f)
{
	return dt_vm_fire_probe(vm_of(e), f);
}

static void
vm_reclaim(struct dt_engine *e)
{
	dt_vm_abandon(vm_of(e));
}

static uint64_t
vm_missed(struct dt_engine *e)
{
	(void)e;
	return 0;
}

static struct dt_mem *
vm_mem(struct dt_engine *e)
{
	return &vm_of(e)->mem;
}

static void
vm_close(struct dt_engine *e)
{
	if (e == NULL)
		return;
	unload(vm_of(e));
	free(e);
}

const struct dt_engine_ops dt_engine_vm = {
	.name = "vm",
	.stops_processes = true,
	.probe = vm_probe,
	.check = dt_vm_watch_check,
	.open = vm_open,
	.load = vm_load,
	.attach = vm_attach,
	.edge = vm_edge,
	.detach = vm_detach,
	.watch = vm_watch,
	.unwatch = vm_unwatch,
	.missed = vm_missed,
	.fire = vm_fire,
	.reclaim = vm_reclaim,
	.mem = vm_mem,
	.close = vm_close,
};
