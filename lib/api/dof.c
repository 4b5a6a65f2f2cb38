/* SPDX-License-Identifier: MIT */
/* dof.c - saves compiled programs, and loads them. */
#include "api/hdl.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "run/file.h"
#include "type/type.h"

/* The checksum of the kernel's types, if the program relies on all of them. */
static int
sum_types(dtrace_hdl_t *dtp, const struct dt_image *img, uint32_t *sum)
{
	int rc;

	*sum = 0;
	if (img->kernel_line == 0)
		return 0;
	rc = dt_types_sum(dtp->types, sum);
	return rc == 0 ? 0 : dt_set_error(dtp, -rc, "line %d: the types of "
	    "this kernel, on which the program relies, cannot be read",
	    img->kernel_line);
}

static void *
save(dtrace_hdl_t *dtp, const struct dt_image *img)
{
	struct dt_filewhy why = { "" };
	struct dt_buf out = { 0 };
	int rc = dt_file_write(img, &out, &why);

	if (rc == 0)
		return out.p;
	dt_buf_free(&out);
	if (rc == -ENOMEM)
		(void) dt_set_errno(dtp, EDT_NOMEM);
	else
		(void) dt_set_error(dtp, EINVAL, "the program cannot be "
		    "saved: %s", why.text);
	return NULL;
}

void *
dtrace_dof_create(dtrace_hdl_t *dtp, dtrace_prog_t *pgp, uint_t flags)
{
	struct dt_image img;

	if (dt_alive(dtp) != 0)
		return NULL;
	if (flags & ~(uint_t)DTRACE_D_STRIP || !dt_prog_is_ours(dtp, pgp)) {
		(void) dt_set_errno(dtp, EINVAL);
		return NULL;
	}
	if (pgp->added != NULL) {
		(void) dt_set_error(dtp, EINVAL, "the program cannot be saved: "
		    "dtrace_stmt_add() has added statements to it");
		return NULL;
	}
	img = *pgp->image;
	return sum_types(dtp, &img, &img.kernel) == 0 ? save(dtp, &img) : NULL;
}

/* The text of an option's value: a word, or a number and its unit. */
struct setting {
	char text[32];
};

/* List the run-time options that are set, as pragmas. */
static uint32_t
list_settings(const dtrace_hdl_t *dtp, struct dt_pragma *v,
    struct setting *texts)
{
	const struct dt_opt *opt;
	uint32_t n = 0;

	for (size_t i = 0; (opt = dt_opt_row(i)) != NULL; i++) {
		if (opt->class == DT_OPTCLASS_COMPILE ||
		    !dt_opt_on(dtp, opt->id) || !dt_opt_text(opt,
		    dtp->opts[opt->id], texts[n].text, sizeof(texts[n].text)))
			continue;
		v[n] = (struct dt_pragma){ opt->name, texts[n].text };
		n++;
	}
	return n;
}

void *
dtrace_getopt_dof(dtrace_hdl_t *dtp)
{
	struct setting texts[DT_OPT_NRUN];
	struct dt_pragma pragmas[DT_OPT_NRUN];
	dtrace_prog_t *pgp;
	void *dof;

	if (dt_alive(dtp) != 0)
		return NULL;
	pgp = dt_prog_empty(dtp);
	if (pgp == NULL)
		return NULL;
	pgp->image->pragmas = pragmas;
	pgp->image->npragmas = list_settings(dtp, pragmas, texts);
	dof = save(dtp, pgp->image);
	dt_prog_free(pgp);
	return dof;
}

void *
dtrace_geterr_dof(dtrace_hdl_t *dtp)
{
	const dtrace_prog_t *pgp;

	if (dt_alive(dtp) != 0)
		return NULL;
	if (dtp->err_fn == NULL) {
		(void) dt_set_error(dtp, EDT_BADERROR, "no handler of errors "
		    "is set: call dtrace_handle_err()");
		return NULL;
	}
	pgp = dt_prog_errors(dtp);
	return pgp != NULL ? save(dtp, pgp->image) : NULL;
}

void
dtrace_dof_destroy(dtrace_hdl_t *dtp, void *dof)
{
	if (dtp != NULL)
		free(dof);
}

size_t
dtrace_dof_size(const void *dof)
{
	return dof != NULL ? dt_file_length(dof) : 0;
}

static int
cannot_load(dtrace_hdl_t *dtp, int line, const char *why)
{
	return line == 0 ? dt_set_error(dtp, EINVAL, "the program cannot be "
	    "loaded: %s", why) : dt_set_error(dtp, EINVAL, "the program "
	    "cannot be loaded: line %d: %s", line, why);
}

