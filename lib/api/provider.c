/* SPDX-License-Identifier: MIT */
/*
 * provider.c - makes a header with macros, and an object file, to build a C
 * program with the probes that a D program declares.
 */
#include "api/hdl.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/hash.h"
#include "sym/elfnote.h"
#include "sym/elfsem.h"

enum { MAX_MACROARGS = 12 };	/* the limit of <sys/sdt.h> */

typedef int each_f(const struct dt_provider *v, const struct dt_provprobe *p,
    void *arg);

/* Call fn unless a probe of this name was seen before. */
static int
visit(struct dt_hash *seen, const struct dt_provider *v,
    const struct dt_provprobe *p, each_f *fn, void *arg)
{
	char name[DTRACE_FULLNAMELEN];
	int rc;

	(void) snprintf(name, sizeof(name), "%s:%s", v->name, p->name);
	rc = dt_hash_put(seen, name, (void *)p);
	return rc == 0 ? fn(v, p, arg) : rc == -EEXIST ? 0 : rc;
}

static int
each_of_program(const dtrace_prog_t *pgp, struct dt_hash *seen, each_f *fn,
    void *arg)
{
	const struct dt_provider *v = pgp->tree != NULL ?
	    pgp->tree->providers : NULL;
	const struct dt_provprobe *p;
	int rc = 0;

	for (; v != NULL && rc == 0; v = v->next)
		for (p = v->probes; p != NULL && rc == 0; p = p->next)
			rc = visit(seen, v, p, fn, arg);
	return rc;
}

/*
 * Call fn for each probe that pgp, or if it is NULL any program, declares: once
 * for those that several declarations repeat.
 */
static int
each_probe(const dtrace_hdl_t *dtp, const dtrace_prog_t *pgp, each_f *fn,
    void *arg)
{
	struct dt_hash *seen = dt_hash_create();
	const dtrace_prog_t *p = pgp != NULL ? pgp : dtp->progs;
	int rc = seen != NULL ? 0 : -ENOMEM;

	for (; p != NULL && rc == 0; p = pgp != NULL ? NULL : p->next)
		rc = each_of_program(p, seen, fn, arg);
	dt_hash_destroy(seen);
	return rc;
}

/* 0, or -1 if no provider is declared. */
static int
check_declared(dtrace_hdl_t *dtp, const dtrace_prog_t *pgp)
{
	const dtrace_prog_t *p = pgp != NULL ? pgp : dtp->progs;

	for (; p != NULL; p = pgp != NULL ? NULL : p->next)
		if (p->tree != NULL && p->tree->providers != NULL)
			return 0;
	return dt_set_error(dtp, EDT_NOPROV, "no provider is declared: write "
	    "provider NAME { probe NAME(TYPE, ...); };");
}

/* The macro's name: FOO_BAR_BAZ for probe bar__baz of provider foo. */
static void
add_macro(struct dt_buf *b, const struct dt_provider *v,
    const struct dt_provprobe *p)
{
	const char *s;
	char c;

	for (s = v->name; *s != '\0'; s++) {
		c = (char)toupper((unsigned char)*s);
		dt_buf_add(b, &c, 1);
	}
	dt_buf_str(b, "_");
	for (s = p->name; *s != '\0'; s++) {
		c = *s == '-' ? '_' : (char)toupper((unsigned char)*s);
		dt_buf_add(b, &c, 1);
	}
}

static void
add_list(struct dt_buf *b, const char *before, uint32_t n)
{
	for (uint32_t i = 1; i <= n; i++)
		dt_buf_printf(b, "%sarg%u", i > 1 ? ", " : before, i);
}

struct header {
	dtrace_hdl_t *dtp;
	struct dt_buf text;
};

static void
add_signature(struct dt_buf *b, const struct dt_provider *v,
    const struct dt_provprobe *p)
{
	dt_buf_printf(b, "\n/* %s:::%s (", v->name, p->name);
	for (uint32_t i = 0; i < p->nnative; i++)
		dt_buf_printf(b, "%s%s", i > 0 ? ", " : "",
		    p->native[i].type);
	dt_buf_str(b, ") */\n");
}

