/* SPDX-License-Identifier: MIT */
/* dof.c - compiled programs as bytes, to be kept and loaded elsewhere. */
#include "api/hdl.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "run/file.h"
#include "type/type.h"

/* A program that relies on the kernel's types runs where they are the same. */
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

void *
dtrace_dof_create(dtrace_hdl_t *dtp, dtrace_prog_t *pgp, uint_t flags)
{
	struct dt_filewhy why = { "" };
	struct dt_buf out = { 0 };
	struct dt_image img;
	int rc;

	if (dt_alive(dtp) != 0)
		return NULL;
	if (flags != 0 || !dt_prog_is_ours(dtp, pgp)) {
		(void) dt_set_errno(dtp, EINVAL);
		return NULL;
	}
	img = *pgp->image;
	if (sum_types(dtp, &img, &img.kernel) != 0)
		return NULL;
	rc = dt_file_write(&img, &out, &why);
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

static int
differs(dtrace_hdl_t *dtp, const struct dt_field *f)
{
	const char *type = f->type != NULL ? f->type : "enumerator";

	return dt_set_error(dtp, EINVAL, "the program cannot be loaded: line "
	    "%d: %s%s%s is not as it was where the program was compiled: "
	    "compile it here", f->line, type, f->type == NULL ? " " :
	    f->name != NULL ? "." : "", f->name != NULL ? f->name : "");
}

static bool
has_member(dtrace_hdl_t *dtp, const struct dt_field *f)
{
	struct dt_member m;
	struct dt_type t;

	return dt_type_klookup(dtp->types, f->type, &t) == 0 &&
	    dt_type_member(dtp->types, &t, f->name, &m) == 0 &&
	    m.bit == f->value && m.bits == f->bits && m.type.size == f->size;
}

static bool
has_size(dtrace_hdl_t *dtp, const struct dt_field *f)
{
	struct dt_type t;

	return dt_type_klookup(dtp->types, f->type, &t) == 0 &&
	    dt_type_complete(dtp->types, &t) == 0 && t.size == f->value;
}

static bool
has_enumerator(dtrace_hdl_t *dtp, const struct dt_field *f)
{
	struct dt_type t;
	int64_t value;

	return dt_type_enumerator(dtp->types, f->name, &t, &value) == 0 &&
	    (uint64_t)value == f->value;
}

/* What the program takes for granted must hold of this kernel. */
static int
check_fields(dtrace_hdl_t *dtp, const struct dt_image *img)
{
	static bool (*const has[DT_NFIELDKINDS])(dtrace_hdl_t *,
	    const struct dt_field *) = {
		[DT_FIELD_MEMBER] = has_member,
		[DT_FIELD_SIZE] = has_size,
		[DT_FIELD_ENUMERATOR] = has_enumerator,
	};

	for (uint32_t i = 0; i < img->nfields; i++)
		if (!has[img->fields[i].kind](dtp, &img->fields[i]))
			return differs(dtp, &img->fields[i]);
	return 0;
}

static int
check_types(dtrace_hdl_t *dtp, const struct dt_image *img)
{
	uint32_t sum;

	if (sum_types(dtp, img, &sum) != 0)
		return -1;
	return sum == img->kernel ? 0 : cannot_load(dtp, img->kernel_line,
	    "it relies on types of the kernel that it was compiled on, and "
	    "those of this kernel are others: compile it here");
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

static int
count(const struct dt_probe *p, void *arg)
{
	(void) p;
	++*(uint32_t *)arg;
	return 0;
}

static int
check_clause(dtrace_hdl_t *dtp, const struct dt_clause *c, uint_t flags)
{
	uint32_t n;

	if (dtp->target == 0 && wants_target(c))
		return cannot_load(dtp, c->line, "$target has no value: create "
		    "or grab a process before the program is loaded");
	for (uint32_t i = 0; i < c->npdescs; i++) {
		n = 0;
		(void) dt_pdesc_matches(dtp, &c->pdescs[i], count, &n);
		if (n == 0 && !(flags & DTRACE_C_ZDEFS))
			return cannot_load(dtp, c->line,
			    "a description matches no probe of this machine");
	}
	return 0;
}

/* As #pragma D option does when a program is compiled. */
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
	if (check_types(dtp, img) != 0 || check_fields(dtp, img) != 0 ||
	    set_options(dtp, img) != 0)
		return -1;
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

	if (dt_alive(dtp) != 0)
		return NULL;
	if (dof == NULL || flags & ~(uint_t)DTRACE_C_ZDEFS) {
		(void) dt_set_errno(dtp, EINVAL);
		return NULL;
	}
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
