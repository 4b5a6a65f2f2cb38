/* SPDX-License-Identifier: MIT */
/*
 * vet.c - checks an image that was read from a file for properties that the
 * compiler guarantees, and that the readers of records and aggregations rely
 * on.
 */
#include "run/file.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>
#include "base/act.h"
#include "base/llq.h"
#include "ir/ir.h"
#include "prov/prov.h"
#include "show/layout.h"

#define	MAX_SLOT	(4u << 20)
#define	MAX_RECORD	65536
#define	MAX_FRAMES	4096
#define	MAX_SCRATCH	(1ull << 40)
#define	MAX_FUNCSTR	65536		/* bytes of names in a jstack() */

static bool
is_text(const char *s)
{
	if (s == NULL || *s == '\0')
		return false;
	while (*s != '\0' && !iscntrl((unsigned char)*s))
		s++;
	return *s == '\0';
}

/* Check the sizes; a slot may be larger than the keys, for scratch memory. */
static int
vet_sizes(const struct dt_image *img, struct dt_filewhy *why)
{
	uint32_t words = 0;

	for (uint32_t i = 0; i < img->nforms; i++)
		if (img->forms[i].kw_max > words)
			words = img->forms[i].kw_max;
	if (words > DT_MAXKEYWORDS || words != img->key_words ||
	    img->dyn_words > DT_MAXKEYWORDS)
		return dt_vet_refuse(why, "image", 0,
		    "the number of key words, %u, is wrong", img->key_words);
	if (img->strsize == 0 || img->strsize > DT_MAXSTRSIZE)
		return dt_vet_refuse(why, "image", 0,
		    "the strsize, %u, is wrong", img->strsize);
	if (img->slot_size > MAX_SLOT || img->slot_size <
	    offsetof(struct dt_slot, key) + 8 * words)
		return dt_vet_refuse(why, "image", 0,
		    "the size of a slot, %u, is wrong", img->slot_size);
	for (uint32_t i = 0; i < img->npragmas; i++)
		if (!is_text(img->pragmas[i].name))
			return dt_vet_refuse(why, "image", 0,
			    "an option without a name");
	return 0;
}

static int
vet_vars(const struct dt_image *img, struct dt_filewhy *why)
{
	for (uint32_t i = 0; i < img->nvars; i++) {
		const struct dt_var *v = &img->vars[i];

		if (v->kind >= DT_NVARKINDS || !is_text(v->name) ||
		    !is_text(v->type))
			return dt_vet_refuse(why, "variables", v->line,
			    "variable %u has no name, no type or a kind that "
			    "does not exist", i);
	}
	return 0;
}

static int
vet_fields(const struct dt_image *img, struct dt_filewhy *why)
{
	for (uint32_t i = 0; i < img->nfields; i++) {
		const struct dt_field *f = &img->fields[i];
		bool type = f->kind != DT_FIELD_ENUMERATOR &&
		    (f->kind != DT_FIELD_SYMBOL || f->type != NULL);
		bool name = f->kind != DT_FIELD_SIZE;
		bool is = f->kind == DT_FIELD_MEMBER ||
		    f->kind == DT_FIELD_SYMBOL;

		if (f->kind >= DT_NFIELDKINDS ||
		    type != is_text(f->type) || name != is_text(f->name) ||
		    is != is_text(f->is))
			return dt_vet_refuse(why, "fields", f->line,
			    "field %u has no type or no name", i);
	}
	return 0;
}

/* Does an action that records addresses take this many bytes? */
static bool
is_addr_size(dtrace_actkind_t action, uint32_t size)
{
	uint32_t head = dt_act_isuser(action) ? 8 : 0;

	if (dt_act_issym(action))
		return size == head + 8;
	return size >= head + 8 && size <= 8 * MAX_FRAMES + MAX_FUNCSTR;
}

static bool
is_int_size(uint32_t size)
{
	return size == 1 || size == 2 || size == 4 || size == 8;
}

