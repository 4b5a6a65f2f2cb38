/* SPDX-License-Identifier: MIT */
/* insn.h - the boundaries and the parts of one x86 instruction. */
#ifndef DT_INSN_H
#define DT_INSN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define	DT_INSN_MAX	15	/* bytes */
#define	DT_INSN_EVEX	0x62	/* of AVX-512, and of 32-bit bound */

enum dt_insnmap {
	DT_INSN_ONE,		/* one byte of opcode */
	DT_INSN_0F,		/* after 0f */
	DT_INSN_0F38,
	DT_INSN_0F3A,
	DT_INSN_OTHER,		/* of EVEX */
};

struct dt_insn {
	uint8_t len;
	uint8_t map;		/* enum dt_insnmap */
	uint8_t op;		/* the opcode's last byte */
	uint8_t rex;		/* or 0 */
	uint8_t modrm;		/* position of the ModRM byte; 0: none */
	uint8_t disp;		/* position of the displacement; 0: none */
	uint8_t displen;
	uint8_t imm;		/* position of the first constant; 0: none */
	bool is_32;		/* of 32-bit code */
	bool is_vex;		/* VEX or EVEX */
	bool has_66, has_67, has_f2, has_f3, has_segment, has_lock;
	bool is_relative;	/* its memory operand is relative to RIP */
};

/*
 * Decode an instruction of 32-bit or of 64-bit code.  False: it is not valid,
 * or longer than n bytes.
 */
bool dt_insn_decode(const uint8_t *code, size_t n, bool is_32,
    struct dt_insn *out);

#endif /* DT_INSN_H */
