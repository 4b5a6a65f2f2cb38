/* SPDX-License-Identifier: MIT */
/*
 * vetcode.c - checks that the compiler could have generated the code of a
 * clause: it has no loop, calls only runtime functions and the helpers of
 * generated code, and each open value belongs to an instruction that can hold
 * it.  Memory accesses are checked by the kernel's verifier, or by the
 * interpreter as it runs.
 */
#include "run/file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "bpf/link.h"
#include "rt/calls.h"
#include "vm/vm.h"

#define	MAX_INSNS	60000

struct vet {
	const struct dt_image *img;
	const struct dt_clause *c;
	struct bpf_insn *copy;		/* of the code, with 2 more */
	const struct dt_reloc **rel;	/* by instruction, or NULL */
	uint32_t *aside;		/* by instruction of rare code: the one
					 * that the code returns to; or 0 */
	struct dt_filewhy *why;
};

static int
refuse(const struct vet *v, uint32_t insn, const char *what)
{
	uint32_t line = insn < v->c->code.ninsns ? v->c->code.lines[insn] : 0;

	return dt_vet_refuse(v->why, "clauses", line != 0 ? (int)line :
	    v->c->line, "instruction %u: %s", insn, what);
}

enum dt_rtfn
dt_vet_runtime(const char *sym)
{
	for (int i = DT_RT_none + 1; i < DT_NRTFNS; i++)
		if (strcmp(dt_rtcalls[i].name, sym) == 0)
			return (enum dt_rtfn)i;
	return DT_RT_none;
}

static bool
is_destructive(enum dt_rtfn fn)
{
	return fn == DT_RT_raise || fn == DT_RT_chill || fn == DT_RT_copyout ||
	    fn == DT_RT_copyout_str;
}

/* dtrace_go() requires option destructive if there is such a statement. */
static bool
has_destructive(const struct dt_clause *c)
{
	for (uint32_t i = 0; i < c->nstmts; i++)
		if (DTRACEACT_ISDESTRUCTIVE(c->stmts[i].action))
			return true;
	return false;
}

/* May generated code refer to this symbol? */
static bool
is_symbol(const struct dt_reloc *r)
{
	switch (r->kind) {
	case DT_REL_FUNC:
		return dt_vet_runtime(r->sym) != DT_RT_none;
	case DT_REL_MAP:
		return strcmp(r->sym, "dt_map_self") == 0;
	case DT_REL_MAPVAL:
		return strcmp(r->sym, "dt_val_globals") == 0 ||
		    strcmp(r->sym, "dt_val_state") == 0;
	case DT_REL_IMM:
		return strncmp(r->sym, "dt_imm_", 7) == 0;
	case DT_REL_KFUNC:
		return strcmp(r->sym, DT_CAST) == 0;
	default:
		return false;
	}
}

static int
vet_relocation(struct vet *v, const struct dt_reloc *r)
{
	const struct dt_func *f = &v->c->code;

	if (r->insn >= f->ninsns || v->rel[r->insn] != NULL)
		return refuse(v, r->insn, "a relocation has no instruction");
	if (r->sym == NULL || !is_symbol(r))
		return refuse(v, r->insn, "a symbol that clauses may not use");
	if (r->kind == DT_REL_FUNC || r->kind == DT_REL_KFUNC ?
	    !dt_insn_is_call(&f->insns[r->insn]) :
	    !dt_insn_is_wide(&f->insns[r->insn]))
		return refuse(v, r->insn, "a relocation that does not fit");
	if (r->kind == DT_REL_FUNC && !has_destructive(v->c) &&
	    is_destructive(dt_vet_runtime(r->sym)))
		return refuse(v, r->insn,
		    "a destructive action without its statement");
	v->rel[r->insn] = r;
	return 0;
}

static bool
is_helper(int32_t id)
{
	return id == BPF_FUNC_map_lookup_elem ||
	    id == BPF_FUNC_probe_read_kernel;
}

