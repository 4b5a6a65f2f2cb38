/* SPDX-License-Identifier: MIT */
/*
 * type.h - D's types: their kind, size, and conversions.  They live in a CTF
 * container of the handle (libctf), which dtrace_typeinfo_t refers to; only
 * this folder includes <ctf-api.h>.
 *
 * A struct dt_type is a value: its kind, size and is_signed are those behind
 * typedefs, const and volatile, which ctf keeps for names.
 */
#ifndef DT_TYPE_H
#define DT_TYPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum dt_typekind {
	DT_TYPE_VOID,
	DT_TYPE_INT,		/* size and is_signed */
	DT_TYPE_FLOAT,		/* and long double: can be copied, printed */
	DT_TYPE_BYTES,		/* _Complex, __int128: print() shows bytes */
	DT_TYPE_POINTER,
	DT_TYPE_STRING,		/* D's string; size 0: option strsize */
	DT_TYPE_STRUCT,
	DT_TYPE_UNION,
	DT_TYPE_ENUM,		/* size 4, signed, converts like int */
	DT_TYPE_ARRAY,		/* size of the whole */
	DT_TYPE_FUNCTION,
};

struct dt_type {
	enum dt_typekind kind;
	uint32_t size;		/* bytes; 0: void, string, function, unknown */
	bool is_signed;
	long ctf;		/* its id in the container, typedefs included */
};

/* Types that the compiler uses without a lookup by name. */
enum dt_typeid {
	DT_T_VOID, DT_T_CHAR, DT_T_INT, DT_T_UINT, DT_T_LONG, DT_T_ULONG,
	DT_T_LLONG, DT_T_ULLONG, DT_T_INT64, DT_T_UINT64, DT_T_STRING,
	DT_T_CHARPTR, DT_T_VOIDPTR,
	DT_NTYPEIDS
};

struct dt_types;

/* 0 or -errno. */
int dt_types_create(struct dt_types **tsp);
void dt_types_destroy(struct dt_types *ts);
/* The container itself. */
struct ctf_dict *dt_types_dict(struct dt_types *ts);

/* name.c */

/*
 * A type by its name, in any C spelling ("unsigned long int", "long unsigned"),
 * a typedef, or "struct x", with any number of stars.  A struct, union or enum
 * that the program has not defined is looked up in the kernel;
 * "struct vmlinux`x" and "vmlinux`x_t" are looked up only there.  -ENOENT if
 * there is no such type, -EINVAL for an invalid combination ("unsigned float").
 */
int dt_type_lookup(struct dt_types *ts, const char *name, struct dt_type *out);
/* The same, but also finds the kernel's typedefs. */
int dt_type_klookup(struct dt_types *ts, const char *name,
    struct dt_type *out);
/*
 * The same for a list: a struct that only another system has keeps the name,
 * and has no members.
 */
int dt_type_shown(struct dt_types *ts, const char *name, struct dt_type *out);
/*
 * The type as C writes it ("unsigned long", "struct x *", "char[8]"), for
 * messages and for $-probe arguments.  Returns buf.
 */
const char *dt_type_name(struct dt_types *ts, const struct dt_type *t,
    char *buf, size_t len);

/* ctf.c */

struct dt_type dt_type_basic(struct dt_types *ts, enum dt_typeid id);
/* A type by its id in the container.  -ENOENT: there is no such type. */
int dt_type_byid(struct dt_types *ts, long ctf, struct dt_type *out);

/* Derived types are made on first use.  0 or -errno. */
int dt_type_pointer(struct dt_types *ts, const struct dt_type *to,
    struct dt_type *out);
/* -EOVERFLOW if the whole is larger than 4 GiB. */
int dt_type_array(struct dt_types *ts, const struct dt_type *of, uint32_t n,
    struct dt_type *out);
/* A function whose arguments and result are not known. */
struct dt_type dt_type_function(struct dt_types *ts);
/* The type that a pointer points to, or of an array's elements; or -EINVAL. */
int dt_type_pointee(struct dt_types *ts, const struct dt_type *t,
    struct dt_type *out);
/* The number of elements of an array, else 0. */
uint32_t dt_type_nelems(struct dt_types *ts, const struct dt_type *t);

/*
 * The type of a string in memory: an array of `size` characters, which shows as
 * string.
 */
int dt_type_text(struct dt_types *ts, uint32_t size, struct dt_type *out);
bool dt_type_istext(struct dt_types *ts, const struct dt_type *t);

#define	DT_MAXTYPEDEFS	1000	/* in one chain of typedefs */

/* -EEXIST: the name has another type; -ELOOP: the chain would be longer. */
int dt_type_typedef(struct dt_types *ts, const char *name,
    const struct dt_type *of, struct dt_type *out);

/* btf.c: the types of the running kernel, read when the first one is named */

#define	DT_KERNEL_TYPES	"/sys/kernel/btf/vmlinux"

