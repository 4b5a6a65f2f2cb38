/* SPDX-License-Identifier: MIT */
/* prog.c - compiles and enables the D programs, and lists their probes. */
#include "cmd.h"

#include <ctf-api.h>
#include <errno.h>
#include <stdlib.h>

/* The length of a program's name in messages: its descriptions, or its file. */
static int
name_len(const struct program *p)
{
	return (int)(p->script ? strlen(p->text) : strcspn(p->text, "{/;"));
}

/*
 * Is it a compiled program?  No text of D begins with the first byte of one.
 * It is put back, which a pipe allows for one byte.
 */
static bool
is_image(FILE *fp)
{
	int first = getc(fp);

	(void) ungetc(first, fp);
	return first == DTRACE_DOF_MAGIC[0];
}

static dtrace_prog_t *
load_image(struct cmd *c, FILE *fp, uint_t cflags)
{
	dtrace_prog_t *prog = NULL;
	char *bytes = NULL, *more;
	size_t n = 0, got;

	do {
		more = realloc(bytes, n + 65536);
		if (more == NULL)
			break;
		bytes = more;
		got = fread(bytes + n, 1, 65536, fp);
		n += got;
	} while (got != 0);
	if (bytes != NULL)
		prog = dtrace_program_load(c->dtp, bytes, n, cflags);
	free(bytes);
	return prog;
}

/* Save the program (-e -o); a file holds only one. */
int
prog_save(struct cmd *c)
{
	FILE *fp;
	void *dof;
	bool good;

	if (c->nprogs != 1)
		return fail(c, "-e -o saves one program, and %d are given",
		    c->nprogs);
	dof = dtrace_dof_create(c->dtp, c->progs[0].prog, 0);
	if (dof == NULL)
		return dfail(c, "failed to save '%.*s'",
		    name_len(&c->progs[0]), c->progs[0].text);
	fp = fopen(c->outname, "we");
	good = fp != NULL && fwrite(dof, 1, dtrace_dof_size(dof), fp) ==
	    dtrace_dof_size(dof);
	if (fp != NULL && fclose(fp) != 0)
		good = false;
	dtrace_dof_destroy(c->dtp, dof);
	return good ? EXIT_OKAY : fail(c, "failed to write %s: %s",
	    c->outname, strerror(errno));
}

static dtrace_prog_t *
compile_script(struct cmd *c, const struct program *p, uint_t cflags)
{
	bool is_stdin = strcmp(p->text, "-") == 0;
	FILE *fp = is_stdin ? stdin : fopen(p->text, "re");
	bool compiled = fp != NULL && is_image(fp);
	dtrace_prog_t *prog;

	if (fp == NULL) {
		(void) fail(c, "failed to open script %s: %s", p->text,
		    strerror(errno));
		return NULL;
	}
	c->args[0] = (char *)p->text;
	if (compiled)
		prog = load_image(c, fp, cflags);
	else
		prog = dtrace_program_fcompile(c->dtp, fp, cflags,
		    c->mode == LINK ? 1 : c->nargs, c->args);
	if (prog == NULL)
		(void) dfail(c, "failed to %s script %s",
		    compiled ? "load" : "compile", p->text);
	if (!is_stdin)
		(void) fclose(fp);
	return prog;
}

static dtrace_prog_t *
compile_text(struct cmd *c, const struct program *p, uint_t cflags)
{
	dtrace_prog_t *prog;

	c->args[0] = (char *)"dtrace";
	prog = dtrace_program_strcompile(c->dtp, p->text, p->spec,
	    cflags | DTRACE_C_PSPEC, c->nargs, c->args);
	if (prog == NULL)
		(void) dfail(c, "invalid probe specifier %s", p->text);
	return prog;
}

static void
report(struct cmd *c, const struct program *p)
{
	char descr[DTRACE_ATTR2STR_MAX], stmt[DTRACE_ATTR2STR_MAX];
	dtrace_proginfo_t info;

	dtrace_program_info(c->dtp, p->prog, &info);
	if (dtrace_attr2str(info.dpi_descattr, descr, sizeof(descr)) != NULL &&
	    dtrace_attr2str(info.dpi_stmtattr, stmt, sizeof(stmt)) != NULL)
		say(c, "%s '%.*s' stability: probes %s, statements %s",
		    p->script ? "script" : "description", name_len(p), p->text,
		    descr, stmt);
}

