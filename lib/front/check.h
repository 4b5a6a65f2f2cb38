/* SPDX-License-Identifier: MIT */
/* check.h - makes the typed tree from the parsed one; private to front/. */
#ifndef DT_CHECK_H
#define DT_CHECK_H

#include "front/inline.h"
#include "front/scope.h"

/*
 * The parameters of the inline or translator that is being checked, and their
 * values: expressions of the outer frame, or one value, or any value while it
 * is defined.
 */
struct dt_frame {
	const struct dt_param *params;
	uint32_t nparams;
	const struct dt_pnode *args;	/* nparams of them, or NULL */
	const struct dt_node *value;	/* of the only parameter, or NULL */
	bool is_rated;			/* by a pragma: the names in it do not
					 * count for the stability */
	const struct dt_frame *outer;
	const char *file;		/* of the outer frame, */
	int at;				/* and the line of the use there */
};

struct dt_check {
	struct dt_scope *scope;
	struct dt_types *types;
	struct dt_arena *arena;
	struct dt_diag *diag;
	const struct dt_env *env;
	uint_t cflags;
	bool has_file;		/* the program is a file, with lines */
	bool is_library;	/* only uses are checked, not definitions */
	const struct dt_lex *lex;
	const struct dt_pclause *program;	/* all of its clauses */
	struct dt_dclause *clause;	/* its probes are set */
	struct dt_dclause outside;	/* in place of a clause, no probes */
	dtrace_attribute_t *attr;	/* of the statement or predicate */
	uint32_t nclauses;
	uint32_t nstmts;	/* of the program so far */
	struct dt_field *fields, **fieldtail;
	uint32_t nfields;
	int kernel_line;	/* the first that relies on a type without
				 * a name; or 0 */
	const struct dt_frame *frame;	/* of the inline being checked */
	const struct dt_pnode *address_of;	/* the operand of &, or NULL */
	const struct dt_xlator *defining;	/* whose members are checked */
	int nwhole;		/* translated structs being made in memory */
	int at;			/* line of nodes in another file; or 0 */
	uint32_t ninlined;	/* nodes of the program's inlines so far */
	uint32_t depth;		/* of the expression being checked */
	uint32_t largest;	/* see struct dt_dprog */
	struct dt_type t_int, t_int64, t_size, t_string, t_bool, t_boolalias;
};

/* All of these return NULL on failure, with the diagnostic set. */

/* check.c */
int dt_check_init(struct dt_check *c);
int dt_check_program(struct dt_check *c, const struct dt_pclause *list,
    struct dt_dprog *out);
void *dt_check_alloc(struct dt_check *c, size_t size);
int dt_check_one(struct dt_check *c, const struct dt_pclause *p,
    struct dt_dclause ***tail);
/* A description that matches a probe, without module or function. */
bool dt_check_nearest(const struct dt_check *c, const struct dt_pdesc *d,
    struct dt_pdesc *is);
/* dt_check_one() with system calls in place of their aliases. */
int dt_check_aliases(struct dt_check *c, const struct dt_pclause *p,
    struct dt_dclause ***tail);
/* The argument that arg0 ... means in the current clause; NULL: none, 0. */
const char *dt_check_callarg(const struct dt_check *c, const char *name,
    char buf[8]);
/* Append a clause on the probes of p, and make it the current one. */
int dt_check_clause(struct dt_check *c, const struct dt_pclause *p,
    struct dt_dclause ***tail);
int dt_check_pred(struct dt_check *c, const struct dt_pclause *p,
    struct dt_dclause *out);
/* Is the message about a name that is not known yet? */
bool dt_check_isundefined(const struct dt_diag *d);
int dt_check_stmt(struct dt_check *c, const struct dt_pstmt *p,
    struct dt_dstmt ***tail);

/*
 * check_attr.c: lower the stability of the statement to attr, or to that of a
 * variable's name or of a name of the kernel that it uses.  False, with the
 * diagnostic set, if option amin demands more.
 */
bool dt_check_uses(struct dt_check *c, int line, const char *what,
    dtrace_attribute_t attr);
bool dt_check_usesname(struct dt_check *c, int line,
    const struct dt_ident *id);