/* Refuse instructions that dt_vm_check() permits but no clause contains. */
static int
vet_instruction(const struct vet *v, uint32_t at)
{
	const struct bpf_insn *i = &v->c->code.insns[at];
	bool bound = v->rel[at] != NULL;

	if (dt_insn_is_call(i) && bound != (i->src_reg == BPF_PSEUDO_CALL))
		return refuse(v, at, "a call without a target");
	if (dt_insn_is_call(i) && !bound &&
	    (i->src_reg != 0 || !is_helper(i->imm)))
		return refuse(v, at, "a helper that clauses may not call");
	if (dt_insn_is_wide(i) && i->src_reg != 0)
		return refuse(v, at, "an address without a relocation");
	if (BPF_CLASS(i->code) == BPF_STX && BPF_MODE(i->code) == BPF_ATOMIC)
		return refuse(v, at, "an atomic operation");
	return 0;
}

static uint32_t
target(const struct vet *v, uint32_t at)
{
	return (uint32_t)((int32_t)at + 1 + v->c->code.insns[at].off);
}

static bool
falls_through(const struct bpf_insn *i)
{
	return i->code != (BPF_JMP | BPF_JA) && i->code != (BPF_JMP | BPF_EXIT);
}

/*
 * Every jump back ends a piece of rare code: see struct dt_aside.  One jump
 * enters this code, and the jump back leads to the instruction after it.
 */
static int
vet_back(const struct vet *v, uint32_t at)
{
	const struct bpf_insn *code = v->c->code.insns;
	uint32_t back = target(v, at), start;

	if (falls_through(&code[at]) || back == 0 ||
	    !dt_insn_is_jump(&code[back - 1]))
		return refuse(v, at, "a backward jump");
	start = target(v, back - 1);
	if (start <= back || start > at || falls_through(&code[start - 1]))
		return refuse(v, at, "a backward jump");
	for (; start <= at; start++) {
		if (v->aside[start] != 0)
			return refuse(v, at, "a backward jump");
		v->aside[start] = back;
	}
	return 0;
}

/* Refuse other jumps into rare code: they could form a loop. */
static int
vet_jumps(const struct vet *v)
{
	const struct bpf_insn *code = v->c->code.insns;
	uint32_t i, to, n = v->c->code.ninsns;
	int err = 0;

	for (i = 0; i < n && err == 0; i++)
		if (dt_insn_is_jump(&code[i]) && code[i].off < 0)
			err = vet_back(v, i);
	for (i = 0; i < n && err == 0; i++) {
		to = dt_insn_is_jump(&code[i]) ? target(v, i) : 0;
		if (v->aside[to] != 0 && v->aside[to] != v->aside[i] &&
		    v->aside[to] != i + 1)
			err = refuse(v, i, "a jump into rare code");
	}
	return err;
}

/* A 64-bit constant takes two instructions; the second one is skipped. */
static int
vet_instructions(const struct vet *v)
{
	int err = 0;

	for (uint32_t i = 0; i < v->c->code.ninsns && err == 0; i++) {
		err = vet_instruction(v, i);
		i += dt_insn_is_wide(&v->c->code.insns[i]);
	}
	return err;
}

/* Can the immediate of this instruction be any number? */
static bool
has_imm(const struct bpf_insn *i)
{
	return i->code == (BPF_ALU64 | BPF_MOV | BPF_K) ||
	    i->code == (BPF_ALU | BPF_MOV | BPF_K) ||
	    i->code == (BPF_JMP | BPF_JEQ | BPF_K) ||
	    (BPF_CLASS(i->code) == BPF_ST && BPF_MODE(i->code) == BPF_MEM);
}

/* Does this load or store a word at an offset? */
static bool
has_offset(const struct bpf_insn *i)
{
	int class = BPF_CLASS(i->code);

	return (class == BPF_LDX || class == BPF_STX) &&
	    BPF_MODE(i->code) == BPF_MEM && BPF_SIZE(i->code) == BPF_DW;
}

