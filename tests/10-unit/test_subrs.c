/* SPDX-License-Identifier: MIT */
/*
 * test_subrs.c - the string subroutines on random input, in native code and in
 * the vm, compared with the expected results.
 */
#include "subrs.h"

/* The numbers that an engine binds, which differ from input to input here. */
static struct {
	uint64_t strsize, slot_size;
} bound;
#define	n_dt_imm_strsize	bound.strsize
#define	n_dt_imm_slot_size	bound.slot_size
#define	n_dt_imm_key_words	64ull
#define	DT_IMM(name)		((uint64_t)(n_##name))

#include <unistd.h>
#include "bpf/link.h"
#include "vm/vm.h"
#include "rt/copyin.bpf.c"
#include "rt/make.bpf.c"
#include "rt/path.bpf.c"
#include "rt/search.bpf.c"
#include "rt/string.bpf.c"

char dt_map_names[1];
struct dt_state dt_val_state;		/* OFF: as inside a process */

void *
bpf_map_lookup_elem(void *map, const void *key)
{
	(void)map;
	(void)key;
	return NULL;
}

/* Like the kernel's helper: at most size bytes, the last of them NUL. */
static long
copy_str(char *dst, uint32_t size, const char *from)
{
	size_t len = strnlen(from, size - 1);

	memcpy(dst, from, len);
	dst[len] = '\0';
	return len + 1;
}

long
bpf_probe_read_user_str(void *dst, uint32_t size, uint64_t from)
{
	return copy_str(dst, size, (const char *)(uintptr_t)from);
}

long
bpf_probe_read_kernel_str(void *dst, uint32_t size, uint64_t from)
{
	return copy_str(dst, size, (const char *)(uintptr_t)from);
}

long
bpf_probe_read_kernel(void *dst, uint32_t size, uint64_t from)
{
	memcpy(dst, (const void *)(uintptr_t)from, size);
	return 0;
}

#define	STRINGS		2048	/* where the strings begin in the slot */

static void
ref_outside(const struct input *in, struct output *o)
{
	int64_t len = strlen(in->a), from = (int32_t)in->v;

	if (from >= 0 && from < len)
		from += strspn(in->a + from, in->b);
	o->n = from >= 0 && from < len ? from : -1;
}

static void
ref_inside(const struct input *in, struct output *o)
{
	int64_t len = strlen(in->a), from = (int32_t)in->v;

	if (from >= 0 && from < len)
		from += strcspn(in->a + from, in->b);
	o->n = from >= 0 && from < len ? from : -1;
}

static void
ref_token(const struct input *in, struct output *o)
{
	int32_t len = strlen(in->a), from = in->v, to = in->w;

	if (to < 0 || to > len)
		to = len;
	if (from >= 0 && from <= to)
		set(o, in->a + from, to - from);
}

static void
ref_from(const struct input *in, struct output *o)
{
	int64_t len = strlen(in->a), pos = (int32_t)in->v;

	if (pos >= 0 && pos < len)
		set(o, in->a + pos, len - pos);
}

static void
ref_user(const struct input *in, struct output *o)
{
	set(o, in->a, in->w < 0 ? strlen(in->a) : strnlen(in->a, in->w));
}

static void
ref_kernel(const struct input *in, struct output *o)
{
	set(o, in->a, in->w < 0 ? strlen(in->a) : strnlen(in->a, in->w));
}

/* --- what is tested */

struct subr {
	const char *sym;
	void (*ref)(const struct input *, struct output *);
	int64_t (*native)(struct dt_slot *, const int64_t *x);
	const char *args;	/* d result, a b strings, v w numbers, */
	int64_t extra;		/* x this one, p the address of a */
	bool is_string;
};

#define	NATIVE(id, fn, ...)						\
static int64_t								\
native_##id(struct dt_slot *s, const int64_t *x)			\
{									\
	return (int64_t)fn(s, __VA_ARGS__);				\
}
NATIVE(len, dt_str_len, x[0])
NATIVE(first, dt_str_first, x[0], x[1])
NATIVE(last, dt_str_last, x[0], x[1])
NATIVE(index, dt_str_index, x[0], x[1], x[2])
NATIVE(rindex, dt_str_rindex, x[0], x[1], x[2])
NATIVE(from, dt_str_from, x[0], x[1], x[2])
NATIVE(span, dt_str_span, x[0], x[1], x[2], x[3])
NATIVE(token, dt_str_token, x[0], x[1], x[2], x[3])
NATIVE(substr, dt_str_substr, x[0], x[1], x[2], x[3])
NATIVE(append, dt_str_append, x[0], x[1])
NATIVE(basename, dt_str_basename, x[0], x[1])
NATIVE(dirname, dt_str_dirname, x[0], x[1])
NATIVE(cleanpath, dt_str_cleanpath, x[0], x[1])
NATIVE(case, dt_str_case, x[0], x[1], x[2])
NATIVE(user, dt_str_user, x[0], x[1], x[2])
NATIVE(kernel, dt_str_kernel, x[0], x[1], x[2])
NATIVE(number, dt_str_number, x[0], x[1], x[2])