bool dt_check_useskernel(struct dt_check *c, int line, const char *name);
/* The attributes that a pragma gives the name, or NULL. */
const dtrace_attribute_t *dt_check_rating(const struct dt_check *c,
    const struct dt_ident *id);

/* check_if.c: a clause that contains if, as several clauses without */
int dt_check_split(struct dt_check *c, const struct dt_pclause *p,
    struct dt_dclause ***tail);

/* check_xlate.c: translators, and values of them (XLATE) */
int dt_check_xlator(struct dt_check *c, const struct dt_xlator *x);
struct dt_node *dt_check_xlate(struct dt_check *c, const struct dt_pnode *p);
/* As dt_check_value(), but a translated struct is made in memory. */
struct dt_node *dt_check_whole(struct dt_check *c, struct dt_node *n);
/* A translated pointer: the address of its struct, made in memory. */
struct dt_node *dt_check_pointed(struct dt_check *c, const struct dt_node *n);
/* A member of a translated struct, or of a translated pointer's target. */
struct dt_node *dt_check_xmember(struct dt_check *c, const struct dt_pnode *p,
    struct dt_node *of);
/*
 * A value of this type made from `input`: by a translator, or unchanged if the
 * types agree.  A translation with a right side has that value where no member
 * of it is used.
 */
struct dt_node *dt_check_translated(struct dt_check *c, int line,
    const struct dt_type *type, struct dt_node *input);
/* Can the arguments that a provider declares be translated? */
int dt_check_provider(struct dt_check *c, const struct dt_provider *v);
/* The value of a translation without a member; or a message with this tag. */
struct dt_node *dt_check_dynamic(struct dt_check *c, enum dt_tag tag,
    const struct dt_node *n);
/* A value; a translated one is refused with this tag. */
struct dt_node *dt_check_static(struct dt_check *c, enum dt_tag tag,
    const struct dt_pnode *p);

/*
 * check_field.c: numbers of the kernel's types.  The field of member `name` of
 * a place, NULL if its offset is a constant.  It counts as used once the place
 * is read or its address is taken.
 */
struct dt_field *dt_check_path(struct dt_check *c, int line,
    const struct dt_node *of, const char *name);
int dt_check_usemember(struct dt_check *c, struct dt_node *n);
struct dt_node *dt_check_part(struct dt_check *c, int line,
    const struct dt_type *type, struct dt_field *f, enum dt_fieldpart part);
/* The size of a type, and an enumerator, as integers of the first type. */
struct dt_node *dt_check_size(struct dt_check *c, int line,
    const struct dt_type *type, const struct dt_type *of);
struct dt_node *dt_check_arraysize(struct dt_check *c, int line,
    const struct dt_type *type, const struct dt_type *array,
    struct dt_node *count);
struct dt_node *dt_check_enum(struct dt_check *c, int line,
    const struct dt_type *type, const char *name, int64_t value);
/* The address of a symbol, as a value of this type. */
struct dt_node *dt_check_address(struct dt_check *c, int line,
    const struct dt_type *type, const char *module, const char *name,
    const struct dt_kvar *v);
/*
 * n where a constant is required: one that depends on the kernel's types gets
 * its value in this kernel, and a saved program runs only where it is equal.
 */
struct dt_node *dt_check_constant(struct dt_check *c, struct dt_node *n);

/* check_inline.c */
/* Begin and end checking a definition of this file, for a use on this line. */
void dt_check_enter(struct dt_check *c, struct dt_frame *f, const char *file,
    int line);
void dt_check_leave(struct dt_check *c, const struct dt_frame *f);
/* n as the value of this name and type; otherwise a message with this tag. */
struct dt_node *dt_check_standin(struct dt_check *c, enum dt_tag tag, int line,
    const char *name, const struct dt_type *type, struct dt_node *n);
/* A node that means any value of a type; it is not constant. */
struct dt_node *dt_check_any(struct dt_check *c, int line,
    const struct dt_type *type);

/* check_expr.c */
/*
 * After the check of p has failed: if p is an aggregation or an action, which
 * have no value, the message gets the tag of the place it is in.
 */
