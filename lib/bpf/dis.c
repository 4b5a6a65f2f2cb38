/* SPDX-License-Identifier: MIT */
/* dis.c - instructions as text, with symbols and lines of D. */
#include "bpf/gen.h"

#include <inttypes.h>

static const char *const aluops[16] = {
	[BPF_ADD >> 4] = "+=", [BPF_SUB >> 4] = "-=", [BPF_MUL >> 4] = "*=",
	[BPF_DIV >> 4] = "/=", [BPF_OR >> 4] = "|=", [BPF_AND >> 4] = "&=",
	[BPF_LSH >> 4] = "<<=", [BPF_RSH >> 4] = ">>=",
	[BPF_MOD >> 4] = "%=", [BPF_XOR >> 4] = "^=", [BPF_MOV >> 4] = "=",
	[BPF_ARSH >> 4] = "s>>=",
};

static const char *const jumps[16] = {
	[BPF_JEQ >> 4] = "==", [BPF_JGT >> 4] = ">", [BPF_JGE >> 4] = ">=",
	[BPF_JSET >> 4] = "&", [BPF_JNE >> 4] = "!=", [BPF_JSGT >> 4] = "s>",
	[BPF_JSGE >> 4] = "s>=", [BPF_JLT >> 4] = "<", [BPF_JLE >> 4] = "<=",
	[BPF_JSLT >> 4] = "s<", [BPF_JSLE >> 4] = "s<=",
};

static const char *
type_of(uint8_t code)
{
	switch (BPF_SIZE(code)) {
	case BPF_B:
		return "u8";
	case BPF_H:
		return "u16";
	case BPF_W:
		return "u32";
	default:
		return "u64";
	}
}

static void
dis_alu(const struct bpf_insn *i, FILE *fp)
{
	char r = BPF_CLASS(i->code) == BPF_ALU64 ? 'r' : 'w';
	const char *op = aluops[BPF_OP(i->code) >> 4];

	if (BPF_OP(i->code) == BPF_NEG)
		fprintf(fp, "%c%d = -%c%d", r, i->dst_reg, r, i->dst_reg);
	else if (BPF_SRC(i->code) == BPF_X)
		fprintf(fp, "%c%d %s %c%d", r, i->dst_reg,
		    op != NULL ? op : "?", r, i->src_reg);
	else
		fprintf(fp, "%c%d %s %d", r, i->dst_reg,
		    op != NULL ? op : "?", i->imm);
}

static void
dis_jmp(const struct bpf_insn *i, uint32_t at, FILE *fp)
{
	const char *op = jumps[BPF_OP(i->code) >> 4];
	uint32_t to = at + 1 + i->off;

	switch (BPF_OP(i->code)) {
	case BPF_EXIT:
		fputs("exit", fp);
		return;
	case BPF_CALL:
		if (i->src_reg == BPF_PSEUDO_CALL)
			fputs("call", fp);
		else
			fprintf(fp, "call helper %d", i->imm);
		return;
	case BPF_JA:
		fprintf(fp, "goto %u", to);
		return;
	}
	if (BPF_SRC(i->code) == BPF_X)
		fprintf(fp, "if r%d %s r%d goto %u", i->dst_reg,
		    op != NULL ? op : "?", i->src_reg, to);
	else
		fprintf(fp, "if r%d %s %d goto %u", i->dst_reg,
		    op != NULL ? op : "?", i->imm, to);
}

static void
dis_mem(const struct bpf_insn *i, FILE *fp)
{
	int base = BPF_CLASS(i->code) == BPF_LDX ? i->src_reg : i->dst_reg;

	if (BPF_CLASS(i->code) == BPF_LDX)
		fprintf(fp, "r%d = ", i->dst_reg);
	fprintf(fp, "*(%s *)(r%d %+d)", type_of(i->code), base, i->off);
	if (BPF_CLASS(i->code) == BPF_STX)
		fprintf(fp, " = r%d", i->src_reg);
	else if (BPF_CLASS(i->code) == BPF_ST)
		fprintf(fp, " = %d", i->imm);
}

static void
dis_insn(const struct dt_func *fn, uint32_t at, FILE *fp)
{
	const struct bpf_insn *i = &fn->insns[at];
	uint64_t v;

	switch (BPF_CLASS(i->code)) {
	case BPF_ALU:
	case BPF_ALU64:
		dis_alu(i, fp);
		return;
	case BPF_JMP:
		dis_jmp(i, at, fp);
		return;
	case BPF_LD:
		v = (uint32_t)i->imm;
		if (at + 1 < fn->ninsns)
			v |= (uint64_t)(uint32_t)fn->insns[at + 1].imm << 32;
		fprintf(fp, "r%d = %#" PRIx64 " ll", i->dst_reg, v);
		return;
	case BPF_LDX:
	case BPF_ST:
	case BPF_STX:
		dis_mem(i, fp);
		return;
	default:
		fprintf(fp, "code %#x", i->code);
	}
}

/* Relocations are in order of their instructions. */
static uint32_t
dis_rel(const struct dt_func *fn, uint32_t rel, uint32_t at, FILE *fp)
{
	if (rel >= fn->nrels || fn->rels[rel].insn != at)
		return rel;
	fprintf(fp, "\t\t<%s", fn->rels[rel].sym);
	if (fn->rels[rel].addend != 0)
		fprintf(fp, "%+" PRId64, fn->rels[rel].addend);
	fputc('>', fp);
	return rel + 1;
}

void
dt_dis(const struct dt_func *fn, FILE *fp)
{
	uint32_t line = 0, rel = 0;

	for (uint32_t at = 0; at < fn->ninsns; at++) {
		if (fn->lines != NULL && fn->lines[at] != line) {
			line = fn->lines[at];
			fprintf(fp, "; line %u\n", line);
		}
		fprintf(fp, "%6u\t", at);
		dis_insn(fn, at, fp);
		rel = dis_rel(fn, rel, at, fp);
		fputc('\n', fp);
		if (dt_insn_is_wide(&fn->insns[at]))
			at++;
	}
}
