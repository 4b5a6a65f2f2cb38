/* SPDX-License-Identifier: MIT */
/*
 * agg.h - the entries of all aggregations: taken out of the kernel's buffers,
 * kept in compact form, and shown to walkers as the interface wants them.
 *
 * Functions return 0, or -errno, or the negative of an EDT_ number.
 */
#ifndef DT_AGG_H
#define DT_AGG_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <dtrace.h>
#include "bpf/image.h"
#include "engine/engine.h"
#include "show/show.h"

struct dt_agg;

/* What the module must ask others.  Copied at creation; borrows forms. */
struct dt_aggenv {
	dtrace_hdl_t *handle;		/* dtada_handle; passed to walkers */
	const struct dt_forms *forms;	/* may grow until the last snap */
	void *arg;			/* of the functions below */
	/* Both may return NULL for an id that they do not know. */
	dtrace_probedesc_t *(*pdesc)(void *arg, uint32_t probe);
	dtrace_eprobedesc_t *(*edesc)(void *arg, uint32_t epid);
	/* As that of struct dt_show, or NULL. */
	void (*name)(void *arg, struct dt_addr *a, struct dt_buf *to);
	/*
	 * The address that stands for this one, so that addresses in one
	 * symbol or module are one key.  NULL: each for itself.
	 */
	uint64_t (*canon)(void *arg, dtrace_actkind_t action, uint64_t pid,
	    uint64_t pc);
	/*
	 * Aggregating actions were lost for want of room, and for want of a
	 * slot; not 0: what snap fails with.
	 */
	int (*drop)(void *arg, int cpu, uint64_t full, uint64_t busy);
	/* Text for the buffered handler.  Not 0: what print fails with. */
	int (*buffered)(void *arg, const dtrace_bufdata_t *data);
};

/* The aggsort* options. */
struct dt_aggsort {
	bool key, rev;
	int pos, keypos;		/* unset: 0 */
};

/* How and where to print. */
struct dt_aggprint {
	FILE *fp;			/* NULL: pieces to env.buffered */
	/* The datum of printa(), for text of no entry; else NULL. */
	dtrace_probedata_t *probe;
	const dtrace_recdesc_t *rec;
	bool json;			/* objects instead of text */
	struct dt_aggsort sort;
	int stackindent;		/* unset: -1 */
	bool rawbytes, terminal;
	bool hist, pack, zoom, utf8;	/* the agg... options of these names */
	bool percentiles, delta, persec;
	uint64_t top;			/* 0: all */
};

/* Orders of a walk: one of these, and DT_WALK_REV except with SORTED. */
enum dt_walk {
	DT_WALK_ANY,			/* newest entry first */
	DT_WALK_SORTED,			/* as the options say */
	DT_WALK_KEY,			/* variable, key */
	DT_WALK_VAL,			/* variable, value, key */
	DT_WALK_KEYVAR,			/* key, variable */
	DT_WALK_VALVAR,			/* value, key, variable */
	DT_WALK_REV = 16,
};

int dt_agg_create(const struct dt_aggenv *env, struct dt_agg **out);
void dt_agg_destroy(struct dt_agg *a);		/* NULL is fine */

/*
 * Keep a copy of the values for each CPU id below ncpus, which is also the
 * size of dtada_percpu.  -EBUSY once there are entries.
 */
int dt_agg_percpu(struct dt_agg *a, uint32_t ncpus);

/*
 * A clear removes entries that were clear before and have been in none of the
 * last n snaps; 0: it removes none.
 */
void dt_agg_retire(struct dt_agg *a, uint64_t n);

/*
 * What would take entries or values from under a walk is refused inside it
 * with -EBUSY.  Is one going on?  Why was that (once; NULL: something else)?
 */
bool dt_agg_walking(struct dt_agg *a);
const char *dt_agg_why(struct dt_agg *a);

/*
 * snap.c: values are of an interval, from the start of tracing, or the snap
 * before the last clear or complete truncation of their variable, to the last
 * snap.  Room for what is to be known of that: 0 or -ENOMEM.
 */
int dt_agg_intervals(struct dt_agg *a);
/* Tracing begins now. */
void dt_agg_begin(struct dt_agg *a);
/*
 * The next snap belongs to the interval of the one before it, unless somebody
 * has seen the values of that interval.
 */
void dt_agg_extend(struct dt_agg *a);
/* Empty the buffers of all CPUs into the entries, report drops. */
int dt_agg_snap(struct dt_agg *a, struct dt_mem *mem);

/* walk.c; opts is read by DT_WALK_SORTED only. */
int dt_agg_walk(struct dt_agg *a, unsigned int order,
    const struct dt_aggsort *opts, dtrace_aggregate_f *func, void *arg);

/* join.c: once per key, nvars + 1 entries; func returns -1 to stop. */
int dt_agg_join(struct dt_agg *a, const dtrace_aggvarid_t *vars, int nvars,
    const struct dt_aggsort *opts, dtrace_aggregate_walk_joined_f *func,
    void *arg);

/* lib.c: clear(), trunc(), normalize() and denormalize() of D. */
void dt_agg_clearall(struct dt_agg *a);	/* in a walk: makes that fail */
int dt_agg_clear(struct dt_agg *a, dtrace_aggvarid_t var);
/* n > 0: keep the n largest, n < 0: the -n smallest, 0: none */
int dt_agg_trunc(struct dt_agg *a, dtrace_aggvarid_t var, int64_t n);
/* For the entries of now; 1 denormalizes, 0 does nothing. */
int dt_agg_normalize(struct dt_agg *a, dtrace_aggvarid_t var, uint64_t n);

/* Its last record is the value; before that are the keys. */
static inline const dtrace_recdesc_t *
dt_agg_valrec(const dtrace_aggdesc_t *desc)
{
	return &desc->dtagd_rec[desc->dtagd_nrecs - 1];
}

/* print.c: as programs write it behind the @; that of @ alone is "". */
const char *dt_agg_name(const dtrace_aggdesc_t *desc);
/*
 * dtrace_aggregate_print().  walker is called with env.handle; NULL:
 * sorted as p says.  1: the walker failed by itself and has said why.
 */
int dt_agg_print(struct dt_agg *a, const struct dt_aggprint *p,
    dtrace_aggregate_walk_f *walker);
/* printa() of one or several variables; format NULL: the default one. */
int dt_agg_printa(struct dt_agg *a, const struct dt_aggprint *p,
    const char *format, const dtrace_aggvarid_t *vars, int nvars);

#endif /* DT_AGG_H */
