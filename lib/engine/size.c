/* SPDX-License-Identifier: MIT */
/* size.c - the sizes of a run, which are the same for both engines. */
#include <errno.h>
#include <string.h>

#include "engine/size.h"
#include "tbl/edt.h"

#define	AGG_MINIDX	16	/* index words */
#define	AGG_WORDBYTES	16	/* bytes of a buffer for one index word */
#define	MAX_SELF	(1u << 20)

static uint64_t
round_up(uint64_t v, uint64_t to)
{
	return (v + to - 1) / to * to;
}

static uint32_t
agg_nidx(uint64_t size)
{
	uint32_t n = AGG_MINIDX;

	while ((uint64_t)n * 2 <= size / AGG_WORDBYTES)
		n *= 2;
	return n;
}

static uint32_t
agg_data(uint32_t nidx)
{
	return round_up(sizeof(struct dt_aggbuf) + 4ull * nidx, 8);
}

static bool
agg_fits(uint64_t size, uint64_t maxrec)
{
	return agg_data(agg_nidx(size)) + maxrec <= size;
}

static bool
prin_fits(uint64_t size, uint64_t maxrec)
{
	return maxrec <= size;
}

static uint64_t
largest_aggrec(const struct dt_run *run)
{
	uint32_t i, nw = 0;

	for (i = 0; run->forms != NULL && i < run->forms->n; i++)
		if (run->forms->v[i]->nw > nw)
			nw = run->forms->v[i]->nw;
	return sizeof(struct dt_aggrec) + 8ull * run->key_words + 8ull * nw;
}

static uint64_t
largest_rec(const struct dt_run *run)
{
	uint32_t i, j, max = sizeof(struct dt_rechdr);

	for (i = 0; i < run->npoints; i++)
		for (j = 0; j < run->points[i].nclauses; j++)
			if (run->points[i].clauses[j]->rec_size > max)
				max = run->points[i].clauses[j]->rec_size;
	return round_up(max, 8);
}

uint32_t
dt_size_needs(const struct dt_run *run)
{
	uint32_t needs = 0;

	for (uint32_t i = 0; i < run->npoints; i++)
		needs |= dt_point_needs(&run->points[i]);
	return needs;
}

/*
 * The buffer of a deeper level grows if a record needs it, up to the size of
 * level 0.
 */
static uint64_t
deep_size(const struct dt_run *run, uint64_t level0, uint64_t maxrec,
    bool (*fits)(uint64_t size, uint64_t maxrec))
{
	uint64_t size = run->deepsize != 0 ? run->deepsize / 8 * 8 :
	    DT_DEEPSIZE;

	while (!fits(size, maxrec) && size < level0)
		size = size * 2 < level0 ? size * 2 : level0;
	return size;
}

static int
size_agg(const struct dt_run *run, struct dt_sizes *z)
{
	uint64_t maxrec = largest_aggrec(run), size = run->aggsize / 8 * 8;
	int v;

	z->agg_maxrec = maxrec;
	if (run->aggsize == 0)
		return 0;
	if (size > DT_BUFMAX)
		return -EFBIG;
	if (!agg_fits(size, maxrec))
		return -ENOSPC;
	z->agg_size[DT_VAR_L0] = size;
	z->agg_size[DT_VAR_DEEP] = deep_size(run, size, maxrec, agg_fits);
	for (v = 0; v < DT_NVARS; v++) {
		z->agg_nidx[v] = agg_nidx(z->agg_size[v]);
		z->agg_data[v] = agg_data(z->agg_nidx[v]);
	}
	return 0;
}

/* The bytes that a clause can record in one firing. */
static uint64_t
all_recs(const struct dt_clause *c)
{
	return c->rec_size + (c->spec ? DT_SPEC_RECSIZE : 0);
}

/* The room that is kept for one firing of END in a full buffer. */
static uint64_t
end_reserve(const struct dt_run *run)
{
	uint64_t sum = 0;
	uint32_t i, j, c;

	for (i = 0; i < run->npoints; i++) {
		const struct dt_enpoint *p = &run->points[i];

		for (j = 0; p->kind == DT_POINT_END && j < p->nrows; j++)
			for (c = 0; c < p->nclauses; c++)
				if (dt_in_mask(p->rows[j].mask, c))
					sum += all_recs(p->clauses[c]);
	}
	return sum;
}

/*
 * The requested size must hold the smallest record; larger ones are dropped at
 * each firing.  After the limit and the reserve there is room for one largest
 * record, so that "offset + largest" is a bound for all clauses, as the
 * verifier requires.
 */
