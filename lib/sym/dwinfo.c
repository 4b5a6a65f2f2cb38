/* SPDX-License-Identifier: MIT */
/*
 * dwinfo.c - reads .debug_info of DWARF 2 to 5.  An entry is a tag and the few
 * attributes that types of functions need; the names of types are not read.
 * libdw would do that, too, but it and its decompressors would be loaded into
 * each consumer.
 */
#include <elf.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/buf.h"
#include "base/regular.h"
#include "sym/dwarf.h"
#include "sym/dwbytes.h"
#include "sym/dwinfo.h"
#include "sym/elffile.h"
#include "sym/elflink.h"

#define	MAXCHAIN	16	/* references from a type to another */
#define	MAXABBREVS	100000
#define	NOWHERE		UINT64_MAX

struct section {
	const uint8_t *p;
	uint64_t n;
};

struct unit {
	uint64_t start, first, end;	/* in .debug_info; the first entry */
	uint64_t abbrevs;		/* in .debug_abbrev */
	uint64_t addr_base;		/* in .debug_addr */
	uint8_t version, addr_size, off_size;
};

/* The code of an abbreviation is its number in the table plus 1. */
struct abbrev {
	uint64_t tag;
	const uint8_t *attrs;
	bool has_children;
};

struct dwinfo {
	struct section info, abbrev, addr;
	struct dt_buf units;		/* struct unit, in order */
	struct dt_buf table;		/* struct abbrev of one unit */
	uint64_t table_of;		/* its unit's offset; NOWHERE: none */
};

/* What is read of an entry; a reference is an offset in .debug_info. */
struct entry {
	uint64_t tag;			/* 0: the end of a list of children */
	bool has_children;
	uint64_t low_pc, type, origin, size, encoding, addr_base;
	uint64_t next;			/* behind its attributes */
};

struct dt_dwfunc {
	struct dwinfo *d;
	const struct unit *unit;
	struct entry entry;
};

/* --- bytes ---------------------------------------------------------------- */

static void
skip(struct dt_dwbytes *c, uint64_t n)
{
	(void) dt_dw_part(c, n);
}

static void
skip_string(struct dt_dwbytes *c)
{
	const uint8_t *end = memchr(c->p, 0, (size_t)(c->end - c->p));

	skip(c, end != NULL ? (uint64_t)(end + 1 - c->p) : UINT64_MAX);
}

static struct dt_dwbytes
at(const struct section *s, uint64_t from, uint64_t end)
{
	static const uint8_t none[1];

	if (end > s->n)
		end = s->n;
	if (s->n == 0 || from > end)
		return (struct dt_dwbytes){ none, none, 0, true };
	return (struct dt_dwbytes){ s->p + from, s->p + end, 0, false };
}

/* --- units ---------------------------------------------------------------- */

/* Read the header of a unit.  False: what follows cannot be read. */
static bool
read_unit(struct dwinfo *d, uint64_t from, struct unit *u)
{
	struct dt_dwbytes c = at(&d->info, from, d->info.n);
	uint64_t len = dt_dw_fixed(&c, 4);
	uint8_t type = 0;

	*u = (struct unit){ .start = from, .off_size = 4 };
	if (len == 0xffffffff) {
		len = dt_dw_fixed(&c, 8);
		u->off_size = 8;
	}
	if (c.bad || len > (uint64_t)(c.end - c.p))
		return false;
	u->end = (uint64_t)(c.p - d->info.p) + len;
	u->version = (uint8_t)dt_dw_fixed(&c, 2);
	if (u->version >= 5) {
		type = (uint8_t)dt_dw_fixed(&c, 1);
		u->addr_size = (uint8_t)dt_dw_fixed(&c, 1);
	}
	u->abbrevs = dt_dw_fixed(&c, u->off_size);
	if (u->version < 5)
		u->addr_size = (uint8_t)dt_dw_fixed(&c, 1);
	if (type >= DW_UT_type && type != DW_UT_partial)
		skip(&c, type == DW_UT_type ? 8u + u->off_size : 8);
	u->first = (uint64_t)(c.p - d->info.p);
	return !c.bad && u->end > from && u->version >= 2 && u->version <= 5;
}

static int
find_units(struct dwinfo *d)
{
	struct unit u;

	for (uint64_t from = 0; read_unit(d, from, &u); from = u.end)
		dt_buf_add(&d->units, &u, sizeof(u));
	return d->units.err;
}

static const struct unit *
unit_at(const struct dwinfo *d, uint64_t off)
{
	const struct unit *v = (const struct unit *)d->units.p;
	size_t lo = 0, hi = d->units.len / sizeof(*v);

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (off >= v[mid].end)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < d->units.len / sizeof(*v) && off >= v[lo].first ?
	    &v[lo] : NULL;
}

