/* SPDX-License-Identifier: MIT */
/*
 * join.h - joins images to a run: numbers their variables and forms, binds
 * their code to these numbers, and finds the clauses of each probe of this
 * machine.
 *
 *	join.c		variables, forms and sizes of several images
 *	bind.c		the values that an image leaves open in a clause
 *	enable.c	the clauses of each probe, by point
 *	grow.c		the same for probes that are found while tracing runs
 */
#ifndef DT_JOIN_H
#define DT_JOIN_H

#include <sys/types.h>
#include "base/arena.h"
#include "base/buf.h"
#include "bpf/image.h"
#include "consume/consume.h"
#include "engine/engine.h"
#include "prov/prov.h"

/* An image that is being joined. */
struct dt_joining {
	const struct dt_image *image;
	pid_t target;			/* the process of $target, or 0 */
	bool is_error;			/* the library's own ERROR clause */
	struct dt_image *bound;		/* by dt_join: a copy for this run */
};

/* The result of joining images; its memory is in the arena. */
struct dt_joined {
	struct dt_arena *arena;
	struct dt_joining *v;		/* in order of execution */
	uint32_t n;
	struct dt_forms forms;
	struct dt_ecb *ecbs;		/* by epid - 1 */
	uint32_t necbs, maxecbs;	/* necbs: atomic */
	struct dt_later *later;		/* points that may grow */
	uint32_t nlater;
	struct dt_named *named;		/* processes that the run names */
	char why[512];			/* the reason for an error, or "" */
};

/* Functions that find probes. */
struct dt_joinenv {
	void *arg;
	/* As dt_probes_match(). */
	int (*matches)(void *arg, const struct dt_pdesc *pd,
	    dt_probe_match_f *fn, void *fn_arg);
	dtrace_probedesc_t *(*pdesc)(void *arg, uint32_t probe);
	/* As dt_tp_inside(). */
	const struct dt_tpsrc *(*inside)(void *arg, const struct dt_probe *p);
};

/*
 * Both return 0, -ENOMEM, or another negative code with why set.  dt_join binds
 * the images and sets the sizes of the run, dt_join_probes sets its points.
 */
int dt_join(struct dt_joined *j, struct dt_run *run);
int dt_join_probes(struct dt_joined *j, const struct dt_joinenv *env,
    struct dt_run *run);

/* Make the public description of a form.  0 or -ENOMEM. */
int dt_join_describe(struct dt_arena *arena, struct dt_form *f,
    const char *name);

/* A point that may get more rows, up to maxrows. */
struct dt_later {
	struct dt_enpoint *point;
	uint32_t maxrows;
	const struct dt_joining **images;	/* of the point's clauses */
	uint64_t mask[DT_ROWMASK];	/* clauses that new rows may run */
};

/*
 * enable.c.  dt_join_row() prepares a row for a probe; NULL: there is no room.
 * Once its mask is set, dt_join_ecbs() adds it and its EPIDs.  0 or -errno.
 */
struct dt_enrow *dt_join_row(const struct dt_later *l,
    const struct dt_probe *p);
int dt_join_ecbs(struct dt_joined *j, const struct dt_joinenv *env,
    const struct dt_later *l, struct dt_enrow *r);

/*
 * Remember the processes that descriptions name by their ids, before tracing
 * begins: others that get the ids later are not named.  0 or -ENOMEM.
 */
int dt_join_name(struct dt_joined *j);
/* May a description match probes that this process gets while tracing runs? */
bool dt_join_names(const struct dt_joined *j, pid_t pid);
/* How many probes do descriptions of the run leave out? */
uint32_t dt_join_left_out(const struct dt_joined *j, struct dt_probes *ps);
/*
 * Find the probes of a place that the run lacks, and append a struct dt_grown
 * for each of their places to out.  stays: a place stays in the run after its
 * process has ended, for any other with the same id.  0, -ENOMEM, or -ENOSPC:
 * there was room only for those in out.
 */
int dt_join_grow(struct dt_joined *j, const struct dt_joinenv *env,
    struct dt_probes *ps, const struct dt_where *where, bool stays,
    struct dt_buf *out);

/* A variable of the run. */
struct dt_runvar {
	const struct dt_var *var;	/* of the first image that has it */
	uint32_t number;		/* id, offset or index, by its kind */
	uint32_t str;			/* index among the this-> strings */
};

/* bind.c: the numbers of the run for those of an image. */
struct dt_binding {
	struct dt_arena *arena;
	const struct dt_image *image;
	struct dt_runvar **vars;	/* by index in the image */
	const struct dt_form **forms;
	uint32_t first_stmt;		/* added to statement numbers */
	uint32_t strsize;
	pid_t target;
};
/* A bound copy of a clause.  0 or -ENOMEM. */
int dt_bind_clause(const struct dt_binding *b, const struct dt_clause *from,
    struct dt_clause *to);

#endif /* DT_JOIN_H */