static const struct subr subrs[] = {
	{ "dt_str_len", ref_len, native_len, "a", 0, false },
	{ "dt_str_first", ref_first, native_first, "av", 0, false },
	{ "dt_str_last", ref_last, native_last, "av", 0, false },
	{ "dt_str_index", ref_index, native_index, "abv", 0, false },
	{ "dt_str_rindex", ref_rindex, native_rindex, "abv", 0, false },
	{ "dt_str_from", ref_from, native_from, "dav", 0, true },
	{ "dt_str_span", ref_outside, native_span, "avbx", 0, false },
	{ "dt_str_span", ref_inside, native_span, "avbx", 1, false },
	{ "dt_str_token", ref_token, native_token, "davw", 0, true },
	{ "dt_str_substr", ref_substr, native_substr, "davw", 0, true },
	{ "dt_str_append", ref_append, native_append, "ab", 0, true },
	{ "dt_str_basename", ref_basename, native_basename, "da", 0, true },
	{ "dt_str_dirname", ref_dirname, native_dirname, "da", 0, true },
	{ "dt_str_cleanpath", ref_cleanpath, native_cleanpath, "da", 0, true },
	{ "dt_str_case", ref_upper, native_case, "dax", 'a', true },
	{ "dt_str_case", ref_lower, native_case, "dax", 'A', true },
	{ "dt_str_user", ref_user, native_user, "dpw", 0, true },
	{ "dt_str_kernel", ref_kernel, native_kernel, "dpw", 0, true },
	{ "dt_str_number", ref_number, native_number, "dvw", 0, true },
};
#define	NSUBRS		(sizeof(subrs) / sizeof(subrs[0]))

/* The code of all subroutines, bound to one strsize. */
struct code {
	struct dt_linked linked;
	uint32_t pc[NSUBRS];
};

static int
bind(void *arg, const struct dt_reloc *rel, enum dt_variant v,
    struct bpf_insn *insn)
{
	uint64_t value;

	(void)arg;
	(void)v;

	if (strcmp(rel->sym, "dt_imm_strsize") == 0)
		value = bound.strsize;
	else if (strcmp(rel->sym, "dt_imm_slot_size") == 0)
		value = bound.slot_size;
	else if (strcmp(rel->sym, "dt_val_state") == 0)
		value = (uintptr_t)&dt_val_state + rel->addend;
	else
		return -1;
	insn->src_reg = 0;
	insn[0].imm = (int32_t)value;
	insn[1].imm = (int32_t)(value >> 32);
	return 0;
}

static void
link_code(struct code *c)
{
	struct dt_linkroot roots[NSUBRS];
	const char *missing = NULL;
	uint32_t i, k;

	for (i = 0; i < NSUBRS; i++) {
		roots[i].fn = dt_rt_find(subrs[i].sym);
		roots[i].variant = DT_VAR_L0;
		assert_non_null(roots[i].fn);
	}
	assert_int_equal(dt_link(roots, NSUBRS, bind, NULL, &c->linked,
	    &missing), 0);
	for (i = 0; i < NSUBRS; i++)
		for (k = 0; k < c->linked.nfns; k++)
			if (c->linked.fns[k].fn == roots[i].fn)
				c->pc[i] = c->linked.fns[k].start;
}

/* Fill the slot; only bytes that must be zero are zero. */
static void
put(char *slot, uint64_t at, const char *s, size_t room)
{
	uint64_t len = strlen(s), i;

	for (i = 0; i < room; i++)
		slot[at + i] = (char)(i * 37 + 1);
	memcpy(slot + at, &len, sizeof(len));
	memset(slot + at + 8 + (len & ~7ull), 0, len % 8 != 0 ? 8 : 0);
	memcpy(slot + at + 8, s, len);
}

/* --- comparison */

