/* SPDX-License-Identifier: MIT */
/*
 * fill.c - fills buffers with the vector's data of each CPU.
 *
 * A buffer has a single half, as that of a run which has ended, and one level.
 * All CPUs' buffers are of one size, so their data are gathered first.
 */
#include "vector/priv.h"

#include <errno.h>
#include <stdlib.h>
#include "tbl/edt.h"

#define	MAX_CPUS	65536

static const struct {
	int request;
	const char *about;
	size_t head;		/* bytes before the first record */
} kinds[DT_NBUFS] = {
	[DT_BUF_AGG] = { DTRACEIOC_AGGSNAP, "the aggregations of CPU",
	    sizeof(struct dt_aggbuf) },
	[DT_BUF_PRIN] = { DTRACEIOC_BUFSNAP, "the records of CPU",
	    sizeof(struct dt_prinbuf) },
};

static size_t
room(const struct dt_vector *v, enum dt_bufkind kind)
{
	return kind == DT_BUF_AGG ? v->how.aggsize : v->how.bufsize;
}

static int
count_cpus(struct dt_vector *v, uint32_t *n)
{
	long last = v->ops.dtv_sysconf(v->arg, _SC_CPUID_MAX);

	if (last < 0 || last >= MAX_CPUS)
		return dt_vector_fail(v, EINVAL, "the vector says that the "
		    "greatest id of a CPU is %ld", last);
	*n = (uint32_t)last + 1;
	return 0;
}

int
dt_vector_begin(struct dt_vector *v, const struct dt_vectorhow *how,
    struct dt_mem **out)
{
	size_t most = how->bufsize > how->aggsize ? how->bufsize :
	    how->aggsize;
	struct dt_mem *m = &v->mem;
	int rc;

	v->err = 0;
	v->how = *how;
	rc = count_cpus(v, &m->ncpus);
	if (rc != 0)
		return rc;
	if (most > DT_BUFMAX)
		return dt_vector_fail(v, ENOMEM, "buffers of %zu bytes are "
		    "too large: lower bufsize or aggsize", most);
	m->policy = DT_POLICY_FILL;
	m->buf[DT_BUF_AGG].single = m->buf[DT_BUF_PRIN].single = true;
	m->agg_data[0] = sizeof(struct dt_aggbuf);
	m->state = calloc(1, sizeof(*m->state));
	m->ctl = calloc(m->ncpus, sizeof(*m->ctl));
	v->filled = calloc(m->ncpus, sizeof(*v->filled));
	v->snap = malloc(most + 1);
	if (m->state == NULL || m->ctl == NULL || v->filled == NULL ||
	    v->snap == NULL)
		return -ENOMEM;
	m->state->activity = DT_OFF;
	*out = m;
	return 0;
}

/* Pass on the records or entries between two offsets. */
static int
add_all(struct dt_vector *v, size_t from, size_t to, dt_vector_add_f *add,
    struct dt_buf *out)
{
	while (from < to) {
		int64_t n = to - from < sizeof(uint32_t) ?
		    dt_vector_fail(v, EDT_DOFFSET, "a buffer of the vector "
		    "ends within a record") :
		    add(v, v->snap + from, to - from, out);

		if (n < 0)
			return (int)n;
		from += (size_t)n;
	}
	return 0;
}

/* A ring's oldest record is not at its start; the newest is before it. */
static int
read_cpu(struct dt_vector *v, enum dt_bufkind kind, uint32_t cpu,
    dt_vector_add_f *add, uint64_t *drops)
{
	dtrace_bufdesc_t d = { .dtbd_size = room(v, kind), .dtbd_cpu = cpu,
	    .dtbd_data = v->snap };
	struct dt_buf *out = &v->filled[cpu];
	int rc = dt_vector_try(v, kinds[kind].request, &d);

	if (rc == -ENOENT)
		return 0;
	if (rc != 0)
		return dt_vector_fail(v, -rc, "the vector does not tell %s "
		    "%u: %s", kinds[kind].about, cpu, strerror(-rc));
	*drops = d.dtbd_drops;
	if (d.dtbd_size > room(v, kind) || d.dtbd_oldest > d.dtbd_size)
		return dt_vector_fail(v, EDT_DOFFSET, "the vector says that "
		    "%s %u have %llu bytes, from %llu on: they may have %zu",
		    kinds[kind].about, cpu, (unsigned long long)d.dtbd_size,
		    (unsigned long long)d.dtbd_oldest, room(v, kind));
	rc = add_all(v, d.dtbd_oldest, d.dtbd_size, add, out);
	return rc != 0 ? rc : add_all(v, 0, d.dtbd_oldest, add, out);
}