static bool
is_key(const struct dt_image *img, const struct dt_keydesc *k)
{
	uint32_t head = dt_act_isuser(k->action) ? 8 : 0;

	if (k->is_literal > (k->kind == DT_KEY_STR))
		return false;
	switch (k->kind) {
	case DT_KEY_INT:
		return is_int_size(k->size) && k->action == 0;
	case DT_KEY_STACK:
		return dt_act_isstack(k->action) &&
		    is_addr_size(k->action, k->size) && k->nframes != 0 &&
		    k->nframes <= DT_MAXKEYWORDS &&
		    k->size >= head + 8 * k->nframes;
	case DT_KEY_SYM:
		return dt_act_issym(k->action) &&
		    is_addr_size(k->action, k->size);
	case DT_KEY_BYTES:
		return k->action == 0 && k->size != 0 &&
		    k->size < img->strsize;
	default:
		return k->kind < DT_KEY_STACK && k->action == 0 &&
		    k->size == img->strsize;
	}
}

bool
dt_vet_function(const struct dt_form *f)
{
	if (f->action == DTRACEAGG_LLQUANTIZE && !dt_llq_valid(f->param))
		return false;
	if (f->action == DTRACEAGG_LQUANTIZE &&
	    (DTRACE_LQUANTIZE_STEP(f->param) == 0 ||
	    DTRACE_LQUANTIZE_LEVELS(f->param) == 0))
		return false;
	if (!dt_form_hasparam(f) && f->param != 0)
		return false;
	return f->nw != 0 && f->nw <= DT_MAXVALUEWORDS &&
	    f->nw == dt_ir_valuewords(f->action, f->param);
}

static int
vet_form(const struct dt_image *img, const struct dt_form *f,
    struct dt_filewhy *why)
{
	if (f->var >= img->nvars || img->vars[f->var].kind != DT_VAR_AGG)
		return dt_vet_refuse(why, "forms", 0, "form %u belongs to "
		    "variable %u, which is not an aggregation", f->id, f->var);
	if (!dt_vet_function(f) || f->nkeys > DT_MAXKEYS ||
	    f->stmt > img->nstmts)
		return dt_vet_refuse(why, "forms", img->vars[f->var].line,
		    "@%s has no valid aggregating function",
		    img->vars[f->var].name);
	for (uint32_t i = 0; i < f->nkeys; i++)
		if (!is_key(img, &f->keys[i]))
			return dt_vet_refuse(why, "forms",
			    img->vars[f->var].line, "key %u of @%s is not "
			    "valid", i + 1,
			    img->vars[f->var].name);
	return 0;
}

static int
vet_forms(const struct dt_image *img, struct dt_filewhy *why)
{
	int err = 0;

	if (img->nforms > UINT16_MAX)
		return dt_vet_refuse(why, "forms", 0, "there are %u",
		    img->nforms);
	for (uint32_t i = 0; i < img->nforms && err == 0; i++)
		err = vet_form(img, &img->forms[i], why);
	return err;
}

/* Does an argument of printf(), system() or freopen() have a valid size? */
static bool
is_argument(const dtrace_recdesc_t *r)
{
	uint64_t arg = r->dtrd_arg;

	if (arg & DT_PF_ACTION) {
		arg &= ~(uint64_t)DT_PF_ACTION;
		return arg <= UINT16_MAX && (dt_act_isstack((uint16_t)arg) ||
		    dt_act_issym((uint16_t)arg)) &&
		    is_addr_size((uint16_t)arg, r->dtrd_size);
	}
	return arg <= DT_PF_LITERAL || arg == DT_PF_BYTES;
}

static bool
is_libact(const dtrace_recdesc_t *r)
{
	return r->dtrd_arg == DT_LIB_SETOPT ? r->dtrd_size != 0 :
	    r->dtrd_arg == DT_LIB_FTRUNCATE ? r->dtrd_size == 0 :
	    dt_libact_isagg(r->dtrd_arg) && r->dtrd_size == 8;
}