static void
differs(const struct subr *f, const char *engine, const struct input *in,
    const struct output *want, const struct output *got)
{
	fail_msg("%s (%s), strsize %d: a \"%s\" b \"%s\" v %ld w %ld: "
	    "%ld \"%.*s\" (%zu), not %ld \"%.*s\" (%zu)", f->sym, engine,
	    (int)bound.strsize, in->a, in->b, (long)in->v, (long)in->w,
	    (long)got->n, (int)got->len, got->s, got->len, (long)want->n,
	    (int)want->len, want->s, want->len);
}

static void
compare(const struct subr *f, const char *engine, const struct input *in,
    const struct output *want, const char *slot, int64_t rc)
{
	struct output *got = calloc(1, sizeof(*got));
	uint64_t at = f->args[0] == 'd' ? in->dst : in->at_a, len;

	got->n = f->is_string ? (rc < 0 ? -1 : 0) : rc;
	if (f->is_string && rc >= 0) {
		memcpy(&len, slot + at, sizeof(len));
		got->len = len < MAXSTR ? len : MAXSTR;
		memcpy(got->s, slot + at + 8, (got->len + 7) & ~7ull);
	}
	if (got->n != want->n || got->len != want->len ||
	    memcmp(got->s, want->s, (want->len + 7) & ~7ull) != 0)
		differs(f, engine, in, want, got);
	free(got);
}

static void
arguments(const struct subr *f, const struct input *in, int64_t *x)
{
	for (const char *p = f->args; *p != '\0'; p++)
		*x++ = *p == 'd' ? in->dst : *p == 'a' ? in->at_a :
		    *p == 'b' ? in->at_b : *p == 'v' ? in->v :
		    *p == 'w' ? in->w : *p == 'x' ? f->extra :
		    (int64_t)(uintptr_t)in->a;
}

static void
fill(char *slot, const struct input *in)
{
	put(slot, in->at_a, in->a, in->room);
	put(slot, in->at_b, in->b, in->room);
	put(slot, in->dst, "", in->room);
}

static void
run_one(const struct subr *f, const struct code *c, uint32_t pc,
    const struct input *in, char *slot)
{
	const struct dt_firing firing = { .mem = getpid() };
	struct output *want = calloc(1, sizeof(*want));
	struct dt_vm_exec *x = malloc(sizeof(*x));
	uint64_t args[5] = { (uintptr_t)slot }, rc = 0;

	f->ref(in, want);
	if (f->is_string && want->len >= bound.strsize)
		want->len = bound.strsize - 1;
	memset(want->s + want->len, 0, 8);
	arguments(f, in, (int64_t *)&args[1]);
	fill(slot, in);
	compare(f, "native", in, want, slot,
	    f->native((struct dt_slot *)slot, (int64_t *)&args[1]));
	fill(slot, in);
	dt_vm_exec_init(x, c->linked.insns, &firing);
	dt_vm_exec_window(x, slot, bound.slot_size);
	dt_vm_exec_window(x, in, sizeof(*in));
	dt_vm_exec_window(x, &dt_val_state, sizeof(dt_val_state));
	assert_int_equal(dt_vm_call(x, pc, args, &rc), 0);
	compare(f, "vm", in, want, slot,
	    f->sym == subrs[0].sym ? (int64_t)rc : (int32_t)rc);
	free(want);
	free(x);
}

/* The strings end where the slot ends. */
static void
layout(struct input *in, uint32_t strsize)
{
	size_t room = 8 + ((strsize + 7) & ~7u) + 8;

	in->strsize = strsize;
	in->room = room < 24 ? 24 : room;
	in->at_a = STRINGS;
	in->at_b = in->at_a + in->room;
	in->dst = in->at_b + in->room;
	bound.strsize = strsize;
	bound.slot_size = in->dst + 2 * in->room;	/* as size.c does */
}

static void
agrees(void **state)
{
	long n = number_from("DT_TEST_RANDOM", NRANDOM), i;
	struct input *in = calloc(1, sizeof(*in));
	struct code c;
	char *slot;

	(void)state;
	seed = number_from("DT_TEST_SEED", 20260121);
	for (size_t z = 0; z < NSIZES; z++) {
		layout(in, strsizes[z]);
		slot = calloc(1, bound.slot_size);
		link_code(&c);
		for (i = 0; i < 1 + n / (long)NSIZES; i++) {
			random_input(in);
			for (size_t f = 0; f < NSUBRS; f++)
				run_one(&subrs[f], &c, c.pc[f], in, slot);
		}
		dt_linked_free(&c.linked);
		free(slot);
	}
	free(in);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(agrees),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
