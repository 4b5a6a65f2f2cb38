/* SPDX-License-Identifier: MIT */
/*
 * front.h - the front end: D text to typed tree.
 *
 *	lex.c	characters to tokens, macro variables expanded
 *	parse.c	tokens to tree, by recursive descent
 *	scope.c	the meaning of names, for the life of a handle
 *	check.c	types, conversions, arity: one function per kind of node
 *	fold.c	constant expressions
 *	pragma.c #pragma D ...
 *	since.c	what older versions of D lack
 *	foreign.c probe descriptions of bpftrace
 *	names.c	what a library defines
 *	dump.c	tokens and trees as text
 */
#ifndef DT_FRONT_H
#define DT_FRONT_H

#include <stdio.h>
#include <sys/types.h>
#include "base/arena.h"
#include "base/diag.h"
#include "front/ast.h"

/*
 * The names of a handle: variables and aggregations of all its programs.  A
 * program that fails to compile leaves it unchanged.
 */
struct dt_scope;

int dt_scope_create(struct dt_types *types, struct dt_scope **sp);
void dt_scope_destroy(struct dt_scope *s);
uint32_t dt_scope_globals_size(const struct dt_scope *s);
uint32_t dt_scope_nself(const struct dt_scope *s);

/*
 * The types that the probes of a clause declare for one argument.  Each
 * description of the clause adds to all members but number.
 */
struct dt_argtype {
	uint32_t number;	/* args[number] */
	bool declared;		/* declarations of providers count, too */
	const char *type;	/* in the first probe with this argument */
	const struct dt_type *is;	/* the type itself, if it cannot be
					 * looked up by that name; or NULL */
	uint32_t from;		/* the argument that it is made from, */
	const char *native;	/* and the type of that */
	const char *own[2];	/* the provider's types of from and number,
				 * or NULL */
	uint32_t nprobes, ntyped;	/* all probes, those with types */
	uint32_t nwith;		/* probes that have this argument */
	uint32_t most;		/* most arguments of any probe */
	bool differ;		/* the probes give it several types */
	dtrace_attribute_t attr;	/* the least stable of the probes' */
	bool is_user;		/* a pointer is an address in the process */
	char why[120];		/* why a probe has no types; or empty */
};

/* A type of a program or library, by its name. */
struct dt_usertype {
	const struct dt_pdesc *pdescs;	/* of the clause: the processes that */
	uint32_t npdescs;		/* they name come first */
	const char *name;	/* "struct x", "struct lib.so`x", "x_t" ... */
	int err;
	struct dt_type type;
	char why[200];		/* where it was searched, to follow the name in
				 * a message; or empty: nowhere */
};

/* A symbol of the kernel. */
struct dt_kvar {
	const char *is;		/* DT_FIELD_FUNCTION ... of type/field.h */
	uint64_t addr;		/* PERCPU: to add to the CPU's offset */
	struct dt_type type;	/* FUNCTION: of a pointer to it */
};

/* The offsets of the CPUs: a variable of the kernel, unsigned long [ncpus]. */
#define	DT_KVAR_OFFSETS	"__per_cpu_offset"

/*
 * names.c: call fn for each name that the text of a library defines or depends
 * on.  A nonzero return of fn ends the search and is returned.
 */
enum dt_libname { DT_LIB_NAME, DT_LIB_PROVIDER, DT_LIB_NEEDS_LIBRARY,
	DT_LIB_NEEDS_MODULE, DT_LIB_NEEDS_PROVIDER };
typedef int dt_libname_f(void *arg, enum dt_libname what, const char *s,
    size_t len);
int dt_front_names(const char *text, size_t len, dt_libname_f *fn, void *arg);

/* A call by a name of its own, or by d->alias; args: see tbl/sysalias.h. */
typedef int dt_alias_f(void *arg, const struct dt_pdesc *d, const char *args);

/* The functions of api/ that the front end calls; some may be NULL. */
struct dt_env {
	void *arg;
	void (*argtype)(void *arg, const struct dt_pdesc *pd,
	    struct dt_argtype *a);
	/*
	 * Can an argument of a probe of a description not be read?  Then why is
	 * set to the reason.  Or NULL.
	 */
	bool (*unreadable)(void *arg, const struct dt_pdesc *pd,
	    uint32_t number, char *why, size_t n);
	/* The number of probes that a description matches. */
	uint32_t (*matches)(void *arg, const struct dt_pdesc *pd);
	/* Does no provider match it?  buf gets a message.  Or NULL. */
	bool (*unknown)(void *arg, const struct dt_pdesc *pd, char *buf,
	    size_t n);
	/* Write to buf why it matches no probe; false if unknown.  Or NULL. */
	bool (*lacks)(void *arg, const struct dt_pdesc *pd, char *buf,
	    size_t n);
	/*
	 * A symbol of the kernel in one module or all (NULL): 0, -ENOMEM, or
	 * -ENOENT or -EPERM with why set.
	 */
	int (*symbol)(void *arg, const char *module, const char *name,
	    struct dt_kvar *out, char *why, size_t len);
	/*
	 * Find the type of this name in the debug information of processes, and
	 * set type and why.  0, -ENOENT or -ENOMEM.  Or NULL.
	 */
	int (*usertype)(void *arg, struct dt_usertype *u);
	/* Is option sysaliases set?  Or NULL. */
	bool (*is_foreign)(void *arg);
	/*
	 * If the description matches another system's name of a system call:
	 * call fn for the calls that it matches by their own names, then for
	 * those that such names stand for.  A nonzero return of fn ends it and
	 * is returned.
	 */
	int (*aliases)(void *arg, const struct dt_pdesc *pd, dt_alias_f *fn,
	    void *fnarg);
	/* #pragma D option; 0 or a negative code with *why set. */
	int (*setopt)(void *arg, const char *name, const char *value,
	    const char **why);
	pid_t target;			/* $target, 0: none */
	/* The value of an option (DTRACEOPT_*), as the program has set it. */
	int64_t (*option)(void *arg, int opt);
	/* The least stability that option amin permits.  Or NULL: any. */
	dtrace_attribute_t (*least)(void *arg);
	/*
	 * Compile the D libraries that define a name, or declare the providers
	 * of probes.  0, or a negative code with the diagnostic set.  Or NULL:
	 * there are no libraries.
	 */
	int (*define)(void *arg, const char *name, struct dt_diag *diag);
	int (*declare)(void *arg, const struct dt_pdesc *pd,
	    struct dt_diag *diag);
	/* Is there such a module or provider?  NULL: no. */
	bool (*has)(void *arg, enum dt_libname what, const char *name);
	/* The version of D that a program requires so far; 0: any.  Or NULL. */
	int64_t (*version)(void *arg);
};

struct dt_source {
	const char *text;
	size_t len;
	const char *file;		/* for messages, or NULL */
	bool is_file;			/* messages give line numbers */
	bool is_library;		/* its clauses are left out */
	dtrace_probespec_t spec;
	uint_t cflags;			/* DTRACE_C_* */
	int argc;
	char *const *argv;		/* argv[0] is $0 */
};

/*
 * Compile to a typed tree in the arena.  Returns 0, or -errno with the
 * diagnostic set.  Tokens and trees are printed to dump_lex and dump_ast, which
 * may be NULL.
 */
int dt_front(const struct dt_source *src, struct dt_scope *scope,
    const struct dt_env *env, struct dt_arena *arena, struct dt_diag *diag,
    FILE *dump_lex, FILE *dump_ast, struct dt_dprog **out);

#endif /* DT_FRONT_H */
