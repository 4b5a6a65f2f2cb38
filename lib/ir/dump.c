/* SPDX-License-Identifier: MIT */
/* dump.c - the intermediate code of a clause as text. */
#include "ir/ir.h"

#include <inttypes.h>

static const char *const ccs[DT_NCCS] = {
	"==", "!=", "<s", ">=s", ">s", "<=s", "<u", ">=u", ">u", "<=u"
};

static const char *const argnames[] = {
	[DT_IRA_SLOT] = "slot",
	[DT_IRA_AGG] = "aggbuf",
	[DT_IRA_PRIN] = "prinbuf",
	[DT_IRA_CTX] = "context",
	[DT_IRA_REG] = "",
	[DT_IRA_IMM] = "",
	[DT_IRA_TEMP] = "temp+",
	[DT_IRA_FORM] = "form of agg ",
	[DT_IRA_RECSIZE] = "recsize",
	[DT_IRA_VAR] = "variable ",
	[DT_IRA_THISSTR] = "this string ",
	[DT_IRA_FIELD] = "",
};

static void
dump_field(const struct dt_field *f, enum dt_fieldpart part, FILE *fp)
{
	static const char *const parts[DT_NPARTS] = {
		[DT_PART_OFFSET] = "offset", [DT_PART_COUNT] = "elements",
		[DT_PART_BYTES] = "bits", [DT_PART_LEFT] = "left shift",
		[DT_PART_RIGHT] = "right shift", [DT_PART_VALUE] = "value",
		[DT_PART_ADDRESS] = "address",
	};

	fprintf(fp, " %s of %s%s%s", parts[part],
	    f->type != NULL ? f->type : "enumerator",
	    f->name == NULL ? "" : f->type != NULL ? "." : " ",
	    f->name != NULL ? f->name : "");
}

static void
dump_args(const struct dt_irins *i, FILE *fp)
{
	fputc('(', fp);
	for (uint32_t k = 0; k < i->nargs; k++) {
		const struct dt_irarg *a = &i->args[k];

		fprintf(fp, "%s%s", k != 0 ? ", " : "", argnames[a->kind]);
		if (a->kind == DT_IRA_REG)
			fprintf(fp, "v%u", a->v);
		else if (a->kind == DT_IRA_IMM || a->kind == DT_IRA_TEMP ||
		    a->kind == DT_IRA_FORM)
			fprintf(fp, "%" PRId64, a->imm);
		else if (a->var != NULL)
			fputs(a->var->name, fp);
		else if (a->field != NULL)
			dump_field(a->field, (enum dt_fieldpart)a->imm, fp);
	}
	fputc(')', fp);
}

static void
dump_text(const struct dt_irins *i, FILE *fp)
{
	fputs(" \"", fp);
	for (size_t k = 0; k < i->len; k++) {
		unsigned char c = i->str[k];

		if (c < ' ' || c >= 0x7f || c == '"' || c == '\\')
			fprintf(fp, "\\%03o", c);
		else
			fputc(c, fp);
	}
	fputc('"', fp);
}

static void
dump_operands(const struct dt_irins *i, uint32_t ops, FILE *fp)
{
	if ((ops & DT_IRO_W) != 0 && i->width != 0)
		fprintf(fp, ".%c%u", i->sign ? 's' : 'u', i->width * 8);
	if ((ops & DT_IRO_A) != 0)
		fprintf(fp, " v%u", i->a);
	if ((ops & DT_IRO_C) != 0)
		fprintf(fp, " %s", ccs[i->cc]);
	if ((ops & (DT_IRO_B | DT_IRO_BI)) != 0 && i->b != 0)
		fprintf(fp, " v%u", i->b);
	else if ((ops & DT_IRO_BI) != 0 && i->field == NULL)
		fprintf(fp, " %" PRId64, i->imm);
	if ((ops & DT_IRO_COPT) != 0 && i->c != 0)
		fprintf(fp, " @v%u", i->c);
	if (i->fn != DT_RT_none)
		fprintf(fp, " %s", dt_rtcalls[i->fn].name);
	if ((ops & DT_IRO_S) != 0)
		fprintf(fp, " %s", i->sym);
	if (i->var != NULL)
		fprintf(fp, " %s", i->var->name);
	else if (i->field != NULL)
		dump_field(i->field, i->part, fp);
	else if ((ops & DT_IRO_I) != 0)
		fprintf(fp, " %" PRId64, i->imm);
	if ((ops & DT_IRO_X) != 0)
		fprintf(fp, " #%u", i->ix);
	if ((ops & DT_IRO_T) != 0)
		dump_text(i, fp);
	if ((ops & DT_IRO_ARGS) != 0)
		dump_args(i, fp);
	if ((ops & DT_IRO_L) != 0)
		fprintf(fp, " -> L%u", i->label);
}

static void
dump_ins(const struct dt_irins *i, FILE *fp)
{
	if (i->op == DT_IR_LABEL) {
		fprintf(fp, "L%u:\n", i->label);
		return;
	}
	fputc('\t', fp);
	if (i->d != 0)
		fprintf(fp, "v%u = ", i->d);
	fputs(dt_irops[i->op].name, fp);
	dump_operands(i, dt_irops[i->op].operands, fp);
	fputc('\n', fp);
}

void
dt_ir_dump(const struct dt_irfn *fn, FILE *fp)
{
	int line = 0;

	fprintf(fp, "clause of line %d: %u registers, %u records, "
	    "%u aggregations, %u bytes of temporaries\n",
	    dt_place_line(fn->clause->line), fn->nregs, fn->nrecs, fn->naggs,
	    fn->temps);
	for (uint32_t k = 0; k < fn->n; k++) {
		if (dt_place_line(fn->ins[k].line) != line) {
			line = dt_place_line(fn->ins[k].line);
			fprintf(fp, "; line %d\n", line);
		}
		dump_ins(&fn->ins[k], fp);
	}
}
