/* SPDX-License-Identifier: MIT */
/* program.c - D programs: compiling, loading and enabling them. */
#include "api/hdl.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "front/scope.h"
#include "sym/kvar.h"

/* --- the compiler's environment ------------------------------------------- */

static int
match(dtrace_hdl_t *dtp, const struct dt_pdesc *pd, dt_probe_match_f *fn,
    void *arg)
{
	const struct dt_probe *p;

	if (pd->id == 0)
		return dt_probes_match(dtp->probes, pd->part, fn, arg);
	p = dt_probes_byid(dtp->probes, pd->id);
	if (p == NULL) {
		/* it may be a probe that a provider adds on demand */
		int rc = dt_probes_provide(dtp->probes, pd->part);

		if (rc != 0)
			return rc;
		p = dt_probes_byid(dtp->probes, pd->id);
	}
	return p != NULL ? fn(p, arg) : 0;
}

int
dt_pdesc_matches(dtrace_hdl_t *dtp, const struct dt_pdesc *pd,
    dt_probe_match_f *fn, void *arg)
{
	int rc;

	dt_grow_lock(dtp);
	rc = match(dtp, pd, fn, arg);
	dt_grow_unlock(dtp);
	return rc;
}

static int
count_match(const struct dt_probe *p, void *arg)
{
	(void) p;
	++*(uint32_t *)arg;
	return 0;
}

uint32_t
dt_pdesc_count(dtrace_hdl_t *dtp, const struct dt_pdesc *pd)
{
	uint32_t n = 0;

	(void) dt_pdesc_matches(dtp, pd, count_match, &n);
	return n;
}

static uint32_t
env_matches(void *arg, const struct dt_pdesc *pd)
{
	return dt_pdesc_count(arg, pd);
}

static void
env_argtype(void *arg, const struct dt_pdesc *pd, struct dt_argtype *a)
{
	dt_prog_argtype(arg, pd, a);
}

static bool
env_unreadable(void *arg, const struct dt_pdesc *pd, uint32_t number,
    char *why, size_t n)
{
	return dt_prog_unreadable(arg, pd, number, why, n);
}

struct lacking {
	char *buf;
	size_t n;
};

static int
tell_lacking(const struct dt_prov *prov, const struct dt_tpprobe *row,
    const char *why, void *arg)
{
	const struct lacking *l = arg;

	(void) snprintf(l->buf, l->n, ": %s:::%s %s", prov->name, row->name,
	    why);
	return 1;
}

static bool
env_lacks(void *arg, const struct dt_pdesc *pd, char *buf, size_t n)
{
	struct lacking l = { buf, n };

	return dt_probes_lacking(((dtrace_hdl_t *)arg)->probes, pd->part,
	    tell_lacking, &l) != 0;
}

static bool
env_unknown(void *arg, const struct dt_pdesc *pd, char *buf, size_t n)
{
	dtrace_hdl_t *dtp = arg;

	return dt_probes_explain_left_out(dtp->probes, pd->part, buf, n) ||
	    dt_prov_unknown(pd->part, buf, n);
}

static int
env_symbol(void *arg, const char *module, const char *name,
    struct dt_kvar *out, char *why, size_t len)
{
	dtrace_hdl_t *dtp = arg;

	return dt_kvar_find(dtp->ksyms, dtp->types, module, name, out, why,
	    len);
}

static int64_t
env_option(void *arg, int opt)
{
	return dt_opt_effective(arg, opt);
}

/* Record an option of the program, which a saved one sets when it is loaded. */
static int
keep_pragma(dtrace_prog_t *pgp, const char *name, const char *value)
{
	uint32_t n = pgp->npragmas;
	struct dt_pragma *v = pgp->pragmas;

	/* The array is full if its length is 0 or a power of two. */
	if ((n & (n - 1)) == 0) {
		v = dt_arena_alloc(pgp->arena, (2 * n + 1) * sizeof(*v));
		if (v == NULL)
			return EDT_NOMEM;
		if (n != 0)
			memcpy(v, pgp->pragmas, n * sizeof(*v));
	}
	v[n] = (struct dt_pragma){
	    .name = dt_arena_strdup(pgp->arena, name),
	    .value = value != NULL ? dt_arena_strdup(pgp->arena, value) :
	    NULL };
	pgp->pragmas = v;
	pgp->npragmas++;
	return v[n].name != NULL ? 0 : EDT_NOMEM;
}

