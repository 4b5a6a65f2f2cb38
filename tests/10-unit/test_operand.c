/* SPDX-License-Identifier: MIT */
/* The operands of USDT places. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "prov/operand.h"

#ifdef __x86_64__
#define RDI 112
#define RSP 152
#define RCX 88
#define R8 72

static void understood(void **state)
{
	static const struct {
		const char *text;
		struct dt_uarg arg;
	} t[] = {
		{ "8@%rdi", { DT_UARG_REG, 8, 0, 0, RDI, 0, 0 } },
		{ "-4@%edi", { DT_UARG_REG, 4, 1, 0, RDI, 0, 0 } },
		{ "-2@%di", { DT_UARG_REG, 2, 1, 0, RDI, 0, 0 } },
		{ "1@%dil", { DT_UARG_REG, 1, 0, 0, RDI, 0, 0 } },
		{ "4@%r8d", { DT_UARG_REG, 4, 0, 0, R8, 0, 0 } },
		{ "-4@$-9", { DT_UARG_CONST, 4, 1, 0, 0, 0, -9 } },
		{ "$0x10", { DT_UARG_CONST, 8, 0, 0, 0, 0, 16 } },
		{ "8@(%rcx)", { DT_UARG_MEM, 8, 0, 0, RCX, 0, 0 } },
		{ "-4@-80(%rsp)", { DT_UARG_MEM, 4, 1, 0, RSP, 0, -80 } },
		{ "8@8(%rcx,%r8)", { DT_UARG_MEM, 8, 0, 1, RCX, R8, 8 } },
		{ "2@(%rcx,%r8,4)", { DT_UARG_MEM, 2, 0, 4, RCX, R8, 0 } },
	};
	struct dt_uarg got[DT_NARGS];

	(void)state;
	for (size_t i = 0; i < sizeof(t) / sizeof(t[0]); i++) {
		const struct dt_uarg *want = &t[i].arg;

		if (dt_operands(t[i].text, got) != 1)
			fail_msg("%s", t[i].text);
		assert_int_equal(got[0].kind, want->kind);
		assert_int_equal(got[0].size, want->size);
		assert_int_equal(got[0].is_signed, want->is_signed);
		assert_int_equal(got[0].scale, want->scale);
		assert_int_equal(got[0].base, want->base);
		assert_int_equal(got[0].index, want->index);
		assert_int_equal(got[0].value, want->value);
	}
	assert_int_equal(dt_operands(" 8@%rdi  -4@$1 ", got), 2);
	assert_int_equal(dt_operands("", got), 0);
	assert_int_equal(got[0].kind, DT_UARG_NONE);
}

static void refused(void **state)
{
	static const char *const t[] = {
		"8@", "8@%", "8@%rdx1", "8@%xmm0", "9@%rdi", "0@%rdi",
		"-9@%rdi", "x@%rdi", "8@$", "8@(%rcx", "8@(rcx)", "8@4",
		"8@(%rcx,)", "8@(%rcx,%r8,", "8@sym(%rip)", "8@%rdi,",
		"4294967304@%rdi",
		"1@$1 1@$1 1@$1 1@$1 1@$1 1@$1 1@$1 1@$1 1@$1 1@x",
	};
	struct dt_uarg got[DT_NARGS];

	(void)state;
	for (size_t i = 0; i < sizeof(t) / sizeof(t[0]); i++)
		if (dt_operands(t[i], got) != -1)
			fail_msg("%s is understood", t[i]);
	/* arg0 to arg9 are known, whatever follows */
	assert_int_equal(dt_operands("1@$0 1@$1 1@$2 1@$3 1@$4 1@$5 1@$6 1@$7 "
	    "1@$8 1@$9 1@x", got), DT_NARGS);
	assert_int_equal(got[9].value, 9);
}
#else
#define X1 8
#define SP 248

static void understood(void **state)
{
	struct dt_uarg got[DT_NARGS];

	(void)state;
	assert_int_equal(dt_operands("8@x1 -4@w1 8@[sp] 4@[x1, -12] -1@7",
				     got), 5);
	assert_int_equal(got[0].base, X1);
	assert_int_equal(got[1].is_signed, 1);
	assert_int_equal(got[2].base, SP);
	assert_int_equal(got[3].value, -12);
	assert_int_equal(got[4].value, 7);
}

static void refused(void **state)
{
	static const char *const t[] = {
		"8@", "8@x31", "8@[x1", "8@[q1]", "9@x1", "8@v0",
	};
	struct dt_uarg got[DT_NARGS];

	(void)state;
	for (size_t i = 0; i < sizeof(t) / sizeof(t[0]); i++)
		if (dt_operands(t[i], got) != -1)
			fail_msg("%s is understood", t[i]);
}
#endif

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(understood), cmocka_unit_test(refused),
	};

	return cmocka_run_group_tests_name("operand", tests, NULL, NULL);
}
