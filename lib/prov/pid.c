/* SPDX-License-Identifier: MIT */
/*
 * pid.c - the functions of a process: pid123:MODULE:FUNCTION:entry and return,
 * and their instructions, by offset in hexadecimal: pid123:MODULE:FUNCTION:1c.
 * If FUNCTION is -, the offset is a virtual address of the file.  A probe is
 * added when a description first names it.  MODULE is the name of a file; a.out
 * is the program, and libc.so.6 is also libc.so and libc.  A function with
 * several names has one probe, which each of them matches.
 */
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/arena.h"
#include "base/buf.h"
#include "base/demangle.h"
#include "base/regular.h"
#include "prov/pid.h"
#include "prov/pidret.h"
#include "sym/elffunc.h"
#include "sym/ifunc.h"

#define	FIRST_ID	(1u << 20)

static const struct kind {
	const char *name;
	enum dt_pointkind point;
	uint8_t nargs;
} kinds[] = {
	{ "entry", DT_POINT_UENTRY, DT_NARGS },
	{ "return", DT_POINT_URETURN, 2 },
	{ "return", DT_POINT_UEXIT, 2 },
	{ NULL, DT_POINT_UINSN, 0 },		/* the name is the offset */
};
#define	NKINDS	(sizeof(kinds) / sizeof(kinds[0]))
enum { ENTRY, RETURN, EXIT, INSN };		/* rows of the table */
#define	HASHLEN	sizeof("~01234567")
#define	MAXOPEN	4096			/* bytes of code without a symbol */

struct site {
	struct dt_usite site;		/* first: probes point to it */
	const char *const *names;	/* of the function, and NULL */
};

/* One name of a function in the current file. */
struct func {
	uint64_t offset, size;
	uint32_t rank;
	bool is_start;			/* of the program */
	bool is_indirect;		/* the offset is of its resolver */
	size_t name;			/* offset in names */
};

/* An existing probe of the current file. */
struct taken {
	uint64_t offset;		/* of the function or instruction */
	size_t kind;			/* RETURN for EXIT, too */
};

struct search {
	struct dt_psearch base;		/* first: read_functions() gets it */
	struct dt_buf funcs, names;	/* struct func; their names */
	struct dt_buf wanted;		/* uint64_t: their offsets */
	struct dt_buf chosen;		/* struct dt_ifunc */
	struct dt_buf taken;		/* struct taken */
	int fd;				/* of the current file */
	struct dt_pidret ret;
	uint32_t next[NKINDS];		/* keys */
	uint32_t id;			/* of the next probe */
};

static bool
matches_name(const char *pattern, const char *const *names)
{
	for (; *names != NULL; names++)
		if (dt_demangle_matches(pattern, *names))
			return true;
	return false;
}

static bool
is_alias(const struct dt_probe *p, int i, const char *pattern)
{
	const struct site *s = (const struct site *)p->site;

	return dt_process_is_alias(p, i, pattern) ||
	    (i == 2 && matches_name(pattern, s->names));
}

/* --- existing probes ---------------------------------------------------- */

static size_t
kind_of(const struct dt_probe *p)
{
	size_t k = 0;

	while (k < INSN && kinds[k].point != p->point)
		k++;
	return k;
}

static struct taken
taken_by(const struct dt_probe *p)
{
	size_t k = kind_of(p);

	return (struct taken){ k == INSN ? p->site->offset : p->site->func,
		k == EXIT ? RETURN : k };
}

static int
compare_taken(const void *lp, const void *rp)
{
	const struct taken *l = lp, *r = rp;

	if (l->offset != r->offset)
		return l->offset < r->offset ? -1 : 1;
	return l->kind == r->kind ? 0 : l->kind < r->kind ? -1 : 1;
}

