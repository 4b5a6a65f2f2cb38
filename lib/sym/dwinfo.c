/* SPDX-License-Identifier: MIT */
/* dwinfo.c - see dwinfo.h. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "base/regular.h"
#include "sym/dwarf.h"
#include "sym/dwentry.h"
#include "sym/dwinfo.h"
#include "sym/elffile.h"
#include "sym/elflink.h"

#define	MAXCHAIN	16	/* references from a type to another */

struct dt_dwfunc {
	struct dt_dwfile *d;
	const struct dt_dwunit *unit;
	struct dt_dwentry entry;
};

/* --- types ---------------------------------------------------------------- */

/* Write the name of an integer of this size and sign; false: there is none. */
static bool
name_integer(const struct dt_dwentry *e, bool is_signed, char *buf)
{
	static const char *const names[][2] = {
		[1] = { "unsigned char", "char" },
		[2] = { "unsigned short", "short" },
		[4] = { "unsigned int", "int" },
		[8] = { "unsigned long", "long" },
	};

	if (e->size >= sizeof(names) / sizeof(names[0]) ||
	    names[e->size][0] == NULL)
		return false;
	(void) snprintf(buf, DT_DWTYPE, "%s", names[e->size][is_signed]);
	return true;
}

static bool
name_base(const struct dt_dwentry *e, char *buf)
{
	switch (e->encoding) {
	case DW_ATE_boolean: case DW_ATE_unsigned: case DW_ATE_unsigned_char:
	case DW_ATE_UTF:
		return name_integer(e, false, buf);
	case DW_ATE_signed: case DW_ATE_signed_char:
		return name_integer(e, true, buf);
	default:
		return false;
	}
}

/* Skip typedefs and qualifiers.  False: to void, or it cannot be read. */
static bool
resolve(struct dt_dwfile *d, uint64_t off, struct dt_dwentry *e)
{
	for (int i = 0; i < MAXCHAIN; i++) {
		off = dt_dwentry_defined(d, off);
		if (off == 0 || !dt_dwentry_at(d, off, e))
			return false;
		if (!dt_dwtag_is_alias(e->tag))
			return true;
		off = e->type;
	}
	return false;
}

static bool
is_own(uint64_t tag)
{
	return tag == DW_TAG_structure_type || tag == DW_TAG_class_type ||
	    tag == DW_TAG_union_type || tag == DW_TAG_enumeration_type ||
	    tag == DW_TAG_array_type;
}

/* Describe a type that one integer register holds; false: it is none. */
static bool
set_type(struct dt_dwfile *d, uint64_t off, struct dt_dwtype *to)
{
	char stars[MAXCHAIN + 1], *buf = to->name;
	struct dt_dwentry e;
	size_t n = 0, len;
	bool known = resolve(d, off, &e);

	if (!known)
		return false;
	for (; known && dt_dwtag_is_pointer(e.tag) && n < MAXCHAIN / 2; n++) {
		stars[n] = '*';
		known = resolve(d, e.type, &e);
	}
	stars[n] = '\0';
	to->at = known && is_own(e.tag) ? off : 0;
	known = known && ((e.tag == DW_TAG_base_type && name_base(&e, buf)) ||
	    (e.tag == DW_TAG_enumeration_type && name_integer(&e, true, buf)));
	if (!known && n == 0)
		return false;
	if (!known)
		(void) snprintf(buf, DT_DWTYPE, "void");
	len = strlen(buf);
	(void) snprintf(buf + len, DT_DWTYPE - len, "%s%s", n == 0 ? "" : " ",
	    stars);
	return true;
}

/* The type of an entry that may be a copy of another one; 0: void. */
static uint64_t
type_of(struct dt_dwfile *d, struct dt_dwentry e)
{
	for (int i = 0; i < MAXCHAIN && e.type == 0; i++)
		if (!dt_dwentry_at(d, e.origin, &e))
			return 0;
	return e.type;
}

/* --- functions ------------------------------------------------------------ */

