/* SPDX-License-Identifier: MIT */
/*
 * test_native_bpf.c - parts of a firing that are C in one engine and eBPF in
 * the other: equal input, equal results.  The eBPF is interpreted, so the test
 * needs no privilege.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "rt/deadman.h"
#include "rt/error.h"
#include "vm/vm.h"

#define	N(a)	(sizeof(a) / sizeof((a)[0]))
#define	SECOND	1000000000ull

/* The data with which a function of the runtime is linked. */
struct world {
	const struct dt_number *numbers;
	size_t nnumbers;
	struct dt_state *state;
	struct dt_slot *slot;
	struct dt_linked code;
	struct dt_vm_exec x;
};

static int
bind(void *arg, const struct dt_reloc *rel, enum dt_variant variant,
    struct bpf_insn *insn)
{
	struct world *w = arg;
	uint64_t v;

	(void)variant;
	if (rel->kind == DT_REL_MAPVAL) {
		assert_string_equal(rel->sym, "dt_val_state");
		v = (uintptr_t)w->state + (uint64_t)rel->addend;
	} else {
		assert_int_equal(rel->kind, DT_REL_IMM);
		assert_int_equal(dt_number_find(w->numbers, w->nnumbers,
		    rel->sym + strlen("dt_imm_"), &v), 0);
	}
	insn[0].src_reg = 0;
	insn[0].imm = (int32_t)v;
	insn[1].imm = (int32_t)(v >> 32);
	return 0;
}

static void
link_function(struct world *w, const char *name)
{
	const struct dt_linkroot root = { dt_rt_find(name), DT_VAR_L0 };
	const char *missing = NULL;
	char why[128];

	assert_non_null(root.fn);
	if (dt_link(&root, 1, bind, w, &w->code, &missing) != 0)
		fail_msg("%s: %s", name, missing);
	if (dt_vm_check(&w->code, why, sizeof(why)) != 0)
		fail_msg("%s: %s", name, why);
}

static uint64_t
call(struct world *w, const struct dt_firing *f, const uint64_t args[5])
{
	uint64_t result;

	dt_vm_exec_init(&w->x, w->code.insns, f);
	dt_vm_exec_window(&w->x, w->state, sizeof(*w->state));
	dt_vm_exec_window(&w->x, w->slot, sizeof(*w->slot));
	assert_int_equal(dt_vm_call(&w->x, 0, args, &result), 0);
	return result;
}

/* Ages around each bound of the deadman's check. */
static const struct {
	uint32_t activity;
	int64_t age, late_age;		/* of last_status, of late_time */
	int known;			/* late_status is last_status */
	uint32_t after;
} checks[] = {
	{ DT_ACTIVE, 0, 0, 0, DT_ACTIVE },
	{ DT_ACTIVE, 4 * SECOND, 10 * SECOND, 1, DT_ACTIVE },
	{ DT_ACTIVE, 4 * SECOND + 1, 10 * SECOND, 0, DT_ACTIVE },
	{ DT_ACTIVE, 4 * SECOND + 1, SECOND / 2 - 1, 1, DT_ACTIVE },
	{ DT_ACTIVE, 4 * SECOND + 1, SECOND / 2, 1, DT_KILLED },
	{ DT_ACTIVE, 4 * SECOND + 1, -1, 1, DT_ACTIVE },
	{ DT_ACTIVE, -1, 10 * SECOND, 1, DT_ACTIVE },
	{ DT_DRAINING, 4 * SECOND + 1, SECOND, 1, DT_DRAINING },
	{ DT_WARMUP, 4 * SECOND + 1, SECOND, 1, DT_WARMUP },
};

static void
deadman(void **state)
{
	const struct dt_number numbers[] = { { "deadman", 4 * SECOND },
		{ "nslots", 0 } };
	const uint64_t args[5] = { 0 }, now = 100 * SECOND;
	const struct dt_firing f = { .ts = now };
	struct dt_state counts = { 0 };
	struct dt_slot slot = { 0 };
	struct world w = { .numbers = numbers, .nnumbers = N(numbers),
	    .state = &counts, .slot = &slot };
	struct dt_state native;
	size_t i;

	(void)state;
	link_function(&w, "dt_deadman");
	for (i = 0; i < N(checks); i++) {
		memset(w.state, 0, sizeof(*w.state));
		w.state->activity = checks[i].activity;
		w.state->last_status = now - checks[i].age;
		w.state->late_status = checks[i].known ?
		    w.state->last_status : 1;
		w.state->late_time = now - checks[i].late_age;
		native = *w.state;
		assert_int_equal(dt_deadman_check(&native, 4 * SECOND, now),
		    checks[i].after == DT_KILLED);
		assert_int_equal(call(&w, &f, args), 0);
		assert_memory_equal(&native, w.state, sizeof(native));
		assert_int_equal(native.activity, checks[i].after);
	}
	dt_linked_free(&w.code);
	assert_int_equal(dt_deadman_period(0), SECOND / 1000);
	assert_int_equal(dt_deadman_period(2 * SECOND), SECOND / 2);
	assert_int_equal(dt_deadman_period(60 * SECOND), SECOND);
}

/* Call a function on a slot without a record in progress. */
static void
call_on_slot(struct world *w, const char *name)
{
	static const struct dt_firing f;
	const uint64_t args[5] = { (uintptr_t)w->slot };

	link_function(w, name);
	call(w, &f, args);
	dt_linked_free(&w->code);
}

static void
errors(void **state)
{
	const struct dt_number numbers[] = {
		{ "error_probe", 3 }, { "error_epid", 77 },
		{ "error_names", 9 }, { "prin_size", 0 },
		{ "prin_maxrec", 0 }, { "policy", DT_POLICY_SWITCH },
	};
	struct dt_state counts = { 0 };
	struct dt_slot slot = { 0 };
	struct world w = { .numbers = numbers, .nnumbers = N(numbers),
	    .state = &counts, .slot = &slot };
	struct dt_ctx before, *c = &w.slot->ctx, native;
	int i;

	(void)state;
	for (i = 0; i < DT_NARGS; i++)
		c->args[i] = 100 + i;
	c->probe = 1, c->epid = 5, c->nameix = 2, c->ts = 12;
	c->fault = DTRACEFLT_BADADDR, c->fault_action = 4;
	c->fault_addr = 0xdead;
	before = native = *c;
	error_begin(&native, 3, 77, 9);
	call_on_slot(&w, "dt_error_begin");
	assert_memory_equal(&native, c, sizeof(native));
	assert_true(c->args[0] == 0 && c->args[1] == 5 && c->args[2] == 4 &&
	    c->args[3] == UINT64_MAX && c->args[4] == DTRACEFLT_BADADDR &&
	    c->args[5] == 0xdead && c->args[9] == 0);
	fault_clear(&native);
	call_on_slot(&w, "dt_error_failed");
	assert_memory_equal(&native, c, sizeof(native));
	assert_int_equal(w.state->dblerrors, 1);
	error_end(&native);
	call_on_slot(&w, "dt_error_end");
	assert_memory_equal(&native, c, sizeof(native));
	fault_clear(&before);		/* other members are unchanged */
	c->fired = before.fired;
	assert_memory_equal(&before, c, sizeof(before));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(deadman),
		cmocka_unit_test(errors),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