/* Find existing probes; new ones get the ids and keys that follow theirs. */
static int
find_taken(struct search *s)
{
	struct dt_probes *ps = s->base.ps;
	const struct dt_usite *site = &s->base.site;
	const struct dt_probe *p = dt_probes_next(ps, FIRST_ID);

	dt_buf_reset(&s->taken);
	memset(s->next, 0, sizeof(s->next));
	for (s->id = FIRST_ID; p != NULL; p = dt_probes_next(ps, s->id)) {
		struct taken t = taken_by(p);

		s->id = p->id + 1;
		s->next[kind_of(p)]++;
		if (dt_usite_is_same_file(p->site, site))
			dt_buf_add(&s->taken, &t, sizeof(t));
	}
	if (s->taken.len != 0)
		qsort(s->taken.p, s->taken.len / sizeof(struct taken),
		    sizeof(struct taken), compare_taken);
	return s->taken.err;
}

static bool
is_taken(const struct search *s, uint64_t offset, size_t kind)
{
	const struct taken t = { offset, kind };

	return s->taken.len != 0 && bsearch(&t, s->taken.p,
	    s->taken.len / sizeof(t), sizeof(t), compare_taken) != NULL;
}

/* --- the functions of one file ------------------------------------------ */

/* Is the pattern about parts of functions, as f.* is? */
static bool
names_part(const char *pattern)
{
	return pattern != NULL && strchr(pattern, '.') != NULL;
}

static int
keep_name(void *arg, const struct dt_elffunc *f)
{
	struct search *s = arg;
	struct func copy = { f->offset, f->size, f->rank, f->is_start,
	    f->is_indirect, s->names.len };

	if (f->is_part && !names_part(s->base.part[2]))
		return 0;
	dt_buf_add(&s->names, f->name, strlen(f->name) + 1);
	dt_buf_add(&s->funcs, &copy, sizeof(copy));
	return s->names.err != 0 ? s->names.err : s->funcs.err;
}

/* Order names so that those of a function are adjacent, the best one first. */
static int
compare_funcs(const void *lp, const void *rp, void *names)
{
	const struct func *l = lp, *r = rp;

	if (l->offset != r->offset)
		return l->offset < r->offset ? -1 : 1;
	if (l->rank != r->rank)
		return l->rank < r->rank ? -1 : 1;
	return strcmp((char *)names + l->name, (char *)names + r->name);
}

/* Put the name that was asked for in front, which is the one that is shown. */
static void
prefer_asked(const struct search *s, const char **v, size_t n)
{
	const char *asked;

	if (dt_process_is_pattern(s->base.part[2]))
		return;
	for (size_t i = 0; i < n; i++) {
		if (!dt_demangle_matches(s->base.part[2], v[i]))
			continue;
		asked = v[i];
		memmove(v + 1, v, i * sizeof(*v));
		v[0] = asked;
		break;
	}
}

static const char *const *
copy_names(struct search *s, const struct func *f, size_t n)
{
	struct dt_arena *arena = dt_probes_arena(s->base.ps);
	const char **v = dt_arena_alloc(arena, (n + 1) * sizeof(*v));
	const char *last = "";
	size_t k = 0;

	if (v == NULL)
		return NULL;
	for (size_t i = 0; i < n; i++) {
		/* two symbols may have the same name and address */
		if (strcmp(last, s->names.p + f[i].name) == 0)
			continue;
		last = v[k++] = dt_arena_strdup(arena,
		    s->names.p + f[i].name);
		if (last == NULL)
			return NULL;
	}
	prefer_asked(s, v, k);
	return v;
}

/*
 * The name of a function in descriptions that the library returns.  A long one
 * is cut, with a hash behind it, so that each function has another one.
 */
static void
shorten(const char *name, char to[DTRACE_FUNCNAMELEN])
{
	uint32_t hash = 2166136261;	/* FNV-1a */

	if (snprintf(to, DTRACE_FUNCNAMELEN, "%s", name) < DTRACE_FUNCNAMELEN)
		return;
	for (; *name != '\0'; name++)
		hash = (hash ^ (unsigned char)*name) * 16777619;
	(void) snprintf(to + DTRACE_FUNCNAMELEN - HASHLEN, HASHLEN, "~%08x",
	    hash);
}

