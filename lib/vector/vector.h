/* SPDX-License-Identifier: MIT */
/*
 * vector.h - trace data that the caller of dtrace_vopen() hands out, as those
 * of a crash dump.  Its answers, which are in the classic form, become what an
 * engine leaves behind: EPIDs, forms of aggregations, and buffers in which
 * nothing fires.  The readers of those, consume/ and agg/, need not know.
 *
 *	ask.c	sends requests to the vector, and keeps the first failure
 *	ecb.c	EPIDs with their probes and formats
 *	agg.c	aggregations, and their buffers
 *	fill.c	buffers of records; CPUs
 *
 * The answers may be any bytes, so every size, offset and id is checked.
 */
#ifndef DT_VECTOR_H
#define DT_VECTOR_H

#include <dtrace.h>
#include "consume/consume.h"
#include "engine/engine.h"

struct dt_vector;

int dt_vector_create(const dtrace_vector_t *ops, void *arg,
    struct dt_vector **out);
void dt_vector_destroy(struct dt_vector *v);	/* NULL is fine */

struct dt_vectorhow {
	size_t bufsize, aggsize;	/* bytes to ask for of a CPU */
	int cpu;			/* -1: all */
	bool acts;			/* records may act on this machine */
};

/*
 * These return 0 or a negative code.  dt_vector_why() has the text of the first
 * failure since dt_vector_begin(), _records() or _aggs() was called, or "".
 */
const char *dt_vector_why(const struct dt_vector *v);
int dt_vector_begin(struct dt_vector *v, const struct dt_vectorhow *how,
    struct dt_mem **mem);
/*
 * Ask for the records or the aggregations of all CPUs, once those of an earlier
 * call have been read.  After a failure the buffers have those that were valid.
 */
int dt_vector_records(struct dt_vector *v, struct dt_consume *c);
int dt_vector_aggs(struct dt_vector *v);
int dt_vector_status(struct dt_vector *v, dtrace_status_t *st);
int dt_vector_probe(struct dt_vector *v, uint32_t id, dtrace_probedesc_t *pd);

/* The forms that are known by now; the struct stays where it is. */
const struct dt_forms *dt_vector_forms(const struct dt_vector *v);
/* NULL: no record or aggregation has had this EPID, or this probe. */
const struct dt_ecb *dt_vector_ecb(const struct dt_vector *v, uint32_t epid);
dtrace_probedesc_t *dt_vector_pdesc(const struct dt_vector *v, uint32_t probe);

/* The symbol of an address of the kernel.  False: there is none. */
bool dt_vector_symbol(const struct dt_vector *v, uint64_t addr, GElf_Sym *sym,
    dtrace_syminfo_t *info);

#endif