/* Set the file to read; NULL: DT_KERNEL_TYPES.  The path is borrowed. */
void dt_types_kernel(struct dt_types *ts, const char *path);
/* Why the file could not be read; NULL: it could, or nothing needed it. */
const char *dt_types_nokernel(const struct dt_types *ts);
/* The kernel's "struct x", "union x" or typedef, never one of a program. */
int dt_type_kernel(struct dt_types *ts, const char *name,
    struct dt_type *out);
/* Write "struct x" or "union x" to buf; "" if the type has no name. */
void dt_type_tag(struct dt_types *ts, const struct dt_type *t, char *buf,
    size_t len);
/*
 * The origin of a struct or union.  PROGRAM: it contains nothing of the kernel.
 * KERNEL: dt_type_kernel() finds it by the name in buf.  UNNAMED: its layout
 * depends on a type of the kernel that cannot be found by name.
 */
enum dt_origin { DT_ORIGIN_PROGRAM, DT_ORIGIN_KERNEL, DT_ORIGIN_UNNAMED };
enum dt_origin dt_type_origin(struct dt_types *ts, const struct dt_type *t,
    char *buf, size_t len);
/* A checksum of the kernel's types; 0 if there are none.  0 or -ENOMEM. */
int dt_types_sum(struct dt_types *ts, uint32_t *sum);
/*
 * A per-CPU variable of the kernel: its type, and its offset in each CPU's
 * copy.  -ENOENT: there is none of that name.
 */
int dt_type_percpu(struct dt_types *ts, const char *name, struct dt_type *out,
    uint64_t *offset);
/* A function of the kernel: the type of a pointer to it.  0 or -ENOENT. */
int dt_type_kfunction(struct dt_types *ts, const char *name,
    struct dt_type *out);
/* An enumerator of any enum of the kernel.  -ENOENT: there is none. */
int dt_type_enumerator(struct dt_types *ts, const char *name,
    struct dt_type *out, int64_t *value);

/* member.c */

struct dt_member {
	struct dt_type type;
	uint64_t bit;		/* offset from the start, in bits */
	uint32_t bits;		/* width of a bit-field, else 0 */
};

/*
 * A member of a struct or union, or of an unnamed one inside it.  -ENOENT:
 * there is no such member; -ENODATA: the members are not known; -EINVAL: t is
 * neither a struct nor a union.
 */
int dt_type_member(struct dt_types *ts, const struct dt_type *t,
    const char *name, struct dt_member *out);
/*
 * Replace a forward declaration of a struct or union by the kernel's type of
 * that name.  -ENODATA: there is none.
 */
int dt_type_complete(struct dt_types *ts, struct dt_type *t);
/*
 * Add the members of t, or of the struct that it points to, to the container,
 * for a consumer that reads the container.  Does nothing for other types.
 */
int dt_type_fill(struct dt_types *ts, const struct dt_type *t);

/* layout.c: append the type as text, in the grammar of show/layout.h */
struct dt_buf;
int dt_type_layout(struct dt_types *ts, const struct dt_type *t,
    struct dt_buf *out);

/*
 * source.c: types of a source such as debug information, which cannot be looked
 * up by name.  The source must live as long as they are used.
 */

struct dt_typesource {
	/* Add the members of struct number key; called once. */
	int (*members)(struct dt_typesource *s, uint64_t key,
	    const struct dt_type *t);
	/* The definition of a struct that is only declared.  Or -ENOENT. */
	int (*define)(struct dt_typesource *s, uint64_t key,
	    struct dt_type *out);
};

struct dt_newsource {
	struct dt_typesource *source;
	uint64_t key;
	bool is_union;
	bool is_defined;	/* or only declared */
	const char *tag;	/* or NULL */
	uint32_t size;
};

int dt_type_addint(struct dt_types *ts, const char *name, uint32_t size,
    bool is_signed, struct dt_type *out);
int dt_type_addname(struct dt_types *ts, const char *name,
    const struct dt_type *of, struct dt_type *out);
int dt_type_addenum(struct dt_types *ts, const char *tag,
    struct dt_type *out);
int dt_type_addenumerator(struct dt_types *ts, const struct dt_type *t,
    const char *name, int value);
/* Is it an enum of a source, with an enumerator of this name? */
bool dt_type_sourcevalue(struct dt_types *ts, const struct dt_type *t,
    const char *name, int *value);
int dt_type_addstruct(struct dt_types *ts, const struct dt_newsource *s,
    struct dt_type *out);
/*
 * Add a member; "": a struct or union whose members the owner has as well.
 * -EINVAL: it is not inside the struct; -ELOOP: it is the struct itself;
 * -E2BIG: it contains too many; -EEXIST: there is one of this name.
 */
int dt_type_addmember(struct dt_types *ts, const struct dt_type *to,
    const char *name, const struct dt_member *m);

/* define.c: structs and unions of a program */

struct dt_newmember {
	const char *name;	/* "": a struct or union without a name */
	struct dt_type type;	/* of known size */
	bool is_bits;		/* a bit-field; without a name: padding */
	uint32_t bits;		/* its width */
	bool is_packed;		/* aligned to a byte; a bit-field: to a bit */
	uint32_t align;		/* least alignment in bytes, or 0 */
	uint64_t bit;		/* offset in bits; the result */
	struct dt_newmember *next;
};