static bool
is_bound_to(const struct vet *v, const struct dt_open *o, const char *sym)
{
	return v->rel[o->insn] != NULL &&
	    strcmp(v->rel[o->insn]->sym, sym) == 0;
}

static bool
is_var_open(const struct vet *v, const struct dt_open *o)
{
	const struct bpf_insn *i = &v->c->code.insns[o->insn];
	uint32_t kind;

	if (o->index >= v->img->nvars)
		return false;
	kind = v->img->vars[o->index].kind;
	switch (o->kind) {
	case DT_OPEN_VAR:
		return has_imm(i);
	case DT_OPEN_SLOT:
		return has_offset(i) &&
		    (kind == DT_VAR_THIS || kind == DT_VAR_THISSTR);
	case DT_OPEN_GLOBAL:
		return kind == DT_VAR_GLOBAL &&
		    is_bound_to(v, o, "dt_val_globals");
	default:
		return kind == DT_VAR_THISSTR &&
		    is_bound_to(v, o, "dt_imm_this_str");
	}
}

/* Is it a 64-bit load without a relocation? */
static bool
is_wide_open(const struct vet *v, uint32_t insn)
{
	return dt_insn_is_wide(&v->c->code.insns[insn]) &&
	    insn + 1 < v->c->code.ninsns && v->rel[insn] == NULL;
}

static bool
is_form_open(const struct vet *v, const struct dt_open *o)
{
	const struct bpf_insn *i = &v->c->code.insns[o->insn];

	if (o->index >= v->img->nforms)
		return false;
	if (o->kind == DT_OPEN_FORM || o->kind == DT_OPEN_PLACE)
		return has_imm(i);
	return is_wide_open(v, o->insn) && o->nwords <= o->kw &&
	    o->kw <= v->img->forms[o->index].kw_max;
}

/* Can this instruction hold the part?  Only LEFT and RIGHT are shift counts. */
static bool
has_part(const struct bpf_insn *i, enum dt_fieldpart part)
{
	bool count = part == DT_PART_LEFT || part == DT_PART_RIGHT;

	if (dt_insn_is_jump(i))
		return !count && BPF_OP(i->code) != BPF_JA &&
		    BPF_SRC(i->code) == BPF_K;
	if (BPF_CLASS(i->code) != BPF_ALU64 || BPF_SRC(i->code) != BPF_K)
		return false;
	switch (BPF_OP(i->code)) {
	case BPF_LSH:
	case BPF_RSH:
	case BPF_ARSH:
		return count;
	case BPF_MOV:
	case BPF_ADD:
	case BPF_SUB:
	case BPF_MUL:
	case BPF_AND:
	case BPF_OR:
	case BPF_XOR:
		return !count;
	default:
		return false;
	}
}

static bool
is_field_open(const struct vet *v, const struct dt_open *o)
{
	enum dt_fieldpart part = (enum dt_fieldpart)(o->kind - DT_OPEN_FIELD);
	const struct dt_field *f;

	if (o->index >= v->img->nfields)
		return false;
	f = &v->img->fields[o->index];
	if (part == DT_PART_ADDRESS)
		return f->kind == DT_FIELD_SYMBOL && is_wide_open(v, o->insn);
	if (!has_part(&v->c->code.insns[o->insn], part))
		return false;
	switch (part) {
	case DT_PART_VALUE:
		return f->kind == DT_FIELD_SIZE ||
		    f->kind == DT_FIELD_ENUMERATOR;
	case DT_PART_BYTES:
	case DT_PART_LEFT:
	case DT_PART_RIGHT:
		return f->kind == DT_FIELD_MEMBER &&
		    strcmp(f->is, DT_FIELD_BITS) == 0;
	default:
		return f->kind == DT_FIELD_MEMBER;
	}
}