static int
size_prin(const struct dt_run *run, struct dt_sizes *z, uint64_t maxrec)
{
	uint64_t limit = run->bufsize / 8 * 8, reserve = 0, most = maxrec;
	int v;

	z->policy = run->policy;
	z->prin_maxrec = maxrec;
	if (run->bufsize == 0)
		return 0;
	if (run->policy == DT_POLICY_FILL)
		reserve = end_reserve(run);
	if (reserve > most)
		most = reserve;
	if (limit > DT_BUFMAX)
		return -EFBIG;
	if (limit < sizeof(struct dt_rechdr))
		return -ENOSPC;
	if (limit < reserve)
		return -EDT_ENDTOOBIG;
	z->prin_limit[DT_VAR_L0] = limit;
	z->prin_limit[DT_VAR_DEEP] = deep_size(run, limit, most, prin_fits);
	z->prin_reserve = reserve;
	for (v = 0; v < DT_NVARS; v++) {
		z->prin_size[v] = sizeof(struct dt_prinbuf) +
		    z->prin_limit[v] + maxrec;
		z->prin_limit[v] -= reserve;
	}
	return 0;
}

/* The part of the slot that clauses use, then the parts common to all. */
static void
size_slot(const struct dt_run *run, struct dt_sizes *z)
{
	uint64_t min = sizeof(struct dt_slot) + 8ull * run->key_words;

	z->this_str = round_up(run->slot_size > min ? run->slot_size : min, 8);
	z->dynkey = z->this_str + (uint64_t)run->nthisstrs * z->strbytes;
	z->dynval = z->dynkey + 8 * z->dyn_words;
	/*
	 * With strsize bytes after the last string, a loop that begins anywhere
	 * in a string may access strsize bytes: one check of its bounds is
	 * enough for the verifier.
	 */
	z->slot_size = round_up(z->dynval + z->dynval_size + z->strbytes, 64);
}

/* The most that the clauses of the mask (NULL: all) take in one firing. */
static struct dt_scratch
scratch_of(const struct dt_enpoint *p, const uint64_t *mask,
    const struct dt_scratch *fault)
{
	struct dt_scratch sum = { 0 };

	for (uint32_t c = 0; c < p->nclauses; c++) {
		if (mask != NULL && !dt_in_mask(mask, c))
			continue;
		sum.known += p->clauses[c]->scratch.known + fault->known;
		sum.any |= p->clauses[c]->scratch.any | fault->any;
	}
	return sum;
}

static void
take_more(struct dt_scratch *most, struct dt_scratch s)
{
	if (s.known > most->known)
		most->known = s.known;
	most->any |= s.any;
}

/*
 * The most that any firing takes: each clause may have a fault and run those of
 * ERROR, and a row that is added later may run all clauses.
 */
static struct dt_scratch
most_scratch(const struct dt_run *run)
{
	const struct dt_scratch none = { 0 };
	struct dt_scratch most = none, fault = none;
	uint32_t i, j;

	for (i = 0; i < run->npoints; i++)
		if (run->points[i].kind == DT_POINT_ERROR)
			fault = scratch_of(&run->points[i], NULL, &none);
	for (i = 0; i < run->npoints; i++) {
		const struct dt_enpoint *p = &run->points[i];

		for (j = 0; j < p->nrows; j++)
			take_more(&most, scratch_of(p, p->rows[j].mask,
			    &fault));
		if (p->spare != 0)
			take_more(&most, scratch_of(p, NULL, &fault));
	}
	return most;
}