struct dt_newstruct {
	bool is_union;
	bool is_c;		/* of a header: padded even if all bit-fields */
	bool is_packed;		/* applies to all members */
	uint32_t align;		/* least alignment in bytes, or 0 */
	uint32_t pack;		/* the largest alignment of a member, or 0 */
	const char *tag;	/* or NULL */
	struct dt_newmember *list;
};

struct dt_newenum {
	const char *name;
	int value;
	struct dt_newenum *next;
};

/* Does an enum have an enumerator of this name? */
bool dt_type_isenumerator(struct dt_types *ts, const struct dt_type *t,
    const char *name);
/* Define an enum; tag may be NULL.  -EEXIST: the tag has other enumerators. */
int dt_type_enum(struct dt_types *ts, const char *tag,
    const struct dt_newenum *list, struct dt_type *out);

/* Declare a tag, so that pointers to it can be used before it is defined. */
int dt_type_forward(struct dt_types *ts, bool is_union, const char *tag);
/* Define a struct or union.  -EEXIST: the tag has another definition. */
int dt_type_define(struct dt_types *ts, const struct dt_newstruct *s,
    struct dt_type *out);
/* Set the alignment of t as a member.  0 or -ENOMEM. */
int dt_type_setalign(struct dt_types *ts, const struct dt_type *t,
    uint32_t align);
uint32_t dt_type_align(struct dt_types *ts, const struct dt_type *t);

/*
 * convert.c: all values are 64 bits wide.  The type determines how a value is
 * compared, divided and shifted right, and how many of its bytes are loaded,
 * stored, cast and recorded.
 */

static inline bool dt_type_isint(const struct dt_type *t)
{
	return t->kind == DT_TYPE_INT || t->kind == DT_TYPE_ENUM;
}

static inline bool dt_type_isstring(const struct dt_type *t)
{
	return t->kind == DT_TYPE_STRING;
}

static inline bool dt_type_isptr(const struct dt_type *t)
{
	return t->kind == DT_TYPE_POINTER || t->kind == DT_TYPE_ARRAY;
}

/* An integer or pointer, which conditions and ! && || may test. */
static inline bool dt_type_isscalar(const struct dt_type *t)
{
	return dt_type_isint(t) || dt_type_isptr(t);
}

static inline bool dt_type_isstruct(const struct dt_type *t)
{
	return t->kind == DT_TYPE_STRUCT || t->kind == DT_TYPE_UNION;
}

/* Is a value of this type an object in memory, with a size of its own? */
static inline bool dt_type_isobject(const struct dt_type *t)
{
	return dt_type_isstruct(t) || t->kind == DT_TYPE_ARRAY ||
	    t->kind == DT_TYPE_FLOAT;
}

/* A string, or a char * or char [] that a string can be read from. */
bool dt_type_isstringlike(struct dt_types *ts, const struct dt_type *t);
/* Are these types the same, apart from typedefs, const and volatile? */
bool dt_type_same(struct dt_types *ts, const struct dt_type *a,
    const struct dt_type *b);
/*
 * May a value of type `from` be assigned to, or passed for, a `to`?  is_zero:
 * the value is the constant 0, the only integer that a pointer takes.
 */
bool dt_type_assignable(struct dt_types *ts, const struct dt_type *to,
    const struct dt_type *from, bool is_zero);

/* int for an enum, else t: the type of unary + - ~ and of a shift. */
struct dt_type dt_type_number(struct dt_types *ts, const struct dt_type *t);
/*
 * The type of an operation on two integers: the larger one, and the unsigned
 * one of equal sizes.  Unlike in C, nothing is promoted to int.
 */
struct dt_type dt_type_arith(struct dt_types *ts, const struct dt_type *a,
    const struct dt_type *b);
/* Is the type of dt_type_arith() signed?  False if one is a pointer. */
bool dt_type_arithsigned(const struct dt_type *a, const struct dt_type *b);
/* The type of comparisons, && || ^^ and !: int. */
struct dt_type dt_type_boolean(struct dt_types *ts);
/* Truncate value to an integer's width, and extend it by its sign. */
uint64_t dt_type_wrap(const struct dt_type *t, uint64_t value);
/*
 * The value after a cast.  A narrower type truncates it; a wider one extends it
 * by the sign of a signed `from`; otherwise the 64 bits stay as they are.
 */
uint64_t dt_type_cast(const struct dt_type *from, const struct dt_type *to,
    uint64_t value);
/* Does a conversion to t keep this value, signed if valsigned is set? */
bool dt_type_fits(const struct dt_type *t, uint64_t value, bool valsigned);

/*
 * An integer literal as in C: 0x, 0 or decimal, and a suffix of u and l or ll
 * in any case and order.  -EINVAL: a digit or the suffix is invalid; -ERANGE:
 * no type of C holds the value, which for a decimal without u must be signed.
 */
int dt_type_literal(struct dt_types *ts, const char *text, size_t len,
    struct dt_type *out, uint64_t *value);

#endif /* DT_TYPE_H */
