/* SPDX-License-Identifier: MIT */
/*
 * mem.c - the memory of a run: buffers, maps, code and rows in an unnamed file,
 * which the consumer creates and tracers map, too.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "vm/vm.h"

#define	PAGE	4096
#define	LINE	64

/* --- places ------------------------------------------------------------- */

static uint64_t
place(struct dt_vm_run *r, uint64_t len)
{
	uint64_t align = len < PAGE ? LINE : PAGE, at;

	if (len == 0)
		return 0;
	at = (r->len + align - 1) & ~(align - 1);
	r->len = at + len;
	return at;
}

static void
plan_array(struct dt_vm_run *r, enum dt_vm_mapid id, uint32_t value_size,
    uint32_t max)
{
	r->maps[id] = (struct dt_vm_map){ .key_size = sizeof(uint32_t),
	    .value_size = value_size, .max = max };
	r->map_at[id] = place(r, (uint64_t)value_size * max);
}

static void
plan_hash(struct dt_vm_run *r, enum dt_vm_mapid id, uint32_t key_size,
    uint32_t value_size, uint32_t max)
{
	r->maps[id] = (struct dt_vm_map){ .key_size = key_size,
	    .value_size = value_size, .max = max };
	if (max != 0)
		r->map_at[id] = place(r,
		    dt_vm_hash_size(key_size, value_size, max));
}

static bool
is_hash(const struct dt_vm_map *m)
{
	return m->key_size != sizeof(uint32_t) && m->max != 0;
}

static void
plan_halves(struct dt_vm_run *r, enum dt_bufkind k, const uint32_t size[])
{
	for (int i = 0; i < DT_NVARS; i++)
		r->half_at[k][i] = place(r, (uint64_t)size[i] *
		    dt_nhalves(&r->mem, k, i != DT_VAR_L0));
}

int
dt_vm_plan_maps(struct dt_vm_run *r)
{
	const struct dt_sizes *z = &r->size;
	uint64_t scratch = dt_size_scratch(z, &r->mem);
	uint32_t n = r->mem.ncpus;

	if (scratch > UINT32_MAX)
		return -ENOMEM;
	r->len = sizeof(*r);
	plan_array(r, DT_VM_MAP_state, (uint32_t)(sizeof(struct dt_state) +
	    n * sizeof(struct dt_ctl)), 1);
	plan_array(r, DT_VM_MAP_slots, z->slot_size, n * DT_LEVELS);
	plan_array(r, DT_VM_MAP_names, sizeof(struct dt_names), z->nnames);
	plan_array(r, DT_VM_MAP_globals, (uint32_t)z->globals_map, 1);
	plan_array(r, DT_VM_MAP_gstrs, z->strbytes, z->ngstrs);
	plan_array(r, DT_VM_MAP_specs, z->specs_size, z->specs_size != 0);
	plan_array(r, DT_VM_MAP_scratch, (uint32_t)scratch, scratch != 0);
	plan_hash(r, DT_VM_MAP_self, sizeof(struct dt_selfkey),
	    sizeof(uint64_t), z->nself);
	plan_hash(r, DT_VM_MAP_selfstr, sizeof(struct dt_selfkey), z->strbytes,
	    z->nselfstr);
	plan_hash(r, DT_VM_MAP_dynvar, 8 * z->dyn_short, z->dynval_size,
	    z->ndynvar);
	plan_hash(r, DT_VM_MAP_dynlong, 8 * z->dyn_words, z->dynval_size,
	    z->ndynlong);
	plan_halves(r, DT_BUF_AGG, z->agg_size);
	plan_halves(r, DT_BUF_PRIN, z->prin_size);
	return 0;
}

void
dt_vm_plan_code(struct dt_vm_run *r)
{
	uint32_t size = 16;

	while (size < r->maxrows * 2)
		size *= 2;
	r->byprobe_mask = size - 1;
	r->insns_at = place(r, r->ninsns * sizeof(struct bpf_insn));
	r->clauses_at = place(r, r->maxclauses * sizeof(struct dt_vm_clause));
	r->rows_at = place(r, r->maxrows * sizeof(struct dt_vm_row));
	r->byprobe_at = place(r, size * sizeof(uint32_t));
	r->sites_at = place(r, r->maxsites * sizeof(struct dt_site));
	r->files_at = place(r, r->maxfiles * sizeof(struct dt_sitefile));
	r->patches_at = place(r, r->npatches * sizeof(struct dt_patch));
}

/* --- addresses in this process -------------------------------------------- */

static void *
at(const struct dt_vm *v, uint64_t place_of)
{
	return place_of == 0 ? NULL : (char *)v->run + place_of;
}

static void
view_halves(struct dt_vm *v, enum dt_bufkind k, const uint32_t size[])
{
	for (int i = 0; i < DT_NVARS; i++) {
		v->mem.buf[k].base[i] = at(v, v->run->half_at[k][i]);
		v->mem.buf[k].size[i] = size[i];
	}
}

