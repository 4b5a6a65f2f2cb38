/* SPDX-License-Identifier: MIT */
/*
 * join.h - from images to a run: their variables and forms become those of the
 * run, their code is bound to these, and the probes of this machine get their
 * clauses.  All of it takes values; none of it knows the handle.
 *
 *	join.c		variables, forms and sizes of several images
 *	bind.c		the open places of a clause
 *	enable.c	which clauses each probe fires, by attach point
 */
#ifndef DT_JOIN_H
#define DT_JOIN_H

#include <sys/types.h>
#include "base/arena.h"
#include "bpf/image.h"
#include "consume/consume.h"
#include "engine/engine.h"
#include "prov/prov.h"

/* An image on its way into a run. */
struct dt_joining {
	const struct dt_image *image;
	pid_t target;			/* what $target names; 0: nothing */
	bool is_error;			/* the library's own ERROR clause */
	struct dt_image *bound;		/* by dt_join: a copy for this run */
};

/* A run in the making; what it makes is in the arena. */
struct dt_joined {
	struct dt_arena *arena;
	struct dt_joining *v;		/* in order of execution */
	uint32_t n;
	struct dt_forms forms;
	struct dt_ecb *ecbs;		/* by epid - 1 */
	uint32_t necbs;
	char why[512];			/* what an error is about, or "" */
};

/* Where the probes are. */
struct dt_joinenv {
	void *arg;
	/* As dt_probes_match(). */
	int (*matches)(void *arg, const struct dt_pdesc *pd,
	    dt_probe_match_f *fn, void *fn_arg);
	dtrace_probedesc_t *(*pdesc)(void *arg, uint32_t probe);
};

/*
 * Both return 0, -ENOMEM, or another negative code with why set.  dt_join binds
 * the images and sets the sizes of the run, dt_join_probes sets its points.
 */
int dt_join(struct dt_joined *j, struct dt_run *run);
int dt_join_probes(struct dt_joined *j, const struct dt_joinenv *env,
    struct dt_run *run);

/* A variable of the run. */
struct dt_runvar {
	const struct dt_var *var;	/* of the first image that has it */
	uint32_t number;		/* as the code of this kind wants it */
	uint32_t str;			/* of a this-> string: among those */
};

/* bind.c: what an image's own numbers become. */
struct dt_binding {
	struct dt_arena *arena;
	const struct dt_image *image;
	struct dt_runvar **vars;	/* by index in the image */
	const struct dt_form **forms;
	uint32_t first_stmt;		/* is added to statement numbers */
	uint32_t strsize;
	pid_t target;
};
/* A bound copy of a clause.  0 or -ENOMEM. */
int dt_bind_clause(const struct dt_binding *b, const struct dt_clause *from,
    struct dt_clause *to);

#endif /* DT_JOIN_H */
