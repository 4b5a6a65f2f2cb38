/* SPDX-License-Identifier: MIT */
/* priv.h - what the files of consume/ share. */
#ifndef DT_CONSUME_PRIV_H
#define DT_CONSUME_PRIV_H

#include "consume/consume.h"
#include "show/json.h"

/* flow.c: where in the flow of calls the records of a half are. */
struct dt_flow {
	const struct dt_ecb *last;	/* NULL: at the first record */
	int indent;
};
/* Before the probe callback, and after it; next is NULL at the last record. */
void dt_flow_begin(struct dt_flow *f, const struct dt_ecb *ecb,
    const struct dt_ecb *next, dtrace_probedata_t *pd);
void dt_flow_inside(struct dt_flow *f, dtrace_probedata_t *pd);

/* A level's records in the half that was flipped out. */
struct dt_prinlevel {
	struct dt_prinbuf *b;		/* NULL: there is none */
	size_t at, end;			/* bytes: read, and all */
	size_t room;			/* where a lap can end */
};

/* The records of one CPU, oldest first. */
struct dt_cpurecs {
	const struct dt_rechdr **v;	/* where all are looked at first */
	size_t n, cap;
	size_t next;		/* the first that was not handed on */
	bool more;		/* the levels have some that are not in v */
	bool ring;
	uint64_t full_ts;	/* the first one that did not fit any more */
	struct dt_prinlevel level[DT_LEVELS];
	struct dt_flow flow;
	int half;		/* that was flipped out; -1: none */
	bool pending;		/* of dt_flip() */
	bool fresh;		/* flipped out by this call, all of it */
	bool copied;		/* what is left in v is in kept */
	char *kept;		/* bytime.c: records for a later pass */
	uint64_t flipped;	/* just before the last flip, ns */
	uint64_t upto;		/* bytime.c: what is older has been read, ns */
	bool begun;		/* the first half has been handed on */
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
	struct dt_specs *specs;		/* NULL: no clause speculates */
	bool filled;			/* no record has bytes nobody writes */
	bool running;			/* callbacks may not consume */
	struct dt_sink sink;
	struct dt_sink object;		/* JSON: of one firing, as it grows */
};

/* gather.c */

static inline uint64_t
dt_rec_time(const struct dt_rechdr *h)
{
	return (uint64_t)h->ts_hi << 32 | h->ts_lo;
}

/* The record at an offset if it is one, and ends not after end. */
static inline const struct dt_rechdr *
dt_rec_at(const struct dt_prinbuf *b, size_t off, size_t end)
{
	const struct dt_rechdr *h = (const void *)((const char *)(b + 1) + off);

	if (end - off < sizeof(*h) || dt_recsize(h) < sizeof(*h) ||
	    dt_recsize(h) > end - off)
		return NULL;
	return h;
}

/* One level of a CPU and the bytes of its records; NULL if there is none. */
struct dt_prinbuf *dt_gather_half(const struct dt_mem *m, uint32_t cpu,
    uint32_t level, int half, size_t *used);
/*
 * Flip a CPU's half out, unless there is one already.  0 or a negative code; a
 * CPU that is not ready keeps half < 0.
 */
int dt_gather_begin(struct dt_cpurecs *r, struct dt_mem *m, uint32_t cpu);
/* Put all of its records behind those that were not handed on: into v. */
int dt_gather_all(struct dt_cpurecs *r);
/*
 * Without that: the level whose next record is the oldest, and up to which time
 * it goes on before it is another's turn.  NULL: nothing is left.
 */
struct dt_prinlevel *dt_gather_turn(struct dt_cpurecs *r, uint64_t *until);

/*
 * buffer.c: the records of a CPU up to number `to`.  One that fails has been
 * handed on, too.
 */
int dt_hand_on(struct dt_consume *c, struct dt_consuming *how, uint32_t cpu,
    size_t to);

/*
 * bytime.c: the records that were read, in the order of their times.  last: no
 * CPU has an older one that was not read.
 */
int dt_bytime(struct dt_consume *c, const struct dt_mem *m,
    struct dt_consuming *how, bool last);

/*
 * What the library shows of a firing leaves it in one of two forms: text, a
 * piece at a time, or an object (json.c), when all of it is there.
 */