static int
vet_open(const struct vet *v, const struct dt_open *o)
{
	bool good = o->insn < v->c->code.ninsns;

	if (good && o->kind <= DT_OPEN_THISSTR)
		good = is_var_open(v, o);
	else if (good && o->kind < DT_OPEN_TARGET)
		good = is_form_open(v, o);
	else if (good && o->kind == DT_OPEN_TARGET)
		good = has_imm(&v->c->code.insns[o->insn]);
	else if (good)
		good = o->kind < DT_NOPENKINDS && is_field_open(v, o);
	return good ? 0 : refuse(v, o->insn, "a value that is left open "
	    "does not fit the instruction");
}

/* Engines may skip the first guards, so these have a fixed length. */
static int
vet_guards(const struct vet *v)
{
	static const uint8_t code[DT_GUARDINSNS] = {
		BPF_LDX | BPF_MEM | BPF_W, BPF_JMP | BPF_JEQ | BPF_K,
		BPF_ALU64 | BPF_MOV | BPF_K, BPF_JMP | BPF_EXIT,
	};
	const struct dt_func *f = &v->c->code;

	if (v->c->nfirst * DT_GUARDINSNS >= f->ninsns)
		return refuse(v, 0, "the code ends inside its guards");
	for (uint32_t i = 0; i < v->c->nfirst * DT_GUARDINSNS; i++)
		if (f->insns[i].code != code[i % DT_GUARDINSNS] ||
		    (i % DT_GUARDINSNS == 1 && f->insns[i].off != 2))
			return refuse(v, i, "a guard is missing");
	return 0;
}

/* Run the interpreter's check; all calls go to an appended function. */
static int
vet_whole(const struct vet *v)
{
	uint32_t n = v->c->code.ninsns;
	struct dt_linkfn fns[2] = { { &v->c->code, DT_VAR_L0, 0 },
	    { &v->c->code, DT_VAR_L0, n } };
	struct dt_linked l = { v->copy, n + 2, fns, 2 };
	char why[160];
	int err;

	memcpy(v->copy, v->c->code.insns, n * sizeof(*v->copy));
	for (uint32_t i = 0; i < n; i++)
		if (v->rel[i] != NULL && dt_insn_is_call(&v->copy[i]))
			v->copy[i].imm = (int32_t)(n - i - 1);
	v->copy[n] = (struct bpf_insn){ .code = BPF_ALU64 | BPF_MOV | BPF_K };
	v->copy[n + 1] = (struct bpf_insn){ .code = BPF_JMP | BPF_EXIT };
	err = dt_vm_check(&l, why, sizeof(why));
	return err != -EINVAL ? err : dt_vet_refuse(v->why, "clauses",
	    v->c->line, "%s", why);
}

static int
vet_all(struct vet *v)
{
	const struct dt_func *f = &v->c->code;
	int err = 0;

	for (uint32_t i = 0; i < f->nrels && err == 0; i++)
		err = vet_relocation(v, &f->rels[i]);
	err = err != 0 ? err : vet_whole(v);
	err = err != 0 ? err : vet_jumps(v);
	err = err != 0 ? err : vet_instructions(v);
	for (uint32_t i = 0; i < v->c->nopens && err == 0; i++)
		err = i != 0 && v->c->opens[i].insn <= v->c->opens[i - 1].insn ?
		    refuse(v, v->c->opens[i].insn, "open values out of order") :
		    vet_open(v, &v->c->opens[i]);
	return err != 0 ? err : vet_guards(v);
}

int
dt_vet_code(const struct dt_image *img, const struct dt_clause *c,
    struct dt_filewhy *why)
{
	struct vet v = { .img = img, .c = c, .why = why };
	uint32_t n = c->code.ninsns;
	int err = -ENOMEM;

	if (n == 0 || n > MAX_INSNS)
		return dt_vet_refuse(why, "clauses", c->line,
		    "the code has %u instructions", n);
	v.copy = calloc(n + 2, sizeof(*v.copy));
	v.rel = calloc(n, sizeof(const struct dt_reloc *));
	v.aside = calloc(n, sizeof(*v.aside));
	if (v.copy != NULL && v.rel != NULL && v.aside != NULL)
		err = vet_all(&v);
	free(v.copy);
	free(v.rel);
	free(v.aside);
	return err;
}
