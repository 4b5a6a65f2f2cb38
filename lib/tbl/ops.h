/* SPDX-License-Identifier: MIT */
/*
 * The operations of the intermediate code.  Readers: ir/ (names, operands),
 * bpf/isel.c (the last column).
 *
 * DT_IROP(id, name, operands, alu)
 *	id		DT_IR_<id>
 *	operands	DT_IRO_* bits: the members of struct dt_irins in use
 *	alu		BPF_* of the one 64-bit instruction that implements it,
 *			or -1
 */
DT_IROP(CONST, "const", DT_IRO_D | DT_IRO_I, -1)
/* d = the process id of $target */
DT_IROP(TARGET, "target", DT_IRO_D, -1)
DT_IROP(MOV, "mov", DT_IRO_D | DT_IRO_A, -1)
DT_IROP(ADD, "add", DT_IRO_D | DT_IRO_A | DT_IRO_BI, BPF_ADD)
DT_IROP(SUB, "sub", DT_IRO_D | DT_IRO_A | DT_IRO_BI, BPF_SUB)
DT_IROP(MUL, "mul", DT_IRO_D | DT_IRO_A | DT_IRO_BI, BPF_MUL)
DT_IROP(UDIV, "udiv", DT_IRO_D | DT_IRO_A | DT_IRO_BI, BPF_DIV)
DT_IROP(UMOD, "umod", DT_IRO_D | DT_IRO_A | DT_IRO_BI, BPF_MOD)
DT_IROP(SDIV, "sdiv", DT_IRO_D | DT_IRO_A | DT_IRO_BI, -1)
DT_IROP(SMOD, "smod", DT_IRO_D | DT_IRO_A | DT_IRO_BI, -1)
DT_IROP(AND, "and", DT_IRO_D | DT_IRO_A | DT_IRO_BI, BPF_AND)
DT_IROP(OR, "or", DT_IRO_D | DT_IRO_A | DT_IRO_BI, BPF_OR)
DT_IROP(XOR, "xor", DT_IRO_D | DT_IRO_A | DT_IRO_BI, BPF_XOR)
DT_IROP(SHL, "shl", DT_IRO_D | DT_IRO_A | DT_IRO_BI, BPF_LSH)
DT_IROP(SHR, "shr", DT_IRO_D | DT_IRO_A | DT_IRO_BI, BPF_RSH)
DT_IROP(SAR, "sar", DT_IRO_D | DT_IRO_A | DT_IRO_BI, BPF_ARSH)
DT_IROP(NEG, "neg", DT_IRO_D | DT_IRO_A, -1)
/* d = width bytes of a, extended by sign */
DT_IROP(EXT, "ext", DT_IRO_D | DT_IRO_A | DT_IRO_W, -1)

DT_IROP(LABEL, "label", DT_IRO_L, -1)
DT_IROP(JMP, "jmp", DT_IRO_L, -1)
DT_IROP(BR, "br", DT_IRO_A | DT_IRO_BI | DT_IRO_L | DT_IRO_C, -1)

/* load or store at byte imm of the slot; of the value of map sym */
DT_IROP(LDSLOT, "ldslot", DT_IRO_D | DT_IRO_I | DT_IRO_W, -1)
DT_IROP(STSLOT, "stslot", DT_IRO_A | DT_IRO_I | DT_IRO_W, -1)
DT_IROP(LDMAP, "ldmap", DT_IRO_D | DT_IRO_I | DT_IRO_W | DT_IRO_S, -1)
DT_IROP(STMAP, "stmap", DT_IRO_A | DT_IRO_I | DT_IRO_W | DT_IRO_S, -1)
/* d = the address of byte imm of the value of map sym */
DT_IROP(MAPADDR, "mapaddr", DT_IRO_D | DT_IRO_I | DT_IRO_S, -1)

/* d = width bytes of kernel memory at a + imm; if unreadable, go to label */
DT_IROP(LDMEM, "ldmem", DT_IRO_D | DT_IRO_A | DT_IRO_I | DT_IRO_W | DT_IRO_L,
	-1)

/* d = fn(args), extended from width by sign */
DT_IROP(CALL, "call", DT_IRO_DOPT | DT_IRO_W | DT_IRO_ARGS, -1)
/* temporary imm = struct dt_str of str, len */
DT_IROP(STR, "str", DT_IRO_I | DT_IRO_T, -1)
/* key word b + imm = a; key words from b + imm = length and words of str */
DT_IROP(KEY, "key", DT_IRO_A | DT_IRO_B | DT_IRO_I, -1)
DT_IROP(KEYSTR, "keystr", DT_IRO_B | DT_IRO_I | DT_IRO_T, -1)

/* word imm of an array's key = a */
DT_IROP(DYNKEY, "dynkey", DT_IRO_A | DT_IRO_I, -1)

/* apply value b or imm to aggregation ix at a, in bucket c if it has any */
DT_IROP(UPDATE, "update", DT_IRO_A | DT_IRO_BI | DT_IRO_COPT | DT_IRO_X, -1)

/*
 * record ix of the record at c, len bytes from its start, = b or imm;
 * d = byte offset of record ix
 */
DT_IROP(REC, "rec", DT_IRO_COPT | DT_IRO_BI | DT_IRO_X, -1)
DT_IROP(RECOFF, "recoff", DT_IRO_D | DT_IRO_A | DT_IRO_X, -1)

/* end with fault imm in statement ix; end with code imm */
DT_IROP(FAULT, "fault", DT_IRO_I | DT_IRO_X, -1)
DT_IROP(RET, "ret", DT_IRO_I, -1)