/*
 * The semaphore is read as volatile, since tracers change it while the program
 * runs; it is declared as in <sys/sdt.h>.
 */
static int
add_probe(const struct dt_provider *v, const struct dt_provprobe *p, void *arg)
{
	struct header *h = arg;
	struct dt_buf *b = &h->text;

	if (p->nnative > MAX_MACROARGS)
		return dt_set_error(h->dtp, EINVAL, "%s%sline %d: probe %s has "
		    "%u arguments, and a C program can pass at most %d",
		    v->file != NULL ? v->file : "",
		    v->file != NULL ? ", " : "",
		    dt_place_line(p->line), p->cname,
		    p->nnative, MAX_MACROARGS);
	add_signature(b, v, p);
	dt_buf_printf(b, "extern unsigned short %s_%s_semaphore\n\t"
	    "__attribute__((unused, section(\".probes\")));\n#define ",
	    v->name, p->cname);
	add_macro(b, v, p);
	dt_buf_printf(b, "_ENABLED() \\\n\t__builtin_expect("
	    "*(const volatile unsigned short *) \\\n\t\t"
	    "&%s_%s_semaphore, 0)\n#define ", v->name, p->cname);
	add_macro(b, v, p);
	dt_buf_str(b, "(");
	add_list(b, "", p->nnative);
	dt_buf_str(b, ") \\\n\tDTRACE_PROBE");
	if (p->nnative != 0)
		dt_buf_printf(b, "%u", p->nnative);
	dt_buf_printf(b, "(%s, %s", v->name, p->cname);
	add_list(b, ", ", p->nnative);
	dt_buf_str(b, ")\n");
	return b->err;
}

/* The include guard: _PROBES_H for a path that ends in probes.h. */
static void
add_guard(struct dt_buf *b, const char *path)
{
	const char *slash = strrchr(path, '/'), *s;

	dt_buf_str(b, "_");
	for (s = slash != NULL ? slash + 1 : path; *s != '\0'; s++) {
		char c = isalnum((unsigned char)*s) ?
		    (char)toupper((unsigned char)*s) : '_';

		dt_buf_add(b, &c, 1);
	}
}

static int
make_header(struct header *h, const char *fname)
{
	struct dt_buf *b = &h->text;
	int rc;

	dt_buf_str(b, "/* Written by dtrace_program_header(). */\n");
	if (fname != NULL) {
		dt_buf_str(b, "#ifndef ");
		add_guard(b, fname);
		dt_buf_str(b, "\n#define ");
		add_guard(b, fname);
		dt_buf_str(b, "\n");
	}
	dt_buf_str(b, "\n#define _SDT_HAS_SEMAPHORES 1\n"
	    "#include <sys/sdt.h>\n\n"
	    "#ifdef __cplusplus\nextern \"C\" {\n#endif\n");
	rc = each_probe(h->dtp, NULL, add_probe, h);
	dt_buf_str(b, "\n#ifdef __cplusplus\n}\n#endif\n");
	if (fname != NULL)
		dt_buf_str(b, "\n#endif\n");
	return rc == 0 ? b->err : rc;
}

int
dtrace_program_header(dtrace_hdl_t *dtp, FILE *fp, const char *fname)
{
	struct header h = { .dtp = dtp };
	int rc;

	if (dt_check(dtp, fp != NULL) != 0)
		return -1;
	if (check_declared(dtp, NULL) != 0)
		return -1;
	rc = make_header(&h, fname);
	if (rc == 0 && (fputs(dt_buf_text(&h.text), fp) == EOF ||
	    fflush(fp) != 0))
		rc = dt_set_errno(dtp, errno);
	else if (rc == -ENOMEM)
		rc = dt_set_errno(dtp, EDT_NOMEM);
	dt_buf_free(&h.text);
	return rc;
}

/* The names of semaphores. */
struct names {
	struct dt_arena *arena;
	const char **v;
	uint32_t n;
};