/* Places of a probe that differ in offset and leave. */
static struct site *
make_sites(struct search *s, const struct dt_usite *at, uint32_t n,
    const char *const *names)
{
	struct site *v = dt_arena_alloc(dt_probes_arena(s->base.ps),
	    n * sizeof(*v));

	for (uint32_t i = 0; v != NULL && i < n; i++) {
		v[i] = (struct site){ dt_psearch_site(&s->base), names };
		v[i].site.offset = at[i].offset;
		v[i].site.func = at[i].func;
		v[i].site.no_uprobe = at[i].no_uprobe;
		v[i].site.keeps_return = at[i].keeps_return;
		v[i].site.how = at[i].how;
		v[i].site.leave = at[i].leave;
		v[i].site.next = i + 1 < n ? &v[i + 1].site : NULL;
	}
	return v;
}

/* A probe, and the names that it needs until it is added. */
struct named {
	struct dt_probe probe;
	char provider[DTRACE_PROVNAMELEN], function[DTRACE_FUNCNAMELEN];
};

/* Make a probe with n places, without numbers.  0 or -ENOMEM. */
static int
make_probe(struct search *s, const struct dt_usite *at, uint32_t n,
    size_t kind, const char *const *names, const char *name, struct named *out)
{
	struct site *sites = make_sites(s, at, n, names);

	if (sites == NULL)
		return -ENOMEM;
	(void) dt_psearch_name(&s->base, DT_PID_PREFIX, out->provider,
	    sizeof(out->provider));
	shorten(names[0], out->function);
	out->probe = (struct dt_probe){
		.part = { out->provider, s->base.module, out->function, name },
		.prov = &dt_prov_pid,
		.point = kinds[kind].point,
		.nargs = kinds[kind].nargs,
		.site = &sites->site,
	};
	return 0;
}

static int
add_probe_at(struct search *s, const struct dt_usite *at, uint32_t n,
    size_t kind, const char *const *names, const char *name)
{
	struct named v;

	if (make_probe(s, at, n, kind, names, name, &v) != 0)
		return -ENOMEM;
	v.probe.id = s->id++;
	v.probe.key = s->next[kind]++;
	if (!dt_process_is_pattern(s->base.part[2]))
		dt_probes_take_in(s->base.ps, &v.probe);
	return dt_probes_add(s->base.ps, &v.probe);
}

static int
add_probe(struct search *s, const struct dt_usite *at, size_t kind,
    const char *const *names, const char *name)
{
	return add_probe_at(s, at, 1, kind, names, name);
}

/* Keep a probe that a pattern leaves out, to report it. */
static int
leave_out(struct search *s, const struct dt_usite *at, size_t kind,
    const char *const *names, const char *name, const char *why)
{
	struct named v;

	return make_probe(s, at, 1, kind, names, name, &v) == 0 ?
	    dt_probes_leave_out(s->base.ps, &v.probe, why) : -ENOMEM;
}

/* --- instructions ------------------------------------------------------- */

bool
dt_pid_offset(const char *name, uint64_t *offset)
{
	char *end;

	if (name == NULL || !isxdigit((unsigned char)*name))
		return false;
	errno = 0;
	*offset = strtoull(name, &end, 16);
	return *end == '\0' && errno == 0;
}

/*
 * Is the description about instructions?  A pattern for the offset matches all
 * of a function that is named, but none if the function is a pattern, too: that
 * would be millions of probes.
 */
static bool
is_about_insns(const char *const part[4])
{
	uint64_t offset;

	return dt_pid_offset(part[3], &offset) ||
	    (!dt_process_is_pattern(part[2]) && dt_process_is_pattern(part[3]));
}

/* Can the engine not probe it?  A nop that begins a function is no risk. */
static bool
is_unsafe(const struct search *s, enum dt_break how, bool is_first)
{
	return !(is_first && how == DT_BREAK_NOP) &&
	    !dt_psearch_can_break(&s->base, how);
}

/* A remark for users on how an instruction is probed; NULL: none. */
static const char *
how_at(const struct search *s, enum dt_break how)
{
	return how == DT_BREAK_STEP && dt_probes_in_kernel(s->base.ps) ?
	    "the kernel single-steps the instruction, which may cost 5 to 15 "
	    "microseconds" : NULL;
}