struct dt_node *dt_check_novalue(struct dt_check *c, const struct dt_pnode *p,
    enum dt_tag tag);
/* An expression as a value: a place in memory is read. */
struct dt_node *dt_check_expr(struct dt_check *c, const struct dt_pnode *p);
/* The same, but a place is not read. */
struct dt_node *dt_check_place(struct dt_check *c, const struct dt_pnode *p);
/*
 * The branch that ?: chooses if its condition is constant, which may be an
 * action; otherwise p.  NULL: see the diagnostic.
 */
const struct dt_pnode *dt_check_chosen(struct dt_check *c,
    const struct dt_pnode *p);
struct dt_node *dt_check_node(struct dt_check *c, enum dt_nodekind kind,
    int line, const struct dt_type *type);
/* A node with two operands; NULL if one of them is NULL. */
struct dt_node *dt_check_pair(struct dt_check *c, enum dt_nodekind kind,
    int line, const struct dt_type *type, struct dt_node *left,
    struct dt_node *right);
/* left, right; NULL if an operand is NULL. */
struct dt_node *dt_check_comma(struct dt_check *c, int line,
    struct dt_node *left, struct dt_node *right);
/* Is it a number, of the program or of the kernel? */
bool dt_check_isnumber(const struct dt_node *n);
/* The constant 0 as the null string; any other node unchanged. */
struct dt_node *dt_check_null(struct dt_check *c, struct dt_node *n);
/* An operation on checked operands, folded; NULL if an operand is NULL. */
struct dt_node *dt_check_make(struct dt_check *c, int line, enum dt_op op,
    const struct dt_type *type, struct dt_node *left, struct dt_node *right);
struct dt_node *dt_check_const(struct dt_check *c, int line,
    const struct dt_type *type, uint64_t value);
/*
 * An integer as a variable of type `to` stores it: with all 64 bits, but a
 * constant is cast and _Bool is 0 or 1.
 */
struct dt_node *dt_check_stored(struct dt_check *c, struct dt_node *n,
    const struct dt_type *to);
/* A cast to an integer type, unless the node has that type already. */
struct dt_node *dt_check_convert(struct dt_check *c, struct dt_node *n,
    const struct dt_type *to);

/* check_mem.c: memory of the kernel */
/* The member that p names, of the struct that n is or points to. */
struct dt_node *dt_check_memberof(struct dt_check *c,
    const struct dt_pnode *p, struct dt_node *n);
/*
 * Where a struct of this name that is only declared was sought in processes:
 * u->why, to follow the name in a message.
 */
void dt_check_sought(struct dt_check *c, const struct dt_type *t,
    const char *name, struct dt_usertype *u);
/* The value of a place; any other node unchanged. */
struct dt_node *dt_check_value(struct dt_check *c, struct dt_node *n);
/* The same, but an array becomes its address. */
struct dt_node *dt_check_decay(struct dt_check *c, struct dt_node *n);
/* A place in the process as a copy in scratch memory; others unchanged. */
struct dt_node *dt_check_copyin(struct dt_check *c, struct dt_node *n);
struct dt_node *dt_check_addr(struct dt_check *c, const struct dt_pnode *p);
/* A pointer as an integer; any other node unchanged. */
struct dt_node *dt_check_number(struct dt_check *c, struct dt_node *n);
/* The memory at ptr + off, as a place. */
struct dt_node *dt_check_memory(struct dt_check *c, int line,
    struct dt_node *ptr, uint64_t off, const struct dt_type *type);
/* The address of a place. */
struct dt_node *dt_check_addressof(struct dt_check *c, struct dt_node *place);
/* The same bits with another type. */
struct dt_node *dt_check_retype(struct dt_check *c, struct dt_node *n,
    const struct dt_type *type);
/* The string that a pointer to characters refers to; other values unchanged. */
struct dt_node *dt_check_asstring(struct dt_check *c, struct dt_node *n);
/* The string at an address. */
struct dt_node *dt_check_stringof(struct dt_check *c, struct dt_node *addr);
/* The size of a pointer's target, or NULL with the diagnostic set. */
struct dt_node *dt_check_stride(struct dt_check *c, int line,
    const struct dt_type *ptr);
