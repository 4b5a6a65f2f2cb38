/* SPDX-License-Identifier: MIT */
/*
 * dwentry.c - see dwentry.h.  An entry is a tag and the few attributes that
 * types need.  libdw would do that, too, but it and its decompressors would be
 * loaded into each consumer.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "sym/dwarf.h"
#include "sym/dwbytes.h"
#include "sym/dwentry.h"

#define	MAXABBREVS	100000
#define	NOWHERE		DT_DW_NOWHERE

/* The code of an abbreviation is its number in the table plus 1. */
struct abbrev {
	uint64_t tag;
	const uint8_t *attrs;
	bool has_children;
};

/* The value of an attribute: a number, or a block of bytes. */
struct value {
	uint64_t form, v;
	struct dt_dwbytes block;
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
at(const struct dt_dwsection *s, uint64_t from, uint64_t end)
{
	static const uint8_t none[1];

	if (end > s->n)
		end = s->n;
	if (s->n == 0 || from > end)
		return (struct dt_dwbytes){ none, none, 0, true };
	return (struct dt_dwbytes){ s->p + from, s->p + end, 0, false };
}

/* --- units ---------------------------------------------------------------- */

/* Read the header of a unit; false: neither it nor later units can be read. */
static bool
read_unit(struct dt_dwfile *d, uint64_t from, struct dt_dwunit *u)
{
	struct dt_dwbytes c = at(&d->info, from, d->info.n);
	uint64_t len = dt_dw_fixed(&c, 4);
	uint8_t type = 0;

	*u = (struct dt_dwunit){ .start = from, .off_size = 4 };
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
		u->signature = dt_dw_fixed(&c, 8);
	if (type == DW_UT_type)
		u->type_at = from + dt_dw_fixed(&c, u->off_size);
	u->first = (uint64_t)(c.p - d->info.p);
	return !c.bad && u->end > from && u->version >= 2 && u->version <= 5;
}

static int
compare(const void *lp, const void *rp)
{
	const struct dt_dwunit *l = lp, *r = rp;

	return l->signature < r->signature ? -1 : l->signature > r->signature;
}

static int
find_units(struct dt_dwfile *d)
{
	struct dt_buf *types = &d->signed_units;
	struct dt_dwunit u;

	for (uint64_t from = 0; read_unit(d, from, &u); from = u.end) {
		dt_buf_add(&d->units, &u, sizeof(u));
		if (u.type_at != 0)
			dt_buf_add(types, &u, sizeof(u));
	}
	if (types->err == 0 && types->len != 0)
		qsort(types->p, types->len / sizeof(u), sizeof(u), compare);
	return d->units.err != 0 ? d->units.err : types->err;
}

/* The type with a signature, or NOWHERE. */
static uint64_t
signed_type(const struct dt_dwfile *d, uint64_t signature)
{
	const struct dt_dwunit key = { .signature = signature }, *u;

	u = d->signed_units.len == 0 ? NULL : bsearch(&key,
	    d->signed_units.p, d->signed_units.len / sizeof(*u), sizeof(*u),
	    compare);
	return u != NULL ? u->type_at : NOWHERE;
}

const struct dt_dwunit *
dt_dwfile_unit(const struct dt_dwfile *d, uint64_t off)
{
	const struct dt_dwunit *v = (const void *)d->units.p;
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
			(void) dt_dw_sleb(c);
	} while ((name != 0 || form != 0) && !c->bad);
}

/* Linkers and compilers number abbreviations from 1. */
static bool
load_table(struct dt_dwfile *d, const struct dt_dwunit *u)
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
read_sized(struct dt_dwbytes *c, const struct dt_dwunit *u, uint64_t form)
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

static struct dt_dwbytes
read_block(struct dt_dwbytes *c, uint64_t form)
{
	switch (form) {
	case DW_FORM_block1:
		return dt_dw_part(c, dt_dw_fixed(c, 1));
	case DW_FORM_block2:
		return dt_dw_part(c, dt_dw_fixed(c, 2));
	case DW_FORM_block4:
		return dt_dw_part(c, dt_dw_fixed(c, 4));
	case DW_FORM_data16:
		return dt_dw_part(c, 16);
	default:
		return dt_dw_part(c, dt_dw_uleb(c));
	}
}

static bool
is_block(uint64_t form)
{
	return form == DW_FORM_block1 || form == DW_FORM_block2 ||
	    form == DW_FORM_block4 || form == DW_FORM_block ||
	    form == DW_FORM_exprloc || form == DW_FORM_data16;
}