static uint64_t
least(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/*
 * No more than the clauses can take.  Where that is known only at run time, the
 * deeper levels get less, since they seldom fire.
 */
static void
size_scratch(const struct dt_run *run, uint32_t needs, struct dt_sizes *z)
{
	struct dt_scratch most;
	uint64_t limit = run->scratchsize / 8 * 8, deep, any;

	if ((needs & DT_NEED_SCRATCH) == 0)
		return;
	most = most_scratch(run);
	deep = most.known;
	if (most.any) {
		any = run->scratchany / 64 * 8;
		most.known += run->scratchany / 8 * 8;
		deep += any > DT_SCRATCHMIN ? any : DT_SCRATCHMIN;
	}
	z->scratch_size[DT_VAR_L0] = least(limit, most.known);
	z->scratch_size[DT_VAR_DEEP] = least(z->scratch_size[DT_VAR_L0], deep);
	z->scratch_cpu = dt_scratch_bytes(z->scratch_size[DT_VAR_L0]) +
	    (DT_LEVELS - 1) * dt_scratch_bytes(z->scratch_size[DT_VAR_DEEP]);
}

uint64_t
dt_size_scratch(const struct dt_sizes *z, const struct dt_mem *m)
{
	return z->scratch_cpu == 0 ? 0 : z->scratch_size[DT_VAR_L0] +
	    z->scratch_cpu * (m->one_cpu ? 1 : m->ncpus);
}

static uint32_t
entries(size_t bytes, size_t each)
{
	size_t n = bytes / each;

	return n < 1 ? 1 : n > MAX_SELF ? MAX_SELF : n;
}

static uint32_t
floor_pow2(uint32_t n)
{
	return 1u << (31 - __builtin_clz(n));
}

/* Map dynlong has one entry even without long keys, since the code names it. */
static void
size_arrays(struct dt_sizes *z, size_t bytes)
{
	size_t each = DT_DYNBYTES + z->dynval_size;

	z->ndynlong = 1;
	if (z->dyn_words > z->dyn_short) {
		bytes /= 2;
		z->ndynlong = entries(bytes, each + 8 * z->dyn_words);
	}
	z->ndynvar = entries(bytes, each + 8 * z->dyn_short);
}

static bool
has_each(const struct dt_run *run, enum dt_tpeach each)
{
	uint32_t i;

	for (i = 0; i < run->npoints; i++)
		if (run->points[i].each == each &&
		    run->points[i].nclauses != 0)
			return true;
	return false;
}

static bool
has_waits(const struct dt_run *run)
{
	uint32_t i;

	for (i = 0; i < run->npoints; i++)
		if (run->points[i].waits != DT_WAITS_NOT &&
		    run->points[i].nclauses != 0)
			return true;
	return false;
}

/*
 * The maps of the run share dynvarsize.  A thread with variables has one more
 * entry, the mask of them.  Entries that are kept for values of 0 have room in
 * addition.
 */
static void
size_dynamic(const struct dt_run *run, uint32_t needs, struct dt_sizes *z)
{
	bool self = needs & DT_NEED_SELF, str = needs & DT_NEED_SELFSTR;
	bool dyn = needs & DT_NEED_DYN;
	bool prios = has_each(run, DT_EACH_CHANGE);
	bool ios = has_each(run, DT_EACH_BIO);
	int kinds = self + str + dyn + prios + ios;
	size_t share = run->dynvarsize / (kinds > 0 ? kinds : 1);
	uint32_t n;

	if (self) {
		n = entries(share, DT_SELFBYTES);
		z->self_keep = n / 2;
		z->nself = 2 * n + z->self_keep;
	}
	if (str)
		z->nselfstr = entries(share, DT_SELFBYTES + z->strbytes);
	if (dyn)
		size_arrays(z, share);
	if (prios)
		z->nprios = 2 * entries(share, DT_PRIOBYTES);
	if (ios)
		z->nios = floor_pow2(entries(share, sizeof(struct dt_io)));
}

int
dt_size_run(const struct dt_run *run, struct dt_sizes *z)
{
	uint32_t i, needs = dt_size_needs(run);
	int err;

	memset(z, 0, sizeof(*z));
	err = size_agg(run, z);
	if (err == 0)
		err = size_prin(run, z, largest_rec(run));
	if (err != 0)
		return err;
	z->key_words = run->key_words;
	z->strsize = run->strsize;
	z->strbytes = dt_strbytes(run->strsize);
	z->ngstrs = run->ngstrs;
	if (needs & DT_NEED_DYN) {
		z->dyn_words = run->dyn_words;
		z->dyn_short = z->dyn_words < DT_DYN_SHORT ? z->dyn_words :
		    DT_DYN_SHORT;
		z->dynval_size = needs & DT_NEED_DYNSTR ? z->strbytes : 8;
	}
	size_slot(run, z);
	size_scratch(run, needs, z);
	z->globals_size = run->globals_size < 8 ? 8 :
	    round_up(run->globals_size, 8);
	z->globals_map = (needs & DT_NEED_SCRATCH ? 2ull : 1ull) *
	    z->globals_size;
	size_dynamic(run, needs, z);
	z->waits = has_waits(run);
	if (needs & DT_NEED_SPEC) {
		z->nspec = run->nspec;
		z->specs_size = 8 * (run->nspec + 1);
	}
	for (i = 0; (needs & DT_NEED_NAMES) && i < run->npoints; i++)
		z->nnames += run->points[i].nrows + run->points[i].spare;
	return 0;
}

uint32_t
dt_size_halves(enum dt_bufkind kind, enum dt_policy policy)
{
	return kind == DT_BUF_PRIN && policy != DT_POLICY_SWITCH ? 1 : 2;
}

int64_t
dt_size_buffers(const struct dt_run *run, int64_t ncpus)
{
	int64_t agg = dt_size_halves(DT_BUF_AGG, run->policy), sum = 0;
	int64_t prin = dt_size_halves(DT_BUF_PRIN, run->policy);
	struct dt_sizes z;
	int v, err = dt_size_run(run, &z);

	for (v = 0; err == 0 && v < DT_NVARS; v++)
		sum += (v == DT_VAR_L0 ? 1 : DT_LEVELS - 1) *
		    (agg * z.agg_size[v] + prin * z.prin_size[v]);
	sum += (int64_t)z.scratch_cpu;
	return err != 0 ? err :
	    ncpus * sum + (int64_t)z.scratch_size[DT_VAR_L0];
}

void
dt_size_mem(const struct dt_run *run, const struct dt_sizes *z,
    uint32_t ncpus, struct dt_mem *m)
{
	m->ncpus = ncpus;
	m->one_cpu = run->cpu >= 0;
	m->cpu = (uint32_t)run->cpu;
	m->policy = z->policy;
	m->nspec = z->nspec;
	for (int k = 0; k < DT_NBUFS; k++)
		m->buf[k].single = dt_size_halves(k, z->policy) == 1;
	for (int v = 0; v < DT_NVARS; v++) {
		m->agg_nidx[v] = z->agg_nidx[v];
		m->agg_data[v] = z->agg_data[v];
		m->scratch[v] = z->scratch_size[v];
	}
}

void
dt_size_lost(const struct dt_enpoint *p, const struct dt_enrow *row,
    uint32_t *nrec, uint32_t *nagg)
{
	*nrec = *nagg = 0;
	for (uint32_t i = 0; i < p->nclauses; i++)
		if (dt_in_mask(row->mask, i)) {
			*nrec += p->clauses[i]->rec_size != 0;
			*nagg += p->clauses[i]->nagg;
		}
}

void
dt_size_names(const struct dt_enrow *row, struct dt_names *out)
{
	size_t i, len;

	memset(out, 0, sizeof(*out));
	for (i = 0; i < 4; i++) {
		len = row->name[i] == NULL ? 0 : strlen(row->name[i]);
		if (len >= sizeof(out->part[i].s))
			len = sizeof(out->part[i].s) - 1;
		out->part[i].len = len;
		if (len != 0)
			memcpy(out->part[i].s, row->name[i], len);
	}
}

int
dt_number_find(const struct dt_number *t, size_t n, const char *name,
    uint64_t *value)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(name, t[i].name) == 0) {
			*value = t[i].value;
			return 0;
		}
	return -ENOENT;
}