static void
skip_attrs(struct dt_dwbytes *c)
{
	uint64_t name, form;

	do {
		name = dt_dw_uleb(c);
		form = dt_dw_uleb(c);
		if (form == DW_FORM_implicit_const)
			(void) dt_dw_uleb(c);
	} while ((name != 0 || form != 0) && !c->bad);
}

/* Linkers and compilers number abbreviations from 1. */
static bool
load_table(struct dwinfo *d, const struct unit *u)
{
	struct dt_dwbytes c = at(&d->abbrev, u->abbrevs, d->abbrev.n);
	uint64_t code, want = 1;
	struct abbrev a;

	if (d->table_of == u->abbrevs)
		return true;
	d->table_of = NOWHERE;
	dt_buf_reset(&d->table);
	while ((code = dt_dw_uleb(&c)) == want && want++ < MAXABBREVS) {
		a.tag = dt_dw_uleb(&c);
		a.has_children = dt_dw_fixed(&c, 1) != 0;
		a.attrs = c.p;
		skip_attrs(&c);
		if (c.bad)
			return false;
		dt_buf_add(&d->table, &a, sizeof(a));
	}
	if (code != 0 || d->table.err != 0)
		return false;
	d->table_of = u->abbrevs;
	return true;
}

/* --- entries -------------------------------------------------------------- */

/* Fixed sizes of forms, plus 1; OFF and ADDR are those of the unit. */
enum { OFF = 100, ADDR };

static const uint8_t sizes[] = {
	[DW_FORM_addr] = ADDR, [DW_FORM_data2] = 3, [DW_FORM_data4] = 5,
	[DW_FORM_data8] = 9, [DW_FORM_data1] = 2, [DW_FORM_flag] = 2,
	[DW_FORM_strp] = OFF, [DW_FORM_ref_addr] = OFF, [DW_FORM_ref1] = 2,
	[DW_FORM_ref2] = 3, [DW_FORM_ref4] = 5, [DW_FORM_ref8] = 9,
	[DW_FORM_sec_offset] = OFF, [DW_FORM_flag_present] = 1,
	[DW_FORM_ref_sup4] = 5, [DW_FORM_strp_sup] = OFF,
	[DW_FORM_line_strp] = OFF, [DW_FORM_ref_sig8] = 9,
	[DW_FORM_implicit_const] = 1, [DW_FORM_ref_sup8] = 9,
	[DW_FORM_strx1] = 2, [DW_FORM_strx2] = 3, [DW_FORM_strx3] = 4,
	[DW_FORM_strx4] = 5, [DW_FORM_addrx1] = 2, [DW_FORM_addrx2] = 3,
	[DW_FORM_addrx3] = 4, [DW_FORM_addrx4] = 5,
};

static uint64_t
read_sized(struct dt_dwbytes *c, const struct unit *u, uint64_t form)
{
	unsigned size = form < sizeof(sizes) ? sizes[form] : 0;

	if (form == DW_FORM_GNU_ref_alt || form == DW_FORM_GNU_strp_alt)
		size = OFF;
	if (form == DW_FORM_ref_addr && u->version == 2)
		size = ADDR;
	if (size == 0)
		c->bad = true;
	return dt_dw_fixed(c, size == OFF ? u->off_size : size == ADDR ?
	    u->addr_size : size == 0 ? 0 : size - 1);
}

static uint64_t
read_value(struct dt_dwbytes *c, const struct unit *u, uint64_t form)
{
	switch (form) {
	case DW_FORM_block1:
		skip(c, dt_dw_fixed(c, 1));
		return 0;
	case DW_FORM_block2:
		skip(c, dt_dw_fixed(c, 2));
		return 0;
	case DW_FORM_block4:
		skip(c, dt_dw_fixed(c, 4));
		return 0;
	case DW_FORM_block: case DW_FORM_exprloc:
		skip(c, dt_dw_uleb(c));
		return 0;
	case DW_FORM_data16:
		skip(c, 16);
		return 0;
	case DW_FORM_string:
		skip_string(c);
		return 0;
	case DW_FORM_sdata: case DW_FORM_udata: case DW_FORM_ref_udata:
	case DW_FORM_strx: case DW_FORM_addrx: case DW_FORM_loclistx:
	case DW_FORM_rnglistx: case DW_FORM_GNU_addr_index:
	case DW_FORM_GNU_str_index:
		return dt_dw_uleb(c);
	default:
		return read_sized(c, u, form);
	}
}

/* Where a reference leads; NOWHERE: into another file, or by a signature. */
static uint64_t
reference(const struct unit *u, uint64_t form, uint64_t v)
{
	switch (form) {
	case DW_FORM_ref1: case DW_FORM_ref2: case DW_FORM_ref4:
	case DW_FORM_ref8: case DW_FORM_ref_udata:
		return u->start + v;
	case DW_FORM_ref_addr:
		return v;
	default:
		return NOWHERE;
	}
}

