/* SPDX-License-Identifier: MIT */
/*
 * test_release.c - a program releases its slot with the instructions that order
 * earlier stores before the release on this machine.  An emulator orders all
 * stores, so the test examines the instructions.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "kernel/kernel.h"

#define	MAXSTORES	4

struct stores {
	struct bpf_insn v[MAXSTORES];
	size_t n;
};

static void
find_stores(enum dt_variant v, struct stores *s)
{
	struct dt_emit e = { .arena = dt_arena_create() };
	const struct dt_func *fn;

	memset(s, 0, sizeof(*s));
	dt_kernel_release(&e, v);
	fn = dt_emit_end(&e, "release");
	assert_non_null(fn);
	for (uint32_t i = 0; i < fn->ninsns; i++) {
		const struct bpf_insn *in = &fn->insns[i];

		if (BPF_CLASS(in->code) != BPF_ST &&
		    BPF_CLASS(in->code) != BPF_STX)
			continue;
		assert_true(s->n < MAXSTORES);
		s->v[s->n++] = *in;
	}
	dt_arena_destroy(e.arena);
}

/* It writes seq, then busy, both 32 bits of this CPU's words, and no more. */
static void
counts_then_frees(void **state)
{
	struct stores s;

	(void) state;
	for (int v = 0; v < DT_NVARS; v++) {
		find_stores(v, &s);
		assert_int_equal(s.n, 2);
		assert_int_equal(s.v[0].off, offsetof(struct dt_ctl, seq));
		assert_int_equal(s.v[1].off, offsetof(struct dt_ctl, busy));
		for (size_t i = 0; i < s.n; i++) {
			assert_int_equal(BPF_SIZE(s.v[i].code), BPF_W);
			assert_int_equal(s.v[i].dst_reg, 9);
		}
	}
}

/* x86 keeps the order of stores; an atomic operation would be costly there. */
static void
in_order(void **state)
{
	struct stores s;

	(void) state;
	for (int v = 0; v < DT_NVARS; v++) {
		find_stores(v, &s);
#ifdef __x86_64__
		assert_int_equal(BPF_MODE(s.v[0].code), BPF_MEM);
#else
		assert_int_equal(BPF_MODE(s.v[0].code), BPF_ATOMIC);
		assert_int_equal(s.v[0].imm, BPF_ADD | BPF_FETCH);
#endif
		assert_int_equal(BPF_MODE(s.v[1].code), BPF_MEM);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(counts_then_frees),
		cmocka_unit_test(in_order),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
