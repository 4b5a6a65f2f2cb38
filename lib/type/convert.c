/* SPDX-License-Identifier: MIT */
/* convert.c - C's conversions of integers and pointers, on LP64. */
#include <ctype.h>
#include <errno.h>
#include <limits.h>
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
	case DT_TYPE_STRING:
		return true;
	default:
		return dt_ctf_resolve(ts, (ctf_id_t)a->ctf) ==
		    dt_ctf_resolve(ts, (ctf_id_t)b->ctf);
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
	return (to->kind == DT_TYPE_STRUCT || to->kind == DT_TYPE_UNION) &&
	    dt_type_same(ts, to, from);
}

/*
 * Rank counts only above int, and there it tells long from long long, which
 * are equally wide but not the same type.
 */
static int
rank_of(struct dt_types *ts, const struct dt_type *t)
{
	ctf_id_t id = dt_ctf_resolve(ts, (ctf_id_t)t->ctf);

	if (t->kind == DT_TYPE_ENUM || t->size <= 4)
		return 0;
	return id == (ctf_id_t)ts->basic[DT_T_LLONG].ctf ||
	    id == (ctf_id_t)ts->basic[DT_T_ULLONG].ctf ? 2 : 1;
}

static struct dt_type
of_rank(struct dt_types *ts, int rank, bool is_signed)
{
	static const enum dt_typeid ids[3][2] = {
		{ DT_T_UINT, DT_T_INT },
		{ DT_T_ULONG, DT_T_LONG },
		{ DT_T_ULLONG, DT_T_LLONG },
	};

	return ts->basic[ids[rank][is_signed]];
}

struct dt_type
dt_type_promote(struct dt_types *ts, const struct dt_type *t)
{
	if (t->kind == DT_TYPE_ENUM || t->size < 4)
		return ts->basic[DT_T_INT];
	return *t;
}

struct dt_type
dt_type_arith(struct dt_types *ts, const struct dt_type *a,
    const struct dt_type *b)
{
	struct dt_type pa = dt_type_promote(ts, a);
	struct dt_type pb = dt_type_promote(ts, b);
	int ra = rank_of(ts, &pa), rb = rank_of(ts, &pb);
	const struct dt_type *high = ra >= rb ? &pa : &pb;
	const struct dt_type *low = ra >= rb ? &pb : &pa;

	if (ra == rb || low->is_signed || low->size == high->size)
		return of_rank(ts, ra > rb ? ra : rb,
		    pa.is_signed && pb.is_signed);
	/* An unsigned type that the wider signed one holds gives way to it. */
	return of_rank(ts, ra > rb ? ra : rb, high->is_signed);
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

bool
dt_type_fits(const struct dt_type *t, uint64_t value, bool valsigned)
{
	if (dt_type_wrap(t, value) != value)
		return false;
	/* The same bits; but do both sides read the top one alike? */
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

/* Reads the digits at *pos on: 0, -EINVAL without any, -ERANGE. */
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

/* u and l or ll, in either order, the two of ll alike. */
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

/*
 * The first of int, long, long long that holds the value, and the unsigned
 * ones where the literal allows them.  A decimal beyond long takes unsigned
 * long, which C90 allows and C99 leaves no type for.
 */
static struct dt_type
literal_type(struct dt_types *ts, uint64_t value,
    bool decimal, bool is_unsigned, int longs)
{
	int rank = longs;

	if (rank == 0) {
		if (value <= INT_MAX && !is_unsigned)
			return ts->basic[DT_T_INT];
		if (value <= UINT_MAX && (is_unsigned || !decimal))
			return ts->basic[DT_T_UINT];
		rank = 1;
	}
	return of_rank(ts, rank, !is_unsigned && value <= INT64_MAX);
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
	*out = literal_type(ts, *value, base == 10, is_unsigned, longs);
	return 0;
}
