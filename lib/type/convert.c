/* SPDX-License-Identifier: MIT */
/* convert.c - conversions of integers and pointers, on LP64. */
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <string.h>
#include "type/dict.h"

bool
dt_type_isstringlike(struct dt_types *ts, const struct dt_type *t)
{
	struct dt_type of;

	if (t->kind == DT_TYPE_STRING)
		return true;
	return dt_type_isptr(t) && dt_type_pointee(ts, t, &of) == 0 &&
	    of.kind == DT_TYPE_INT && of.size == 1;
}

static bool
is_member_same(struct dt_types *ts, ctf_id_t a, ctf_id_t b)
{
	struct dt_type l, r;

	return dt_ctf_bitfield(ts, &a) == dt_ctf_bitfield(ts, &b) &&
	    dt_type_byid(ts, (long)a, &l) == 0 &&
	    dt_type_byid(ts, (long)b, &r) == 0 && dt_type_same(ts, &l, &r);
}

static bool
have_same_members(struct dt_types *ts, ctf_id_t a, ctf_id_t b)
{
	ctf_next_t *l = NULL, *r = NULL;
	const char *name, *other;
	ctf_id_t type, other_type;
	ssize_t at, other_at;
	bool same;

	do {
		at = ctf_member_next(ts->dict, a, &l, &name, &type, 0);
		other_at = ctf_member_next(ts->dict, b, &r, &other,
		    &other_type, 0);
		same = at == other_at && (at < 0 ||
		    (strcmp(name, other) == 0 &&
		    is_member_same(ts, type, other_type)));
	} while (same && at >= 0);
	ctf_next_destroy(l);
	ctf_next_destroy(r);
	return same;
}

static bool
have_same_enumerators(struct dt_types *ts, ctf_id_t a, ctf_id_t b)
{
	ctf_next_t *l = NULL, *r = NULL;
	const char *name, *other;
	int value = 0, other_value = 0;
	bool same;

	do {
		name = ctf_enum_next(ts->dict, a, &l, &value);
		other = ctf_enum_next(ts->dict, b, &r, &other_value);
		same = (name == NULL) == (other == NULL) && (name == NULL ||
		    (strcmp(name, other) == 0 && value == other_value));
	} while (same && name != NULL);
	ctf_next_destroy(l);
	ctf_next_destroy(r);
	return same;
}

/* Compare two types; one without a tag gets a new id at each mention. */
static bool
is_same_type(struct dt_types *ts, ctf_id_t a, ctf_id_t b)
{
	int kind = ctf_type_kind(ts->dict, a);

	if (a == b)
		return true;
	if (kind != ctf_type_kind(ts->dict, b) ||
	    *ctf_type_name_raw(ts->dict, a) != '\0' ||
	    *ctf_type_name_raw(ts->dict, b) != '\0')
		return false;
	if (kind == CTF_K_ENUM)
		return have_same_enumerators(ts, a, b);
	return (kind == CTF_K_STRUCT || kind == CTF_K_UNION) &&
	    have_same_members(ts, a, b);
}

bool
dt_type_same(struct dt_types *ts, const struct dt_type *a,
    const struct dt_type *b)
{
	struct dt_type pa, pb;

	if (a->kind != b->kind || a->size != b->size)
		return false;
	switch (a->kind) {
	case DT_TYPE_INT:
		return a->is_signed == b->is_signed;
	case DT_TYPE_POINTER:
	case DT_TYPE_ARRAY:
		return dt_type_pointee(ts, a, &pa) == 0 &&
		    dt_type_pointee(ts, b, &pb) == 0 &&
		    dt_type_same(ts, &pa, &pb) &&
		    dt_type_nelems(ts, a) == dt_type_nelems(ts, b);
	case DT_TYPE_VOID:
	case DT_TYPE_FLOAT:
	case DT_TYPE_BYTES:
	case DT_TYPE_STRING:
		return true;
	default:
		return is_same_type(ts, dt_ctf_resolve(ts, (ctf_id_t)a->ctf),
		    dt_ctf_resolve(ts, (ctf_id_t)b->ctf));
	}
}

static bool
pointers_agree(struct dt_types *ts, const struct dt_type *to,
    const struct dt_type *from)
{
	struct dt_type a, b;

	if (dt_type_pointee(ts, to, &a) != 0 ||
	    dt_type_pointee(ts, from, &b) != 0)
		return false;
	return a.kind == DT_TYPE_VOID || b.kind == DT_TYPE_VOID ||
	    dt_type_same(ts, &a, &b);
}

bool
dt_type_assignable(struct dt_types *ts, const struct dt_type *to,
    const struct dt_type *from, bool is_zero)
{
	if (dt_type_isint(to))
		return dt_type_isint(from);
	if (to->kind == DT_TYPE_STRING)
		return dt_type_isstringlike(ts, from);
	if (to->kind == DT_TYPE_POINTER)
		return dt_type_isptr(from) ? pointers_agree(ts, to, from) :
		    dt_type_isint(from) && is_zero;
	return dt_type_isstruct(to) &&
	    dt_type_same(ts, to, from);
}

/* Larger types rank higher, and of equal sizes the unsigned one. */
static unsigned int
rank_of(const struct dt_type *t)
{
	return dt_type_isint(t) ? 8 * t->size + !t->is_signed : 65;
}

