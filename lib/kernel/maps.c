/* SPDX-License-Identifier: MIT */
/* maps.c - creates and maps the buffers of a run. */
#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "kernel/kernel.h"

#define	MAXTHREADS	16384	/* whose vtimestamp is kept */
#define	MAXVALUE	(512u << 20)	/* the verifier's limit of offsets */
#define	MAXWHOLE	(256u << 20)

static int
create_failed(struct dt_kernel *k, const char *name, uint64_t bytes, int err)
{
	if (err == -ENOMEM || err == -E2BIG)
		return dt_why_set(&k->base, err, "no memory for map %s of "
		    "%llu KiB: lower aggsize, bufsize, dynvarsize, "
		    "scratchsize or strsize", name,
		    (unsigned long long)bytes / 1024);
	return dt_why_set(&k->base, err, "map %s cannot be created: %s", name,
	    strerror(-err));
}

/* Create and map an array; its values are contiguous, aligned to 8 bytes. */
int
dt_kernel_map(struct dt_kernel *k, struct dt_kmap *m, const char *name,
    uint64_t value_size, uint32_t entries)
{
	LIBBPF_OPTS(bpf_map_create_opts, o, .map_flags = BPF_F_MMAPABLE);
	uint64_t bytes = value_size * entries;
	uint64_t page = sysconf(_SC_PAGESIZE);
	char full[BPF_OBJ_NAME_LEN];

	if (value_size > MAXVALUE)
		return create_failed(k, name, bytes, -E2BIG);
	snprintf(full, sizeof(full), "dt_%s", name);
	m->fd = bpf_map_create(BPF_MAP_TYPE_ARRAY, full, 4,
	    (uint32_t)value_size, entries, &o);
	if (m->fd < 0)
		return create_failed(k, name, bytes, m->fd);
	m->len = (bytes + page - 1) / page * page;
	m->mem = mmap(NULL, m->len, PROT_READ | PROT_WRITE, MAP_SHARED, m->fd,
	    0);
	if (m->mem == MAP_FAILED) {
		m->mem = NULL;
		return create_failed(k, name, bytes, -errno);
	}
	return 0;
}

void
dt_kernel_unmap(struct dt_kmap *m)
{
	if (m->mem != NULL)
		munmap(m->mem, m->len);
	if (m->fd >= 0)
		close(m->fd);
	*m = (struct dt_kmap){ .fd = -1 };
}

struct hashmap {
	enum dt_kmapid id;
	const char *name;
	enum bpf_map_type type;
	uint32_t key, value, n;
};

static int
create_hash(struct dt_kernel *k, const struct hashmap *h)
{
	struct dt_kmap *m = &k->maps[h->id];

	m->fd = bpf_map_create(h->type, h->name, h->key, h->value, h->n, NULL);
	return m->fd >= 0 ? 0 : create_failed(k, h->name,
	    (48ull + h->key + h->value) * h->n, m->fd);
}

/* Create the hashes that the run needs. */
static int
create_hashes(struct dt_kernel *k)
{
	const struct dt_sizes *z = &k->size;
	const struct hashmap t[] = {
		{ DT_KMAP_self, "dt_self", BPF_MAP_TYPE_HASH,
		    sizeof(struct dt_selfkey), sizeof(uint64_t), z->nself },
		{ DT_KMAP_selfstr, "dt_selfstr", BPF_MAP_TYPE_HASH,
		    sizeof(struct dt_selfkey), z->strbytes, z->nselfstr },
		{ DT_KMAP_dynvar, "dt_dynvar", BPF_MAP_TYPE_HASH,
		    8 * z->dyn_short, z->dynval_size, z->ndynvar },
		{ DT_KMAP_dynlong, "dt_dynlong", BPF_MAP_TYPE_HASH,
		    8 * z->dyn_words, z->dynval_size, z->ndynlong },
		{ DT_KMAP_prios, "dt_prios", BPF_MAP_TYPE_HASH,
		    sizeof(struct dt_priokey), sizeof(struct dt_prioval),
		    z->nprios },
		{ DT_KMAP_vtime, "dt_vtime", BPF_MAP_TYPE_LRU_HASH,
		    sizeof(uint64_t), sizeof(uint64_t),
		    k->needs & DT_NEED_VTS ? MAXTHREADS : 0 },
	};
	int err = 0;

	for (size_t i = 0; i < sizeof(t) / sizeof(t[0]) && err == 0; i++)
		if (t[i].n != 0)
			err = create_hash(k, &t[i]);
	return err;
}

static int
create_halves(struct dt_kernel *k, enum dt_bufkind kind, enum dt_kmapid first,
    const uint32_t size[DT_NVARS])
{
	static const char *const names[DT_NBUFS][DT_NVARS] = {
		[DT_BUF_AGG] = { "agg0", "agg1" },
		[DT_BUF_PRIN] = { "prin0", "prin1" },
	};
	struct dt_halves *h = &k->mem.buf[kind];
	uint32_t n, whole;
	int v, err;

	for (v = 0; v < DT_NVARS && size[v] != 0; v++) {
		n = dt_nhalves(&k->mem, kind, v != DT_VAR_L0);
		whole = (uint64_t)size[v] * n <= MAXWHOLE ? n : 1;
		err = dt_kernel_map(k, &k->maps[first + v], names[kind][v],
		    size[v] * whole, n / whole);
		if (err != 0)
			return err;
		k->maps[first + v].whole = whole == n;
		h->base[v] = k->maps[first + v].mem;
		h->size[v] = size[v];
	}
	return 0;
}

