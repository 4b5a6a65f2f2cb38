/* SPDX-License-Identifier: MIT */
/* image.c - a compiled program as text. */
#include "bpf/gen.h"

#include <errno.h>
#include <inttypes.h>

static const char *const needs[] = {
	"ts", "args", "task", "pid", "ppid", "uid", "errno", "comm", "vts",
	"caller", "depth", "names", "self", "this", "selfstr",
	"dyn", "dynstr", "scratch", "progeny", "kernel",
	"spec", "dynself", "here", "cpu"
};

static const char *const guards[] = {
	[DT_GUARD_PID] = "pid", [DT_GUARD_TID] = "tid", [DT_GUARD_UID] = "uid"
};

static void
dump_pdescs(const struct dt_clause *c, FILE *fp)
{
	for (uint32_t i = 0; i < c->npdescs; i++) {
		const struct dt_pdesc *d = &c->pdescs[i];

		fputs(i != 0 ? ", " : "  probes ", fp);
		if (d->id != 0) {
			fprintf(fp, "%u", d->id);
			continue;
		}
		for (int k = 0; k < 4; k++)
			fprintf(fp, "%s%s", k != 0 ? ":" : "",
			    d->part[k] != NULL ? d->part[k] : "");
	}
	if (c->npdescs != 0)
		fputc('\n', fp);
}

static void
dump_needs(const struct dt_clause *c, FILE *fp)
{
	uint32_t all = dt_clause_needs(c);

	if (all != 0)
		fputs("  needs", fp);
	for (size_t i = 0; i < sizeof(needs) / sizeof(needs[0]); i++)
		if ((all & 1u << i) != 0)
			fprintf(fp, " %s", needs[i]);
	if (all != 0)
		fputc('\n', fp);
	for (uint32_t i = 0; i < c->nguards; i++)
		fprintf(fp, "  guard %s == %u\n", guards[c->guards[i].var],
		    c->guards[i].value);
	for (uint32_t i = 0; i < c->ntouches; i++)
		fprintf(fp, "  reads the process at arg%u %+d\n",
		    c->touches[i].arg, c->touches[i].off);
}

static void
dump_records(const struct dt_clause *c, FILE *fp)
{
	if (c->rec_size != 0)
		fprintf(fp, "  record of %u bytes\n", c->rec_size);
	for (uint32_t i = 0; i < c->nrecs; i++) {
		const dtrace_recdesc_t *r = &c->recs[i];

		fprintf(fp, "    +%u: %u bytes, action %#x, arg %" PRIu64
		    ", statement %" PRIu64 "\n", r->dtrd_offset, r->dtrd_size,
		    r->dtrd_action, r->dtrd_arg, r->dtrd_uarg);
	}
}

static void
dump_clause(const struct dt_clause *c, FILE *fp)
{
	fprintf(fp, "%s:\n", c->code.name);
	dump_pdescs(c, fp);
	dump_needs(c, fp);
	dump_records(c, fp);
	for (uint32_t i = 0; i < c->nstmts; i++)
		if (DTRACEACT_ISAGG(c->stmts[i].action))
			fprintf(fp, "  aggregates into form %u, %u keys\n",
			    c->stmts[i].form, c->stmts[i].nkeys);
	dt_dis(&c->code, fp);
}

uint32_t
dt_guard_needs(const struct dt_guard *v, uint32_t n)
{
	uint32_t i, set = 0;

	for (i = 0; i < n; i++)
		set |= v[i].var == DT_GUARD_UID ? DT_NEED_UID : DT_NEED_PID;
	return set;
}

int
dt_clause_name(struct dt_clause *c, uint32_t index, struct dt_arena *arena)
{
	c->code.name = dt_arena_printf(arena, "dt_clause_%u_line_%d", index,
	    c->line);
	c->code.nparams = 4;
	c->code.params[0] = DT_PARAM_SLOT;
	c->code.params[1] = DT_PARAM_AGG;
	c->code.params[2] = DT_PARAM_PRIN;
	c->code.params[3] = DT_PARAM_NUMBER;
	return c->code.name != NULL ? 0 : -ENOMEM;
}

void
dt_image_dump(const struct dt_image *img, FILE *fp)
{
	fprintf(fp, "%u clauses, slot %u bytes, %u key words, strings of %u\n",
	    img->nclauses, img->slot_size, img->key_words, img->strsize);
	for (uint32_t i = 0; i < img->nclauses; i++)
		dump_clause(&img->clauses[i], fp);
}
