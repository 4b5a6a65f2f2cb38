/* SPDX-License-Identifier: MIT */
/* The operands of USDT places. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "prov/operand.h"

/* Is it one operand, which means this? */
static void same(const char *text, const struct dt_uarg *want)
{
	struct dt_operand got[DT_NARGS];

	if (dt_operands(text, got) != 1 || got[0].why != NULL)
		fail_msg("%s", text);
	assert_int_equal(got[0].at.kind, want->kind);
	assert_int_equal(got[0].at.size, want->size);
	assert_int_equal(got[0].at.is_signed, want->is_signed);
	assert_int_equal(got[0].at.scale, want->scale);
	assert_int_equal(got[0].at.extend, want->extend);
	assert_int_equal(got[0].at.base, want->base);
	assert_int_equal(got[0].at.index, want->index);
	assert_int_equal(got[0].at.value, want->value);
	assert_int_equal(dt_operands("", got), 0);
	assert_int_equal(got[0].at.kind, DT_UARG_NONE);
}

static void all_refused(const char *const *text, size_t n)
{
	struct dt_operand got[DT_NARGS];

	for (size_t i = 0; i < n; i++)
		if (dt_operands(text[i], got) != 1 || got[0].why == NULL ||
		    got[0].at.kind != DT_UARG_NONE)
			fail_msg("%s is understood", text[i]);
}

#ifdef __x86_64__
#define RDI 112
#define RSP 152
#define RCX 88
#define R8 72
#define RIP 128
#define FS 168
#define GS 176

static void understood(void **state)
{
	static const struct {
		const char *text;
		struct dt_uarg arg;
	} t[] = {
		{ "8@%rdi", { DT_UARG_REG, 8, 0, 0, 0, RDI, 0, 0 } },
		{ "-4@%edi", { DT_UARG_REG, 4, 1, 0, 0, RDI, 0, 0 } },
		{ "-2@%di", { DT_UARG_REG, 2, 1, 0, 0, RDI, 0, 0 } },
		{ "1@%dil", { DT_UARG_REG, 1, 0, 0, 0, RDI, 0, 0 } },
		{ "1@%ch", { DT_UARG_REG, 1, 0, 0, 0, RCX + 1, 0, 0 } },
		{ "4@%r8d", { DT_UARG_REG, 4, 0, 0, 0, R8, 0, 0 } },
		{ "-4@$-9", { DT_UARG_CONST, 4, 1, 0, 0, 0, 0, -9 } },
		{ "$0x10", { DT_UARG_CONST, 8, 0, 0, 0, 0, 0, 16 } },
		{ "$4(%rip)", { DT_UARG_ADDR, 8, 0, 0, 0, RIP, 0, 4 } },
		{ "8@(%rcx)", { DT_UARG_MEM, 8, 0, 0, 0, RCX, 0, 0 } },
		{ "-4@-80(%rsp)", { DT_UARG_MEM, 4, 1, 0, 0, RSP, 0, -80 } },
		{ "8@8(%rcx,%r8)", { DT_UARG_MEM, 8, 0, 1, 0, RCX, R8, 8 } },
		{ "2@(%rcx,%r8,4)", { DT_UARG_MEM, 2, 0, 4, 0, RCX, R8, 0 } },
		{ "2@6(,%r8,4)", { DT_UARG_ABS, 2, 0, 4, 0, 0, R8, 6 } },
		{ "2@70000", { DT_UARG_ABS, 2, 0, 0, 0, 0, 0, 70000 } },
		{ "8@%fs:-8", { DT_UARG_MEM, 8, 0, 0, 0, FS, 0, -8 } },
		{ "8@%gs:(%r8)", { DT_UARG_MEM, 8, 0, 1, 0, GS, R8, 0 } },
		{ "8f@%xmm15", { DT_UARG_VECTOR, 8, 0, 0, 0, 240, 0, 0 } },
		{ "-4f@%edi", { DT_UARG_REG, 4, 0, 0, 0, RDI, 0, 0 } },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(t) / sizeof(t[0]); i++)
		same(t[i].text, &t[i].arg);
}

static void floats(void **state)
{
	struct dt_operand got[DT_NARGS];

	(void)state;
	assert_int_equal(dt_operands(" 8f@%rdi  -4@$1 4f@(%rcx) ", got), 3);
	assert_true(got[0].is_float && !got[1].is_float && got[2].is_float);
	assert_null(dt_operand_why(&got[0], true, false));
	assert_int_equal(dt_operands("8f@%xmm0", got), 1);
	assert_non_null(dt_operand_why(&got[0], true, false));
	assert_null(dt_operand_why(&got[0], false, false));
	assert_int_equal(dt_operands("4@%gs:-4", got), 1);
	assert_non_null(dt_operand_why(&got[0], true, true));
	assert_null(dt_operand_why(&got[0], true, false));
	assert_null(dt_operand_why(&got[0], false, true));
}

