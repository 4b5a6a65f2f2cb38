/* SPDX-License-Identifier: MIT */
/*
 * build_load.c - reads memory.  Unreadable memory ends the statement with a
 * fault that has the address.
 */
#include "ir/build.h"

uint32_t
dt_irb_ldbytes(struct dt_irbuild *b, const struct dt_node *n, uint32_t ptr,
    uint32_t width, bool sign)
{
	uint32_t fault = dt_irb_fault(b, DTRACEFLT_BADADDR);
	struct dt_irins *i = dt_irb_add(b, DT_IR_LDMEM);

	i->d = dt_irb_reg(b);
	i->a = ptr;
	i->imm = n->value;
	i->field = n->field;
	i->part = n->bits != 0 ? DT_PART_BYTES : DT_PART_OFFSET;
	i->width = (uint16_t)width;
	i->sign = sign;
	i->label = fault;
	return i->d;
}

uint32_t
dt_irb_bitbytes(struct dt_irbuild *b, const struct dt_node *n)
{
	uint32_t bytes = (n->bit + n->bits + 7) / 8;

	if (bytes <= 8)
		return bytes;
	dt_diag_set(b->diag, D_CG_EXPR, n->line,
	    "this bit-field lies in more than 8 bytes");
	return 8;
}

/* Read only the bytes that hold bits of the bit-field. */
static uint32_t
bitfield(struct dt_irbuild *b, const struct dt_node *n, uint32_t ptr)
{
	enum dt_irop right = n->type.is_signed ? DT_IR_SAR : DT_IR_SHR;
	uint32_t bytes = dt_irb_bitbytes(b, n), v;

	v = dt_irb_ldbytes(b, n, ptr, bytes, false);
	if (n->field != NULL) {
		v = dt_irb_opfield(b, DT_IR_SHL, v, n->field, DT_PART_LEFT);
		return dt_irb_opfield(b, right, v, n->field, DT_PART_RIGHT);
	}
	v = dt_irb_opi(b, DT_IR_SHL, v, 64 - n->bit - n->bits);
	return dt_irb_opi(b, right, v, 64 - n->bits);
}

uint32_t
dt_irb_ldat(struct dt_irbuild *b, const struct dt_node *n, uint32_t ptr)
{
	if (n->bits != 0)
		return bitfield(b, n, ptr);
	/* a struct as an expression statement is not read */
	if (!dt_type_isint(&n->type) && n->type.kind != DT_TYPE_POINTER)
		return ptr;
	return dt_irb_ldbytes(b, n, ptr, n->type.size, n->type.is_signed);
}
