/* SPDX-License-Identifier: MIT */
/*
 * test_link.c - the linker: where it puts symbols, and how it picks variants.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "bpf/link.h"

#define	CALL	{ BPF_JMP | BPF_CALL, 0, BPF_PSEUDO_CALL, 0, -1 }
#define	LD64	{ BPF_LD | BPF_DW | BPF_IMM, 1, 0, 0, 0 }, { 0, 0, 0, 0, 0 }
#define	END	{ BPF_JMP | BPF_EXIT, 0, 0, 0, 0 }

static const struct bpf_insn two_calls[] = { CALL, CALL, END };
static const struct bpf_insn one_load[] = { LD64, END };
static const struct dt_reloc to_levels[] = {
	{ 0, DT_REL_FUNC, "leaf@0", 0 }, { 1, DT_REL_FUNC, "leaf@1", 0 },
};
static const struct dt_reloc to_runtime[] = {
	{ 0, DT_REL_FUNC, "dt_agg_find", 0 }, { 1, DT_REL_FUNC, "dt_exit", 0 },
};
static const struct dt_reloc size_rel[] = {
	{ 0, DT_REL_IMM, "dt_imm_agg_size", -8 },
};
static const struct dt_func root = { .name = "root", .insns = two_calls,
	.ninsns = 3, .nrels = 2, .rels = to_levels };
static const struct dt_func runs = { .name = "leaf", .insns = two_calls,
	.ninsns = 3, .nrels = 2, .rels = to_runtime };
static const struct dt_func leaf = { .name = "leaf", .insns = one_load,
	.ninsns = 3, .nrels = 1, .rels = size_rel };

/* An immediate becomes 100 or 200, by level; a map, a number by its name. */
static int
bind(void *arg, const struct dt_reloc *rel, enum dt_variant v,
    struct bpf_insn *insn)
{
	(void)arg;
	if (strcmp(rel->sym, "dt_map_none") == 0)
		return -ENOENT;
	insn->imm = (v == DT_VAR_L0 ? 100 : 200) + rel->addend;
	return 0;
}

static const struct dt_linkfn *
target(const struct dt_linked *l, uint32_t insn)
{
	uint32_t i, at = insn + 1 + l->insns[insn].imm;

	assert_int_equal(l->insns[insn].src_reg, BPF_PSEUDO_CALL);
	for (i = 0; i < l->nfns; i++)
		if (l->fns[i].start == at)
			return &l->fns[i];
	fail_msg("a call to %u", at);
	return NULL;
}

static void
resolves_variants(void **state)
{
	const struct dt_linkroot r[] = {
		{ &root, DT_VAR_L0 }, { &leaf, DT_VAR_L0 },
		{ &leaf, DT_VAR_DEEP },
	};
	const char *missing = NULL;
	struct dt_linked l;

	(void)state;
	assert_int_equal(dt_link(r, 3, bind, NULL, &l, &missing), 0);
	assert_int_equal(l.nfns, 3);
	assert_int_equal(l.ninsns, 9);
	assert_ptr_equal(l.fns[0].fn, &root);
	assert_int_equal(target(&l, 0)->variant, DT_VAR_L0);
	assert_int_equal(target(&l, 1)->variant, DT_VAR_DEEP);
	assert_int_equal(l.insns[target(&l, 0)->start].imm, 92);
	assert_int_equal(l.insns[target(&l, 1)->start].imm, 192);
	dt_linked_free(&l);
}

static uint32_t
copies(const struct dt_linked *l, const char *name)
{
	uint32_t i, n = 0;

	for (i = 0; i < l->nfns; i++)
		n += strcmp(l->fns[i].fn->name, name) == 0;
	return n;
}

/* Functions that depend on the level are linked twice, others once. */
static void
copies_by_level(void **state)
{
	const struct dt_linkroot r[] = {
		{ &root, DT_VAR_L0 }, { &runs, DT_VAR_L0 },
		{ &runs, DT_VAR_DEEP },
	};
	const char *missing = NULL;
	struct dt_linked l;

	(void)state;
	assert_int_equal(dt_link(r, 3, bind, NULL, &l, &missing), 0);
	assert_int_equal(copies(&l, "dt_agg_find"), 2);
	assert_int_equal(copies(&l, "dt_agg_equal"), 2);
	assert_int_equal(copies(&l, "dt_agg_insert"), 2);
	assert_int_equal(copies(&l, "dt_agg_search"), 2);
	assert_int_equal(copies(&l, "dt_exit"), 1);
	assert_int_equal(copies(&l, "dt_quantize"), 0);
	dt_linked_free(&l);
}

static void
names_what_is_missing(void **state)
{
	static const struct dt_reloc bad_call[] = {
		{ 0, DT_REL_FUNC, "dt_nothing", 0 },
	};
	static const struct dt_reloc bad_map[] = {
		{ 0, DT_REL_MAP, "dt_map_none", 0 },
	};
	struct dt_func fn = { .name = "f", .insns = two_calls, .ninsns = 3,
	    .nrels = 1, .rels = bad_call };
	const struct dt_linkroot r = { &fn, DT_VAR_L0 };
	const char *missing = NULL;
	struct dt_linked l;

	(void)state;
	assert_int_equal(dt_link(&r, 1, bind, NULL, &l, &missing), -ENOENT);
	assert_string_equal(missing, "dt_nothing");
	fn.insns = one_load;
	fn.rels = bad_map;
	assert_int_equal(dt_link(&r, 1, bind, NULL, &l, &missing), -ENOENT);
	assert_string_equal(missing, "dt_map_none");
	assert_null(l.insns);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(resolves_variants),
		cmocka_unit_test(copies_by_level),
		cmocka_unit_test(names_what_is_missing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