/* A string in the entry itself is read as its offset in .debug_info. */
static uint64_t
read_number(const struct dt_dwfile *d, struct dt_dwbytes *c,
    const struct dt_dwunit *u, uint64_t form)
{
	uint64_t at = (uint64_t)(c->p - d->info.p);

	switch (form) {
	case DW_FORM_string:
		skip_string(c);
		return at;
	case DW_FORM_sdata:
		return (uint64_t)dt_dw_sleb(c);
	case DW_FORM_udata: case DW_FORM_ref_udata:
	case DW_FORM_strx: case DW_FORM_addrx: case DW_FORM_loclistx:
	case DW_FORM_rnglistx: case DW_FORM_GNU_addr_index:
	case DW_FORM_GNU_str_index:
		return dt_dw_uleb(c);
	default:
		return read_sized(c, u, form);
	}
}

/* The offset that a reference leads to; NOWHERE: it is in another file. */
static uint64_t
reference(const struct dt_dwfile *d, const struct dt_dwunit *u, uint64_t form,
    uint64_t v)
{
	switch (form) {
	case DW_FORM_ref1: case DW_FORM_ref2: case DW_FORM_ref4:
	case DW_FORM_ref8: case DW_FORM_ref_udata:
		return u->start + v;
	case DW_FORM_ref_addr:
		return v;
	case DW_FORM_ref_sig8:
		return signed_type(d, v);
	default:
		return NOWHERE;
	}
}

