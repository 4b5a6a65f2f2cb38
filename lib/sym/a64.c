/* SPDX-License-Identifier: MIT */
/*
 * a64.c - recognizes instructions of 64-bit Arm that a probe cannot replace.
 * Linux simulates jumps and address computations, and executes a copy of any
 * other instruction elsewhere.
 */
#include <string.h>
#include "sym/a64.h"

#define	LEN		4
#define	MAXSEQUENCE	32	/* instructions of an exclusive sequence */

struct pattern {
	uint32_t mask, bits;
};

/*
 * What Linux refuses.  It takes a load of a vector from an address relative to
 * the instruction, but the copy loads from the wrong place.
 */
static const struct pattern refused[] = {
	{ 0x3b000000, 0x18000000 },	/* ldr, ldrsw, prfm of a literal */
	{ 0x3f800000, 0x08000000 },	/* exclusive loads and stores, casp */
	{ 0xff000000, 0xd4000000 },	/* svc, brk, hlt and the like */
	{ 0xfff8f01f, 0xd500401f },	/* msr with a constant */
	{ 0xfff00000, 0xd5100000 },	/* msr with a register */
	{ 0xffffffe0, 0xd53b4220 },	/* mrs of daif */
	{ 0xff000010, 0x54000010 },	/* bc.cond */
};

static const struct pattern casp = { 0xbfa07c00, 0x08207c00 };
static const struct pattern load_exclusive = { 0x3fc00000, 0x08400000 };
static const struct pattern store_exclusive = { 0x3fc00000, 0x08000000 };
static const struct pattern register_jump = { 0xfe000000, 0xd6000000 };
static const struct pattern br_blr_ret = { 0xff9ffc1f, 0xd61f0000 };
static const struct pattern hint = { 0xfffff01f, 0xd503201f };

/* nop, xpaclri, pacia1716, pacib1716; pacia and pacib of sp and zero; bti */
#define	HINTS	(1ull << 0 | 1ull << 7 | 1ull << 8 | 1ull << 10 | \
		15ull << 24 | 1ull << 32 | 1ull << 34 | 1ull << 36 | 1ull << 38)

static bool
is(uint32_t insn, const struct pattern *p)
{
	return (insn & p->mask) == p->bits;
}

static bool
is_refused(uint32_t insn)
{
	uint32_t number = insn >> 5 & 127;

	for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++)
		if (is(insn, &refused[i]))
			return true;
	if (is(insn, &hint))
		return number > 63 || (HINTS >> number & 1) == 0;
	return is(insn, &register_jump) && !is(insn, &br_blr_ret);
}

static uint32_t
insn_at(const uint8_t *code, size_t at)
{
	uint32_t insn;

	memcpy(&insn, code + at, LEN);
	return insn;
}

/*
 * Is the instruction between an exclusive load and its store?  A breakpoint
 * there makes the store fail, and the function try again for ever.
 */
static bool
is_exclusive(const uint8_t *code, size_t at)
{
	for (int i = 0; i < MAXSEQUENCE && at >= LEN; i++) {
		uint32_t insn = insn_at(code, at -= LEN);

		if (is(insn, &casp))
			continue;
		if (is(insn, &store_exclusive))
			return false;
		if (is(insn, &load_exclusive))
			return true;
	}
	return false;
}

bool
dt_a64_can_break(const uint8_t *code, size_t at)
{
	return !is_refused(insn_at(code, at)) && !is_exclusive(code, at);
}