static void
fill_names(struct dt_kernel *k, const struct dt_run *run)
{
	struct dt_names *n = k->maps[DT_KMAP_names].mem;
	uint32_t i, j, row = 0;

	for (i = 0; n != NULL && i < run->npoints; i++)
		for (j = 0; j < run->points[i].nrows; j++)
			dt_size_names(&run->points[i].rows[j], &n[row++]);
}

/* Store CPU and level in each slot now, so that firings need not. */
static void
number_slots(struct dt_kernel *k)
{
	char *p = k->maps[DT_KMAP_slots].mem;
	uint32_t i;

	for (i = 0; i < k->mem.ncpus * DT_LEVELS; i++) {
		struct dt_slot *s = (struct dt_slot *)
		    (p + (size_t)i * k->size.slot_size);

		s->ctx.cpu = i / DT_LEVELS;
		s->ctx.level = i % DT_LEVELS;
	}
}

static int
create_small(struct dt_kernel *k)
{
	const struct dt_sizes *z = &k->size;
	uint64_t scratch = dt_size_scratch(z, &k->mem);
	const struct { enum dt_kmapid id; const char *name; uint64_t size, n; }
	t[] = {
		{ DT_KMAP_state, "state", sizeof(struct dt_state) +
		    k->mem.ncpus * sizeof(struct dt_ctl), 1 },
		{ DT_KMAP_slots, "slots", (uint64_t)k->mem.ncpus * DT_LEVELS *
		    z->slot_size, 1 },
		{ DT_KMAP_globals, "globals", z->globals_map, 1 },
		{ DT_KMAP_gstrs, "gstrs", z->strbytes, z->ngstrs },
		{ DT_KMAP_specs, "specs", z->specs_size, z->specs_size != 0 },
		{ DT_KMAP_scratch, "scratch", scratch, scratch != 0 },
		{ DT_KMAP_waits, "waits", sizeof(struct dt_waits), z->waits },
		{ DT_KMAP_ios, "ios", sizeof(struct dt_io) * z->nios,
		    z->nios != 0 },
		{ DT_KMAP_names, "names", sizeof(struct dt_names), z->nnames },
		{ DT_KMAP_oncpu, "oncpu", sizeof(uint64_t),
		    k->needs & DT_NEED_VTS ? k->mem.ncpus : 0 },
	};
	size_t i;
	int err = 0;

	for (i = 0; err == 0 && i < sizeof(t) / sizeof(t[0]); i++)
		if (t[i].n != 0)
			err = dt_kernel_map(k, &k->maps[t[i].id], t[i].name,
			    t[i].size, t[i].n);
	return err;
}

/* A CPU that cannot be taken offline, as CPU 0 often, lacks the file. */
static bool
is_online(int cpu)
{
	char path[64];
	int c = EOF;
	FILE *fp;

	snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%d", cpu);
	if (access(path, F_OK) != 0)
		return access("/sys/devices/system/cpu", F_OK) != 0;
	snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%d/online",
	    cpu);
	fp = fopen(path, "re");
	if (fp != NULL) {
		c = fgetc(fp);
		fclose(fp);
	}
	return c != '0';
}

static int
check_cpu(struct dt_kernel *k)
{
	int n = (int)k->mem.ncpus;

	if (k->cpu >= n)
		return dt_why_set(&k->base, -EINVAL, "option cpu: there is no "
		    "CPU %d, the last one is %d", k->cpu, n - 1);
	if (k->cpu >= 0 && !is_online(k->cpu))
		return dt_why_set(&k->base, -EINVAL, "option cpu: CPU %d is "
		    "not online", k->cpu);
	return 0;
}

/* Describe the maps for the readers. */
static void
fill_mem(struct dt_kernel *k)
{
	k->mem.state = k->maps[DT_KMAP_state].mem;
	k->mem.ctl = k->mem.state->ctl;
	k->mem.specs = k->maps[DT_KMAP_specs].mem;
}

int
dt_kernel_maps(struct dt_kernel *k, const struct dt_run *run)
{
	const struct dt_sizes *z = &k->size;
	int err, n = libbpf_num_possible_cpus();

	if (n < 0)
		return dt_why_set(&k->base, n, "the number of CPUs is unknown");
	dt_size_mem(run, z, (uint32_t)n, &k->mem);
	err = check_cpu(k);
	if (err == 0)
		err = create_small(k);
	if (err == 0)
		err = create_halves(k, DT_BUF_AGG, DT_KMAP_agg0, z->agg_size);
	if (err == 0)
		err = create_halves(k, DT_BUF_PRIN, DT_KMAP_prin0,
		    z->prin_size);
	if (err == 0)
		err = create_hashes(k);
	if (err != 0)
		return err;
	fill_mem(k);
	number_slots(k);
	fill_names(k, run);
	if (run->globals_size != 0)
		memcpy(k->maps[DT_KMAP_globals].mem, run->globals,
		    run->globals_size);
	return 0;
}