static int
on_noeffect(dtrace_hdl_t *dtp, const char *opt, const char *why, void *arg)
{
	(void) dtp;
	say(arg, "option %s has no effect here: %s", opt, why);
	return 0;
}

struct aliases {
	struct cmd *c;
	const dtrace_ecbdesc_t *last;	/* that was reported */
};

static int
on_alias(dtrace_hdl_t *dtp, dtrace_prog_t *prog, dtrace_stmtdesc_t *stmt,
    void *arg)
{
	const dtrace_ecbdesc_t *e = stmt->dtsd_ecbdesc;
	struct aliases *a = arg;

	(void) dtp;
	(void) prog;
	if (e->dted_alias == NULL || (a->last != NULL &&
	    strcmp(e->dted_alias, a->last->dted_alias) == 0 &&
	    strcmp(e->dted_probe.dtpd_func, a->last->dted_probe.dtpd_func) ==
	    0))
		return 0;
	a->last = e;
	say(a->c, "system call %s of other systems is %s", e->dted_alias,
	    e->dted_probe.dtpd_func);
	return 0;
}

int
prog_compile(struct cmd *c)
{
	uint_t cflags = c->mode == LIST ? DTRACE_C_ZDEFS :
	    c->mode == HEADER || c->mode == LINK ?
	    DTRACE_C_ZDEFS | DTRACE_C_EMPTY : 0;

	for (int i = 0; i < c->nprogs; i++) {
		struct program *p = &c->progs[i];

		p->prog = p->script ? compile_script(c, p, cflags) :
		    compile_text(c, p, cflags);
		if (p->prog == NULL)
			return EXIT_FAILED;
		if (c->verbose && c->mode != LIST)
			report(c, p);
		if (c->verbose && dtrace_stmt_iter(c->dtp, p->prog, on_alias,
		    &(struct aliases){ c, NULL }) != 0)
			return dfail(c, "failed to list the statements");
	}
	if (c->verbose && dtrace_noeffect(c->dtp, on_noeffect, c) != 0)
		return dfail(c, "failed to list the options without effect");
	return -1;
}

static int
say_lacking(dtrace_hdl_t *dtp, const dtrace_probedesc_t *pd, const char *why,
    void *arg)
{
	char name[DTRACE_DESC2STR_MAX];

	(void) dtp;
	say(arg, "%s is not enabled: %s", dtrace_desc2str(pd, name,
	    sizeof(name)), why);
	return 0;
}

/* Walk through the clauses of a program. */
struct clauses {
	struct cmd *c;
	const dtrace_ecbdesc_t *last;
	bool any;
};

/* With -v the probes are named that the clause does not enable. */
static int
on_stmt(dtrace_hdl_t *dtp, dtrace_prog_t *prog, dtrace_stmtdesc_t *stmt,
    void *arg)
{
	const dtrace_ecbdesc_t *e = stmt->dtsd_ecbdesc;
	struct clauses *v = arg;

	(void) prog;
	v->any = true;
	if (e == v->last || !v->c->verbose)
		return 0;
	v->last = e;
	return dtrace_probe_lacking(dtp, &e->dted_probe, say_lacking, v->c);
}

/* Fail if no clause has a probe, except with -Z. */
static int
check_any(struct cmd *c)
{
	struct clauses v = { .c = c, .any = cmd_is_set(c, "zdefs") };

	for (int i = 0; i < c->nprogs; i++)
		if (dtrace_stmt_iter(c->dtp, c->progs[i].prog, on_stmt,
		    &v) != 0)
			return dfail(c, "failed to list the statements");
	return v.any ? -1 : fail(c, "no probes matched");
}

int
prog_enable(struct cmd *c)
{
	for (int i = 0; i < c->nprogs; i++) {
		const struct program *p = &c->progs[i];
		dtrace_proginfo_t info;

		if (dtrace_program_exec(c->dtp, p->prog, &info) != 0)
			return dfail(c, "failed to enable '%.*s'", name_len(p),
			    p->text);
		if (!c->quiet)
			say(c, "%s '%.*s' matched %u probe%s",
			    p->script ? "script" : "description", name_len(p),
			    p->text, info.dpi_matches,
			    info.dpi_matches == 1 ? "" : "s");
	}
	return check_any(c);
}

struct listing {
	struct cmd *c;
	const dtrace_ecbdesc_t *last;
	int nlacking;
	int rc;
};