struct dt_node *dt_check_offset(struct dt_check *c, int line, enum dt_op op,
    struct dt_node *ptr, struct dt_node *n);
struct dt_node *dt_check_distance(struct dt_check *c, int line,
    struct dt_node *left, struct dt_node *right);
struct dt_node *dt_check_deref(struct dt_check *c, const struct dt_pnode *p);
/* The memory that n points to, a place. */
struct dt_node *dt_check_follow(struct dt_check *c, int line,
    struct dt_node *n);
/*
 * The place of a member, named by a path with . and ->, of a struct at a place;
 * and that of ptr->path.
 */
struct dt_node *dt_check_along(struct dt_check *c, int line,
    struct dt_node *of, const char *path);
struct dt_node *dt_check_through(struct dt_check *c, int line,
    struct dt_node *ptr, const char *path);
struct dt_node *dt_check_addrof(struct dt_check *c, const struct dt_pnode *p);
struct dt_node *dt_check_member(struct dt_check *c, const struct dt_pnode *p);
struct dt_node *dt_check_index(struct dt_check *c, const struct dt_pnode *p,
    struct dt_node *x);
struct dt_node *dt_check_offsetof(struct dt_check *c,
    const struct dt_pnode *p);

/* check_sym.c: symbols of the kernel */
struct dt_node *dt_check_symbol(struct dt_check *c, const struct dt_pnode *p);

/* check_obj.c: variables that have an address, and stores to memory */
/* Is it a struct, a union or an array of a fixed size? */
bool dt_check_isobject(const struct dt_ident *id);
/* Such a variable as a place. */
struct dt_node *dt_check_object(struct dt_check *c, int line,
    const struct dt_ident *id);
/* A struct of self-> or of an array as a place; any other node unchanged. */
struct dt_node *dt_check_copied(struct dt_check *c, struct dt_node *n);
/* Does a place or an address lie in a variable; in a copy of one? */
bool dt_check_isown(const struct dt_node *n);
bool dt_check_iscopy(const struct dt_node *n);
/* Is an address one in the process, from an argument of the probe? */
bool dt_check_isuser(const struct dt_node *n);
/* A place that can be assigned; otherwise report why not. */
struct dt_node *dt_check_store(struct dt_check *c, int line,
    struct dt_node *to);
/*
 * Does an assignment free an object of self-> or of an associative array?  It
 * does if the value is 0, and `to` the whole, not an object inside it.
 */
bool dt_check_frees(const struct dt_node *to, const struct dt_node *from);
/* The assignment of a whole struct, union or array. */
struct dt_node *dt_check_copy(struct dt_check *c, int line,
    struct dt_node *to, struct dt_node *from);
/* Element i of an array of n elements at base, with a check of the bounds. */
struct dt_node *dt_check_at(struct dt_check *c, int line,
    struct dt_node *base, struct dt_node *i, uint32_t n);

/* check_args.c */
/* Is it args or uregs, arrays that exist without a declaration? */
bool dt_check_isreserved(const char *name);
/* Is it uregs[...]? */
bool dt_check_isuregs(const struct dt_pnode *p);
struct dt_node *dt_check_uregs(struct dt_check *c, const struct dt_pnode *p);
/* Is it args[...]? */
bool dt_check_isargs(const struct dt_pnode *p);
struct dt_node *dt_check_args(struct dt_check *c, const struct dt_pnode *p);
/*
 * Can this argument be read at all probes of the clause?  False, with the
 * diagnostic set, if not.
 */
bool dt_check_readable(struct dt_check *c, int line, uint32_t number);
struct dt_node *dt_check_builtin(struct dt_check *c, int line,
    const struct dt_ident *id, struct dt_node *n);
struct dt_node *dt_check_enumerator(struct dt_check *c,
    const struct dt_pnode *p);

/* check_inline.c */
/* Define an inline; with constant only if it is an integer constant. */
int dt_check_define(struct dt_check *c, const struct dt_inline *in,
    bool constant);