static int
env_setopt(void *arg, const char *name, const char *value, const char **why)
{
	int err = dt_opt_pragma(arg, name, value);

	if (err != 0)
		*why = dtrace_errmsg(arg, err);
	else
		err = keep_pragma(((dtrace_hdl_t *)arg)->compiling, name,
		    value);
	return err == EDT_NOMEM ? -ENOMEM : -err;
}

/* Options tree and verbose are the names of two dumps on other systems. */
static FILE *
dump_to(const dtrace_hdl_t *dtp, uint_t cflags, enum dt_dump stage)
{
	int64_t on = dtp->copts[DT_COPT_DUMP];

	if (dtp->copts[DT_COPT_TREE] != 0)
		on |= DT_DUMP_AST;
	if (dt_opt_cflags(dtp, cflags) & DTRACE_C_DIFV)
		on |= DT_DUMP_BPF;
	return on & stage ? stderr : NULL;
}

/*
 * The size of strings in the code of all programs: larger than the option if a
 * struct that is kept as a string needs it.
 */
int64_t
dt_prog_strsize(const dtrace_hdl_t *dtp)
{
	int64_t size = dt_opt_effective(dtp, DTRACEOPT_STRSIZE);
	int64_t needed = ((int64_t)dtp->largest + 8) & ~7;

	return dtp->largest == 0 || dtp->largest < size ? size : needed;
}

/* Raise strsize if the structs of a program need it, also when it is loaded. */
static int
make_room(dtrace_hdl_t *dtp, dtrace_prog_t *pgp)
{
	char text[24];

	if (pgp->tree->largest > dtp->largest)
		dtp->largest = pgp->tree->largest;
	if (pgp->tree->largest < dt_opt_effective(dtp, DTRACEOPT_STRSIZE))
		return 0;
	(void) snprintf(text, sizeof(text), "%lld",
	    (long long)dt_prog_strsize(dtp));
	return keep_pragma(pgp, "strsize", text) == 0 ? 0 : -ENOMEM;
}

/* Generate the code of a program; again if an option has changed since. */
static int
generate(dtrace_hdl_t *dtp, dtrace_prog_t *pgp, uint_t cflags,
    struct dt_diag *diag)
{
	struct dt_cgopts opts = {
		.strsize = (uint32_t)dt_prog_strsize(dtp),
		.dump_ir = dump_to(dtp, cflags, DT_DUMP_IR),
		.dump_bpf = dump_to(dtp, cflags, DT_DUMP_BPF),
	};

	if (dt_codegen(pgp->tree, &opts, pgp->arena, diag, &pgp->image) != 0)
		return diag->err;
	pgp->image->pragmas = pgp->pragmas;
	pgp->image->npragmas = pgp->npragmas;
	dt_explain(dtp, "compiled %u clauses, strings of %u bytes",
	    pgp->image->nclauses, pgp->image->strsize);
	return 0;
}

/* --- checks that need the probes ------------------------------------------ */

struct rating {
	dtrace_hdl_t *dtp;
	const struct dt_pdesc *pd;
	dtrace_attribute_t attr;
};

static int
min_match(const struct dt_probe *p, void *arg)
{
	struct rating *r = arg;

	dt_attr_min(&r->attr, dt_probe_attr(r->dtp, p, r->pd->part));
	return 0;
}

dtrace_attribute_t
dt_prog_descattr(dtrace_hdl_t *dtp, const struct dt_pdesc *pd)
{
	struct rating r = { dtp, pd, DT_ATTR_MOST };

	(void) dt_pdesc_matches(dtp, pd, min_match, &r);
	return r.attr;
}

static int64_t
env_version(void *arg)
{
	return ((dtrace_hdl_t *)arg)->copts[DT_COPT_VERSION];
}

static dtrace_attribute_t
env_least(void *arg)
{
	const dtrace_hdl_t *dtp = arg;

	return dt_optval_attribute(dtp->compiling->is_error ? 0 :
	    dtp->copts[DT_COPT_AMIN]);
}

