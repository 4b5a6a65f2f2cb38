/* SPDX-License-Identifier: MIT */
/*
 * place.c - looks up in this kernel the members, sizes, enumerators and symbols
 * that an image takes from the kernel.
 */
#include "run/file.h"

#include <errno.h>
#include <string.h>

#include "sym/kvar.h"

#define	refuse(why, line, ...)	dt_vet_refuse(why, NULL, line, __VA_ARGS__)

/* The name of a field as D writes it. */
static void
name_of(const struct dt_field *f, char *buf, size_t len)
{
	if (f->kind == DT_FIELD_MEMBER)
		(void) snprintf(buf, len, "%s.%s", f->type, f->name);
	else if (f->kind == DT_FIELD_SIZE)
		(void) snprintf(buf, len, "the size of %s", f->type);
	else if (f->kind == DT_FIELD_SYMBOL)
		(void) snprintf(buf, len, "%s`%s",
		    f->type != NULL ? f->type : "", f->name);
	else
		(void) snprintf(buf, len, "enumerator %s", f->name);
}

static int
missing(struct dt_types *ts, const struct dt_field *f, int err,
    struct dt_filewhy *why)
{
	const char *no = dt_types_nokernel(ts);

	if (no != NULL)
		return refuse(why, f->line, "the program needs the types of "
		    "this kernel, which cannot be read: %s", no);
	return err == -ENXIO ? refuse(why, f->line, "in this kernel %s has no "
	    "member %s", f->type, f->name) : refuse(why, f->line,
	    "this kernel has no %s%s", f->type != NULL ? f->type :
	    "enumerator ", f->type != NULL ? "" : f->name);
}

static int
differs(const struct dt_field *f, const char *is, struct dt_filewhy *why)
{
	char name[160];

	name_of(f, name, sizeof(name));
	return refuse(why, f->line, "%s is of type \"%s\" in this kernel and "
	    "\"%s\" where the program was compiled: compile it here", name,
	    is, f->is);
}

static int
fixed(const struct dt_field *f, struct dt_filewhy *why)
{
	char name[160];

	name_of(f, name, sizeof(name));
	return refuse(why, f->line, "%s differs in this kernel, and the "
	    "compiled code depends on it: compile the program here", name);
}

static int
place_symbol(struct dt_types *ts, struct dt_ksyms *ks, struct dt_field *f,
    struct dt_filewhy *why)
{
	char no[320];
	struct dt_kvar v;
	int err = dt_kvar_find(ks, ts, f->type, f->name, &v, no, sizeof(no));

	if (err == -ENOMEM)
		return err;
	if (err != 0)
		return refuse(why, f->line, "%s`%s: %s",
		    f->type != NULL ? f->type : "", f->name, no);
	if (strcmp(f->is, v.is) != 0)
		return differs(f, v.is, why);
	if (f->is_fixed && f->value != v.addr)
		return fixed(f, why);
	f->value = v.addr;
	return 0;
}

static int
place(struct dt_types *ts, struct dt_field *f, struct dt_filewhy *why)
{
	struct dt_field here = *f;
	char is[160];
	int err = dt_field_find(ts, &here, is, sizeof(is));

	if (err == -ENOMEM)
		return err;
	if (err != 0 && err != -ERANGE)
		return missing(ts, f, err, why);
	if (f->is != NULL && strcmp(f->is, is) != 0)
		return differs(f, is, why);
	if ((err == -ERANGE && !f->is_fixed) || (f->is_fixed &&
	    (here.value != f->value || here.bits != f->bits ||
	    here.count != f->count)))
		return fixed(f, why);
	*f = here;
	return 0;
}

/* A type without a name can be compared only by comparing all types. */
static int
compare_kernels(const struct dt_image *img, struct dt_types *ts,
    struct dt_filewhy *why)
{
	uint32_t sum = 0;
	int err = img->kernel_line != 0 ? dt_types_sum(ts, &sum) : 0;

	if (err != 0 || sum == img->kernel)
		return err;
	return refuse(why, img->kernel_line, "the program prints a whole "
	    "struct of the kernel, or uses one that has no name, so it runs "
	    "only on the kernel that it was compiled on: compile it here");
}

int
dt_place_fields(struct dt_image *img, struct dt_types *ts,
    struct dt_ksyms *ks, struct dt_filewhy *why)
{
	int err = compare_kernels(img, ts, why);

	for (uint32_t i = 0; i < img->nfields && err == 0; i++)
		err = img->fields[i].kind == DT_FIELD_SYMBOL ?
		    place_symbol(ts, ks, &img->fields[i], why) :
		    place(ts, &img->fields[i], why);
	return err;
}