struct insns {
	struct search *s;
	const char *const *names;
	uint64_t start;			/* of the function, in the file */
	bool is_one;			/* the description has the offset */
};

static int
add_insn(void *arg, uint64_t at, enum dt_break how)
{
	const struct insns *in = arg;
	struct dt_usite site = { .offset = in->start + at, .func = in->start,
		.how = how_at(in->s, how) };
	char name[32];

	(void) snprintf(name, sizeof(name), "%llx", (unsigned long long)at);
	if (!dt_part_matches(in->s->base.part[3], name) ||
	    is_taken(in->s, site.offset, INSN))
		return 0;
	site.no_uprobe = is_unsafe(in->s, how, at == 0);
	if (site.no_uprobe && !in->is_one)
		return leave_out(in->s, &site, INSN, in->names, name,
		    dt_process_no_break);
	return add_probe(in->s, &site, INSN, in->names, name);
}

static int
add_insns(struct search *s, const struct func *f, const char *const *names)
{
	struct insns in = { .s = s, .names = names, .start = f->offset };
	uint64_t offset;
	int err;

	in.is_one = dt_pid_offset(s->base.part[3], &offset);
	err = dt_elfcode_walk(s->base.site.path, f->offset, f->size, add_insn,
	    &in);
	return err == -ENOMEM || err == -EEXIST ? err : 0;
}

struct insn {
	uint64_t offset;		/* in the file */
	uint64_t at;			/* in the function */
	enum dt_break how;
};

static int
is_at(void *arg, uint64_t at, enum dt_break how)
{
	struct insn *in = arg;

	in->how = how;
	return at == in->at ? 1 : 0;
}

/* Does an instruction begin at this address?  Then *in describes it. */
static bool
is_insn(const char *path, uint64_t vaddr, struct insn *in)
{
	uint64_t start;

	if (dt_elfcode_find(path, vaddr, &in->offset, &start) != 0)
		return false;
	in->at = in->offset - start;
	return dt_elfcode_walk(path, start, in->at + 16, is_at, in) == 1;
}

/* Add the probe of an instruction by its address. */
static int
add_address(struct search *s)
{
	static const char *const names[] = { DT_PID_NOFUNC, NULL };
	struct dt_usite site = { 0 };
	uint64_t vaddr;
	struct insn in;
	int err;

	if (!dt_pid_offset(s->base.part[3], &vaddr) ||
	    !is_insn(s->base.site.path, vaddr, &in))
		return 0;
	err = find_taken(s);
	if (err != 0 || is_taken(s, in.offset, INSN))
		return err;
	site.offset = in.offset;
	site.no_uprobe = is_unsafe(s, in.how, false);
	site.how = how_at(s, in.how);
	return add_probe(s, &site, INSN, names, s->base.part[3]);
}

/* --- functions ---------------------------------------------------------- */

static enum dt_elfreturn
return_of(const struct search *s, const struct func *f, size_t n)
{
	enum dt_elfreturn how = f->is_start ? DT_RETURN_NEVER : DT_RETURN_ONCE;

	for (size_t i = 0; i < n; i++) {
		enum dt_elfreturn h = dt_elffunc_return(s->names.p + f[i].name);

		how = h > how ? h : how;
	}
	return how;
}

/* One function, under all its names. */
struct function {
	const struct func *f;
	size_t n;
	const char *const *names;	/* NULL: not copied yet */
	struct dt_elfentry entry;
};

static int
need_names(struct search *s, struct function *fn)
{
	if (fn->names == NULL)
		fn->names = copy_names(s, fn->f, fn->n);
	return fn->names != NULL ? 0 : -ENOMEM;
}

/* Does the description name a probe of this kind that there is not yet? */
static bool
is_named(const struct search *s, uint64_t func, size_t kind)
{
	return dt_part_matches(s->base.part[3], kinds[kind].name) &&
	    !is_taken(s, func, kind);
}

/* Is the function or the probe a pattern, which can leave probes out? */
static bool
is_pattern(const struct search *s)
{
	return dt_process_is_pattern(s->base.part[2]) ||
	    dt_process_is_pattern(s->base.part[3]);
}

