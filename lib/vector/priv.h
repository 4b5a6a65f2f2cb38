/* SPDX-License-Identifier: MIT */
/* priv.h - shared by the files of vector/. */
#ifndef DT_VECTOR_PRIV_H
#define DT_VECTOR_PRIV_H

#include <string.h>
#include "base/arena.h"
#include "base/buf.h"
#include "vector/vector.h"

#define	DT_VECTOR_MAXRECS	4096	/* data in a record or an entry */

/* A clause whose records the vector has. */
struct dt_vecb {
	struct dt_ecb ecb;
	dtrace_probedesc_t pdesc;
	uint32_t size;		/* of a record, as the vector has it */
	uint32_t moved;		/* added to the offsets of its data */
	bool timed;		/* it begins with a dtrace_rechdr_t */
};

/* An aggregating statement. */
struct dt_vagg {
	dtrace_aggdesc_t *desc;		/* the vector's */
	const struct dt_form *form;	/* NULL: until its first entry */
};

/* An array by an id, which grows. */
struct dt_vtab {
	void **v;
	uint32_t n;
};

struct dt_vector {
	dtrace_vector_t ops;
	void *arg;
	struct dt_vectorhow how;
	struct dt_arena *arena;
	struct dt_vtab ecbs;		/* struct dt_vecb by EPID */
	struct dt_vtab aggs;		/* struct dt_vagg by id */
	struct dt_image image;		/* has the formats */
	struct dt_forms forms;
	uint32_t maxforms;
	struct dt_vecb **fresh;		/* that consume/ has not seen */
	uint32_t nfresh;
	struct dt_mem mem;
	char *snap;			/* room for a buffer of the vector */
	struct dt_buf *filled;		/* [ncpus] */
	int err;			/* of the first failure; else 0 */
	char why[256];
};

/* ask.c: note a failure, unless there is one, and return -err. */
int dt_vector_fail(struct dt_vector *v, int err, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* Ask the vector: 0 or -errno.  ask() notes that as a failure. */
int dt_vector_try(const struct dt_vector *v, int request, void *data);
int dt_vector_ask(struct dt_vector *v, int request, void *data,
    const char *about, uint32_t id);
/*
 * The element of an id, NULL if there is none yet; store an element.  Large ids
 * are refused, since the arrays have all lower ones, too.
 */
void *dt_vector_get(const struct dt_vtab *t, uint32_t id);
int dt_vector_put(struct dt_vector *v, struct dt_vtab *t, uint32_t id,
    void *p);

/* ecb.c: find an EPID, or ask for it. */
int dt_vector_clause(struct dt_vector *v, uint32_t epid,
    struct dt_vecb **out);

static inline uint32_t
dt_vector_load32(const void *p)
{
	uint32_t n;

	memcpy(&n, p, sizeof(n));
	return n;
}

/*
 * fill.c: ask each CPU for a buffer of this kind, and pass its data to add() in
 * order of age; add() appends it to out, as the readers want it, and returns
 * the bytes that it took, or a negative code.  Then make these the buffers.
 */
typedef int64_t dt_vector_add_f(struct dt_vector *v, const char *p, size_t n,
    struct dt_buf *out);
int dt_vector_fill(struct dt_vector *v, enum dt_bufkind kind,
    dt_vector_add_f *add);

#endif