static bool
is_there(const struct dt_vector *v, uint32_t cpu)
{
	return (v->how.cpu < 0 || (uint32_t)v->how.cpu == cpu) &&
	    v->ops.dtv_status(v->arg, (processorid_t)cpu) != -1;
}

/* Write the head of the data that were gathered for a CPU. */
static void
put_head(enum dt_bufkind kind, struct dt_buf *b, uint64_t drops)
{
	if (b->len == 0)
		return;
	if (kind == DT_BUF_AGG)
		*(struct dt_aggbuf *)b->p = (struct dt_aggbuf){
		    .used = (uint32_t)b->len, .drops = drops };
	else
		*(struct dt_prinbuf *)b->p = (struct dt_prinbuf){ .used =
		    (uint32_t)(b->len - kinds[kind].head), .drops = drops };
}

static int
gather(struct dt_vector *v, enum dt_bufkind kind, uint32_t cpu,
    dt_vector_add_f *add)
{
	struct dt_buf *b = &v->filled[cpu];
	uint64_t drops = 0;
	int rc = 0;

	dt_buf_reset(b);
	if (!is_there(v, cpu))
		return 0;
	if (dt_buf_grow(b, kinds[kind].head) == NULL)
		return -ENOMEM;
	rc = read_cpu(v, kind, cpu, add, &drops);
	if (b->len > UINT32_MAX) {
		dt_buf_reset(b);
		return -ENOMEM;
	}
	put_head(kind, b, drops);
	return rc;
}

/* Make the buffers from the gathered data. */
static int
put_all(struct dt_vector *v, enum dt_bufkind kind)
{
	struct dt_halves *h = &v->mem.buf[kind];
	size_t size = kinds[kind].head;

	for (uint32_t i = 0; i < v->mem.ncpus; i++)
		if (v->filled[i].len > size)
			size = v->filled[i].len;
	free(h->base[0]);
	h->base[0] = calloc(v->mem.ncpus, size);
	if (h->base[0] == NULL)
		return -ENOMEM;
	h->size[0] = size;
	for (uint32_t i = 0; i < v->mem.ncpus; i++) {
		if (v->filled[i].len != 0)
			memcpy(h->base[0] + i * size, v->filled[i].p,
			    v->filled[i].len);
		dt_buf_free(&v->filled[i]);
	}
	return 0;
}

/* Does the buffer of a CPU have data that its reader has not taken? */
static bool
has_left(const struct dt_vector *v, enum dt_bufkind kind, uint32_t cpu)
{
	const void *p = dt_half(&v->mem, kind, cpu, 0, 0);
	const struct dt_aggbuf *agg = p;
	const struct dt_prinbuf *prin = p;

	if (p == NULL)
		return false;
	return kind == DT_BUF_AGG ? agg->used != 0 || agg->drops != 0 :
	    prin->used != 0 || prin->drops != 0;
}

int
dt_vector_fill(struct dt_vector *v, enum dt_bufkind kind,
    dt_vector_add_f *add)
{
	int first = 0, rc;

	v->err = 0;
	v->why[0] = '\0';
	if (room(v, kind) == 0)
		return 0;
	for (uint32_t i = 0; i < v->mem.ncpus; i++)
		if (has_left(v, kind, i))
			return 0;
	for (uint32_t i = 0; i < v->mem.ncpus; i++) {
		rc = gather(v, kind, i, add);
		if (first == 0)
			first = rc;
	}
	rc = put_all(v, kind);
	return first != 0 ? first : rc;
}
