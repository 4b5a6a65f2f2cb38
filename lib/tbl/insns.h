/* SPDX-License-Identifier: MIT */
/*
 * insns.h - the eBPF instructions that the vm runs: those of -mcpu=v3.
 * Readers: vm/check.c (which fields are used) and vm/run.c.
 *
 *	DT_ALU(op, name, value)	value from d and s; for both widths, register
 *				and immediate
 *	DT_JMP(op, name, when)	conditional jump, for the same operands
 *	DT_INSN(code, name, fields)	all others
 *
 * Fields: D reads and W writes dst; S uses src; O uses off, I imm; M accesses
 * memory; 0 none.  A field that is not listed must be 0.
 */
DT_ALU(BPF_ADD, ADD, d + s)
DT_ALU(BPF_SUB, SUB, d - s)
DT_ALU(BPF_MUL, MUL, d * s)
DT_ALU(BPF_DIV, DIV, s != 0 ? d / s : 0)
DT_ALU(BPF_OR, OR, d | s)
DT_ALU(BPF_AND, AND, d & s)
DT_ALU(BPF_LSH, LSH, d << (s & (8 * sizeof(d) - 1)))
DT_ALU(BPF_RSH, RSH, d >> (s & (8 * sizeof(d) - 1)))
DT_ALU(BPF_MOD, MOD, s != 0 ? d % s : d)
DT_ALU(BPF_XOR, XOR, d ^ s)
DT_ALU(BPF_MOV, MOV, s)
DT_ALU(BPF_ARSH, ARSH, SIGNED(d) >> (s & (8 * sizeof(d) - 1)))

DT_JMP(BPF_JEQ, JEQ, d == s)
DT_JMP(BPF_JGT, JGT, d > s)
DT_JMP(BPF_JGE, JGE, d >= s)
DT_JMP(BPF_JSET, JSET, (d & s) != 0)
DT_JMP(BPF_JNE, JNE, d != s)
DT_JMP(BPF_JSGT, JSGT, SIGNED(d) > SIGNED(s))
DT_JMP(BPF_JSGE, JSGE, SIGNED(d) >= SIGNED(s))
DT_JMP(BPF_JLT, JLT, d < s)
DT_JMP(BPF_JLE, JLE, d <= s)
DT_JMP(BPF_JSLT, JSLT, SIGNED(d) < SIGNED(s))
DT_JMP(BPF_JSLE, JSLE, SIGNED(d) <= SIGNED(s))

DT_INSN(BPF_ALU64 | BPF_NEG, NEG64, D | W)
DT_INSN(BPF_ALU | BPF_NEG, NEG32, D | W)
DT_INSN(BPF_ALU | BPF_END | BPF_TO_LE, LE, D | W | I)
DT_INSN(BPF_ALU | BPF_END | BPF_TO_BE, BE, D | W | I)
DT_INSN(BPF_LD | BPF_IMM | BPF_DW, IMM64, W | I)
DT_INSN(BPF_LDX | BPF_MEM | BPF_B, LDXB, W | S | O | M)
DT_INSN(BPF_LDX | BPF_MEM | BPF_H, LDXH, W | S | O | M)
DT_INSN(BPF_LDX | BPF_MEM | BPF_W, LDXW, W | S | O | M)
DT_INSN(BPF_LDX | BPF_MEM | BPF_DW, LDXDW, W | S | O | M)
DT_INSN(BPF_ST | BPF_MEM | BPF_B, STB, D | O | I | M)
DT_INSN(BPF_ST | BPF_MEM | BPF_H, STH, D | O | I | M)
DT_INSN(BPF_ST | BPF_MEM | BPF_W, STW, D | O | I | M)
DT_INSN(BPF_ST | BPF_MEM | BPF_DW, STDW, D | O | I | M)
DT_INSN(BPF_STX | BPF_MEM | BPF_B, STXB, D | S | O | M)
DT_INSN(BPF_STX | BPF_MEM | BPF_H, STXH, D | S | O | M)
DT_INSN(BPF_STX | BPF_MEM | BPF_W, STXW, D | S | O | M)
DT_INSN(BPF_STX | BPF_MEM | BPF_DW, STXDW, D | S | O | M)
DT_INSN(BPF_STX | BPF_ATOMIC | BPF_W, ATOMW, D | S | O | I | M)
DT_INSN(BPF_STX | BPF_ATOMIC | BPF_DW, ATOMDW, D | S | O | I | M)
DT_INSN(BPF_JMP | BPF_JA, JA, O)
DT_INSN(BPF_JMP | BPF_CALL, CALL, S | I)
DT_INSN(BPF_JMP | BPF_EXIT, EXIT, 0)