static int
count_name(const struct dt_provider *v, const struct dt_provprobe *p,
    void *arg)
{
	(void) v;
	(void) p;
	++*(uint32_t *)arg;
	return 0;
}

static int
add_name(const struct dt_provider *v, const struct dt_provprobe *p, void *arg)
{
	struct names *l = arg;
	char *s = dt_arena_printf(l->arena, "%s_%s_semaphore", v->name,
	    p->cname);

	if (s == NULL)
		return -ENOMEM;
	l->v[l->n++] = s;
	return 0;
}

static int
make_object(const dtrace_hdl_t *dtp, const dtrace_prog_t *pgp,
    struct dt_buf *out)
{
	struct names l = { .arena = dt_arena_create() };
	uint32_t room = 0;
	int rc = -ENOMEM;

	if (l.arena != NULL &&
	    each_probe(dtp, pgp, count_name, &room) == 0)
		l.v = dt_arena_alloc(l.arena, (room + 1) * sizeof(*l.v));
	if (l.v != NULL)
		rc = each_probe(dtp, pgp, add_name, &l);
	if (rc == 0)
		dt_elf_semaphores(out, l.v, l.n);
	dt_arena_destroy(l.arena);
	return rc == 0 ? out->err : rc;
}

static int
has_note(void *arg, const struct dt_elfnote *n)
{
	return strcmp(n->provider, arg) == 0;
}

/* With DTRACE_D_PROBES: require an object with a probe of each provider. */
static int
check_probes(dtrace_hdl_t *dtp, const dtrace_prog_t *pgp, int objc,
    char *const objv[])
{
	const struct dt_provider *v = pgp->tree != NULL ?
	    pgp->tree->providers : NULL;

	for (; v != NULL; v = v->next) {
		int i = 0, rc = 0;

		while (rc <= 0 && i < objc) {
			rc = dt_elf_unlinked_notes(objv[i++], has_note,
			    (void *)v->name);
			if (rc < 0)
				return dt_set_error(dtp, -rc, "%s: %s",
				    objv[i - 1], rc == -ENOEXEC ?
				    "not an object file" :
				    dtrace_errmsg(NULL, -rc));
		}
		if (rc == 0)
			return dt_set_error(dtp, EDT_NOPROBES, "no object file "
			    "has a probe of provider %s", v->name);
	}
	return 0;
}

static int
write_file(dtrace_hdl_t *dtp, const char *file, const struct dt_buf *b)
{
	FILE *fp = fopen(file, "we");
	int err = fp == NULL ? errno : 0;

	if (fp != NULL && fwrite(b->p, 1, b->len, fp) != b->len)
		err = errno;
	if (fp != NULL && fclose(fp) != 0 && err == 0)
		err = errno;
	if (err != 0 && fp != NULL)
		(void) unlink(file);
	return err == 0 ? 0 : dt_set_error(dtp, err, "%s: %s", file,
	    dtrace_errmsg(NULL, err));
}

int
dtrace_program_link(dtrace_hdl_t *dtp, dtrace_prog_t *pgp, uint_t dflags,
    const char *file, int objc, char *const objv[])
{
	struct dt_buf out = { 0 };
	int rc;

	if (dt_alive(dtp) != 0)
		return -1;
	if (file == NULL || dflags & ~(uint_t)DTRACE_D_MASK || objc < 0 ||
	    (objc > 0 && objv == NULL) ||
	    (pgp != NULL && !dt_prog_is_ours(dtp, pgp)))
		return dt_set_errno(dtp, EINVAL);
	if (pgp == NULL && objc > 0)
		return dt_set_error(dtp, EINVAL, "object files can only be "
		    "linked with one program");
	if (check_declared(dtp, pgp) != 0)
		return -1;
	if (dflags & DTRACE_D_PROBES && pgp != NULL &&
	    check_probes(dtp, pgp, objc, objv) != 0)
		return -1;
	rc = make_object(dtp, pgp, &out);
	if (rc == 0)
		rc = write_file(dtp, file, &out);
	else
		rc = dt_set_errno(dtp, EDT_NOMEM);
	dt_buf_free(&out);
	return rc;
}