/*
 * Describe the result, if there is one.  False: the function may have the
 * address of its result as a hidden first argument.
 */
static bool
set_result(struct dt_dwfunc *f, struct dt_dwtype *to)
{
	uint64_t off = type_of(f->d, f->entry);
	struct dt_dwentry e;

	if (off == 0 || set_type(f->d, off, to))
		return true;
	to->name[0] = '\0';
	return resolve(f->d, off, &e) && e.tag == DW_TAG_base_type;
}

bool
dt_dwfunc_types(struct dt_dwfunc *f, struct dt_dwtypes *out)
{
	struct dt_dwchildren c = dt_dwentry_children(f->d, f->unit,
	    &f->entry);
	struct dt_dwentry e;

	memset(out, 0, sizeof(*out));
	if (!set_result(f, &out->result))
		return false;
	while (dt_dwchildren_next(&c, &e)) {
		if (e.tag != DW_TAG_formal_parameter)
			continue;
		if (out->nargs == DT_NARGS || !set_type(f->d, type_of(f->d, e),
		    &out->arg[out->nargs]))
			break;
		out->nargs++;
	}
	return !c.bad;
}

struct walk {
	struct dt_dwfile *d;
	const struct dt_elffile *file;	/* the program or library itself */
	dt_dwfunc_f *fn;
	void *arg;
};

static int
visit(const struct walk *w, const struct dt_dwunit *u,
    const struct dt_dwentry *e)
{
	struct dt_dwfunc f = { w->d, u, *e };
	uint64_t offset;

	if (e->tag != DW_TAG_subprogram || e->low_pc == DT_DW_NOWHERE ||
	    !dt_elffile_offset(w->file, e->low_pc, &offset))
		return 0;
	return w->fn(w->arg, offset, &f);
}

/* Where the walk goes on: no function that can be traced is inside another. */
static uint64_t
behind(const struct dt_dwentry *e)
{
	return e->sibling > e->next && e->tag != DW_TAG_namespace ?
	    e->sibling : e->next;
}

/* Damaged entries end the unit. */
static int
walk_unit(const struct walk *w, struct dt_dwunit *u)
{
	struct dt_dwentry e;
	int rc = 0;

	for (uint64_t off = u->first; rc == 0 && off < u->end;
	    off = behind(&e)) {
		if (!dt_dwentry_read(w->d, u, off, &e))
			break;
		if (off == u->first) {
			u->addr_base = e.addr_base;
			u->low_pc = e.low_pc != DT_DW_NOWHERE ? e.low_pc : 0;
		}
		rc = visit(w, u, &e);
	}
	return rc;
}

static int
walk_units(const struct walk *w)
{
	struct dt_dwunit *v = (struct dt_dwunit *)w->d->units.p;
	size_t n = w->d->units.len / sizeof(*v);
	int rc = 0;

	for (size_t i = 0; i < n && rc == 0; i++)
		if (v[i].addr_size == 8)
			rc = walk_unit(w, &v[i]);
	return rc;
}

/* --- files ---------------------------------------------------------------- */

static int
read_file(void *arg, struct dt_elffile *from)
{
	struct dt_dwfile d;
	struct walk w = *(struct walk *)arg;
	int rc = dt_dwfile_read(&d, from, false);

	w.d = &d;
	if (rc == 0)
		rc = walk_units(&w);
	dt_dwfile_free(&d);
	return rc;
}

int
dt_dw_functions(const char *path, dt_dwfunc_f *fn, void *arg)
{
	struct dt_elffile f;
	struct walk w = { .file = &f, .fn = fn, .arg = arg };
	int fd = dt_regular_open(path, 0), rc;

	if (fd < 0)
		return -errno;
	rc = dt_elffile_open(&f, fd);
	if (rc == 0)
		rc = read_file(&w, &f);
	if (rc == -ENOENT)
		rc = dt_elflink_visit(&f, path, read_file, &w);
	dt_elffile_close(&f);
	(void) close(fd);
	return rc;
}