static int
leave_out_of(struct search *s, struct function *fn, size_t kind,
    const char *why)
{
	const struct dt_usite at = { .offset = fn->entry.body,
		.func = fn->f->offset };

	return need_names(s, fn) == 0 ? leave_out(s, &at, kind, fn->names,
	    kinds[kind].name, why) : -ENOMEM;
}

static const char no_break[] = "the kernel cannot probe the first instruction "
    "exactly and without harm: use the embedded engine (-x engine=vm)";
static const char keeps_return[] = "the function keeps its return address for "
    "a jump: trace it by its instructions (-x returns=sites)";
static const char unknown_exits[] = "not all instructions that return are "
    "known: trace it by its address (-x returns=frames) if no stack is "
    "switched or unwound";

/*
 * A Go function begins again after its stack has grown, so that its probe is
 * behind the check.
 */
static void
pass_check(struct search *s, struct function *fn)
{
	struct dt_elfentry e;

	if (!s->ret.is_go || dt_pidret_read(&s->ret, fn->f->offset,
	    fn->f->size) != 0 || s->ret.body.behind_check == 0)
		return;
	e = dt_elffunc_entry(s->fd, s->ret.body.behind_check);
	if (e.how != DT_BREAK_NO)
		fn->entry = e;
}

static int
add_entry(struct search *s, struct function *fn)
{
	struct dt_usite at = { .func = fn->f->offset };

	if (!is_named(s, fn->f->offset, ENTRY))
		return 0;
	pass_check(s, fn);
	at.offset = fn->entry.body;
	at.no_uprobe = is_unsafe(s, fn->entry.how, true);
	at.how = how_at(s, fn->entry.how);
	if (is_pattern(s) && at.no_uprobe)
		return leave_out_of(s, fn, ENTRY, no_break);
	if (need_names(s, fn) != 0)
		return -ENOMEM;
	return add_probe(s, &at, ENTRY, fn->names, kinds[ENTRY].name);
}

/* Add the probe of a return that is traced by the address on the stack. */
static int
add_frame(struct search *s, struct function *fn, enum dt_elfreturn how,
    const char *why)
{
	const struct dt_usite at = { .offset = fn->entry.body,
		.func = fn->f->offset, .how = why,
		.no_uprobe = is_unsafe(s, fn->entry.how, true),
		.keeps_return = how == DT_RETURN_AGAIN };

	if (is_pattern(s) && (at.no_uprobe || at.keeps_return))
		return leave_out_of(s, fn, RETURN, at.no_uprobe ? no_break :
		    keeps_return);
	if (need_names(s, fn) != 0)
		return -ENOMEM;
	return add_probe(s, &at, RETURN, fn->names, kinds[RETURN].name);
}

/* Add the probe of a return that is traced where the function returns. */
static int
add_exits(struct search *s, struct function *fn, const char *why)
{
	const struct dt_body *body = &s->ret.body;
	struct dt_usite *at;
	uint32_t n;
	int err;

	if (!body->is_whole)
		return is_pattern(s) ?
		    leave_out_of(s, fn, EXIT, unknown_exits) : 0;
	if (body->exits.len == 0)
		return 0;
	if (need_names(s, fn) != 0)
		return -ENOMEM;
	err = dt_pidret_sites(&s->ret, s->base.ps, fn->f->offset, &at, &n);
	if (err != 0)
		return err;
	at->how = why;
	return add_probe_at(s, at, n, EXIT, fn->names, kinds[EXIT].name);
}

static int
add_return(struct search *s, struct function *fn)
{
	enum dt_elfreturn how = return_of(s, fn->f, fn->n);
	const char *why;
	int err;

	if (!is_named(s, fn->f->offset, RETURN) || how == DT_RETURN_NEVER)
		return 0;
	err = dt_pidret_read(&s->ret, fn->f->offset, fn->f->size);
	if (err == -ENOMEM)
		return err;
	if (dt_pidret_by_site(&s->ret, s->base.ps, how == DT_RETURN_AGAIN,
	    is_unsafe(s, fn->entry.how, true), &why))
		return add_exits(s, fn, why);
	return add_frame(s, fn, how, why);
}

