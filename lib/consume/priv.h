/* SPDX-License-Identifier: MIT */
/* priv.h - what the files of consume/ share. */
#ifndef DT_CONSUME_PRIV_H
#define DT_CONSUME_PRIV_H

#include "consume/consume.h"
#include "show/show.h"

/* The records of one CPU, oldest first. */
struct dt_cpurecs {
	const struct dt_rechdr **v;
	size_t n, cap;
	size_t from[DT_LEVELS + 1];	/* in v, while it is being filled */
	size_t next;		/* the first that was not handed on */
	int half;		/* that was flipped out; -1: none */
	bool pending;		/* of dt_flip() */
	uint64_t seen_busy;	/* of dt_ctl.busy_drops, told already */
};

/* Enabled probe ids of BEGIN or END: they follow one another. */
struct dt_epids {
	uint32_t from, n;
};

struct dt_consume {
	struct dt_consumeenv env;
	struct dt_epids begin, end;
	uint32_t ncpus;
	struct dt_cpurecs *cpu;		/* [ncpus] */
	bool running;			/* callbacks may not consume */
	struct dt_sink sink;
};

/* gather.c */

static inline uint64_t
dt_rec_time(const struct dt_rechdr *h)
{
	return (uint64_t)h->ts_hi << 32 | h->ts_lo;
}

/* One level of a CPU and the bytes of its records; NULL if there is none. */
struct dt_prinbuf *dt_open_half(const struct dt_mem *m, uint32_t cpu,
    uint32_t level, int half, size_t *used);
/*
 * The records of a CPU, unless it has some that were not handed on.  0 or a
 * negative code; a CPU that is not ready keeps half < 0.
 */
int dt_gather(struct dt_cpurecs *r, struct dt_mem *m, uint32_t cpu);

/* flow.c: where in the flow of calls a pass over a CPU's records is. */
struct dt_flow {
	const struct dt_ecb *last;	/* NULL: at the first record */
	int indent;
};
/* Before the probe callback, and after it; next is NULL at the last record. */
void dt_flow_begin(struct dt_flow *f, const struct dt_ecb *ecb,
    const struct dt_ecb *next, dtrace_probedata_t *pd);
void dt_flow_inside(struct dt_flow *f, dtrace_probedata_t *pd);

/* record.c: records of one CPU on their way through the callbacks. */
struct dt_pass {
	struct dt_consume *c;
	struct dt_consuming *how;
	const struct dt_ecb *ecb;	/* of the record at hand */
	dtrace_probedata_t pd;
	char *base;
	struct dt_flow flow;
};

void dt_pass_init(struct dt_pass *f, struct dt_consume *c,
    struct dt_consuming *how, int cpu);
/* next is the record behind this one, or NULL.  0 or a negative code. */
int dt_record(struct dt_pass *f, const struct dt_rechdr *h,
    const struct dt_rechdr *next);

/* fault.c: a record of the library's own ERROR clause. */
int dt_fault(struct dt_consume *c, const char *data, int cpu);
/* What the library itself could not do for a record, in words. */
int dt_fault_library(struct dt_consume *c, const dtrace_probedata_t *pd,
    const char *text);

#endif