bool
dt_type_arithsigned(const struct dt_type *a, const struct dt_type *b)
{
	const struct dt_type *t = rank_of(a) >= rank_of(b) ? a : b;

	return dt_type_isint(t) && t->is_signed;
}

struct dt_type
dt_type_number(struct dt_types *ts, const struct dt_type *t)
{
	return t->kind == DT_TYPE_ENUM ? ts->basic[DT_T_INT] : *t;
}

struct dt_type
dt_type_arith(struct dt_types *ts, const struct dt_type *a,
    const struct dt_type *b)
{
	return dt_type_number(ts, rank_of(a) >= rank_of(b) ? a : b);
}

struct dt_type
dt_type_boolean(struct dt_types *ts)
{
	return ts->basic[DT_T_INT];
}

uint64_t
dt_type_wrap(const struct dt_type *t, uint64_t value)
{
	switch (t->size) {
	case 1:
		return t->is_signed ? (uint64_t)(int8_t)value :
		    (uint8_t)value;
	case 2:
		return t->is_signed ? (uint64_t)(int16_t)value :
		    (uint16_t)value;
	case 4:
		return t->is_signed ? (uint64_t)(int32_t)value :
		    (uint32_t)value;
	default:
		return value;
	}
}

uint64_t
dt_type_cast(const struct dt_type *from, const struct dt_type *to,
    uint64_t value)
{
	if (to->size < from->size)
		return dt_type_wrap(to, value);
	if (to->size > from->size && from->is_signed)
		return dt_type_wrap(to, dt_type_wrap(from, value));
	return value;
}

bool
dt_type_fits(const struct dt_type *t, uint64_t value, bool valsigned)
{
	if (dt_type_wrap(t, value) != value)
		return false;
	/* the top bit must mean the same on both sides */
	return (int64_t)value >= 0 || t->is_signed == valsigned;
}

static int
digit_of(char c)
{
	if (isdigit((unsigned char)c))
		return c - '0';
	c = (char)tolower((unsigned char)c);
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : 99;
}

/* Read digits from *pos on.  0; -EINVAL: there are none; or -ERANGE. */
static int
read_digits(const char *s, size_t len, size_t *pos, int base,
    uint64_t *value)
{
	size_t start = *pos;
	bool over = false;
	uint64_t v = 0;

	for (; *pos < len && digit_of(s[*pos]) < base; (*pos)++) {
		over |= __builtin_mul_overflow(v, (uint64_t)base, &v);
		over |= __builtin_add_overflow(v,
		    (uint64_t)digit_of(s[*pos]), &v);
	}
	*value = v;
	if (*pos == start)
		return -EINVAL;
	return over ? -ERANGE : 0;
}

/* Read u and l or ll, in either order; the letters of ll must be equal. */
static int
read_suffix(const char *s, size_t len, bool *is_unsigned,
    int *longs)
{
	size_t i = 0;

	*is_unsigned = false;
	*longs = 0;
	while (i < len) {
		if ((s[i] == 'u' || s[i] == 'U') && !*is_unsigned) {
			*is_unsigned = true;
			i++;
		} else if ((s[i] == 'l' || s[i] == 'L') && *longs == 0) {
			*longs = i + 1 < len && s[i + 1] == s[i] ? 2 : 1;
			i += (size_t)*longs;
		} else {
			return -EINVAL;
		}
	}
	return 0;
}

static struct dt_type
of_longs(struct dt_types *ts, int longs, bool is_signed)
{
	static const enum dt_typeid ids[3][2] = {
		{ DT_T_UINT, DT_T_INT },
		{ DT_T_ULONG, DT_T_LONG },
		{ DT_T_ULLONG, DT_T_LLONG },
	};

	return ts->basic[ids[longs][is_signed]];
}

/*
 * The first of int, long, long long that can hold the value; unsigned types are
 * included, except for a decimal literal without u.
 */
static int
literal_type(struct dt_types *ts, uint64_t value,
    bool decimal, bool is_unsigned, int longs, struct dt_type *out)
{
	uint64_t max = is_unsigned ? UINT_MAX : INT_MAX;
	bool is_signed = !is_unsigned;

	if (longs == 0 && is_signed && !decimal && value > max) {
		max = UINT_MAX;
		is_signed = false;
	}
	if (longs == 0 && value > max) {
		longs = 1;
		is_signed = !is_unsigned;
	}
	if (longs != 0 && is_signed && value > INT64_MAX) {
		if (decimal)
			return -ERANGE;
		is_signed = false;
	}
	*out = of_longs(ts, longs, is_signed);
	return 0;
}

int
dt_type_literal(struct dt_types *ts, const char *text, size_t len,
    struct dt_type *out, uint64_t *value)
{
	int base = 10, longs, over, err;
	bool is_unsigned;
	size_t pos = 0;

	if (len > 1 && text[0] == '0') {
		base = text[1] == 'x' || text[1] == 'X' ? 16 : 8;
		pos = base == 16 ? 2 : 0;
	}
	over = read_digits(text, len, &pos, base, value);
	if (over == -EINVAL)
		return over;
	err = read_suffix(text + pos, len - pos, &is_unsigned, &longs);
	if (err != 0 || over != 0)
		return err != 0 ? err : over;
	return literal_type(ts, *value, base == 10, is_unsigned, longs, out);
}