/* Sites are read first, because files are added before the sites in them. */
void
dt_vm_sites_view(struct dt_vm *v)
{
	v->sites.n = __atomic_load_n(&v->run->nsites, __ATOMIC_ACQUIRE);
	v->sites.nfiles = __atomic_load_n(&v->run->nfiles, __ATOMIC_ACQUIRE);
}

static void
view(struct dt_vm *v)
{
	const struct dt_vm_run *r = v->run;

	v->mem = r->mem;
	memcpy(v->maps, r->maps, sizeof(v->maps));
	for (int i = 0; i < DT_VM_NMAPS; i++) {
		if (is_hash(&v->maps[i]))
			v->maps[i].hash = at(v, r->map_at[i]);
		else
			v->maps[i].base = at(v, r->map_at[i]);
	}
	v->mem.state = at(v, r->map_at[DT_VM_MAP_state]);
	v->mem.ctl = v->mem.state->ctl;
	v->mem.specs = at(v, r->map_at[DT_VM_MAP_specs]);
	view_halves(v, DT_BUF_AGG, r->size.agg_size);
	view_halves(v, DT_BUF_PRIN, r->size.prin_size);
	v->clauses = at(v, r->clauses_at);
	v->rows = at(v, r->rows_at);
	v->byprobe = at(v, r->byprobe_at);
	v->sites = (struct dt_sites){
		.v = at(v, r->sites_at), .files = at(v, r->files_at),
		.patches = at(v, r->patches_at), .npatches = r->npatches,
		.next_patch = &v->run->next_patch,
	};
	dt_vm_sites_view(v);
}

/* Map the memory at this address if that is free, else at another. */
static int
map_memory(struct dt_vm *v, size_t len, void *at)
{
	void *p = mmap(at, len, PROT_READ | PROT_WRITE, MAP_SHARED, v->fd, 0);

	if (p == MAP_FAILED)
		return -errno;
	v->run = p;
	return 0;
}

/* Is len above the limit of file sizes?  ftruncate() would send SIGXFSZ. */
static bool
is_too_long(uint64_t len)
{
	struct rlimit rl;

	return len > INT64_MAX || (getrlimit(RLIMIT_FSIZE, &rl) == 0 &&
	    rl.rlim_cur != RLIM_INFINITY && len > rl.rlim_cur);
}

int
dt_vm_mem_create(struct dt_vm *v, const struct dt_vm_run *plan)
{
	int err;

	if (is_too_long(plan->len))
		return -EFBIG;
	v->fd = memfd_create("dtrace", MFD_CLOEXEC);
	if (v->fd < 0 || ftruncate(v->fd, (off_t)plan->len) != 0)
		return -errno;
	err = map_memory(v, plan->len, NULL);
	if (err != 0)
		return err;
	*v->run = *plan;
	v->run->base = v->run;
	view(v);
	for (int i = 0; i < DT_VM_NMAPS; i++) {
		const struct dt_vm_map *m = &v->maps[i];

		if (m->hash != NULL)
			dt_vm_hash_init(m->hash, m->key_size, m->value_size,
			    m->max);
	}
	return 0;
}

int
dt_vm_mem_open(struct dt_vm *v, int fd)
{
	uint64_t len;
	void *base;
	int err;

	v->fd = fd;
	if (pread(fd, &len, sizeof(len), offsetof(struct dt_vm_run, len)) !=
	    (ssize_t)sizeof(len) || pread(fd, &base, sizeof(base),
	    offsetof(struct dt_vm_run, base)) != (ssize_t)sizeof(base))
		return -EIO;
	/* at the consumer's address, since variables may contain pointers */
	err = map_memory(v, len, base);
	if (err != 0)
		return err;
	view(v);
	return dt_vm_mem_bind(v);
}

/* Replace offsets in the memory, which src_reg marks, by addresses. */
int
dt_vm_mem_bind(struct dt_vm *v)
{
	uint32_t n = v->run->ninsns;
	struct bpf_insn *p;

	v->insns = calloc((size_t)n + 1, sizeof(*p));
	if (v->insns == NULL)
		return -ENOMEM;
	if (n != 0)
		memcpy(v->insns, at(v, v->run->insns_at), n * sizeof(*p));
	for (p = v->insns; p < v->insns + n; p++) {
		uint64_t addr = (uint32_t)p[0].imm;

		if (!dt_insn_is_wide(p) ||
		    p->src_reg != BPF_PSEUDO_MAP_VALUE)
			continue;
		addr |= (uint64_t)(uint32_t)p[1].imm << 32;
		addr += (uintptr_t)v->run;
		p[0].src_reg = 0;
		p[0].imm = (int32_t)addr;
		p[1].imm = (int32_t)(addr >> 32);
	}
	return 0;
}

void
dt_vm_mem_close(struct dt_vm *v)
{
	if (v->run != NULL)
		(void) munmap(v->run, v->run->len);
	if (v->fd >= 0)
		(void) close(v->fd);
	free(v->insns);
	v->run = NULL;
	v->insns = NULL;
	v->fd = -1;
}