static bool
wants_target(const struct dt_clause *c)
{
	for (uint32_t i = 0; i < c->nguards; i++)
		if (c->guards[i].target)
			return true;
	for (uint32_t i = 0; i < c->nopens; i++)
		if (c->opens[i].kind == DT_OPEN_TARGET)
			return true;
	return false;
}

/* Require that args[] have the types for which the clause was compiled. */
static int
check_args(dtrace_hdl_t *dtp, const struct dt_clause *c)
{
	for (uint32_t i = 0; i < c->nargs; i++) {
		const struct dt_typedarg *arg = &c->args[i];
		struct dt_argtype a = { .number = arg->number };

		for (uint32_t k = 0; k < c->npdescs; k++)
			dt_prog_argtype(dtp, &c->pdescs[k], &a);
		if (a.nprobes == 0 || (a.nwith == a.nprobes && !a.differ &&
		    strcmp(a.type, arg->type) == 0))
			continue;
		return dt_set_error(dtp, EINVAL, "the program cannot be "
		    "loaded: line %d: args[%u] was a %s where the program was "
		    "compiled, and is not in all probes that the clause "
		    "matches here: compile it here", arg->line, arg->number,
		    arg->type);
	}
	return 0;
}

static int
check_clause(dtrace_hdl_t *dtp, const struct dt_clause *c, uint_t flags)
{
	if (dtp->target == 0 && wants_target(c))
		return cannot_load(dtp, c->line, "$target has no value: create "
		    "or grab a process before the program is loaded");
	for (uint32_t i = 0; i < c->npdescs; i++)
		if (!(flags & DTRACE_C_ZDEFS) &&
		    dt_pdesc_count(dtp, &c->pdescs[i]) == 0)
			return cannot_load(dtp, c->line,
			    "a description matches no probe of this machine");
	return check_args(dtp, c);
}

/* Set the program's options, as its pragmas do in a compilation. */
static int
set_options(dtrace_hdl_t *dtp, const struct dt_image *img)
{
	int err;

	for (uint32_t i = 0; i < img->npragmas; i++) {
		err = dt_opt_pragma(dtp, img->pragmas[i].name,
		    img->pragmas[i].value);
		if (err != 0)
			return cannot_load(dtp, 0, dtrace_errmsg(dtp, err));
	}
	return 0;
}

static int
check_here(dtrace_hdl_t *dtp, const struct dt_image *img, uint_t flags)
{
	char why[400];
	int line;

	if (set_options(dtp, img) != 0)
		return -1;
	line = dt_prog_unstable(dtp, img, why, sizeof(why));
	if (line == 0)
		line = dt_prog_elsewhere(dtp, img, why, sizeof(why));
	if (line != 0)
		return cannot_load(dtp, line, why);
	flags = dt_opt_cflags(dtp, flags);
	for (uint32_t i = 0; i < img->nclauses; i++)
		if (check_clause(dtp, &img->clauses[i], flags) != 0)
			return -1;
	return 0;
}

static int
load(dtrace_hdl_t *dtp, const void *p, size_t n, struct dtrace_prog *pgp,
    uint_t flags)
{
	struct dt_filewhy why = { "" };
	int rc = dt_file_read(p, n, pgp->arena, &pgp->image, &why);

	if (rc == 0)
		rc = dt_place_fields(pgp->image, dtp->types, dtp->ksyms,
		    &why);
	if (rc == -ENOMEM)
		return dt_set_errno(dtp, EDT_NOMEM);
	return rc != 0 ? cannot_load(dtp, 0, why.text) :
	    check_here(dtp, pgp->image, flags);
}

dtrace_prog_t *
dtrace_program_load(dtrace_hdl_t *dtp, const void *dof, size_t size,
    uint_t flags)
{
	dtrace_prog_t *pgp;

	if (dt_check(dtp, dof != NULL &&
	    (flags & ~(uint_t)DTRACE_C_ZDEFS) == 0) != 0)
		return NULL;
	if (dtp->state != DT_RUN_IDLE) {
		(void) dt_set_errno(dtp, EDT_ACTIVE);
		return NULL;
	}
	pgp = dt_prog_new(dtp);
	if (pgp == NULL)
		return NULL;
	if (load(dtp, dof, size, pgp, flags) != 0) {
		dt_prog_free(pgp);
		return NULL;
	}
	dt_prog_append(dtp, pgp);
	return pgp;
}
