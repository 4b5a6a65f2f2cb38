/* SPDX-License-Identifier: MIT */
/*
 * insn.c - decodes an x86 instruction: prefixes, opcode, operands and
 * constants, in the order of the code.
 */
#include "sym/insn.h"

/* Parts that follow an opcode. */
enum {
	M = 1,			/* a ModRM byte, with SIB and displacement */
	I1 = 2,			/* one byte */
	I2 = 4,			/* two bytes */
	IZ = 8,			/* four bytes; two with prefix 66 */
	IV = 16,		/* as IZ, but eight bytes with REX.W */
	I4 = 32,		/* four bytes; in 32-bit code two with 66 */
	AD = 64,		/* an address; prefix 67 halves its size */
	NO = 128,		/* not an instruction */
};

#define	ALU(o)	[(o) ... (o) + 3] = M, [(o) + 4] = I1, [(o) + 5] = IZ, \
	[(o) + 6] = NO, [(o) + 7] = NO

static const uint8_t one[256] = {
	ALU(0x00), ALU(0x08), ALU(0x10), ALU(0x18), ALU(0x20), ALU(0x28),
	ALU(0x30), ALU(0x38), [0x60 ... 0x62] = NO, [0x63] = M, [0x68] = IZ,
	[0x69] = M | IZ, [0x6a] = I1, [0x6b] = M | I1, [0x70 ... 0x7f] = I1,
	[0x80] = M | I1, [0x81] = M | IZ, [0x82] = NO, [0x83] = M | I1,
	[0x84 ... 0x8f] = M, [0x9a] = NO, [0xa0 ... 0xa3] = AD, [0xa8] = I1,
	[0xa9] = IZ, [0xb0 ... 0xb7] = I1, [0xb8 ... 0xbf] = IV,
	[0xc0 ... 0xc1] = M | I1, [0xc2] = I2, [0xc6] = M | I1,
	[0xc7] = M | IZ, [0xc8] = I2 | I1, [0xca] = I2, [0xcd] = I1,
	[0xce] = NO, [0xd0 ... 0xd3] = M, [0xd4 ... 0xd6] = NO,
	[0xd8 ... 0xdf] = M, [0xe0 ... 0xe7] = I1, [0xe8 ... 0xe9] = I4,
	[0xea] = NO, [0xeb] = I1, [0xf6 ... 0xf7] = M, [0xfe ... 0xff] = M,
};

static const uint8_t two[256] = {
	[0x00 ... 0x03] = M, [0x04] = NO, [0x0a] = NO, [0x0c] = NO, [0x0d] = M,
	[0x0f] = M | I1, [0x10 ... 0x23] = M, [0x24 ... 0x27] = NO,
	[0x28 ... 0x2f] = M, [0x39] = NO, [0x3b ... 0x3f] = NO,
	[0x40 ... 0x6f] = M, [0x70 ... 0x73] = M | I1, [0x74 ... 0x76] = M,
	[0x78 ... 0x7f] = M, [0x80 ... 0x8f] = I4, [0x90 ... 0x9f] = M,
	[0xa3] = M, [0xa4] = M | I1, [0xa5 ... 0xa7] = M, [0xab] = M,
	[0xac] = M | I1, [0xad ... 0xb9] = M, [0xba] = M | I1,
	[0xbb ... 0xc1] = M, [0xc2] = M | I1, [0xc3] = M,
	[0xc4 ... 0xc6] = M | I1, [0xc7] = M, [0xd0 ... 0xff] = M,
};

/* Opcodes of one byte that mean something else in 32-bit code. */
static unsigned
rule_of_32(uint8_t op)
{
	switch (op) {
	case 0x06: case 0x07: case 0x0e: case 0x16: case 0x17: case 0x1e:
	case 0x1f: case 0x27: case 0x2f: case 0x37: case 0x3f: case 0x60:
	case 0x61: case 0xce: case 0xd6:
		return 0;
	case 0x62: case 0x63: case 0xc4: case 0xc5:
		return M;
	case 0x82:
		return M | I1;
	case 0x9a: case 0xea:
		return IZ | I2;
	case 0xd4: case 0xd5:
		return I1;
	default:
		return one[op];
	}
}

/* The code, and the position in it; bytes past the end read as 0. */
struct bytes {
	const uint8_t *p;
	size_t n, at;
};

static uint8_t
peek(const struct bytes *b)
{
	return b->at < b->n ? b->p[b->at] : 0;
}

static uint8_t
next(struct bytes *b)
{
	uint8_t c = peek(b);

	b->at++;
	return c;
}

/* --- prefixes and opcode -------------------------------------------------- */

static bool
is_prefix(struct dt_insn *i, uint8_t c)
{
	switch (c) {
	case 0x66:
		return i->has_66 = true;
	case 0x67:
		return i->has_67 = true;
	case 0xf0:
		return i->has_lock = true;
	case 0xf2:
		return i->has_f2 = true;
	case 0xf3:
		return i->has_f3 = true;
	case 0x26: case 0x2e: case 0x36: case 0x3e: case 0x64: case 0x65:
		return i->has_segment = true;
	default:
		return false;
	}
}