static void
list_attr(FILE *fp, const char *whose, dtrace_attribute_t attr)
{
	(void) fprintf(fp, "\n\t%s Attributes\n"
	    "\t\tIdentifier Names: %s\n"
	    "\t\tData Semantics:   %s\n"
	    "\t\tDependency Class: %s\n", whose,
	    dtrace_stability_name(attr.dtat_name),
	    dtrace_stability_name(attr.dtat_data),
	    dtrace_class_name(attr.dtat_class));
}

static void
list_types(FILE *fp, const dtrace_probeinfo_t *info)
{
	char name[256];

	(void) fprintf(fp, "\n\tArgument Types\n");
	for (int i = 0; i < info->dtp_argc; i++) {
		const dtrace_typeinfo_t *t = &info->dtp_argv[i];
		const char *s = t->dtt_type == CTF_ERR ? NULL :
		    ctf_type_name(t->dtt_ctfp, t->dtt_type, name,
		    sizeof(name));

		(void) fprintf(fp, "\t\targs[%d]: %s\n", i,
		    s != NULL ? s : "(unknown)");
	}
	if (info->dtp_argc == 0)
		(void) fprintf(fp, "\t\tNone\n");
	(void) fputc('\n', fp);
}

static int
list_probe(dtrace_hdl_t *dtp, const dtrace_probedesc_t *pd, void *arg)
{
	struct cmd *c = arg;
	dtrace_probeinfo_t info;
	const char *how;

	(void) fprintf(c->out, "%5d %10s %17s %33s %s\n", (int)pd->dtpd_id,
	    pd->dtpd_provider, pd->dtpd_mod, pd->dtpd_func, pd->dtpd_name);
	if (!c->verbose)
		return 0;
	if (dtrace_probe_info(dtp, pd, &info) != 0)
		return dfail(c, "failed to describe a probe");
	list_attr(c->out, "Probe Description", info.dtp_attr);
	list_attr(c->out, "Argument", info.dtp_arga);
	list_types(c->out, &info);
	how = dtrace_probe_how(dtp, pd);
	if (how != NULL)
		(void) fprintf(c->out, "\tTracing\n\t\t%s\n\n", how);
	return 0;
}

static int
list_lacking(dtrace_hdl_t *dtp, const dtrace_probedesc_t *pd, const char *why,
    void *arg)
{
	struct listing *l = arg;

	(void) dtp;
	l->nlacking++;
	(void) fprintf(l->c->out, "%5s %10s %17s %33s %s\n\n"
	    "\tNot available: %s\n\n", "-", pd->dtpd_provider, pd->dtpd_mod,
	    pd->dtpd_func, pd->dtpd_name, why);
	return 0;
}

/*
 * List the probes of a description, NULL for all.  With -v, probes that the
 * kernel lacks are listed as well, and count as matches.
 */
static int
list_probes(struct listing *l, const dtrace_probedesc_t *pd)
{
	int rc = dtrace_probe_iter(l->c->dtp, pd, list_probe, l->c);

	l->nlacking = 0;
	if (l->c->verbose &&
	    dtrace_probe_lacking(l->c->dtp, pd, list_lacking, l) != 0)
		return -1;
	return l->nlacking != 0 ? 0 : rc;
}

/* List the probes of a clause at its first statement. */
static int
list_stmt(dtrace_hdl_t *dtp, dtrace_prog_t *prog, dtrace_stmtdesc_t *stmt,
    void *arg)
{
	const dtrace_probedesc_t *pd = &stmt->dtsd_ecbdesc->dted_probe;
	struct listing *l = arg;
	char name[DTRACE_DESC2STR_MAX];

	(void) dtp;
	(void) prog;
	if (stmt->dtsd_ecbdesc == l->last)
		return 0;
	l->last = stmt->dtsd_ecbdesc;
	if (list_probes(l, pd) != 0)
		l->rc = dfail(l->c, "failed to match %s",
		    dtrace_desc2str(pd, name, sizeof(name)));
	return 0;
}

int
prog_list(struct cmd *c)
{
	struct listing l = { .c = c, .rc = EXIT_OKAY };

	(void) fprintf(c->out, "%5s %10s %17s %33s %s\n", "ID", "PROVIDER",
	    "MODULE", "FUNCTION", "NAME");
	if (c->nprogs == 0 && list_probes(&l, NULL) != 0)
		return dfail(c, "failed to list the probes");
	for (int i = 0; i < c->nprogs; i++) {
		l.last = NULL;
		if (dtrace_stmt_iter(c->dtp, c->progs[i].prog, list_stmt,
		    &l) != 0)
			return dfail(c, "failed to list the probes");
	}
	return l.rc;
}