/* Add the probes of a function, whose names are f[0] to f[n - 1]. */
static int
add_function(struct search *s, const struct func *f, size_t n)
{
	struct function fn = { .f = f, .n = n };
	int err;

	fn.entry = dt_elffunc_entry(s->fd, f->offset);
	err = add_entry(s, &fn);
	if (err == 0)
		err = add_return(s, &fn);
	if (err != 0 || !is_about_insns(s->base.part))
		return err;
	return need_names(s, &fn) == 0 ? add_insns(s, f, fn.names) : -ENOMEM;
}

static int
compare_offsets(const void *lp, const void *rp)
{
	const uint64_t *l = lp, *r = rp;

	return *l == *r ? 0 : *l < *r ? -1 : 1;
}

/* The function that the resolver at this offset chose; 0: it is not known. */
static uint64_t
chosen_by(const struct search *s, uint64_t resolver)
{
	const struct dt_ifunc *v = (const struct dt_ifunc *)s->chosen.p;

	for (size_t i = 0; i < s->chosen.len / sizeof(*v); i++)
		if (v[i].resolver == resolver)
			return v[i].chosen;
	return 0;
}

/*
 * Does the description name an indirect function?  Otherwise it does not matter
 * which functions these stand for.
 */
static bool
names_indirect(const struct search *s)
{
	const struct func *f = (const struct func *)s->funcs.p;

	for (size_t i = 0; i < s->funcs.len / sizeof(*f); i++)
		if (f[i].is_indirect && dt_demangle_matches(s->base.part[2],
		    s->names.p + f[i].name))
			return true;
	return false;
}

/*
 * Replace the resolvers of indirect functions by the functions that they chose,
 * and drop those that have not chosen.
 */
static int
choose(struct search *s)
{
	struct func *f = (struct func *)s->funcs.p;
	size_t n = s->funcs.len / sizeof(*f), kept = 0, i;
	pid_t pid = s->base.pid != 0 ? s->base.pid : getpid();
	int err = 0;

	dt_buf_reset(&s->chosen);
	if (names_indirect(s))
		err = dt_ifuncs_read(pid, s->base.site.path,
		    s->base.only == NULL, &s->chosen);
	for (i = 0; i < n; i++) {
		if (f[i].is_indirect) {
			f[i].offset = chosen_by(s, f[i].offset);
			f[i].size = 0;
		}
		if (f[i].offset != 0)
			f[kept++] = f[i];
	}
	s->funcs.len = kept * sizeof(*f);
	return err == -ENOMEM ? err : 0;
}

/* Drop the functions of which no name matches the description. */
static int
drop_unwanted(struct search *s)
{
	const size_t size = sizeof(uint64_t);
	struct func *f = (struct func *)s->funcs.p;
	size_t n = s->funcs.len / sizeof(*f), kept = 0, i;

	dt_buf_reset(&s->wanted);
	for (i = 0; i < n; i++)
		if (dt_demangle_matches(s->base.part[2],
		    s->names.p + f[i].name))
			dt_buf_add(&s->wanted, &f[i].offset, size);
	if (s->wanted.len != 0)
		qsort(s->wanted.p, s->wanted.len / size, size, compare_offsets);
	for (i = 0; i < n && s->wanted.len != 0; i++)
		if (bsearch(&f[i].offset, s->wanted.p, s->wanted.len / size,
		    size, compare_offsets) != NULL)
			f[kept++] = f[i];
	s->funcs.len = kept * sizeof(*f);
	return s->wanted.err;
}

static int
add_functions(struct search *s)
{
	struct func *f = (struct func *)s->funcs.p;
	size_t n = s->funcs.len / sizeof(*f), i, j;
	int err = n != 0 ? find_taken(s) : 0;

	if (n != 0)
		qsort_r(f, n, sizeof(*f), compare_funcs, s->names.p);
	for (i = 0; i < n && err == 0; i = j) {
		for (j = i + 1; j < n && f[j].offset == f[i].offset; j++)
			if (f[j].size > f[i].size)
				f[i].size = f[j].size;
		if (f[i].size == 0)
			f[i].size = dt_elfcode_extent(s->fd, f[i].offset,
			    MAXOPEN);
		err = add_function(s, &f[i], j - i);
	}
	return err;
}

