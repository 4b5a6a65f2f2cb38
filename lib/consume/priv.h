/* SPDX-License-Identifier: MIT */
/* priv.h - shared by the files of consume/. */
#ifndef DT_CONSUME_PRIV_H
#define DT_CONSUME_PRIV_H

#include "base/frame.h"
#include "consume/consume.h"
#include "show/json.h"
#include "show/layout.h"

/* flow.c: the indentation of flowindent, for the records of a half */
struct dt_flow {
	const struct dt_ecb *last;	/* NULL: at the first record */
	int indent;
};
/* Before and after the probe callback; next is NULL for the last record. */
void dt_flow_begin(struct dt_flow *f, const struct dt_ecb *ecb,
    const struct dt_ecb *next, dtrace_probedata_t *pd);
void dt_flow_inside(struct dt_flow *f, dtrace_probedata_t *pd);

/* The records of a level in the half that was flipped out. */
struct dt_prinlevel {
	struct dt_prinbuf *b;		/* NULL: there is none */
	size_t at, end;			/* bytes read, bytes in all */
	size_t room;			/* bytes of a lap, at most */
};

/* The records of one CPU, oldest first. */
struct dt_cpurecs {
	const struct dt_rechdr **v;	/* a list, if look_ahead() needs one */
	size_t n, cap;
	size_t next;		/* in v, the first that was not handed on */
	bool more;		/* levels have records that are not in v */
	bool ring;
	uint64_t full_ts;	/* time of the first that did not fit */
	struct dt_prinlevel level[DT_LEVELS];
	struct dt_flow flow;
	int half;		/* the one that was flipped out; -1: none */
	bool pending;		/* of dt_flip() */
	bool fresh;		/* this call has flipped the whole half */
	bool copied;		/* v points to records in kept */
	char *kept;		/* bytime.c: records for a later pass */
	uint64_t flipped;	/* just before the last flip, ns */
	uint64_t upto;		/* bytime.c: older ones have been read; ns */
	bool begun;		/* the first half has been handed on */
	uint64_t seen_busy;	/* dt_ctl.busy_drops that were reported */
};

/* A range with all epids of BEGIN, or of END; it may have others. */
struct dt_epids {
	uint32_t from, n;
};

struct dt_consume {
	struct dt_consumeenv env;
	struct dt_epids begin, end;
	uint32_t ncpus;
	struct dt_cpurecs *cpu;		/* [ncpus] */
	struct dt_specs *specs;		/* NULL: no clause speculates */
	bool filled;			/* records have every byte written */
	bool snapped;			/* since this pass read the records */
	struct dt_frame call;		/* a callback may not consume */
	struct dt_sink sink;
	struct dt_sink object;		/* JSON of one firing */
};

/* gather.c */

static inline uint64_t
dt_rec_time(const struct dt_rechdr *h)
{
	return (uint64_t)h->ts_hi << 32 | h->ts_lo;
}

/* The record at an offset; NULL if it is invalid or exceeds end. */
static inline const struct dt_rechdr *
dt_rec_at(const struct dt_prinbuf *b, size_t off, size_t end)
{
	const struct dt_rechdr *h = (const void *)((const char *)(b + 1) + off);

	if (end - off < sizeof(*h) || dt_recsize(h) < sizeof(*h) ||
	    dt_recsize(h) > end - off)
		return NULL;
	return h;
}

/* One level of a CPU, and in *used the bytes of its records; NULL: none. */
struct dt_prinbuf *dt_gather_half(const struct dt_mem *m, uint32_t cpu,
    uint32_t level, int half, size_t *used);
/*
 * Flip a CPU's half out, unless one is out already.  0 or a negative code; half
 * is < 0 if the flip cannot complete yet.
 */
int dt_gather_begin(struct dt_cpurecs *r, struct dt_mem *m, uint32_t cpu);
/* Append all records of the half to v. */
int dt_gather_all(struct dt_cpurecs *r);
/*
 * For reading without v: the level whose next record is the oldest, and in
 * *until the time up to which no other level has an older one.  NULL: no
 * records are left.
 */
struct dt_prinlevel *dt_gather_turn(struct dt_cpurecs *r, uint64_t *until);

/*
 * buffer.c: hand on the records of a CPU up to number `to`.  A record whose
 * callback fails counts as handed on.
 */
int dt_hand_on(struct dt_consume *c, struct dt_consuming *how, uint32_t cpu,
    size_t to);