int
dt_prog_unstable(dtrace_hdl_t *dtp, const struct dt_image *img, char *why,
    size_t len)
{
	const dtrace_attribute_t least =
	    dt_optval_attribute(dtp->copts[DT_COPT_AMIN]);

	for (uint32_t k = 0; k < img->nclauses; k++) {
		const struct dt_clause *c = &img->clauses[k];
		dtrace_attribute_t attr = DT_ATTR_MOST;

		for (uint32_t i = 0; i < c->npdescs; i++)
			dt_attr_min(&attr, dt_prog_descattr(dtp,
			    &c->pdescs[i]));
		if (dt_attr_lacks(attr, least, "these probes", why, len))
			return c->line;
		for (uint32_t i = 0; i < c->nstmts; i++)
			if (dt_attr_lacks(c->stmts[i].attr, least,
			    "this statement", why, len))
				return c->stmts[i].line;
	}
	return 0;
}

struct elsewhere {
	struct dt_probes *probes;
	const struct dt_probe *found;
};

/* Find a probe that can only fire while its thread is not the current one. */
static int
find_elsewhere(const struct dt_probe *p, void *arg)
{
	struct elsewhere *e = arg;
	uint8_t i = 0;

	while (i < p->nsrcs && p->srcs[i].who == DT_TP_WHO_CURRENT)
		i++;
	if (i == p->nsrcs || dt_tp_inside(e->probes, p) != NULL)
		return 0;
	e->found = p;
	return 1;
}

static void
explain_elsewhere(const struct dt_probe *p, char *why, size_t len)
{
	(void) snprintf(why, len, "%s:::%s fires while the previous thread is "
	    "still current, so execargs, curpsinfo->pr_psargs, copyin() and "
	    "similar subroutines, uregs, ustack, caller and stackdepth would "
	    "be of that one: use sched:::off-cpu, which fires in the thread "
	    "itself, or a kernel whose functions can be traced, or Linux 6.16 "
	    "or later", p->part[0], p->part[3]);
}

int
dt_prog_elsewhere(dtrace_hdl_t *dtp, const struct dt_image *img, char *why,
    size_t len)
{
	struct elsewhere e = { .probes = dtp->probes };

	for (uint32_t k = 0; k < img->nclauses; k++) {
		const struct dt_clause *c = &img->clauses[k];

		if ((c->needs & DT_NEEDS_THREAD) == 0)
			continue;
		for (uint32_t i = 0; i < c->npdescs; i++)
			if (dt_pdesc_matches(dtp, &c->pdescs[i],
			    find_elsewhere, &e) > 0) {
				explain_elsewhere(e.found, why, len);
				return c->line;
			}
	}
	return 0;
}

static int
check_image(dtrace_hdl_t *dtp, const struct dt_image *img,
    dt_prog_refuse_f *refuse, enum dt_tag tag, struct dt_diag *diag)
{
	char why[400];
	int line = refuse(dtp, img, why, sizeof(why));

	return line == 0 ? 0 : dt_diag_set(diag, tag, line, "%s", why);
}

/* --- compiling ------------------------------------------------------------ */

static int
compile_failed(dtrace_hdl_t *dtp, const struct dt_diag *diag)
{
	char text[1024];

	if (diag->err == -ENOMEM)
		return dt_set_errno(dtp, EDT_NOMEM);
	dt_diag_format(diag, text, sizeof(text));
	return dt_set_error(dtp, EDT_COMPILER, "%s", text);
}

void
dt_prog_env(dtrace_hdl_t *dtp, struct dt_env *env)
{
	*env = (struct dt_env){
		.arg = dtp,
		.matches = env_matches,
		.argtype = env_argtype,
		.unreadable = env_unreadable,
		.lacks = env_lacks,
		.is_foreign = dt_alias_is_on,
		.aliases = dt_alias_each,
		.unknown = env_unknown,
		.setopt = env_setopt,
		.symbol = env_symbol,
		.usertype = dt_usertype_find,
		.option = env_option,
		.least = env_least,
		.define = dt_dlib_define,
		.declare = dt_dlib_declare,
		.has = dt_dlib_has,
		.version = env_version,
		.target = dtp->target,
	};
}

