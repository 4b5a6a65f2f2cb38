/* SPDX-License-Identifier: MIT */
/*
 * consume.h - principal buffers to callbacks: bytes to records (buffer.c),
 * records to what they mean (record.c), speculative ones kept until it is known
 * whether they are wanted (spec.c).
 */
#ifndef DT_CONSUME_H
#define DT_CONSUME_H

#include <stdbool.h>
#include <dtrace.h>
#include "agg/agg.h"
#include "bpf/image.h"
#include "consume/command.h"
#include "engine/engine.h"

struct dt_consuming;

/* An enabled clause: what an EPID means. */
struct dt_ecb {
	dtrace_eprobedesc_t *edesc;
	dtrace_probedesc_t *pdesc;
	const struct dt_clause *clause;
	const struct dt_image *image;
	enum dt_pointkind point;
	bool is_error;		/* the library's own ERROR clause */
};

/*
 * What the module must ask others.  Each function but ecb and name returns 0,
 * or the negative code that the call of dtrace_consume() shall fail with.
 */
struct dt_consumeenv {
	dtrace_hdl_t *handle;
	struct dt_agg *agg;
	struct dt_redirect *redirect;	/* of freopen() */
	uint64_t specsize;
	uint32_t nspec;
	uint64_t scratch[2];		/* bytes for one firing, as in dt_mem */
	void *arg;
	const struct dt_ecb *(*ecb)(void *arg, uint32_t epid);
	/* As that of struct dt_show. */
	int (*name)(void *arg, dtrace_actkind_t action, uint64_t pid,
	    uint64_t pc, char *buf, size_t n);
	int (*error)(void *arg, const dtrace_errdata_t *err);
	/* records lost for want of room, and for want of a slot */
	int (*drop)(void *arg, int cpu, uint64_t full, uint64_t busy);
	int (*specdrop)(void *arg, uint64_t n, uint64_t total);
	int (*buffered)(void *arg, const dtrace_bufdata_t *data);
	/*
	 * setopt() of a program: set *why to why not, or NULL.  What is left
	 * to be consumed is so as how then says.
	 */
	int (*setopt)(void *arg, const dtrace_probedata_t *data,
	    const char *name, const char *value, struct dt_consuming *how,
	    const char **why);
};

/* One call of dtrace_consume(). */
struct dt_consuming {
	FILE *fp;			/* NULL: to env.buffered */
	dtrace_consume_probe_f *pf;
	dtrace_consume_rec_f *rf;
	void *arg;
	bool quiet, flowindent;
	bool temporal;			/* by time, not CPU by CPU */
	struct dt_aggprint style;	/* also of values and stacks */
};

struct dt_consume;

int dt_consume_create(const struct dt_consumeenv *env, uint32_t ncpus,
    struct dt_consume **cp);
void dt_consume_destroy(struct dt_consume *c);	/* NULL is fine */
/* Nothing but END fires any more, and that comes next. */
void dt_consume_end(struct dt_mem *m);
/*
 * Read every principal buffer once.  0 or a negative code.  Buffers of one half
 * can be read when nothing fires any more, and have data once.
 */
int dt_consume_run(struct dt_consume *c, struct dt_mem *m,
    struct dt_consuming *how);
/* Are we inside of one of its callbacks?  It must not be run there. */
bool dt_consume_running(const struct dt_consume *c);

/* DTRACEFLT_* in words. */
const char *dt_fault_text(int64_t fault);

#endif
