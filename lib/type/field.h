/* SPDX-License-Identifier: MIT */
/*
 * field.h - numbers that a compiled program takes from the kernel: offsets of
 * members, sizes, values of enumerators, addresses of symbols.  A saved program
 * has their names, so that they are looked up in the kernel that runs it.
 */
#ifndef DT_FIELD_H
#define DT_FIELD_H

#include "type/type.h"

enum dt_fieldkind { DT_FIELD_MEMBER, DT_FIELD_SIZE, DT_FIELD_ENUMERATOR,
	DT_FIELD_SYMBOL, DT_NFIELDKINDS };

/* The numbers of a field that code can contain. */
enum dt_fieldpart {
	DT_PART_OFFSET,		/* MEMBER: bytes from the start of the struct */
	DT_PART_COUNT,		/* of an array: its number of elements */
	DT_PART_BYTES,		/* of a bit-field: the bytes to read, */
	DT_PART_LEFT,		/* the bits to shift them left, */
	DT_PART_RIGHT,		/* and then right */
	DT_PART_VALUE,		/* SIZE: bytes; ENUMERATOR: its value */
	DT_PART_ADDRESS,	/* SYMBOL: the only number of 64 bits */
	DT_NPARTS
};

#define	DT_NOFIELD	UINT32_MAX

struct dt_field {
	uint32_t kind;		/* enum dt_fieldkind */
	int line;		/* in the D program, of the first use */
	const char *type;	/* ENUMERATOR: NULL; SYMBOL: module or NULL */
	const char *name;	/* of a member "a.b.c"; SIZE: NULL */
	const char *is;		/* MEMBER: see dt_field_describe(); SYMBOL: */
				/* DT_FIELD_FUNCTION, _VARIABLE or _PERCPU */
	int is_fixed;		/* the code is right for these numbers only */
	uint64_t value;		/* MEMBER: offset in bits; else the value */
	uint32_t bits;		/* width of a bit-field, else 0 */
	uint32_t count;		/* elements of an array, else 0 */
	uint32_t index;		/* in the program; DT_NOFIELD: not used yet */
	struct dt_field *next;	/* while the program is compiled */
};

/* The description of a bit-field. */
#define	DT_FIELD_BITS	"bit-field"
/* Descriptions of symbols. */
#define	DT_FIELD_FUNCTION	"function"
#define	DT_FIELD_VARIABLE	"variable"
#define	DT_FIELD_PERCPU		"per-CPU variable"

/*
 * Describe the type of a member, such as "4-byte integer", "pointer to struct
 * x", "array of 1-byte integer" or DT_FIELD_BITS.  Code that was compiled for
 * one member can use another of the same description.
 */
void dt_field_describe(struct dt_types *ts, const struct dt_type *t,
    uint32_t bits, char *buf, size_t len);
/*
 * Look up a field by kind (not SYMBOL), type and name, and set its numbers; buf
 * gets the description of a member.  -ENOENT: this kernel has no such type or
 * enumerator; -ENXIO: the type has no such member; -ERANGE: dt_field_fits() is
 * false.
 */
int dt_field_find(struct dt_types *ts, struct dt_field *f, char *buf,
    size_t len);
/* Can instructions hold the numbers of f? */
bool dt_field_fits(const struct dt_field *f);
int32_t dt_field_part(const struct dt_field *f, enum dt_fieldpart part);

#endif /* DT_FIELD_H */