/* An address, or its index in .debug_addr. */
static uint64_t
address(const struct dt_dwfile *d, const struct dt_dwunit *u, uint64_t form,
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

/* first_part() up to DWARF 4: pairs of addresses; -1 precedes a new base. */
static uint64_t
first_pair(const struct dt_dwfile *d, const struct dt_dwunit *u, uint64_t off)
{
	struct dt_dwbytes c = at(&d->ranges, off, d->ranges.n);
	uint64_t start = dt_dw_fixed(&c, u->addr_size);
	uint64_t end = dt_dw_fixed(&c, u->addr_size), base = u->low_pc;

	if (start == UINT64_MAX) {
		base = end;
		start = dt_dw_fixed(&c, u->addr_size);
		end = dt_dw_fixed(&c, u->addr_size);
	}
	return c.bad || start == end ? NOWHERE : base + start;
}

/*
 * The start of the first part of a function that has several, such as one with
 * cold code elsewhere; or NOWHERE.
 */
static uint64_t
first_part(const struct dt_dwfile *d, const struct dt_dwunit *u, uint64_t form,
    uint64_t off)
{
	struct dt_dwbytes c = at(&d->rnglists, off, d->rnglists.n);
	uint64_t kind, base = u->low_pc, start;

	if (u->version < 5)
		return first_pair(d, u, off);
	if (form != DW_FORM_sec_offset)
		return NOWHERE;
	kind = dt_dw_fixed(&c, 1);
	if (kind == DW_RLE_base_address) {
		base = dt_dw_fixed(&c, u->addr_size);
		kind = dt_dw_fixed(&c, 1);
	}
	if (kind == DW_RLE_offset_pair)
		start = base + dt_dw_uleb(&c);
	else if (kind == DW_RLE_start_end || kind == DW_RLE_start_length)
		start = dt_dw_fixed(&c, u->addr_size);
	else
		return NOWHERE;
	return c.bad ? NOWHERE : start;
}

/* The offset of a member, which DWARF 2 gives as an addition; or NOWHERE. */
static uint64_t
location(struct value v)
{
	uint64_t offset;

	if (!is_block(v.form))
		return v.v;
	if (dt_dw_fixed(&v.block, 1) != DW_OP_plus_uconst)
		return NOWHERE;
	offset = dt_dw_uleb(&v.block);
	return v.block.bad || v.block.p != v.block.end ? NOWHERE : offset;
}

/* Attributes that are stored as they are; an ENTRY is a reference to one. */
enum kind { OTHER, NUMBER, FLAG, ENTRY };

static const struct {
	uint8_t kind;
	uint8_t to;			/* offset in struct dt_dwentry */
} plain[] = {
#define	TO(member)	offsetof(struct dt_dwentry, member)
	[DW_AT_type] = { ENTRY, TO(type) },
	[DW_AT_sibling] = { ENTRY, TO(sibling) },
	[DW_AT_signature] = { ENTRY, TO(unit_type) },
	[DW_AT_abstract_origin] = { ENTRY, TO(origin) },
	[DW_AT_specification] = { ENTRY, TO(origin) },
	[DW_AT_declaration] = { FLAG, TO(is_declaration) },
	[DW_AT_external] = { FLAG, TO(is_external) },
	[DW_AT_byte_size] = { NUMBER, TO(size) },
	[DW_AT_encoding] = { NUMBER, TO(encoding) },
	[DW_AT_bit_size] = { NUMBER, TO(bit_size) },
	[DW_AT_bit_offset] = { NUMBER, TO(bit_offset) },
	[DW_AT_data_bit_offset] = { NUMBER, TO(data_bit_offset) },
	[DW_AT_count] = { NUMBER, TO(count) },
	[DW_AT_const_value] = { NUMBER, TO(value) },
	[DW_AT_addr_base] = { NUMBER, TO(addr_base) },
	[DW_AT_str_offsets_base] = { NUMBER, TO(str_base) },
#undef TO
};

static void
take_plain(const struct dt_dwfile *d, const struct dt_dwunit *u, uint64_t name,
    struct value v, struct dt_dwentry *e)
{
	bool known = name < sizeof(plain) / sizeof(plain[0]);
	enum kind kind = known ? plain[name].kind : OTHER;
	void *to = known ? (char *)e + plain[name].to : NULL;

	if (kind == NUMBER)
		*(uint64_t *)to = v.v;
	else if (kind == ENTRY)
		*(uint64_t *)to = reference(d, u, v.form, v.v);
	else if (kind == FLAG)
		*(bool *)to = true;
}

static void
take(const struct dt_dwfile *d, const struct dt_dwunit *u, uint64_t name,
    struct value v, struct dt_dwentry *e)
{
	switch (name) {
	case DW_AT_name:
		e->name_form = v.form;
		e->name = v.v;
		break;
	case DW_AT_low_pc:
		e->low_pc = address(d, u, v.form, v.v);
		break;
	case DW_AT_ranges:
		if (e->low_pc == NOWHERE)
			e->low_pc = first_part(d, u, v.form, v.v);
		break;
	case DW_AT_data_member_location:
		e->location = location(v);
		break;
	case DW_AT_upper_bound:
		e->count = v.v + 1;
		break;
	default:
		take_plain(d, u, name, v, e);
		break;
	}
}

static bool
read_attrs(const struct dt_dwfile *d, const struct dt_dwunit *u,
    const struct abbrev *a, struct dt_dwbytes *c, struct dt_dwentry *e)
{
	struct dt_dwbytes spec = { .p = a->attrs,
		.end = d->abbrev.p + d->abbrev.n };
	struct value v = { 0 };
	uint64_t name;

	for (;;) {
		name = dt_dw_uleb(&spec);
		v.form = dt_dw_uleb(&spec);
		if ((name == 0 && v.form == 0) || spec.bad)
			return !spec.bad;
		if (v.form == DW_FORM_indirect)
			v.form = dt_dw_uleb(c);
		v.v = 0;
		if (v.form == DW_FORM_implicit_const)
			v.v = (uint64_t)dt_dw_sleb(&spec);
		else if (is_block(v.form))
			v.block = read_block(c, v.form);
		else
			v.v = read_number(d, c, u, v.form);
		if (c->bad)
			return false;
		take(d, u, name, v, e);
	}
}

bool
dt_dwentry_read(struct dt_dwfile *d, const struct dt_dwunit *u, uint64_t off,
    struct dt_dwentry *e)
{
	struct dt_dwbytes c = at(&d->info, off, u->end);
	const struct abbrev *v;
	uint64_t code = dt_dw_uleb(&c);

	*e = (struct dt_dwentry){ .low_pc = NOWHERE, .origin = NOWHERE,
	    .data_bit_offset = NOWHERE };
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

bool
dt_dwentry_at(struct dt_dwfile *d, uint64_t off, struct dt_dwentry *e)
{
	const struct dt_dwunit *u = off == NOWHERE ? NULL :
	    dt_dwfile_unit(d, off);

	return u != NULL && dt_dwentry_read(d, u, off, e);
}

uint64_t
dt_dwentry_defined(struct dt_dwfile *d, uint64_t off)
{
	struct dt_dwentry e;

	return d->signed_units.len != 0 && off != 0 &&
	    dt_dwentry_at(d, off, &e) && e.unit_type != 0 ? e.unit_type : off;
}

struct dt_dwchildren
dt_dwentry_children(struct dt_dwfile *d, const struct dt_dwunit *u,
    const struct dt_dwentry *of)
{
	return (struct dt_dwchildren){ d, u, of->next,
	    of->has_children ? 0 : -1, false };
}

bool
dt_dwchildren_next(struct dt_dwchildren *c, struct dt_dwentry *e)
{
	int depth;

	while (c->depth >= 0) {
		if (!dt_dwentry_read(c->d, c->u, c->off, e)) {
			c->bad = true;
			return false;
		}
		depth = c->depth;
		c->off = e->next;
		if (e->tag == 0)
			c->depth--;
		else if (e->has_children && e->sibling > e->next)
			c->off = e->sibling;
		else if (e->has_children)
			c->depth++;
		if (depth == 0 && e->tag != 0)
			return true;
	}
	return false;
}

bool
dt_dwtag_is_alias(uint64_t tag)
{
	return tag == DW_TAG_typedef || tag == DW_TAG_const_type ||
	    tag == DW_TAG_volatile_type || tag == DW_TAG_restrict_type ||
	    tag == DW_TAG_atomic_type;
}

bool
dt_dwtag_is_pointer(uint64_t tag)
{
	return tag == DW_TAG_pointer_type || tag == DW_TAG_reference_type ||
	    tag == DW_TAG_rvalue_reference_type;
}

/* --- names ---------------------------------------------------------------- */

/* The string at an offset of a section; "": it has no end. */
static const char *
string_at(const struct dt_dwsection *s, uint64_t off)
{
	if (off >= s->n || memchr(s->p + off, 0, s->n - off) == NULL)
		return "";
	return (const char *)s->p + off;
}

/* The string of an index in .debug_str_offsets, whose base the unit gives. */
static const char *
indexed_string(struct dt_dwfile *d, const struct dt_dwunit *u, uint64_t i)
{
	struct dt_dwentry unit;
	struct dt_dwbytes c;
	uint64_t off;

	if (i > d->str_offsets.n || !dt_dwentry_read(d, u, u->first, &unit))
		return "";
	c = at(&d->str_offsets, unit.str_base + i * u->off_size,
	    d->str_offsets.n);
	off = dt_dw_fixed(&c, u->off_size);
	return c.bad ? "" : string_at(&d->str, off);
}

const char *
dt_dwentry_name(struct dt_dwfile *d, const struct dt_dwunit *u,
    const struct dt_dwentry *e)
{
	switch (e->name_form) {
	case DW_FORM_string:
		return string_at(&d->info, e->name);
	case DW_FORM_strp:
		return string_at(&d->str, e->name);
	case DW_FORM_line_strp:
		return string_at(&d->line_str, e->name);
	case DW_FORM_strx: case DW_FORM_strx1: case DW_FORM_strx2:
	case DW_FORM_strx3: case DW_FORM_strx4: case DW_FORM_GNU_str_index:
		return indexed_string(d, u, e->name);
	default:
		return "";
	}
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
	struct dt_dwfile *d = arg;
	const struct {
		const char *name;
		struct dt_dwsection *to;
		bool is_wanted;
	} all[] = {
		{ ".debug_info", &d->info, true },
		{ ".debug_abbrev", &d->abbrev, true },
		{ ".debug_addr", &d->addr, true },
		{ ".debug_ranges", &d->ranges, true },
		{ ".debug_rnglists", &d->rnglists, true },
		{ ".debug_str", &d->str, d->has_names },
		{ ".debug_line_str", &d->line_str, d->has_names },
		{ ".debug_str_offsets", &d->str_offsets, d->has_names },
	};
	size_t n = sizeof(all) / sizeof(all[0]), i = 0;
	Elf_Data *data;

	while (i < n && strcmp(name, all[i].name) != 0)
		i++;
	if (i == n || !all[i].is_wanted || dt_elffile_data(f, scn) == NULL ||
	    !inflate_section(f, scn, sh))
		return;
	data = elf_getdata(scn, NULL);
	if (data != NULL && data->d_buf != NULL)
		*all[i].to = (struct dt_dwsection){ data->d_buf,
		    data->d_size };
}

int
dt_dwfile_read(struct dt_dwfile *d, struct dt_elffile *from, bool names)
{
	*d = (struct dt_dwfile){ .has_names = names, .table_of = NOWHERE };
	dt_elffile_sections(from, load_section, d);
	return d->info.n != 0 && d->abbrev.n != 0 ? find_units(d) : -ENOENT;
}

void
dt_dwfile_free(struct dt_dwfile *d)
{
	dt_buf_free(&d->units);
	dt_buf_free(&d->signed_units);
	dt_buf_free(&d->table);
}