/* Is it the name of an inline or of its parameter? */
bool dt_check_isinline(struct dt_check *c, const struct dt_pnode *p);
/* Is it name[...] of an inline with parameters? */
bool dt_check_isinlined(struct dt_check *c, const struct dt_pnode *p);
/* The value of one of these, as a place. */
struct dt_node *dt_check_inline(struct dt_check *c, const struct dt_pnode *p);
/* The target of an assignment to p: if it is an inline, its variable. */
const struct dt_pnode *dt_check_behind(struct dt_check *c,
    const struct dt_pnode *p);

/* check_op.c: operators over checked operands */
/* The tag of the message about a wrong operand. */
enum dt_tag dt_check_optag(enum dt_op op);
struct dt_node *dt_check_unary(struct dt_check *c, int line, enum dt_op op,
    struct dt_node *n);
struct dt_node *dt_check_binary(struct dt_check *c, int line, enum dt_op op,
    struct dt_node *left, struct dt_node *right);
/* Is n a scalar, as the condition of `of` must be?  If not, report it. */
bool dt_check_iscondition(struct dt_check *c, int line, const char *of,
    const struct dt_node *n);
struct dt_node *dt_check_cond(struct dt_check *c, int line,
    struct dt_node *cond, struct dt_node *yes, struct dt_node *no);

/* check_var.c */
struct dt_node *dt_check_varnode(struct dt_check *c, int line,
    const struct dt_ident *id);
struct dt_node *dt_check_var(struct dt_check *c, const struct dt_pnode *p);
/*
 * The operand of a unary operator, as a place.  An unknown self-> or this->
 * variable or array is created, of type int64_t.
 */
struct dt_node *dt_check_operand(struct dt_check *c, const struct dt_pnode *p);
/* to = value, both checked; a string can be assigned to an array. */
struct dt_node *dt_check_assignto(struct dt_check *c, int line,
    struct dt_node *to, struct dt_node *value);
struct dt_node *dt_check_assign(struct dt_check *c, const struct dt_pnode *p);
struct dt_node *dt_check_preinc(struct dt_check *c, const struct dt_pnode *p);
struct dt_node *dt_check_postinc(struct dt_check *c,
    const struct dt_pnode *p);
int dt_check_decl(struct dt_check *c, const struct dt_pdecl *d);
int dt_check_add(struct dt_check *c, int line, enum dt_idkind kind,
    const char *name, const struct dt_type *type, struct dt_ident **out);
/*
 * The this-> variable of a name that programs cannot write, created at its
 * first use.  name NULL: there was no memory for it.
 */
const struct dt_ident *dt_check_hidden(struct dt_check *c, int line,
    const char *name, const struct dt_type *type);
/* Set a hidden integer; NULL if value is NULL. */
struct dt_node *dt_check_set(struct dt_check *c, int line,
    const struct dt_ident *id, struct dt_node *value);
void dt_check_undefined(struct dt_check *c, const struct dt_pnode *p);
const char *dt_check_prefix(enum dt_idkind kind);
enum dt_idkind dt_check_kind(const struct dt_pnode *p);

/* check_arr.c: associative arrays */
/* x[keys] as a value, and as a target: an assignment of `type` may create it */
struct dt_node *dt_check_elem(struct dt_check *c, const struct dt_pnode *p);
struct dt_node *dt_check_target(struct dt_check *c, const struct dt_pnode *p,
    const struct dt_type *type);
/* Is `of` in of[...] an associative array, and not memory? */
bool dt_check_isassoc(struct dt_check *c, const struct dt_pnode *of);
/*
 * A value as a key: a pointer becomes an integer, or if it points to characters
 * and the key's type `want` is string, a string; a struct becomes its bytes.
 * Other values are unchanged.
 */
struct dt_node *dt_check_key(struct dt_check *c, struct dt_node *n,
    const struct dt_type *want);
/* Are two types the same for a key made by dt_check_key()? */
bool dt_check_issamekey(struct dt_check *c, const struct dt_type *a,
    const struct dt_type *b);
/* Report an array that is used without keys. */
void dt_check_noindex(struct dt_check *c, int line, const struct dt_ident *id);
int dt_check_declarray(struct dt_check *c, const struct dt_pdecl *d,
    const struct dt_ident *id);