static const uint8_t maps[] = { DT_INSN_OTHER, DT_INSN_0F, DT_INSN_0F38,
    DT_INSN_0F3A };

/* The opcode of a VEX or EVEX prefix, whose first byte is c: c4, c5 or 62. */
static void
vex_opcode(struct dt_insn *i, struct bytes *b, uint8_t c)
{
	uint8_t first = next(b);
	uint8_t map = c == 0xc5 ? 1 : first & (c == 0x62 ? 7 : 31);

	i->is_vex = true;
	i->map = map < sizeof(maps) ? maps[map] : DT_INSN_OTHER;
	b->at += c == 0xc5 ? 0 : c == 0xc4 ? 1 : 2;
	i->op = next(b);
}

/* In 32-bit code these bytes are also opcodes whose operand is in memory. */
static bool
is_vex(const struct dt_insn *i, const struct bytes *b)
{
	return (i->op == 0xc4 || i->op == 0xc5 || i->op == 0x62) &&
	    (!i->is_32 || peek(b) >= 0xc0);
}

static void
opcode(struct dt_insn *i, struct bytes *b)
{
	while (b->at < DT_INSN_MAX && is_prefix(i, peek(b)))
		b->at++;
	if (!i->is_32 && (peek(b) & 0xf0) == 0x40)
		i->rex = next(b);
	i->op = next(b);
	if (is_vex(i, b)) {
		vex_opcode(i, b, i->op);
	} else if (i->op == 0x0f) {
		i->map = DT_INSN_0F;
		i->op = next(b);
		if (i->op == 0x38 || i->op == 0x3a) {
			i->map = i->op == 0x38 ? DT_INSN_0F38 : DT_INSN_0F3A;
			i->op = next(b);
		}
	}
}

/* --- operands ------------------------------------------------------------- */

static unsigned
rule_of(const struct dt_insn *i)
{
	switch (i->map) {
	case DT_INSN_ONE:
		return i->is_32 ? rule_of_32(i->op) : one[i->op];
	case DT_INSN_0F:
		return two[i->op];
	case DT_INSN_0F3A:
		return M | I1;
	default:
		return M;
	}
}

/* An address of 16 bits has no SIB byte. */
static uint8_t
short_displen(uint8_t mod, uint8_t rm)
{
	return mod == 1 ? 1 : mod == 2 || (mod == 0 && rm == 6) ? 2 : 0;
}

static void
memory_operand(struct dt_insn *i, struct bytes *b)
{
	bool is_short = i->is_32 && i->has_67;
	uint8_t modrm, mod, rm, base;

	i->modrm = (uint8_t)b->at;
	modrm = next(b);
	mod = modrm >> 6;
	rm = modrm & 7;
	if (mod == 3)
		return;
	base = rm == 4 && !is_short ? next(b) & 7 : rm;
	i->is_relative = !i->is_32 && mod == 0 && rm == 5;
	i->displen = is_short ? short_displen(mod, rm) : mod == 1 ? 1 :
	    mod == 2 || (mod == 0 && base == 5) ? 4 : 0;
	if (i->displen != 0)
		i->disp = (uint8_t)b->at;
	b->at += i->displen;
}

/* Of opcodes f6 and f7 only forms /0 and /1 have a constant. */
static unsigned
constants_of(const struct dt_insn *i, const struct bytes *b, unsigned rule)
{
	if (i->map == DT_INSN_ONE && (i->op & 0xfe) == 0xf6 &&
	    i->modrm < b->n && (b->p[i->modrm] >> 3 & 7) < 2)
		return i->op == 0xf6 ? I1 : IZ;
	return rule;
}

static size_t
size_of(const struct dt_insn *i, unsigned rule)
{
	size_t z = i->has_66 ? 2 : 4, branch = i->is_32 ? z : 4;
	size_t address = i->is_32 ? 4 : 8;

	return ((rule & I1) != 0 ? 1 : 0) + ((rule & I2) != 0 ? 2 : 0) +
	    ((rule & I4) != 0 ? branch : 0) + ((rule & IZ) != 0 ? z : 0) +
	    ((rule & IV) == 0 ? 0 : (i->rex & 8) != 0 ? 8 : z) +
	    ((rule & AD) == 0 ? 0 : i->has_67 ? address / 2 : address);
}

bool
dt_insn_decode(const uint8_t *code, size_t n, bool is_32, struct dt_insn *out)
{
	struct bytes b = { code, n, 0 };
	unsigned rule;
	size_t size;

	*out = (struct dt_insn){ .is_32 = is_32 };
	opcode(out, &b);
	rule = rule_of(out);
	if ((rule & NO) != 0)
		return false;
	if ((rule & M) != 0)
		memory_operand(out, &b);
	size = size_of(out, constants_of(out, &b, rule));
	if (size != 0)
		out->imm = (uint8_t)b.at;
	b.at += size;
	out->len = (uint8_t)b.at;
	return b.at <= n && b.at <= DT_INSN_MAX;
}