/* An address, or its index in .debug_addr. */
static uint64_t
address(const struct dwinfo *d, const struct unit *u, uint64_t form,
    uint64_t v)
{
	struct dt_dwbytes c;

	if (form == DW_FORM_addr)
		return v;
	if ((form != DW_FORM_addrx && (form < DW_FORM_addrx1 ||
	    form > DW_FORM_addrx4)) || v > d->addr.n || u->addr_size == 0)
		return NOWHERE;
	c = at(&d->addr, u->addr_base + v * u->addr_size, d->addr.n);
	v = dt_dw_fixed(&c, u->addr_size);
	return c.bad ? NOWHERE : v;
}

static void
take(const struct dwinfo *d, const struct unit *u, uint64_t name,
    uint64_t form, uint64_t v, struct entry *e)
{
	switch (name) {
	case DW_AT_low_pc:
		e->low_pc = address(d, u, form, v);
		break;
	case DW_AT_type:
		e->type = reference(u, form, v);
		break;
	case DW_AT_abstract_origin: case DW_AT_specification:
		e->origin = reference(u, form, v);
		break;
	case DW_AT_byte_size:
		e->size = v;
		break;
	case DW_AT_encoding:
		e->encoding = v;
		break;
	case DW_AT_addr_base:
		e->addr_base = v;
		break;
	default:
		break;
	}
}

static bool
read_attrs(const struct dwinfo *d, const struct unit *u,
    const struct abbrev *a, struct dt_dwbytes *c, struct entry *e)
{
	struct dt_dwbytes spec = { .p = a->attrs,
		.end = d->abbrev.p + d->abbrev.n };
	uint64_t name, form, v;

	for (;;) {
		name = dt_dw_uleb(&spec);
		form = dt_dw_uleb(&spec);
		if ((name == 0 && form == 0) || spec.bad)
			return !spec.bad;
		if (form == DW_FORM_indirect)
			form = dt_dw_uleb(c);
		v = form == DW_FORM_implicit_const ? dt_dw_uleb(&spec) :
		    read_value(c, u, form);
		if (c->bad)
			return false;
		take(d, u, name, form, v, e);
	}
}

/* Read the entry at an offset, which is in the unit. */
static bool
read_entry(struct dwinfo *d, const struct unit *u, uint64_t off,
    struct entry *e)
{
	struct dt_dwbytes c = at(&d->info, off, u->end);
	const struct abbrev *v;
	uint64_t code = dt_dw_uleb(&c);

	*e = (struct entry){ .low_pc = NOWHERE, .type = 0, .origin = NOWHERE };
	if (code != 0) {
		if (c.bad || !load_table(d, u) ||
		    code > d->table.len / sizeof(*v))
			return false;
		v = (const struct abbrev *)d->table.p + code - 1;
		e->tag = v->tag;
		e->has_children = v->has_children;
		if (!read_attrs(d, u, v, &c, e))
			return false;
	}
	e->next = (uint64_t)(c.p - d->info.p);
	return !c.bad;
}

static bool
read_anywhere(struct dwinfo *d, uint64_t off, struct entry *e)
{
	const struct unit *u = off == NOWHERE ? NULL : unit_at(d, off);

	return u != NULL && read_entry(d, u, off, e);
}

/* --- types ---------------------------------------------------------------- */

/* Write the name of an integer of this size and sign; false: there is none. */
static bool
name_integer(const struct entry *e, bool is_signed, char *buf)
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
name_base(const struct entry *e, char *buf)
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

static bool
is_transparent(uint64_t tag)
{
	return tag == DW_TAG_typedef || tag == DW_TAG_const_type ||
	    tag == DW_TAG_volatile_type || tag == DW_TAG_restrict_type ||
	    tag == DW_TAG_atomic_type;
}

static bool
is_pointer(uint64_t tag)
{
	return tag == DW_TAG_pointer_type || tag == DW_TAG_reference_type ||
	    tag == DW_TAG_rvalue_reference_type;
}

/* Skip typedefs and qualifiers.  False: to void, or it cannot be read. */
static bool
resolve(struct dwinfo *d, uint64_t off, struct entry *e)
{
	for (int i = 0; i < MAXCHAIN; i++) {
		if (off == 0 || !read_anywhere(d, off, e))
			return false;
		if (!is_transparent(e->tag))
			return true;
		off = e->type;
	}
	return false;
}

