/* SPDX-License-Identifier: MIT */
/*
 * consume.h - from principal buffers to callbacks: buffer.c finds the records,
 * record.c passes them to the callbacks, spec.c keeps the records of a
 * speculation until it is committed or discarded.
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

/* The meaning of an epid: a clause on a probe. */
struct dt_ecb {
	dtrace_eprobedesc_t *edesc;
	dtrace_probedesc_t *pdesc;
	const struct dt_clause *clause;
	const struct dt_image *image;
	enum dt_pointkind point;
	bool is_error;		/* the library's own ERROR clause */
	bool acts_on_aggs;	/* prints, clears or truncates some */
};

/*
 * The services that the consuming code needs from its caller.  Each function
 * but ecb and name returns 0, or the negative code with which dtrace_consume()
 * fails.
 */
struct dt_consumeenv {
	dtrace_hdl_t *handle;
	struct dt_agg *agg;
	struct dt_redirect *redirect;	/* of freopen() */
	uint64_t specsize;
	uint32_t nspec;
	uint64_t scratch[2];		/* bytes per firing, as in dt_mem */
	void *arg;
	const struct dt_ecb *(*ecb)(void *arg, uint32_t epid);
	/* As in struct dt_show. */
	void (*name)(void *arg, struct dt_addr *a, struct dt_buf *to);
	int (*error)(void *arg, const dtrace_errdata_t *err);
	/* Records lost because a buffer was full, or no slot was free. */
	int (*drop)(void *arg, int cpu, uint64_t full, uint64_t busy);
	int (*specdrop)(void *arg, uint64_t n, uint64_t total);
	int (*buffered)(void *arg, const dtrace_bufdata_t *data);
	/* Merge the values of all firings up to now into the aggregations. */
	int (*snap)(void *arg);
	/*
	 * setopt() of a program.  *why is the reason if it is refused, else
	 * NULL; *how is updated for the records that follow.
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
	struct dt_aggprint style;	/* of values and stacks, too */
};

struct dt_consume;

int dt_consume_create(const struct dt_consumeenv *env, uint32_t ncpus,
    struct dt_consume **cp);
void dt_consume_destroy(struct dt_consume *c);	/* NULL is fine */
/* Tell of an epid that env.ecb did not know before. */
void dt_consume_learn(struct dt_consume *c, const struct dt_ecb *ecb);
/* Called before END fires, when all other probes have stopped. */
void dt_consume_end(struct dt_mem *m);
/*
 * Read every principal buffer once; 0 or a negative code.  Buffers with a
 * single half are read only once, after tracing has stopped.
 */
int dt_consume_run(struct dt_consume *c, struct dt_mem *m,
    struct dt_consuming *how);
/* Is a callback running?  dt_consume_run() must not be called inside one. */
bool dt_consume_running(const struct dt_consume *c);

/* The text of a DTRACEFLT_* code. */
const char *dt_fault_text(int64_t fault);

#endif