/* Skip a file that cannot be read: others may have the probe. */
static int
read_functions(struct dt_psearch *base)
{
	struct search *s = (struct search *)base;
	int err;

	if (base->part[2] != NULL && strcmp(base->part[2], DT_PID_NOFUNC) == 0)
		return add_address(s);
	s->fd = dt_regular_open(base->site.path, 0);
	base->failed = s->fd < 0;
	if (base->failed)
		return 0;
	dt_buf_reset(&s->funcs);
	dt_buf_reset(&s->names);
	err = dt_elf_functions(base->site.path, keep_name, s);
	if (err != -ENOMEM)
		err = choose(s);
	if (err == 0)
		err = drop_unwanted(s);
	if (err == 0)
		err = dt_pidret_file(&s->ret, base, s->fd);
	if (err == 0)
		err = add_functions(s);
	dt_pidret_end(&s->ret);
	(void) close(s->fd);
	return err;
}

/*
 * Set the process of a pattern that contains its id, as p*d$target and
 * pid$target* do.
 */
static void
find_id(struct dt_psearch *s)
{
	char name[sizeof(DT_PID_PREFIX) + 3 * sizeof(int)];
	const char *p = s->part[0];
	size_t len;

	for (; *p != '\0' && s->pid == 0; p += len + (len == 0)) {
		unsigned long pid = strtoul(p, NULL, 10);

		len = strspn(p, "0123456789");
		(void) snprintf(name, sizeof(name), DT_PID_PREFIX "%.*s",
		    (int)len, p);
		if (len == 0 || pid > INT_MAX ||
		    !dt_glob_match(s->part[0], name))
			continue;
		(void) snprintf(s->provider, sizeof(s->provider),
		    DT_PID_PREFIX);
		s->pid = (pid_t)pid;
	}
}

bool
dt_pid_init(struct dt_psearch *s, struct dt_probes *ps,
    const char *const part[4])
{
	if (!dt_psearch_init(s, ps, part))
		return false;
	if (strcmp(part[0], DT_PID_PREFIX "*") == 0)
		(void) snprintf(s->provider, sizeof(s->provider),
		    DT_PID_PREFIX);
	else if (s->provider[0] == '\0')
		find_id(s);
	return strcmp(s->provider, DT_PID_PREFIX) == 0;
}

/* An unreadable process is no error here; dt_pid_explain() tells why. */
static int
provide_in(struct dt_probes *ps, const char *const part[4],
    const struct dt_where *where)
{
	struct search s = { .base.read = read_functions };
	int err;

	if (!dt_pid_init(&s.base, ps, part))
		return 0;
	s.base.only = where;
	err = dt_psearch_run(&s.base);
	dt_buf_free(&s.funcs);
	dt_buf_free(&s.names);
	dt_buf_free(&s.wanted);
	dt_buf_free(&s.taken);
	dt_buf_free(&s.chosen);
	dt_pidret_free(&s.ret);
	return err == -ENOMEM ? err : 0;
}

static uint32_t
later(const char *const part[4], pid_t pid)
{
	struct dt_psearch s;
	uint32_t mask = 0;

	if (!dt_pid_init(&s, NULL, part) || !dt_psearch_has(&s, pid))
		return 0;
	for (size_t k = 0; k < INSN; k++)
		if (dt_part_matches(part[3], kinds[k].name))
			mask |= 1u << kinds[k].point;
	return is_about_insns(part) ? mask | 1u << DT_POINT_UINSN : mask;
}

const struct dt_prov dt_prov_pid = {
	.name = "pid",
	.attrs = DT_PA_PID,
	.later = later,
	.provide_in = provide_in,
	.describe = dt_process_describe,
	.explain = dt_pid_explain,
	.is_alias = is_alias,
};