bool
dt_vet_datum(const dtrace_recdesc_t *r)
{
	if (dt_act_isstack(r->dtrd_action) || dt_act_issym(r->dtrd_action))
		return is_addr_size(r->dtrd_action, r->dtrd_size);
	switch (r->dtrd_action) {
	case DTRACEACT_DIFEXPR:
		return r->dtrd_arg <= DT_PF_BYTES &&
		    (r->dtrd_format != 0) == (r->dtrd_arg == DT_PF_LAYOUT);
	case DTRACEACT_TRACEMEM:
		return r->dtrd_arg <= DT_PF_LITERAL;
	case DTRACEACT_PRINTF:
	case DTRACEACT_SYSTEM:
	case DTRACEACT_FREOPEN:
		return is_argument(r);
	case DTRACEACT_PRINTA:
	case DTRACEACT_TRACEMEM_DYNSIZE:
		return r->dtrd_size == 8;
	case DTRACEACT_LIBACT:
		return is_libact(r);
	case DTRACEACT_EXIT:
		return r->dtrd_size == 4;
	case DTRACEACT_SPECULATE:
	case DTRACEACT_COMMIT:
	case DTRACEACT_DISCARD:
	case DTRACEACT_NONE:
	case DTRACEACT_STOP:
	case DTRACEACT_RAISE:
	case DTRACEACT_CHILL:
		return r->dtrd_size == 0;
	default:
		return false;
	}
}

/* Is the format right?  Only the first datum of a statement has it. */
static bool
is_format(const struct dt_image *img, const struct dt_clause *c, uint32_t i)
{
	const dtrace_recdesc_t *r = &c->recs[i];
	bool first = i == 0 || r[-1].dtrd_uarg != r->dtrd_uarg ||
	    r[-1].dtrd_action != r->dtrd_action;

	if (r->dtrd_format > img->nformats)
		return false;
	if (r->dtrd_format != 0 && r->dtrd_action == DTRACEACT_DIFEXPR)
		return dt_layout_valid(img->formats[r->dtrd_format - 1].text,
		    r->dtrd_size);
	if (r->dtrd_format != 0)
		return DTRACEACT_ISPRINTFLIKE(r->dtrd_action);
	return !first || !DTRACEACT_ISPRINTFLIKE(r->dtrd_action) ||
	    r->dtrd_action == DTRACEACT_PRINTA;
}

static bool
has_statement(const struct dt_clause *c, dtrace_actkind_t action)
{
	for (uint32_t i = 0; i < c->nstmts; i++)
		if (c->stmts[i].action == action)
			return true;
	return false;
}

static int
vet_record(const struct dt_image *img, const struct dt_clause *c, uint32_t i,
    struct dt_filewhy *why)
{
	const dtrace_recdesc_t *r = &c->recs[i];
	uint32_t head = c->spec ? DT_SPEC_RECSIZE : sizeof(struct dt_rechdr);

	if (r->dtrd_offset < head || r->dtrd_offset > c->rec_size ||
	    r->dtrd_size > c->rec_size - r->dtrd_offset ||
	    r->dtrd_alignment != dt_ir_alignment(r->dtrd_size) ||
	    r->dtrd_offset % r->dtrd_alignment != 0)
		return dt_vet_refuse(why, "clauses", c->line,
		    "datum %u lies outside the record", i);
	if (!dt_vet_datum(r) || !is_format(img, c, i) ||
	    r->dtrd_uarg > img->nstmts)
		return dt_vet_refuse(why, "clauses", c->line,
		    "the size or the format of datum %u does not fit its "
		    "action, %#x", i, r->dtrd_action);
	/* dtrace_go() searches the statements for destructive actions */
	if (DTRACEACT_ISDESTRUCTIVE(r->dtrd_action) &&
	    !has_statement(c, r->dtrd_action))
		return dt_vet_refuse(why, "clauses", c->line,
		    "a destructive action is not among the statements");
	return 0;
}

static int
vet_records(const struct dt_image *img, const struct dt_clause *c,
    struct dt_filewhy *why)
{
	int err = 0;

	if (c->rec_size % 8 != 0 || c->rec_size > MAX_RECORD ||
	    (c->rec_size == 0 && c->nrecs != 0) ||
	    (c->rec_size != 0 && c->rec_size < sizeof(struct dt_rechdr)) ||
	    (c->rec_size != 0 && c->spec && c->rec_size < DT_SPEC_RECSIZE))
		return dt_vet_refuse(why, "clauses", c->line,
		    "the size of the record, %u, is wrong", c->rec_size);
	for (uint32_t i = 0; i < c->nrecs && err == 0; i++)
		err = vet_record(img, c, i, why);
	return err;
}