/* check_addr.c: stack(), usym() and others as a key or an argument */
bool dt_check_isaddr(const struct dt_pnode *p);
struct dt_node *dt_check_addrs(struct dt_check *c, const struct dt_pnode *p);
/* The name for an action: stack, usym ...; "" for any other */
const char *dt_check_addrname(uint16_t action);

/* check_agg.c */
bool dt_check_isaggfunc(const char *name);
int dt_check_aggstmt(struct dt_check *c, const struct dt_pnode *p,
    struct dt_dstmt *s);
/* The aggregation of that name, which may be assigned later on. */
struct dt_ident *dt_check_aggname(struct dt_check *c, int line,
    const char *name);
/* Check the number of arguments. */
int dt_check_arity(struct dt_check *c, enum dt_tag tag,
    const struct dt_pnode *call, uint32_t min, uint32_t max);

/* check_func.c: calls of subroutines; the number of this name, or -1 */
int dt_check_findfunc(const char *name);
/*
 * Is it a subroutine, an action or an aggregating function of the version of D
 * that the program requires?
 */
bool dt_check_isfunction(const struct dt_check *c, const char *name);
/* A call of func with an address as its only argument. */
struct dt_node *dt_check_funcof(struct dt_check *c, int func,
    struct dt_node *addr);
/* The address of a copy of a string, in scratch memory. */
struct dt_node *dt_check_textof(struct dt_check *c, struct dt_node *s);
struct dt_node *dt_check_func(struct dt_check *c, const struct dt_pnode *p,
    int func);

/* An argument of func p for its letter in tbl/funcs.h; NULL: not allowed. */
struct dt_node *dt_check_arg(struct dt_check *c, const struct dt_pnode *p,
    uint32_t number, char kind, const struct dt_pnode *arg);

/* check_lock.c: subroutines that become an expression */
bool dt_check_isexpanded(const char *name);
struct dt_node *dt_check_expand(struct dt_check *c, const struct dt_pnode *p);

/* check_absent.c */
void dt_check_novar(struct dt_check *c, const struct dt_pnode *p);
const char *dt_check_foreign(const char *type, const char *name);
int dt_check_nofunc(struct dt_check *c, const struct dt_pnode *p);
/*
 * Report that there is no type of this name; sought: of dt_parse_sought().
 * Returns -EINVAL.
 */
int dt_check_notype(struct dt_diag *diag, const struct dt_types *types,
    int line, const char *name, const char *sought);

/* check_added.c: members that structs of the kernel have only in D */
bool dt_check_isadded(struct dt_check *c, const struct dt_type *t,
    const char *name);
/* Such a member of a struct at a place. */
struct dt_node *dt_check_added(struct dt_check *c, int line,
    struct dt_node *of, const char *name);
/* Another system's name of a struct, by the prefix of a member; or NULL. */
const char *dt_check_struct(const char *type, const char *name);

/* check_act.c */
bool dt_check_isact(const char *name);
int dt_check_act(struct dt_check *c, const struct dt_pnode *p,
    struct dt_dstmt *s);
/* Checks that need the whole program: aggregations that actions name. */
int dt_check_aggacts(struct dt_check *c, const struct dt_dprog *prog);

/* check_print.c: trace(arg) and print() */
int dt_check_trace(struct dt_check *c, const struct dt_pnode *arg,
    struct dt_dstmt *s);
int dt_check_print(struct dt_check *c, const struct dt_pnode *call,
    struct dt_dstmt *s);

/* check_spec.c: the order of actions beside speculate() and commit() */
int dt_check_spec(struct dt_check *c, const struct dt_dstmt *stmts);

/* check_fmt.c: conversions against the keys of printa() or arguments */
int dt_check_printa(struct dt_check *c, const struct dt_dstmt *s);
int dt_check_printf(struct dt_check *c, const char *func, struct dt_dstmt *s);

/* fold.c: a constant for a node with constant operands */
struct dt_node *dt_fold(struct dt_node *n);

/* dump.c */
void dt_front_dump_ast(FILE *fp, const struct dt_dprog *prog);

#endif /* DT_CHECK_H */
