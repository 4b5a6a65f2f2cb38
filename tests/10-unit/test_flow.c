/* SPDX-License-Identifier: MIT */
/* test_flow.c - option flowindent on sequences of firings. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>
#include "consume/priv.h"

enum { MAX = 16 };

/* Firings as "PROVIDER PROBEID EPID NAME"; expected as prefix and columns. */
struct step {
	const char *prov, *name;
	uint32_t probe, epid;
	const char *prefix;
	int before, inside;
};

static void
run(const struct step *steps, size_t n)
{
	dtrace_eprobedesc_t edesc[MAX] = { 0 };
	dtrace_probedesc_t pdesc[MAX] = { 0 };
	struct dt_ecb ecb[MAX] = { 0 };
	const struct dt_ecb *at[MAX] = { 0 };
	struct dt_flow flow = { 0 };

	/* one enabling for each EPID */
	for (size_t i = 0; i < n; i++) {
		uint32_t e = steps[i].epid;

		edesc[e].dtepd_epid = e;
		edesc[e].dtepd_probeid = steps[i].probe;
		(void) strncpy(pdesc[e].dtpd_provider, steps[i].prov,
		    sizeof(pdesc[e].dtpd_provider) - 1);
		(void) strncpy(pdesc[e].dtpd_name, steps[i].name,
		    sizeof(pdesc[e].dtpd_name) - 1);
		ecb[e].edesc = &edesc[e];
		ecb[e].pdesc = &pdesc[e];
		at[i] = &ecb[e];
	}
	for (size_t i = 0; i < n; i++) {
		dtrace_probedata_t pd = { .dtpda_pdesc = at[i]->pdesc };

		dt_flow_begin(&flow, at[i], i + 1 < n ? at[i + 1] : NULL, &pd);
		assert_string_equal(pd.dtpda_prefix, steps[i].prefix);
		assert_int_equal(pd.dtpda_indent, steps[i].before);
		dt_flow_inside(&flow, &pd);
		assert_int_equal(pd.dtpda_indent, steps[i].inside);
	}
}

static void
nested(void **state)
{
	static const struct step steps[] = {
		{ "dtrace", "BEGIN", 1, 1, "| ", 0, 0 },
		{ "syscall", "entry", 2, 2, " => ", 0, 2 },
		{ "fbt", "entry", 3, 3, " -> ", 2, 4 },
		{ "sdt", "tick", 4, 4, "| ", 4, 4 },
		{ "fbt", "return", 5, 5, " <- ", 2, 2 },
		{ "fbt", "x-entry", 6, 6, " -> ", 2, 4 },
		{ "fbt", "x-return", 7, 7, " <- ", 2, 2 },
		{ "syscall", "return", 8, 8, " <= ", 0, 0 },
	};

	(void) state;
	run(steps, sizeof(steps) / sizeof(steps[0]));
}

/*
 * "entry" as a part of a name does not count; indentation stays at 0 or more.
 */
static void
limits(void **state)
{
	static const struct step steps[] = {
		{ "p", "reentry", 1, 1, "| ", 0, 0 },
		{ "p", "noreturn", 2, 2, "| ", 0, 0 },
		{ "p", "entry-x", 3, 3, "| ", 0, 0 },
		{ "p", "return", 4, 4, " <- ", 0, 0 },
		{ "p", "return", 4, 4, " <- ", 0, 0 },
		{ "p", "entry", 5, 5, " -> ", 0, 2 },
		{ "p", "entry", 5, 5, " -> ", 2, 4 },
		{ "p", "return", 4, 4, " <- ", 2, 2 },
	};

	(void) state;
	run(steps, sizeof(steps) / sizeof(steps[0]));
}

static void
several_clauses(void **state)
{
	static const struct step steps[] = {
		{ "p", "entry", 1, 1, " -> ", 0, 2 },
		{ "p", "entry", 1, 2, "| ", 2, 2 },
		{ "p", "return", 2, 3, "| ", 2, 2 },
		{ "p", "return", 2, 4, " <- ", 0, 0 },
		{ "p", "entry", 1, 1, " -> ", 0, 2 },
	};

	(void) state;
	run(steps, sizeof(steps) / sizeof(steps[0]));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nested),
		cmocka_unit_test(limits),
		cmocka_unit_test(several_clauses),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