/*
 * bytime.c: hand on the records that were read, ordered by time.  last: no CPU
 * has older ones that were not read, so no record has to wait.
 */
int dt_bytime(struct dt_consume *c, const struct dt_mem *m,
    struct dt_consuming *how, bool last);

/*
 * Writes the output of a firing: as text, piece by piece, or as a JSON object
 * (json.c) when it is complete.
 */
struct dt_pass;
struct dt_outform {
	void (*begins)(struct dt_pass *f);	/* NULL: no begins, no ends */
	int (*printf)(struct dt_pass *f, const dtrace_recdesc_t *rec, int n);
	int (*dump)(struct dt_pass *f, const dtrace_recdesc_t *rec, size_t n);
	int (*datum)(struct dt_pass *f, const dtrace_recdesc_t *rec);
	int (*print)(struct dt_pass *f, const dtrace_recdesc_t *rec,
	    const char *layout);
	int (*ends)(struct dt_pass *f);
};
extern const struct dt_outform dt_out_json;

/* record.c: the records of one CPU on their way through the callbacks */
struct dt_pass {
	struct dt_consume *c;
	struct dt_consuming *how;
	dtrace_consume_rec_f *rf;	/* never NULL */
	uint32_t epid;			/* of the current record */
	const struct dt_ecb *ecb;	/* of epid; NULL before the first */
	const struct dt_outform *out;
	struct dt_json json;		/* the object being made */
	bool shown;			/* the object has output */
	dtrace_probedata_t pd;
	char *base;
	struct dt_flow *flow;
};

void dt_pass_init(struct dt_pass *f, struct dt_consume *c,
    struct dt_consuming *how, int cpu, struct dt_flow *flow);
struct dt_show dt_pass_look(const struct dt_pass *f);
/* Format a printf() into the sink: to fp, or collected if fp is NULL. */
int dt_pass_format(struct dt_pass *f, const dtrace_recdesc_t *rec, int n,
    FILE *fp);
/* Pass the text collected in the sink to the buffered handler. */
int dt_pass_flush(struct dt_pass *f, const dtrace_recdesc_t *rec);
/* next is the record after this one, or NULL; only flowindent uses it. */
int dt_record(struct dt_pass *f, const struct dt_rechdr *h,
    const struct dt_rechdr *next);
/*
 * Hand on the records in v up to number `to`, or those of a level up to a time.
 * A record whose callback fails counts as handed on.
 */
int dt_records(struct dt_pass *f, struct dt_cpurecs *r, size_t to);
int dt_records_of(struct dt_pass *f, struct dt_prinlevel *l, uint64_t until);

/* spec.c: speculations; all functions accept NULL */
enum dt_speckind {
	DT_SPECKIND_NONE,	/* an ordinary record */
	DT_SPECKIND_RECORD,	/* a record of a speculation */
	DT_SPECKIND_COMMITS	/* the record of a commit() */
};

/* *sp is NULL if no clause speculates or commits. */
int dt_spec_create(const struct dt_consumeenv *env, uint32_t ncpus,
    struct dt_specs **sp);
void dt_spec_destroy(struct dt_specs *s);
enum dt_speckind dt_spec_kind(const struct dt_specs *s,
    const struct dt_rechdr *h);
/* Before a pass: copy the counters of all ids. */
void dt_spec_sample(struct dt_specs *s, const struct dt_mem *m);
/* After a complete pass: free the uses that were over before it. */
void dt_spec_forget(struct dt_specs *s);
/* Move the speculative records out of a CPU's list. */
void dt_spec_take(struct dt_specs *s, struct dt_cpurecs *r,
    const struct dt_mem *m, uint32_t cpu);
/* Make sure that all records of a committed use were read.  0 or -EAGAIN. */
int dt_spec_settle(struct dt_consume *c, const struct dt_mem *m);
/* Note that a half of a CPU was zeroed. */
void dt_spec_zeroed(struct dt_specs *s, uint32_t cpu, uint32_t half);
/* Queue the records of this commit; hand on the queue. */
int dt_spec_release(struct dt_specs *s, const struct dt_rechdr *commit);
int dt_spec_deliver(struct dt_consume *c, struct dt_consuming *how);
/* Report the drops since the last report. */
int dt_spec_report(struct dt_consume *c);

/* fault.c: a record of the library's own ERROR clause. */
int dt_fault(struct dt_consume *c, const char *data, int cpu);
/* Report that the library failed to handle a record. */
int dt_fault_library(struct dt_consume *c, const dtrace_probedata_t *pd,
    const char *text);

#endif
