/* SPDX-License-Identifier: MIT */
/* Which instructions of 64-bit Arm a probe can replace. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "sym/a64.h"

static const struct {
	uint32_t insn;
	bool can;
	const char *text;
} insns[] = {
	{ 0xa9bf7bfd, true, "stp x29, x30, [sp, -16]!" },
	{ 0xd2800140, true, "mov x0, 10" },
	{ 0x10000000, true, "adr x0, ." },
	{ 0x90000000, true, "adrp x0, ." },
	{ 0x14000001, true, "b" },
	{ 0x94000001, true, "bl" },
	{ 0x54000041, true, "b.ne" },
	{ 0xb4000040, true, "cbz x0" },
	{ 0x36000040, true, "tbz w0, 0" },
	{ 0xd61f0200, true, "br x16" },
	{ 0xd63f0160, true, "blr x11" },
	{ 0xd65f03c0, true, "ret" },
	{ 0xd503201f, true, "nop" },
	{ 0xd503245f, true, "bti c" },
	{ 0xd503233f, true, "paciasp" },
	{ 0xd50330bf, true, "dmb osh" },
	{ 0xd53bd040, true, "mrs x0, tpidr_el0" },
	{ 0x88dffc20, true, "ldar w0, [x1]" },
	{ 0x88a07c41, true, "cas w0, w1, [x2]" },
	{ 0xb8200020, true, "ldadd w0, w0, [x1]" },
	{ 0x58000040, false, "ldr x0, literal" },
	{ 0x1c000040, false, "ldr s0, literal" },
	{ 0x98000040, false, "ldrsw x0, literal" },
	{ 0xd8000040, false, "prfm pldl1keep, literal" },
	{ 0x885f7c20, false, "ldxr w0, [x1]" },
	{ 0x88027c20, false, "stxr w2, w0, [x1]" },
	{ 0xc87f0820, false, "ldxp x0, x2, [x1]" },
	{ 0x48207c82, false, "casp x0, x1, x2, x3, [x4]" },
	{ 0xd4000001, false, "svc 0" },
	{ 0xd4200000, false, "brk 0" },
	{ 0xd50323bf, false, "autiasp" },
	{ 0xd503205f, false, "wfe" },
	{ 0xd503251f, false, "chkfeat x16" },
	{ 0xd65f0bff, false, "retaa" },
	{ 0xd71f0a11, false, "braa x16, x17" },
	{ 0xd69f03e0, false, "eret" },
	{ 0xd51bd040, false, "msr tpidr_el0, x0" },
	{ 0xd50342df, false, "msr daifset, 2" },
	{ 0xd53b4220, false, "mrs x0, daif" },
	{ 0x54000051, false, "bc.ne" },
};

static void each(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(insns) / sizeof(insns[0]); i++)
		if (dt_a64_can_break((const uint8_t *)&insns[i].insn, 0) !=
		    insns[i].can)
			fail_msg("%s", insns[i].text);
}

/* A breakpoint within would let the loop never end. */
static void sequence(void **state)
{
	static const struct {
		uint32_t insn;
		bool can;
	} t[] = {
		{ 0xd503201f, true },		/* nop */
		{ 0x885ffc01, false },		/* ldaxr w1, [x0] */
		{ 0x11000421, false },		/* add w1, w1, 1 */
		{ 0x54000061, false },		/* b.ne, past the store */
		{ 0x8802fc01, false },		/* stlxr w2, w1, [x0] */
		{ 0x35ffff82, true },		/* cbnz w2, the load */
		{ 0xd65f03c0, true },		/* ret */
	};
	uint32_t code[sizeof(t) / sizeof(t[0])];

	(void)state;
	for (size_t i = 0; i < sizeof(t) / sizeof(t[0]); i++)
		code[i] = t[i].insn;
	for (size_t i = 0; i < sizeof(t) / sizeof(t[0]); i++)
		assert_int_equal(dt_a64_can_break((const uint8_t *)code, 4 * i),
				 t[i].can);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each), cmocka_unit_test(sequence),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