struct dt_pass;
struct dt_outform {
	void (*begins)(struct dt_pass *f);	/* NULL, and so ends: no need */
	int (*printf)(struct dt_pass *f, const dtrace_recdesc_t *rec, int n);
	int (*dump)(struct dt_pass *f, const dtrace_recdesc_t *rec, size_t n);
	int (*datum)(struct dt_pass *f, const dtrace_recdesc_t *rec);
	int (*ends)(struct dt_pass *f);
};
extern const struct dt_outform dt_out_json;

/* record.c: records of one CPU on their way through the callbacks. */
struct dt_pass {
	struct dt_consume *c;
	struct dt_consuming *how;
	dtrace_consume_rec_f *rf;	/* never NULL */
	uint32_t epid;			/* of the record at hand */
	const struct dt_ecb *ecb;	/* the same; NULL: there was none yet */
	const struct dt_outform *out;
	struct dt_json json;		/* the object being made */
	bool shown;			/* there is something in it */
	dtrace_probedata_t pd;
	char *base;
	struct dt_flow *flow;
};

void dt_pass_init(struct dt_pass *f, struct dt_consume *c,
    struct dt_consuming *how, int cpu, struct dt_flow *flow);
struct dt_show dt_pass_look(const struct dt_pass *f);
/* The text of a printf() into the sink: to fp, or collected if it is NULL. */
int dt_pass_format(struct dt_pass *f, const dtrace_recdesc_t *rec, int n,
    FILE *fp);
/* What the sink has collected goes to the handler of text. */
int dt_pass_flush(struct dt_pass *f, const dtrace_recdesc_t *rec);
/*
 * next is the record behind this one, or NULL: of interest under flowindent.
 * 0 or a negative code.
 */
int dt_record(struct dt_pass *f, const struct dt_rechdr *h,
    const struct dt_rechdr *next);
/*
 * Those of a CPU in v up to number `to`; those of a level up to a time, where
 * they are.  One that fails has been handed on, too.
 */
int dt_records(struct dt_pass *f, struct dt_cpurecs *r, size_t to);
int dt_records_of(struct dt_pass *f, struct dt_prinlevel *l, uint64_t until);

/* spec.c: speculations.  A NULL of them is as good as none. */
enum dt_speckind {
	DT_SPECKIND_NONE,	/* an ordinary record */
	DT_SPECKIND_RECORD,	/* of a speculation */
	DT_SPECKIND_COMMITS	/* what commit() leaves */
};

/* *sp is NULL if no clause speculates or commits. */
int dt_spec_create(const struct dt_consumeenv *env, uint32_t ncpus,
    struct dt_specs **sp);
void dt_spec_destroy(struct dt_specs *s);
enum dt_speckind dt_spec_kind(const struct dt_specs *s,
    const struct dt_rechdr *h);
/* Before a pass: which uses are over?  After a complete one: forget those. */
void dt_spec_look(struct dt_specs *s, const struct dt_mem *m);
void dt_spec_forget(struct dt_specs *s);
/* Take the speculative records out of those that were read of a CPU. */
void dt_spec_take(struct dt_specs *s, struct dt_cpurecs *r,
    const struct dt_mem *m, uint32_t cpu);
/* Make sure that all of what has been committed is kept.  0 or -EAGAIN. */
int dt_spec_settle(struct dt_consume *c, const struct dt_mem *m);
/* A half of a CPU is empty again. */
void dt_spec_zeroed(struct dt_specs *s, uint32_t cpu, uint32_t half);
/* What this commit is about comes next; hand on what is left of that. */
int dt_spec_release(struct dt_specs *s, const struct dt_rechdr *commit);
int dt_spec_deliver(struct dt_consume *c, struct dt_consuming *how);
/* Tell of the drops since the last time. */
int dt_spec_tell(struct dt_consume *c);

/* fault.c: a record of the library's own ERROR clause. */
int dt_fault(struct dt_consume *c, const char *data, int cpu);
/* What the library itself could not do for a record, in words. */
int dt_fault_library(struct dt_consume *c, const dtrace_probedata_t *pd,
    const char *text);

#endif