static int
vet_statements(const struct dt_image *img, const struct dt_clause *c,
    struct dt_filewhy *why)
{
	uint32_t naggs = 0;

	for (uint32_t i = 0; i < c->nstmts; i++) {
		const struct dt_stmt *s = &c->stmts[i];

		if (!dt_attr_suffices(DT_ATTR_MOST, s->attr))
			return dt_vet_refuse(why, "clauses", s->line,
			    "the stability of the statement is out of range");
		if (!DTRACEACT_ISAGG(s->action))
			continue;
		naggs++;
		if (s->form >= img->nforms ||
		    img->forms[s->form].action != s->action ||
		    img->forms[s->form].nkeys != s->nkeys)
			return dt_vet_refuse(why, "clauses", s->line,
			    "the form of the statement does not fit it");
	}
	return naggs == c->nagg && c->nstmts != 0 ? 0 :
	    dt_vet_refuse(why, "clauses", c->line, "%u aggregating statements "
	    "are declared, and there are %u", c->nagg, naggs);
}

static int
vet_probes(const struct dt_clause *c, struct dt_filewhy *why)
{
	for (uint32_t i = 0; i < c->npdescs; i++)
		for (int k = 0; k < 4; k++) {
			const char *s = c->pdescs[i].part[k];

			if (s != NULL && *s != '\0' &&
			    (!is_text(s) || !dt_glob_valid(s)))
				return dt_vet_refuse(why, "clauses", c->line,
				    "a probe description is not a pattern");
		}
	return c->npdescs != 0 ? 0 : dt_vet_refuse(why, "clauses", c->line,
	    "the clause has no probe");
}

static int
vet_args(const struct dt_clause *c, struct dt_filewhy *why)
{
	for (uint32_t i = 0; i < c->nargs; i++)
		if (c->args[i].number >= DT_MAXARGS ||
		    !is_text(c->args[i].type))
			return dt_vet_refuse(why, "clauses", c->args[i].line,
			    "args[%u] does not exist or has no type",
			    c->args[i].number);
	return 0;
}

static int
vet_needs(const struct dt_clause *c, struct dt_filewhy *why)
{
	for (uint32_t i = 0; i < c->nguards; i++)
		if ((unsigned int)c->guards[i].var > DT_GUARD_UID)
			return dt_vet_refuse(why, "clauses", c->line,
			    "a guard tests no variable that exists");
	for (uint32_t i = 0; i < c->ntouches; i++)
		if (c->touches[i].arg >= DT_NARGS)
			return dt_vet_refuse(why, "clauses", c->line,
			    "there is no argument %u to read memory at",
			    c->touches[i].arg);
	if (c->needs_first != dt_guard_needs(c->guards, c->nfirst) ||
	    (c->names & ~DT_NAMES_ALL) != 0 ||
	    c->scratch.known > MAX_SCRATCH)
		return dt_vet_refuse(why, "clauses", c->line,
		    "the declared needs do not fit the guards");
	return 0;
}

static int
vet_clause(const struct dt_image *img, const struct dt_clause *c,
    struct dt_filewhy *why)
{
	int err = vet_probes(c, why);

	err = err != 0 ? err : vet_args(c, why);
	err = err != 0 ? err : vet_needs(c, why);
	err = err != 0 ? err : vet_statements(img, c, why);
	err = err != 0 ? err : vet_records(img, c, why);
	err = err != 0 ? err : dt_vet_code(img, c, why);
	return err != 0 ? err : dt_vet_needs(img, c, why);
}

int
dt_vet_image(const struct dt_image *img, struct dt_filewhy *why)
{
	int err = vet_sizes(img, why);

	err = err != 0 ? err : vet_vars(img, why);
	err = err != 0 ? err : vet_forms(img, why);
	err = err != 0 ? err : vet_fields(img, why);
	for (uint32_t i = 0; i < img->nclauses && err == 0; i++)
		err = vet_clause(img, &img->clauses[i], why);
	return err;
}
