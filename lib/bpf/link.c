/* SPDX-License-Identifier: MIT */
/*
 * link.c - joins functions with the runtime functions that they need.
 *
 * A list of (function, variant) grows until it has all callees of its members.
 * Then each gets a position, and the code is copied and patched.
 */
#include "bpf/link.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define	MAXDEPTH	8	/* nested calls, the kernel's limit */

struct link {
	struct dt_linked *out;
	const struct dt_linkroot *roots;
	uint32_t nroots, cap;
	const char *missing;
};

static bool
is_by_level(const char *sym)
{
	static const struct { const char *sym; bool by_level; } numbers[] = {
#define	DT_NUMBER(name, by_level)	{ "dt_imm_" #name, by_level },
#include "tbl/numbers.h"
#undef DT_NUMBER
	};
	size_t i;

	for (i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
		if (numbers[i].by_level && strcmp(sym, numbers[i].sym) == 0)
			return true;
	return false;
}

static bool
is_func(const struct dt_reloc *rel)
{
	return rel->kind == DT_REL_FUNC || rel->kind == DT_REL_FUNCADDR;
}

/* Does the code of a runtime function depend on the level? */
static bool
depends(const struct dt_func *fn, int depth)
{
	static const bool by_level[] = {
#define	DT_PARAM(id, pointee, letter, by_level, size)	by_level,
#include "tbl/params.h"
#undef DT_PARAM
	};
	const struct dt_func *callee;
	uint32_t i;

	for (i = 0; i < fn->nparams; i++)
		if (by_level[fn->params[i]])
			return true;
	for (i = 0; i < fn->nrels; i++) {
		if (is_by_level(fn->rels[i].sym))
			return true;
		if (!is_func(&fn->rels[i]) || depth == MAXDEPTH)
			continue;
		callee = dt_rt_find(fn->rels[i].sym);
		if (callee != NULL && depends(callee, depth + 1))
			return true;
	}
	return false;
}

static int
add(struct link *l, const struct dt_func *fn, enum dt_variant variant,
    uint32_t *index)
{
	struct dt_linked *o = l->out;
	uint32_t i, cap;
	void *p;

	for (i = 0; i < o->nfns; i++)
		if (o->fns[i].fn == fn && o->fns[i].variant == variant)
			break;
	*index = i;
	if (i < o->nfns)
		return 0;
	if (o->nfns == l->cap) {
		cap = l->cap != 0 ? 2 * l->cap : 64;
		p = realloc(o->fns, cap * sizeof(*o->fns));
		if (p == NULL)
			return -ENOMEM;
		o->fns = p;
		l->cap = cap;
	}
	o->fns[o->nfns++] = (struct dt_linkfn){ fn, variant, 0 };
	return 0;
}

static const struct dt_func *
find_root(const struct link *l, const char *name, size_t len,
    enum dt_variant variant)
{
	const struct dt_func *fn;
	uint32_t i;

	for (i = 0; i < l->nroots; i++) {
		fn = l->roots[i].fn;
		if (l->roots[i].variant == variant &&
		    strncmp(fn->name, name, len) == 0 && fn->name[len] == '\0')
			return fn;
	}
	return NULL;
}

/* Find a callee in the list, or add it. */
static int
resolve(struct link *l, const char *sym, enum dt_variant variant,
    uint32_t *index)
{
	const char *at = strchr(sym, '@');
	size_t len = at != NULL ? (size_t)(at - sym) : strlen(sym);
	const struct dt_func *fn;

	if (at != NULL)
		variant = at[1] == '0' ? DT_VAR_L0 : DT_VAR_DEEP;
	fn = find_root(l, sym, len, variant);
	if (fn != NULL)
		return add(l, fn, variant, index);
	fn = at == NULL ? dt_rt_find(sym) : NULL;
	if (fn == NULL) {
		l->missing = sym;
		return -ENOENT;
	}
	return add(l, fn, depends(fn, 0) ? variant : DT_VAR_L0, index);
}

static int
collect(struct link *l)
{
	const struct dt_func *fn;
	uint32_t i, r, index;
	int err = 0;

	for (i = 0; err == 0 && i < l->nroots; i++)
		err = add(l, l->roots[i].fn, l->roots[i].variant, &index);
	for (i = 0; err == 0 && i < l->out->nfns; i++) {
		fn = l->out->fns[i].fn;
		for (r = 0; err == 0 && r < fn->nrels; r++)
			if (is_func(&fn->rels[r]))
				err = resolve(l, fn->rels[r].sym,
				    l->out->fns[i].variant, &index);
	}
	return err;
}

static int
place(struct link *l)
{
	struct dt_linked *o = l->out;
	uint32_t i;

	for (i = 0; i < o->nfns; i++) {
		o->fns[i].start = o->ninsns;
		o->ninsns += o->fns[i].fn->ninsns;
	}
	o->insns = calloc(o->ninsns, sizeof(*o->insns));
	return o->insns != NULL ? 0 : -ENOMEM;
}

static int
patch(struct link *l, const struct dt_linkfn *f, dt_bind_f *bind, void *arg)
{
	const struct dt_reloc *rel;
	struct bpf_insn *insn;
	uint32_t i, index, at;
	int err = 0;

	for (i = 0; err == 0 && i < f->fn->nrels; i++) {
		rel = &f->fn->rels[i];
		at = f->start + rel->insn;
		insn = &l->out->insns[at];
		if (!is_func(rel)) {
			err = bind(arg, rel, f->variant, insn);
			if (err != 0)
				l->missing = rel->sym;
			continue;
		}
		err = resolve(l, rel->sym, f->variant, &index);
		if (err == 0) {
			insn->src_reg = rel->kind == DT_REL_FUNC ?
			    BPF_PSEUDO_CALL : BPF_PSEUDO_FUNC;
			insn->imm = l->out->fns[index].start - at - 1;
		}
	}
	return err;
}

static int
copy(struct link *l, dt_bind_f *bind, void *arg)
{
	struct dt_linked *o = l->out;
	uint32_t i;
	int err = 0;

	for (i = 0; err == 0 && i < o->nfns; i++) {
		memcpy(o->insns + o->fns[i].start, o->fns[i].fn->insns,
		    o->fns[i].fn->ninsns * sizeof(*o->insns));
		err = patch(l, &o->fns[i], bind, arg);
	}
	return err;
}

int
dt_link(const struct dt_linkroot *roots, uint32_t nroots, dt_bind_f *bind,
    void *arg, struct dt_linked *out, const char **missing)
{
	struct link l = { .out = out, .roots = roots, .nroots = nroots };
	int err;

	memset(out, 0, sizeof(*out));
	err = collect(&l);
	if (err == 0)
		err = place(&l);
	if (err == 0)
		err = copy(&l, bind, arg);
	if (err != 0) {
		dt_linked_free(out);
		*missing = l.missing;
	}
	return err;
}

uint32_t
dt_link_count(const struct dt_linkroot *roots, uint32_t nroots)
{
	struct dt_linked out = { 0 };
	struct link l = { .out = &out, .roots = roots, .nroots = nroots };
	uint32_t n = collect(&l) == 0 ? out.nfns : 0;

	dt_linked_free(&out);
	return n;
}

void
dt_linked_free(struct dt_linked *l)
{
	free(l->insns);
	free(l->fns);
	memset(l, 0, sizeof(*l));
}
