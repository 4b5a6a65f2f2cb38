/* SPDX-License-Identifier: MIT */
/*
 * vm.c - the embedded engine: links images with the memory of a run, and
 * interprets them.  It needs no privilege, and tests can fire any probe.
 */
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include "base/procfs.h"
#include "bpf/emit.h"
#include "vm/vm.h"

#define	MAP_PREFIX	"dt_map_"
#define	VAL_PREFIX	"dt_val_"
#define	IMM_PREFIX	"dt_imm_"
#define	SPARE_CLAUSES	16384	/* of a point that may grow */

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

/* A load in progress.  The plan becomes the start of the memory. */
struct load {
	struct dt_vm *vm;
	const struct dt_run *run;
	struct dt_vm_run plan;
	struct dt_linked code;
	struct dt_vm_sites sites;
};

/* --- symbols ----------------------------------------------------------- */

static void
set_imm64(struct bpf_insn *insn, uint8_t src_reg, uint64_t value)
{
	insn[0].src_reg = src_reg & 0xf;
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
number_of(const struct dt_vm_run *r, const char *sym, enum dt_variant variant,
    uint64_t *v)
{
	const struct dt_number t[] = {
		{ "nslots", (uint64_t)r->mem.ncpus * DT_LEVELS },
		{ "task_pid", DT_VM_TASK_PID },
		{ "task_tgid", DT_VM_TASK_TGID },
		{ "task_parent", DT_VM_TASK_PARENT },
		{ "task_mm", DT_VM_TASK_MM },
		{ "mm_arg_start", DT_VM_ARG_START },
		{ "mm_arg_end", DT_VM_ARG_END },
		{ "needs", r->needs },
		/* for tracepoints of the kernel */
		{ "stack_skip", 0 }, { "stack_iter", 0 },
		{ "stack_iterlen", 0 }, { "stack_entry", 0 },
		{ "stack_called", 0 }, { "stack_next", 0 },
		{ "error_probe", 0 },
		/* the engine itself unwinds stacks */
		{ "unwind_size", 0 }, { "vma_file", 0 }, { "mm_maps", 0 },
		{ "tree_root", 0 }, { "vma_private", 0 }, { "vma_pgoff", 0 },
		{ "file_inode", 0 }, { "task_utask", 0 },
		{ "utask_returns", 0 }, { "return_stack", 0 },
		{ "return_address", 0 }, { "return_next", 0 },
		/* for PID namespaces: the tracer has the consumer's */
		{ "ns_level", 0 }, { "ns_self", 0 }, { "upid_ns", 0 },
		{ "task_signal", 0 }, { "signal_pids", 0 },
		{ "task_thread_pid", 0 },
		{ "pid_level", 0 }, { "pid_numbers", 0 },
		{ "word_type", 0 },
	};
	size_t len = strlen(IMM_PREFIX);

	if (strncmp(sym, IMM_PREFIX, len) != 0)
		return -ENOENT;
	if (dt_size_number(&r->size, &r->mem, variant, sym + len, v) == 0)
		return 0;
	return dt_number_find(t, sizeof(t) / sizeof(t[0]), sym + len, v);
}

static int
bind_symbol(void *arg, const struct dt_reloc *rel, enum dt_variant variant,
    struct bpf_insn *insn)
{
	const struct dt_vm_run *r = arg;
	uint64_t value = 0;
	uint8_t src_reg = 0;
	int i = 0, err = 0;

	switch (rel->kind) {
	case DT_REL_KFUNC:	/* in code that is not reached */
		*insn = MOVI(0, 0);
		return 0;
	case DT_REL_MAP:
		i = map_index(rel->sym, MAP_PREFIX);
		value = DT_VM_MAPREF + i;
		break;
	case DT_REL_MAPVAL:
		i = map_index(rel->sym, VAL_PREFIX);
		if (i >= 0)
			value = r->map_at[i] + rel->addend;
		src_reg = BPF_PSEUDO_MAP_VALUE;
		break;
	case DT_REL_IMM:
		err = number_of(r, rel->sym, variant, &value);
		value += rel->addend;
		break;
	default:
		err = -EINVAL;
	}
	if (err != 0 || i < 0)
		return err != 0 ? err : i;
	set_imm64(insn, src_reg, value);
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

/* The roots: each clause in both variants, then functions the engine calls. */
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
link_code(struct load *l)
{
	const char *missing = NULL;
	struct dt_linkroot *roots;
	uint32_t nroots;
	int err;

	err = collect_roots(l->run, &l->plan.size, &roots, &nroots);
	if (err != 0)
		return no_memory(l->vm);
	if (nroots != 0)
		err = dt_link(roots, nroots, bind_symbol, &l->plan, &l->code,
		    &missing);
	free(roots);
	if (err != 0)
		return dt_why_set(&l->vm->base, err, "cannot link %s: %s",
		    missing != NULL ? missing : "the program",
		    strerror(-err));
	l->plan.ninsns = l->code.ninsns;
	return 0;
}

static int
check_code(struct load *l)
{
	struct dt_linked code = l->code;
	char why[256];
	int err;

	if (code.ninsns == 0)
		return 0;
	code.insns = l->vm->insns;
	err = dt_vm_check(&code, why, sizeof(why));
	if (err != 0)
		return dt_why_set(&l->vm->base, err, "bad code: %s", why);
	return 0;
}

static bool
locate(const struct dt_linked *code, const struct dt_func *fn,
    struct dt_vm_clause *c)
{
	uint32_t i, found = 0;

	for (i = 0; i < code->nfns; i++)
		if (code->fns[i].fn == fn) {
			c->pc[code->fns[i].variant] = code->fns[i].start;
			found |= 1u << code->fns[i].variant;
		}
	/* code that does not depend on the level is linked only once */
	if (found == 1u << DT_VAR_L0)
		c->pc[DT_VAR_DEEP] = c->pc[DT_VAR_L0];
	return (found & 1u << DT_VAR_L0) != 0;
}

static int
locate_funcs(struct load *l)
{
	uint32_t i;

	for (i = 0; i < DT_VM_NFUNCS; i++)
		if (needs_func(&l->plan.size, i) && !locate(&l->code,
		    dt_rt_find(func_names[i]), &l->plan.helper[i]))
			return dt_why_set(&l->vm->base, -ENOENT,
			    "%s is missing", func_names[i]);
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

/* Where the code of each clause of a point is. */
static int
locate_clauses(struct load *l, const struct dt_enpoint *p,
    struct dt_vm_clause **out)
{
	struct dt_vm_clause *pcs = calloc(p->nclauses + 1, sizeof(*pcs));

	*out = pcs;
	if (pcs == NULL)
		return no_memory(l->vm);
	for (uint32_t i = 0; i < p->nclauses; i++)
		if (!locate(&l->code, &p->clauses[i]->code, &pcs[i]))
			return dt_why_set(&l->vm->base, -EINVAL,
			    "%s was not linked", p->clauses[i]->code.name);
	return 0;
}

static int
add_row(struct dt_vm *v, const struct dt_enpoint *p, const struct dt_enrow *er,
    const struct dt_vm_clause *pcs)
{
	struct dt_vm_run *r = v->run;
	struct dt_vm_row *row = &v->rows[r->nrows];

	if (r->nrows == r->maxrows ||
	    r->nclauses + mask_count(er) > r->maxclauses)
		return -ENOSPC;
	*row = (struct dt_vm_row){ .probe = er->probe, .epid = er->epid,
	    .nameix = r->nrows, .kind = p->kind, .first = r->nclauses };
	dt_size_lost(p, er, &row->nrec, &row->nagg);
	for (uint32_t i = 0; i < p->nclauses; i++) {
		const struct dt_clause *c = p->clauses[i];

		if (!dt_in_mask(er->mask, i))
			continue;
		v->clauses[r->nclauses++] = pcs[i];
		row->nclauses++;
		row->needs |= dt_clause_needs(c);
		if (c->rec_size != 0)	/* its header has the time */
			row->needs |= DT_NEED_TS;
	}
	if (r->size.nnames != 0)
		dt_size_names(er, (struct dt_names *)
		    v->maps[DT_VM_MAP_names].base + row->nameix);
	r->nrows++;
	return 0;
}

/* Any clause may fail, so each row also has the needs of ERROR's clauses. */
static void
add_error_needs(struct dt_vm *v)
{
	uint32_t i, error;

	for (i = 0; i < v->run->nrows; i++)
		if (v->rows[i].kind == DT_POINT_ERROR)
			v->run->error = i + 1;
	error = v->run->error;
	for (i = 0; error != 0 && i < v->run->nrows; i++)
		v->rows[i].needs |= v->rows[error - 1].needs;
}

/* Index a row, which fires from now on. */
static void
index_row(struct dt_vm *v, uint32_t i)
{
	uint32_t at = dt_vm_hash_probe(v->run, v->rows[i].probe);

	while (v->byprobe[at] != 0)
		at = (at + 1) & v->run->byprobe_mask;
	__atomic_store_n(&v->byprobe[at], i + 1, __ATOMIC_RELEASE);
}

/* This engine cannot read structures of the kernel. */
static int
refuse_kernel(struct load *l)
{
	if ((l->plan.needs & DT_NEED_KERNEL) == 0)
		return 0;
	return dt_why_set(&l->vm->base, -ENOTSUP, "curthread and td_priority "
	    "work in the kernel only: option engine must be kernel");
}

static void
count_rows(struct load *l)
{
	const struct dt_run *run = l->run;

	for (uint32_t i = 0; i < run->npoints; i++) {
		const struct dt_enpoint *p = &run->points[i];

		l->plan.maxrows += p->nrows + p->spare;
		l->plan.maxclauses += p->spare != 0 ? SPARE_CLAUSES : 0;
		for (uint32_t j = 0; j < p->nrows; j++)
			l->plan.maxclauses += mask_count(&p->rows[j]);
	}
}

static int
make_point(struct load *l, const struct dt_enpoint *p)
{
	struct dt_vm_clause *pcs = NULL;
	int err = locate_clauses(l, p, &pcs);

	for (uint32_t j = 0; j < p->nrows && err == 0; j++)
		err = add_row(l->vm, p, &p->rows[j], pcs);
	if (p->spare != 0)
		l->vm->later[p->kind] = pcs;
	else
		free(pcs);
	return err;
}

static int
make_rows(struct load *l)
{
	const struct dt_run *run = l->run;
	int err = 0;

	for (uint32_t i = 0; i < run->npoints && err == 0; i++)
		err = make_point(l, &run->points[i]);
	if (err != 0)
		return err;
	add_error_needs(l->vm);
	for (uint32_t i = 0; i < l->vm->run->nrows; i++)
		index_row(l->vm, i);
	return 0;
}

static int
plan_sites(struct load *l)
{
	int err = l->run->by_hand ? 0 :
	    dt_vm_sites_collect(l->vm, l->run, &l->sites);

	l->plan.nsites = (uint32_t)(l->sites.sites.len /
	    sizeof(struct dt_site));
	l->plan.nfiles = (uint32_t)(l->sites.files.len /
	    sizeof(struct dt_sitefile));
	l->plan.maxsites = l->sites.maxsites;
	l->plan.maxfiles = l->sites.maxfiles;
	l->plan.npatches = l->sites.npatches;
	return err;
}

static void
copy_sites(const struct load *l)
{
	struct dt_vm_run *r = l->vm->run;

	if (r->nsites == 0)
		return;
	memcpy((char *)r + r->sites_at, l->sites.sites.p, l->sites.sites.len);
	memcpy((char *)r + r->files_at, l->sites.files.p, l->sites.files.len);
}

static int
plan_memory(struct load *l)
{
	uint32_t n = get_nprocs_conf();
	struct dt_engine *e = &l->vm->base;
	struct dt_vm_run *r = &l->plan;
	int err = dt_size_run(l->run, &r->size);

	if (err == -ENOSPC)
		return dt_why_set(e, err, "a buffer size is too small "
		    "for one record; raise aggsize or bufsize");
	if (err == -EFBIG)
		return dt_why_set(e, err, "a buffer size is too large");
	if (err != 0)
		return err;
	dt_size_mem(l->run, &r->size, n < DT_VM_MINCPUS ? DT_VM_MINCPUS : n,
	    &r->mem);
	if (r->cpu >= (int)r->mem.ncpus)
		return dt_why_set(e, -EINVAL, "option cpu: there is no "
		    "CPU %d, the last one is %u", r->cpu, r->mem.ncpus - 1);
	return dt_vm_plan_maps(r) != 0 ? no_memory(l->vm) : 0;
}

static int
make_memory(struct load *l)
{
	struct dt_vm *v = l->vm;
	int err;

	count_rows(l);
	dt_vm_plan_code(&l->plan);
	err = dt_vm_mem_create(v, &l->plan);
	if (err == -EFBIG)
		return dt_why_set(&v->base, err, "the limit of file sizes "
		    "(ulimit -f) does not allow buffers of %llu bytes",
		    (unsigned long long)l->plan.len);
	if (err == -ENOMEM)
		return no_memory(v);
	if (err != 0)
		return dt_why_set(&v->base, err, "cannot create the memory "
		    "of the buffers: %s", strerror(-err));
	if (l->run->globals != NULL)
		memcpy(v->maps[DT_VM_MAP_globals].base, l->run->globals,
		    l->run->globals_size);
	if (l->code.ninsns != 0)
		memcpy((char *)v->run + v->run->insns_at, l->code.insns,
		    l->code.ninsns * sizeof(l->code.insns[0]));
	copy_sites(l);
	return dt_vm_mem_bind(v) != 0 ? no_memory(v) : 0;
}

/* Undo vm_load(). */
static void
unload(struct dt_vm *v)
{
	dt_vm_watch_destroy(v->watch);
	v->watch = NULL;
	for (size_t i = 0; i < sizeof(v->later) / sizeof(v->later[0]); i++) {
		free(v->later[i]);
		v->later[i] = NULL;
	}
	dt_vm_mem_close(v);
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
	v->fd = -1;
	*ep = &v->base;
	return 0;
}

static int
vm_load(struct dt_engine *e, const struct dt_run *run)
{
	struct dt_vm *v = vm_of(e);
	struct load l = { .vm = v, .run = run };
	int err;

	if (v->run != NULL)
		return dt_why_set(e, -EBUSY, "a program is loaded already");
	l.plan.cpu = run->cpu;
	l.plan.deadman = run->deadman;
	l.plan.needs = dt_size_needs(run);
	err = refuse_kernel(&l);
	err = err ? err : plan_memory(&l);
	err = err ? err : plan_sites(&l);
	err = err ? err : link_code(&l);
	err = err ? err : locate_funcs(&l);
	err = err ? err : make_memory(&l);
	err = err ? err : check_code(&l);
	err = err ? err : make_rows(&l);
	err = err ? err : dt_vm_watch_create(v, run);
	dt_linked_free(&l.code);
	dt_vm_sites_free(&l.sites);
	if (err != 0)
		unload(v);
	return err;
}

static void
set_attached(struct dt_vm *v, bool attached)
{
	if (v->run != NULL)
		__atomic_store_n(&v->run->attached, attached,
		    __ATOMIC_RELEASE);
}

static int
vm_attach(struct dt_engine *e)
{
	struct dt_vm *v = vm_of(e);

	if (v->run == NULL)
		return dt_why_set(e, -EINVAL, "no program is loaded");
	set_attached(v, true);
	return dt_vm_watch_start(v->watch);
}

static int
vm_detach(struct dt_engine *e)
{
	struct dt_vm *v = vm_of(e);

	dt_vm_watch_stop(v->watch);
	set_attached(v, false);
	return 0;
}

static int
vm_watch(struct dt_engine *e, struct ps_prochandle *p)
{
	return dt_vm_watch_add(vm_of(e)->watch, p);
}

/* Rows are added before the places at which they fire. */
static int
vm_grow(struct dt_engine *e, pid_t pid, const struct dt_grown *grown,
    uint32_t n)
{
	struct dt_vm *v = vm_of(e);
	uint32_t i, at;
	int err = 0;

	for (i = 0; i < n && err == 0; i++) {
		if (!grown[i].is_new)
			continue;
		at = v->run->nrows;
		err = add_row(v, grown[i].point, grown[i].row,
		    v->later[grown[i].point->kind]);
		if (err != 0)
			break;
		if (v->run->error != 0)
			v->rows[at].needs |= v->rows[v->run->error - 1].needs;
		index_row(v, at);
	}
	return err != 0 ? err : dt_vm_sites_grow(v, pid, grown, n);
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

/* Describe the calling thread, which fires BEGIN or END. */
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
	if (v->run->needs & DT_NEED_PROGENY) {
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

	if (v->run == NULL)
		return dt_why_set(e, -EINVAL, "no program is loaded");
	if (kind != DT_POINT_BEGIN && kind != DT_POINT_END)
		return dt_why_set(e, -EINVAL, "only BEGIN and END are fired "
		    "by the library");
	describe_self(v, &f, &self);
	if (v->run->cpu >= 0)	/* the consumer reads no other CPU */
		f.cpu = (uint32_t)v->run->cpu;
	if (f.cpu >= v->mem.ncpus)
		return dt_why_set(e, -EINVAL, "CPU %u is not known", f.cpu);
	for (i = 0; i < v->run->nrows; i++)
		if (v->rows[i].kind == kind) {
			f.probe = v->rows[i].probe;
			dt_vm_fire(v, &v->rows[i], &f);
		}
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
	.fires = dt_vm_watch_fires,
	.check = dt_vm_watch_check,
	.open = vm_open,
	.load = vm_load,
	.attach = vm_attach,
	.edge = vm_edge,
	.detach = vm_detach,
	.watch = vm_watch,
	.unwatch = vm_unwatch,
	.grow = vm_grow,
	.missed = vm_missed,
	.fire = vm_fire,
	.reclaim = vm_reclaim,
	.mem = vm_mem,
	.close = vm_close,
};