/* Write the name of a type that one integer register holds. */
static bool
name_type(struct dwinfo *d, uint64_t off, char *buf)
{
	char stars[MAXCHAIN + 1];
	struct entry e;
	size_t n = 0, len;
	bool known = resolve(d, off, &e);

	if (!known)
		return false;
	for (; known && is_pointer(e.tag) && n < MAXCHAIN / 2; n++) {
		stars[n] = '*';
		known = resolve(d, e.type, &e);
	}
	stars[n] = '\0';
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
type_of(struct dwinfo *d, struct entry e)
{
	for (int i = 0; i < MAXCHAIN && e.type == 0; i++)
		if (!read_anywhere(d, e.origin, &e))
			return 0;
	return e.type;
}

/* --- functions ------------------------------------------------------------ */

/*
 * Write the name of the result, if it has one.  False: the function may have
 * the address of its result as a hidden first argument.
 */
static bool
name_result(struct dt_dwfunc *f, char *buf)
{
	uint64_t off = type_of(f->d, f->entry);
	struct entry e;

	if (off == 0 || name_type(f->d, off, buf))
		return true;
	buf[0] = '\0';
	return resolve(f->d, off, &e) && e.tag == DW_TAG_base_type;
}

bool
dt_dwfunc_types(struct dt_dwfunc *f, struct dt_dwtypes *out)
{
	uint64_t off = f->entry.next;
	struct entry e;
	int depth = 0;

	memset(out, 0, sizeof(*out));
	if (!name_result(f, out->result))
		return false;
	while (f->entry.has_children && depth >= 0) {
		if (!read_entry(f->d, f->unit, off, &e))
			return false;
		off = e.next;
		if (depth == 0 && e.tag == DW_TAG_formal_parameter) {
			if (out->nargs == DT_NARGS || !name_type(f->d,
			    type_of(f->d, e), out->arg[out->nargs]))
				break;
			out->nargs++;
		}
		depth += e.tag == 0 ? -1 : e.has_children;
	}
	return true;
}

struct walk {
	struct dwinfo *d;
	const struct dt_elffile *file;	/* the program or library itself */
	dt_dwfunc_f *fn;
	void *arg;
};

static int
visit(const struct walk *w, const struct unit *u, const struct entry *e)
{
	struct dt_dwfunc f = { w->d, u, *e };
	uint64_t offset;

	if (e->tag != DW_TAG_subprogram || e->low_pc == NOWHERE ||
	    !dt_elffile_offset(w->file, e->low_pc, &offset))
		return 0;
	return w->fn(w->arg, offset, &f);
}

/* Damaged entries end the unit. */
static int
walk_unit(const struct walk *w, struct unit *u)
{
	struct entry e;
	int rc = 0;

	for (uint64_t off = u->first; rc == 0 && off < u->end; off = e.next) {
		if (!read_entry(w->d, u, off, &e))
			break;
		if (off == u->first)
			u->addr_base = e.addr_base;
		rc = visit(w, u, &e);
	}
	return rc;
}

static int
walk_units(const struct walk *w)
{
	struct unit *v = (struct unit *)w->d->units.p;
	size_t n = w->d->units.len / sizeof(*v);
	int rc = 0;

	for (size_t i = 0; i < n && rc == 0; i++)
		if (v[i].addr_size == 8)
			rc = walk_unit(w, &v[i]);
	return rc;
}

/* --- files ---------------------------------------------------------------- */

/* Decompress a section, if it is compressed and of a sensible size. */
static bool
inflate_section(struct dt_elffile *f, Elf_Scn *scn, const GElf_Shdr *sh)
{
	GElf_Chdr ch;

	if ((sh->sh_flags & SHF_COMPRESSED) == 0)
		return true;
	if (gelf_getchdr(scn, &ch) == NULL || ch.ch_size > f->left)
		return false;
	f->left -= ch.ch_size;
	return elf_compress(scn, 0, 0) >= 0;
}

static void
load_section(void *arg, struct dt_elffile *f, Elf_Scn *scn,
    const GElf_Shdr *sh, const char *name)
{
	struct dwinfo *d = arg;
	struct section *out = strcmp(name, ".debug_info") == 0 ? &d->info :
	    strcmp(name, ".debug_abbrev") == 0 ? &d->abbrev :
	    strcmp(name, ".debug_addr") == 0 ? &d->addr : NULL;
	Elf_Data *data;

	if (out == NULL || dt_elffile_data(f, scn) == NULL ||
	    !inflate_section(f, scn, sh))
		return;
	data = elf_getdata(scn, NULL);
	if (data != NULL && data->d_buf != NULL)
		*out = (struct section){ data->d_buf, data->d_size };
}

static int
read_file(void *arg, struct dt_elffile *from)
{
	struct dwinfo d = { .table_of = NOWHERE };
	struct walk w = *(struct walk *)arg;
	int rc = -ENOENT;

	w.d = &d;
	dt_elffile_sections(from, load_section, &d);
	if (d.info.n != 0 && d.abbrev.n != 0)
		rc = find_units(&d);
	if (rc == 0)
		rc = walk_units(&w);
	dt_buf_free(&d.units);
	dt_buf_free(&d.table);
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