static int
compile(dtrace_hdl_t *dtp, const struct dt_source *src, dtrace_prog_t *pgp)
{
	struct dt_diag diag = {
		.file = src->file,
		.show_tag = src->cflags & DTRACE_C_ETAGS,
	};
	struct dt_scope_mark mark = dt_scope_mark(dtp->scope);
	struct dt_env env;
	int rc = 0;

	dtp->compiling = pgp;
	dt_prog_env(dtp, &env);
	if ((src->cflags & DTRACE_C_NOLIBS) == 0)
		rc = dt_dlibs_named(dtp, &diag);
	if (rc == 0)
		rc = dt_front(src, dtp->scope, &env, pgp->arena, &diag,
		    dump_to(dtp, 0, DT_DUMP_LEX), dump_to(dtp, 0, DT_DUMP_AST),
		    &pgp->tree);
	/* a program's own #pragma D option applies to its errors, too */
	diag.show_tag |= (dt_opt_cflags(dtp, 0) & DTRACE_C_ETAGS) != 0;
	diag.show_column = dtp->copts[DT_COPT_ERRCOLUMNS] != 0;
	if (rc == 0)
		rc = make_room(dtp, pgp);
	if (rc == 0)
		rc = generate(dtp, pgp, src->cflags, &diag);
	if (rc == 0 && !pgp->is_error)
		rc = check_image(dtp, pgp->image, dt_prog_unstable,
		    D_ATTR_MIN, &diag);
	if (rc == 0)
		rc = check_image(dtp, pgp->image, dt_prog_elsewhere,
		    D_PROBE_THREAD, &diag);
	if (rc != 0)
		dt_scope_rollback(dtp->scope, &mark);
	dt_dlibs_settle(dtp, rc == 0);
	if (diag.err != 0)
		return compile_failed(dtp, &diag);
	return rc != 0 ? dt_result(dtp, rc) : 0;
}

void
dt_prog_free(dtrace_prog_t *pgp)
{
	if (pgp == NULL)
		return;
	dt_arena_destroy(pgp->arena);
	free(pgp);
}

dtrace_prog_t *
dt_prog_new(dtrace_hdl_t *dtp)
{
	dtrace_prog_t *pgp = calloc(1, sizeof(*pgp));

	if (pgp != NULL)
		pgp->arena = dt_arena_create();
	if (pgp == NULL || pgp->arena == NULL) {
		free(pgp);
		(void) dt_set_errno(dtp, EDT_NOMEM);
		return NULL;
	}
	pgp->target = dtp->target;
	return pgp;
}

void
dt_prog_append(dtrace_hdl_t *dtp, dtrace_prog_t *pgp)
{
	*dtp->progs_tail = pgp;
	dtp->progs_tail = &pgp->next;
}

dtrace_prog_t *
dt_prog_empty(dtrace_hdl_t *dtp)
{
	const struct dt_source src = { .text = "", .cflags = DTRACE_C_EMPTY };
	dtrace_prog_t *pgp = dt_prog_new(dtp);

	if (pgp == NULL || compile(dtp, &src, pgp) == 0)
		return pgp;
	dt_prog_free(pgp);
	return NULL;
}

static dtrace_prog_t *
prog_compile(dtrace_hdl_t *dtp, const struct dt_source *src, bool is_error)
{
	dtrace_prog_t *pgp = dt_prog_new(dtp);

	if (pgp == NULL)
		return NULL;
	pgp->is_error = is_error;
	if (compile(dtp, src, pgp) != 0) {
		dt_prog_free(pgp);
		return NULL;
	}
	dt_prog_append(dtp, pgp);
	return pgp;
}

static bool
may_compile(dtrace_hdl_t *dtp, uint_t cflags, int argc, char *const argv[])
{
	const uint_t none = DTRACE_C_KNODEF | DTRACE_C_UNODEF | DTRACE_C_CTL;

	if (cflags & ~DTRACE_C_MASK || (argc > 0 && argv == NULL))
		(void) dt_set_errno(dtp, EINVAL);
	else if (cflags & none)
		(void) dt_set_error(dtp, EINVAL, "compile flags KNODEF, UNODEF "
		    "and CTL are not offered");
	else if (dtp->state != DT_RUN_IDLE)
		(void) dt_set_errno(dtp, EDT_ACTIVE);
	else
		return true;
	return false;
}

/* Compile a program, after the preprocessor if option cpp is set. */
static dtrace_prog_t *
compile_source(dtrace_hdl_t *dtp, struct dt_source *src, const char *name)
{
	dtrace_prog_t *pgp = NULL;
	struct dt_buf out = { 0 };

	src->cflags = dt_opt_cflags(dtp, src->cflags);
	if (!(src->cflags & DTRACE_C_CPP))
		return prog_compile(dtp, src, false);
	if (dt_cpp(dtp, src->text, src->len, name, &out) == 0) {
		src->text = dt_buf_text(&out);
		src->len = out.len;
		pgp = prog_compile(dtp, src, false);
	}
	dt_buf_free(&out);
	return pgp;
}