static void refused(void **state)
{
	static const char *const t[] = {
		"8@", "8@%", "8@%rdx1", "8@%xmm16", "8@%xmm", "8@%ymm0",
		"9@%rdi", "0@%rdi", "-9@%rdi", "x@%rdi", "8@$", "8@(%rcx",
		"8@(rcx)", "8@(%rcx,)", "8@(%rcx,%r8,", "8@sym(%rip)",
		"8@8+sym(%rip)", "8@sym@nowhere(%rip)", "8@$sym", "8@%rdi,",
		"4294967304@%rdi", "8@()", "8@(,%rcx,9)", "8@$4(%rip",
		"8@%fs:(%rax,%rcx,4)", "8@%fs:", "2f@%rdi", "16f@%xmm0",
	};
	struct dt_operand got[DT_NARGS];

	(void)state;
	all_refused(t, sizeof(t) / sizeof(t[0]));
	/* arg0 to arg9 are known, whatever else is not */
	assert_int_equal(dt_operands("1@$0 1@$1 1@$2 1@$3 8@% 1@$5 1@$6 1@$7 "
	    "1@$8 1@$9 1@x", got), DT_NARGS);
	assert_int_equal(got[9].at.value, 9);
	assert_null(got[9].why);
	assert_non_null(got[4].why);
}
#else
#define X1 8
#define SP 248

static void understood(void **state)
{
	static const struct {
		const char *text;
		struct dt_uarg arg;
	} t[] = {
		{ "8@x1", { DT_UARG_REG, 8, 0, 0, 0, X1, 0, 0 } },
		{ "-4@w1", { DT_UARG_REG, 4, 1, 0, 0, X1, 0, 0 } },
		{ "8f@x1", { DT_UARG_REG, 8, 0, 0, 0, X1, 0, 0 } },
		{ "8@xzr", { DT_UARG_CONST, 8, 0, 0, 0, 0, 0, 0 } },
		{ "-1@7", { DT_UARG_CONST, 1, 1, 0, 0, 0, 0, 7 } },
		{ "-4@#-9", { DT_UARG_CONST, 4, 1, 0, 0, 0, 0, -9 } },
		{ "8@[sp]", { DT_UARG_MEM, 8, 0, 0, 0, SP, 0, 0 } },
		{ "4@[x1, -12]", { DT_UARG_MEM, 4, 0, 0, 0, X1, 0, -12 } },
		{ "4@[x1,#12]", { DT_UARG_MEM, 4, 0, 0, 0, X1, 0, 12 } },
		{ "4@[sp, x1]", { DT_UARG_MEM, 4, 0, 1, 0, SP, X1, 0 } },
		{ "4@[sp, x1, lsl 3]", { DT_UARG_MEM, 4, 0, 8, 0, SP, X1, 0 } },
		{ "4@[sp, w1, sxtw]", { DT_UARG_MEM, 4, 0, 1, DT_EXTEND_SIGN,
			SP, X1, 0 } },
		{ "4@[sp,w1,uxtw #2]", { DT_UARG_MEM, 4, 0, 4, DT_EXTEND_ZERO,
			SP, X1, 0 } },
	};
	struct dt_operand got[DT_NARGS];

	(void)state;
	for (size_t i = 0; i < sizeof(t) / sizeof(t[0]); i++)
		same(t[i].text, &t[i].arg);
	assert_int_equal(dt_operands("4@[x1, -12] 8f@x2 8@[sp, x1, lsl 2]",
				     got), 3);
	assert_true(got[1].is_float);
}

static void refused(void **state)
{
	static const char *const t[] = {
		"8@", "8@x31", "8@[x1", "8@[q1]", "9@x1", "8@v0", "8f@d0",
		"8@[x1, x2, ror 1]", "8@[x1, x2, lsl 9]",
		"8@[x1, #:lo12:name]",
	};

	(void)state;
	all_refused(t, sizeof(t) / sizeof(t[0]));
}
#endif

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(understood), cmocka_unit_test(refused),
#ifdef __x86_64__
		cmocka_unit_test(floats),
#endif
	};

	return cmocka_run_group_tests_name("operand", tests, NULL, NULL);
}
