/* SPDX-License-Identifier: MIT */
/*
 * kbtf.h - the offsets of members and the tracepoints in the running kernel's
 * BTF.  type/btf.c reads its types.
 */
#ifndef DT_KBTF_H
#define DT_KBTF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct dt_kbtf;

/* Does not read the file.  path NULL: the running kernel's; it is copied. */
int dt_kbtf_create(struct dt_kbtf **kbp, const char *path);
void dt_kbtf_destroy(struct dt_kbtf *kb);

/*
 * A member of a structure, and its offset in bytes once it is found; or an
 * enumerator of an enum, and its value.
 */
struct dt_kmember {
	const char *type;
	const char *member;		/* "ONE|OTHER" if kernels differ */
	uint32_t *to;			/* set to the offset as well; or NULL */
	uint32_t offset;
	bool found;
};

/*
 * Find all these members.  0; -ENOENT: the kernel does not have one of them; or
 * another -errno if its BTF cannot be read.  dt_kbtf_why() is the message.
 */
int dt_kbtf_members(struct dt_kbtf *kb, struct dt_kmember *m, size_t n);
const char *dt_kbtf_why(const struct dt_kbtf *kb);

/*
 * The number of type btf_trace_NAME, which a program names to attach to
 * tracepoint NAME with typed arguments, or 0.  Since Linux 7.0, whose types are
 * in the order of their names, finding one can take a millisecond.
 */
uint32_t dt_kbtf_tracepoint_type(struct dt_kbtf *kb, const char *name);

/*
 * The number of a function's type or a struct, or 0.  Most functions follow
 * the other types, so that finding one takes 1 ms.
 */
uint32_t dt_kbtf_function_number(struct dt_kbtf *kb, const char *name);
uint32_t dt_kbtf_struct_number(struct dt_kbtf *kb, const char *name);

/*
 * Read the names of the kernel's tracepoints, for the two functions below: 0 or
 * -errno.  A kernel without BTF has none.
 */
int dt_kbtf_read_tracepoints(struct dt_kbtf *kb);
bool dt_kbtf_has_tracepoints(const struct dt_kbtf *kb);
/* A tracepoint, or the type trace_event_raw_NAME of its log entry. */
bool dt_kbtf_has_tracepoint(const struct dt_kbtf *kb, const char *name);
/*
 * Call fn for each tracepoint, with a number from 0 that stays the same while
 * the kernel runs.  A nonzero result of fn ends the walk and is returned.
 */
int dt_kbtf_each_tracepoint(struct dt_kbtf *kb,
    int (*fn)(void *arg, const char *name, uint32_t number), void *arg);

/* kproto.c */

/* A value that the kernel passes, as D sees it. */
struct dt_kvalue {
	const char *type;
	uint8_t size;			/* bytes of its register in use */
	bool is_signed;
};

/*
 * The arguments of a tracepoint, at most n of them: their number, or -errno.
 * -ENOENT: there is no such tracepoint.  The names of types are in the arena.
 */
struct dt_arena;
int dt_kbtf_tracepoint_args(struct dt_kbtf *kb, const char *name,
    struct dt_arena *a, struct dt_kvalue *v, int n);
/* The same for a function of a module, and its result; size 0: it has none. */
int dt_kbtf_function(struct dt_kbtf *kb, const char *module, const char *name,
    struct dt_arena *a, struct dt_kvalue *v, int n, struct dt_kvalue *result);
/* The number of a function's arguments, and in *type its type; or -errno. */
int dt_kbtf_function_type(struct dt_kbtf *kb, const char *name,
    uint32_t *type);

#endif