dtrace_prog_t *
dtrace_program_strcompile(dtrace_hdl_t *dtp, const char *source,
    dtrace_probespec_t spec, uint_t cflags, int argc, char *const argv[])
{
	struct dt_source src = {
		.text = source,
		.spec = spec,
		.cflags = cflags,
		.argc = argc,
		.argv = argv,
	};

	if (dt_check(dtp, source != NULL) != 0)
		return NULL;
	if (!may_compile(dtp, cflags, argc, argv))
		return NULL;
	src.len = strlen(source);
	return compile_source(dtp, &src, NULL);
}

dtrace_prog_t *
dtrace_program_fcompile(dtrace_hdl_t *dtp, FILE *fp, uint_t cflags, int argc,
    char *const argv[])
{
	struct dt_source src = {
		.is_file = true,
		.spec = DTRACE_PROBESPEC_NAME,
		.cflags = cflags,
		.argc = argc,
		.argv = argv,
	};
	struct dt_buf text = { 0 };
	dtrace_prog_t *pgp = NULL;

	if (dt_check(dtp, fp != NULL) != 0)
		return NULL;
	if (!may_compile(dtp, cflags, argc, argv))
		return NULL;
	dt_buf_file(&text, fp);
	if (text.err == -ENOMEM)
		(void) dt_set_errno(dtp, EDT_NOMEM);
	else if (text.err != 0)
		(void) dt_set_error(dtp, EDT_FIO, "the program cannot be read: "
		    "%s", dtrace_errmsg(NULL, -text.err));
	else {
		src.text = dt_buf_text(&text);
		src.len = text.len;
		pgp = compile_source(dtp, &src, argc > 0 ? argv[0] : NULL);
	}
	dt_buf_free(&text);
	return pgp;
}

/*
 * This clause passes faults to the error handler; consume/ reads its records
 * by position.
 */
static const char error_clause[] =
    "dtrace:::ERROR { trace(arg1); trace(arg2); trace(arg3); trace(arg4);"
    " trace(arg5); }";

dtrace_prog_t *
dt_prog_errors(dtrace_hdl_t *dtp)
{
	const struct dt_source src = {
		.text = error_clause,
		.len = sizeof(error_clause) - 1,
		.spec = DTRACE_PROBESPEC_NAME,
		.cflags = dt_opt_cflags(dtp, 0),
	};

	if (dtp->errors == NULL)
		dtp->errors = prog_compile(dtp, &src, true);
	return dtp->errors;
}

/* Generate the code again if strsize has changed since. */
static int
refresh(dtrace_hdl_t *dtp, dtrace_prog_t *pgp)
{
	struct dt_diag diag = { 0 };
	int rc;

	if (pgp->image->strsize == (uint32_t)dt_prog_strsize(dtp))
		return 0;
	if (pgp->tree == NULL)
		return dt_set_error(dtp, EINVAL, "the program was compiled "
		    "with strsize %u: set the option to this value, or compile "
		    "the program again", pgp->image->strsize);
	rc = generate(dtp, pgp, 0, &diag);
	if (diag.err != 0)
		return compile_failed(dtp, &diag);
	return rc != 0 ? dt_result(dtp, rc) : 0;
}

int
dt_progs_refresh(dtrace_hdl_t *dtp)
{
	for (dtrace_prog_t *p = dtp->execs; p != NULL; p = p->exec_next)
		if (refresh(dtp, p) != 0)
			return -1;
	return 0;
}

/*
 * Enable the library's ERROR clause before all others, so that a fault is
 * reported even if a user's ERROR clause calls exit().
 */
static int
enable_errors(dtrace_hdl_t *dtp)
{
	dtrace_prog_t *pgp;

	if (dtp->execs != NULL)
		return 0;
	pgp = dt_prog_errors(dtp);
	if (pgp == NULL || refresh(dtp, pgp) != 0)
		return -1;
	pgp->execed = true;
	dtp->execs = pgp;
	dtp->execs_tail = &pgp->exec_next;
	return 0;
}

void
dt_progs_fini(dtrace_hdl_t *dtp)
{
	dtrace_prog_t *pgp, *next;

	for (pgp = dtp->progs; pgp != NULL; pgp = next) {
		next = pgp->next;
		free(pgp->stmts);
		dt_stmts_free(pgp->added);
		dt_prog_free(pgp);
	}
}

