/* SPDX-License-Identifier: MIT */
/* field.c - finds members, sizes and enumerators of the kernel by name. */
#include "type/field.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#define	MAX_NAME	128	/* of one member */

static void
describe(struct dt_types *ts, const struct dt_type *t, char *buf, size_t len);

static void
describe_pointee(struct dt_types *ts, const struct dt_type *t,
    const char *what, char *buf, size_t len)
{
	struct dt_type of;
	int n = snprintf(buf, len, "%s of ", what);

	if (n < 0 || (size_t)n >= len)
		return;
	if (t->kind == DT_TYPE_POINTER)
		n = snprintf(buf, len, "pointer to ");
	if (dt_type_pointee(ts, t, &of) == 0)
		describe(ts, &of, buf + n, len - (size_t)n);
}

static void
describe(struct dt_types *ts, const struct dt_type *t, char *buf, size_t len)
{
	char text[32];

	switch (t->kind) {
	case DT_TYPE_INT:
	case DT_TYPE_ENUM:
		(void) snprintf(buf, len, "%u-byte integer", t->size);
		return;
	case DT_TYPE_POINTER:
		describe_pointee(ts, t, "pointer", buf, len);
		return;
	case DT_TYPE_ARRAY:
		(void) snprintf(text, sizeof(text), "array[%u]",
		    dt_type_nelems(ts, t));
		describe_pointee(ts, t, text, buf, len);
		return;
	case DT_TYPE_STRUCT:
	case DT_TYPE_UNION:
		dt_type_tag(ts, t, buf, len);
		if (*buf == '\0')
			(void) snprintf(buf, len, "unnamed struct or union");
		return;
	default:
		dt_type_name(ts, t, buf, len);
	}
}

/* Arrays may differ in their first dimension only. */
void
dt_field_describe(struct dt_types *ts, const struct dt_type *t, uint32_t bits,
    char *buf, size_t len)
{
	if (bits != 0)
		(void) snprintf(buf, len, DT_FIELD_BITS);
	else if (t->kind == DT_TYPE_ARRAY)
		describe_pointee(ts, t, "array", buf, len);
	else
		describe(ts, t, buf, len);
}

/* Add one member to the path. */
static int
step(struct dt_types *ts, struct dt_field *f, const char *name,
    struct dt_type *t)
{
	struct dt_member m;
	int err = dt_type_member(ts, t, name, &m);

	if (err != 0)
		return err == -ENOMEM ? err : -ENXIO;
	f->value += m.bit;
	f->bits = m.bits;
	*t = m.type;
	return 0;
}

static int
find_member(struct dt_types *ts, struct dt_field *f, char *buf, size_t len)
{
	char name[MAX_NAME];
	const char *p = f->name;
	struct dt_type t;
	int err = dt_type_kernel(ts, f->type, &t);
	size_t n;

	f->value = 0;
	while (err == 0 && *p != '\0') {
		n = strcspn(p, ".");
		if (n == 0 || n >= sizeof(name))
			return -ENXIO;
		memcpy(name, p, n);
		name[n] = '\0';
		err = step(ts, f, name, &t);
		p += n + (p[n] == '.');
	}
	if (err != 0)
		return err;
	f->count = dt_type_nelems(ts, &t);
	dt_field_describe(ts, &t, f->bits, buf, len);
	return 0;
}

static int
find_size(struct dt_types *ts, struct dt_field *f)
{
	struct dt_type t;
	int err = dt_type_kernel(ts, f->type, &t);

	if (err == 0)
		f->value = t.size;
	return err;
}

int
dt_field_find(struct dt_types *ts, struct dt_field *f, char *buf, size_t len)
{
	struct dt_type t;
	int err;

	buf[0] = '\0';
	f->bits = f->count = 0;
	if (f->kind == DT_FIELD_MEMBER)
		err = find_member(ts, f, buf, len);
	else if (f->kind == DT_FIELD_SIZE)
		err = find_size(ts, f);
	else
		err = dt_type_enumerator(ts, f->name, &t,
		    (int64_t *)&f->value);
	return err != 0 || dt_field_fits(f) ? err : -ERANGE;
}

/*
 * Instructions have 32 bits for each number except an address, and a bit-field
 * is read by one load.
 */
bool
dt_field_fits(const struct dt_field *f)
{
	int64_t v = (int64_t)f->value;

	if (f->kind == DT_FIELD_SYMBOL)
		return true;
	if (f->kind == DT_FIELD_MEMBER)
		return f->value / 8 <= INT32_MAX && f->count <= INT32_MAX &&
		    f->value % 8 + f->bits <= 64;
	return v >= INT32_MIN && v <= INT32_MAX;
}

int32_t
dt_field_part(const struct dt_field *f, enum dt_fieldpart part)
{
	uint32_t bit = f->value % 8;

	switch (part) {
	case DT_PART_OFFSET:
		return (int32_t)(f->value / 8);
	case DT_PART_COUNT:
		/* 0: a flexible array member, of unknown length */
		return f->count != 0 ? (int32_t)f->count : INT32_MAX;
	case DT_PART_BYTES:
		return (int32_t)((bit + f->bits + 7) / 8);
	case DT_PART_LEFT:
		return (int32_t)(64 - bit - f->bits);
	case DT_PART_RIGHT:
		return (int32_t)(64 - f->bits);
	default:
		return (int32_t)f->value;
	}
}