int
dt_size_number(const struct dt_sizes *z, const struct dt_mem *m,
    enum dt_variant variant, const char *name, uint64_t *value)
{
	uint64_t deep = dt_scratch_bytes(z->scratch_size[DT_VAR_DEEP]);
	const struct dt_number t[] = {
		{ "agg_size", z->agg_size[variant] },
		{ "agg_nidx", z->agg_nidx[variant] },
		{ "agg_data", z->agg_data[variant] },
		{ "agg_maxrec", z->agg_maxrec },
		{ "prin_size", z->prin_size[variant] },
		{ "prin_limit", z->prin_limit[variant] },
		{ "prin_maxrec", z->prin_maxrec },
		{ "prin_reserve", z->prin_reserve },
		{ "policy", z->policy },
		{ "slot_size", z->slot_size },
		{ "key_words", z->key_words },
		{ "strsize", z->strsize },
		{ "strbytes", z->strbytes },
		{ "this_str", z->this_str },
		{ "dynkey", z->dynkey },
		{ "dyn_words", z->dyn_words },
		{ "dyn_short", z->dyn_short },
		{ "dynval", z->dynval },
		{ "scratch_all", dt_size_scratch(z, m) },
		{ "scratch_size", z->scratch_size[variant] },
		{ "scratch_cpu", m->one_cpu ? 0 : z->scratch_cpu },
		{ "scratch_level", deep },
		{ "scratch_from", variant == DT_VAR_L0 ? 0 :
		    dt_scratch_bytes(z->scratch_size[DT_VAR_L0]) - deep },
		{ "nios", z->nios },
		{ "self_keep", z->self_keep },
		{ "globals_size", z->globals_size },
		{ "nspec", z->nspec },
	};

	return dt_number_find(t, sizeof(t) / sizeof(t[0]), name, value);
}