/* An aggregating action records its key, and before that the variable id. */
static uint_t
stmt_recgens(const struct dt_stmt *s)
{
	if (DTRACEACT_ISAGG(s->action))
		return s->nkeys + 1;
	return s->speculates || DTRACEACT_ISDESTRUCTIVE(s->action) ? 0 :
	    s->nrecs;
}

static void
count_clause(const struct dt_clause *c, dtrace_proginfo_t *info)
{
	if (c->nstmts == 0)
		info->dpi_recgens++;
	for (uint32_t i = 0; i < c->nstmts; i++) {
		const struct dt_stmt *s = &c->stmts[i];

		info->dpi_aggregates += DTRACEACT_ISAGG(s->action);
		info->dpi_speculations += s->speculates != 0;
		info->dpi_recgens += stmt_recgens(s);
		dt_attr_min(&info->dpi_stmtattr, s->attr);
	}
}

static void
add_info(dtrace_hdl_t *dtp, const struct dt_image *img,
    dtrace_proginfo_t *info)
{
	for (uint32_t i = 0; i < img->nclauses; i++) {
		const struct dt_clause *c = &img->clauses[i];

		/* each description before a clause counts as a clause */
		for (uint32_t j = 0; j < c->npdescs; j++) {
			dt_attr_min(&info->dpi_descattr,
			    dt_prog_descattr(dtp, &c->pdescs[j]));
			count_clause(c, info);
		}
	}
}

void
dtrace_program_info(dtrace_hdl_t *dtp, dtrace_prog_t *pgp,
    dtrace_proginfo_t *info)
{
	if (info == NULL)
		return;
	if (dt_alive(dtp) != 0 || pgp == NULL) {
		*info = (dtrace_proginfo_t){ 0 };
		return;
	}
	(void) dt_stmts_compile(dtp, pgp);
	*info = (dtrace_proginfo_t){ .dpi_descattr = DT_ATTR_MOST,
	    .dpi_stmtattr = DT_ATTR_DEFAULT };
	add_info(dtp, pgp->image, info);
	if (pgp->extra != NULL)
		add_info(dtp, pgp->extra->image, info);
}

static uint_t
prog_matches(dtrace_hdl_t *dtp, const dtrace_prog_t *pgp)
{
	uint_t n = 0;

	for (uint32_t i = 0; i < pgp->image->nclauses; i++) {
		const struct dt_clause *c = &pgp->image->clauses[i];

		for (uint32_t j = 0; j < c->npdescs; j++)
			n += dt_pdesc_count(dtp, &c->pdescs[j]);
	}
	return n;
}

bool
dt_prog_is_ours(const dtrace_hdl_t *dtp, const dtrace_prog_t *pgp)
{
	const dtrace_prog_t *p = dtp->progs;

	while (p != NULL && p != pgp)
		p = p->next;
	return p != NULL;
}

/* Enabling a program again changes nothing; it would fire twice. */
static int
enable(dtrace_hdl_t *dtp, dtrace_prog_t *pgp)
{
	if (pgp->execed)
		return 0;
	if (refresh(dtp, pgp) != 0 || enable_errors(dtp) != 0)
		return -1;
	pgp->execed = true;
	*dtp->execs_tail = pgp;
	dtp->execs_tail = &pgp->exec_next;
	return 0;
}

int
dtrace_program_exec(dtrace_hdl_t *dtp, dtrace_prog_t *pgp,
    dtrace_proginfo_t *info)
{
	if (dt_alive(dtp) != 0)
		return -1;
	if (!dt_prog_is_ours(dtp, pgp))
		return dt_set_errno(dtp, EINVAL);
	if (dt_check_device(dtp) != 0)
		return -1;
	if (dtp->vector != NULL)
		return dt_set_error(dtp, EINVAL, "a handle with a vector only "
		    "reads data, and cannot trace: use dtrace_open()");
	if (dtp->state != DT_RUN_IDLE)
		return dt_set_errno(dtp, EDT_ACTIVE);
	if (dt_stmts_compile(dtp, pgp) != 0 || enable(dtp, pgp) != 0 ||
	    (pgp->extra != NULL && enable(dtp, pgp->extra) != 0))
		return -1;
	dtrace_program_info(dtp, pgp, info);
	if (info != NULL) {
		info->dpi_matches += prog_matches(dtp, pgp);
		if (pgp->extra != NULL)
			info->dpi_matches += prog_matches(dtp, pgp->extra);
	}
	return 0;
}
