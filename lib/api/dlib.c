/* SPDX-License-Identifier: MIT */
/*
 * dlib.c - D libraries: those of option libdir, those inside this library, and
 * those in the folder "dtrace" beside it.  They are indexed when a program
 * first uses a name that is not of the language; each is compiled when a
 * program uses a name that it defines.
 */
#include "api/hdl.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/hash.h"
#include "base/regular.h"

enum state { UNREAD, READING, READ, SKIPPED };

struct dlib {
	struct dlib *next;		/* in search order */
	const char *path, *base;
	const char *text;
	size_t len;
	enum state state;
	bool fresh;			/* compiled for the current program */
	bool named;			/* in a folder of option libdir */
	struct dt_arena *arena;		/* of its declarations, or NULL */
};

/* A library that defines a name, or declares a provider. */
struct definer {
	struct definer *next;
	const char *name;
	struct dlib *lib;
	bool wanted;			/* the clause being parsed needs it */
};

struct dt_dlibs {
	struct dt_arena *arena;
	struct dlib *first, **tail;
	struct dt_hash *bases, *names;
	struct definer *provs;
	struct dlib *indexed;
};

/* --- the index ---------------------------------------------------------- */

static int
add_name(void *arg, enum dt_libname what, const char *s, size_t len)
{
	struct dt_dlibs *d = arg;
	struct definer *new, *old;

	if (what != DT_LIB_NAME && what != DT_LIB_PROVIDER)
		return 0;
	new = dt_arena_alloc(d->arena, sizeof(*new));
	if (new == NULL ||
	    (new->name = dt_arena_strndup(d->arena, s, len)) == NULL)
		return -ENOMEM;
	new->lib = d->indexed;
	if (what == DT_LIB_PROVIDER) {
		new->next = d->provs;
		d->provs = new;
		return 0;
	}
	old = dt_hash_get(d->names, new->name);
	if (old == NULL)
		return dt_hash_put(d->names, new->name, new);
	new->next = old->next;
	old->next = new;
	return 0;
}

/* Add a library, unless one has its name.  path and text are kept. */
static int
add_lib(struct dt_dlibs *d, const char *path, const char *text, size_t len)
{
	const char *slash = strrchr(path, '/');
	struct dlib *lib;
	int rc;

	lib = dt_arena_alloc(d->arena, sizeof(*lib));
	if (lib == NULL)
		return -ENOMEM;
	*lib = (struct dlib){ .path = path,
	    .base = slash != NULL ? slash + 1 : path, .text = text,
	    .len = len };
	rc = dt_hash_put(d->bases, lib->base, lib);
	if (rc != 0)
		return rc == -EEXIST ? 0 : rc;
	*d->tail = lib;
	d->tail = &lib->next;
	d->indexed = lib;
	return dt_front_names(text, len, add_name, d);
}

/* Read a regular file.  False: it is another one, or cannot be read. */
static bool
read_lib(const char *path, struct dt_buf *b)
{
	int fd = dt_regular_open(path, 0);
	FILE *fp = fd >= 0 ? fdopen(fd, "r") : NULL;

	if (fp != NULL) {
		dt_buf_file(b, fp);
		(void) fclose(fp);
	} else if (fd >= 0) {
		(void) close(fd);
	}
	return fp != NULL && (b->err == 0 || b->err == -ENOMEM);
}

/* Add a file, unless it cannot be read. */
static int
add_file(dtrace_hdl_t *dtp, struct dt_dlibs *d, const char *dir,
    const char *name)
{
	const char *path = dt_arena_printf(d->arena, "%s/%s", dir, name);
	struct dt_buf b = { 0 };
	const char *text;
	int rc = 0;

	if (path == NULL)
		return -ENOMEM;
	if (read_lib(path, &b)) {
		text = b.err == 0 ? dt_arena_strndup(d->arena,
		    dt_buf_text(&b), b.len) : NULL;
		rc = text != NULL ? add_lib(d, path, text, b.len) : -ENOMEM;
	} else {
		dt_explain(dtp, "left out library %s, which is no regular "
		    "file that can be read", path);
	}
	dt_buf_free(&b);
	return rc;
}

static int
is_library(const struct dirent *e)
{
	size_t len = strlen(e->d_name);

	return len > 2 && e->d_name[0] != '.' &&
	    strcmp(e->d_name + len - 2, ".d") == 0;
}

static int
add_dir(dtrace_hdl_t *dtp, struct dt_dlibs *d, const char *dir)
{
	struct dirent **v;
	int n = scandir(dir, &v, is_library, alphasort), rc = 0;

	if (n < 0)
		return errno == ENOMEM ? -ENOMEM : 0;
	for (int i = 0; i < n; i++) {
		if (rc == 0)
			rc = add_file(dtp, d, dir, v[i]->d_name);
		free(v[i]);
	}
	free(v);
	return rc;
}

/* dlibs.S: each library is byte 1, its name, a newline and its text. */
extern const char dt_dlib_texts[], dt_dlib_texts_end[];

static int
add_own(struct dt_dlibs *d)
{
	const char *p = dt_dlib_texts, *nl, *end;
	char *name;
	int rc = 0;

	while (rc == 0 && p < dt_dlib_texts_end) {
		nl = memchr(p, '\n', (size_t)(dt_dlib_texts_end - p));
		end = memchr(nl, 1, (size_t)(dt_dlib_texts_end - nl));
		if (end == NULL)
			end = dt_dlib_texts_end;
		name = dt_arena_strndup(d->arena, p + 1,
		    (size_t)(nl - p) - 1);
		rc = name == NULL ? -ENOMEM :
		    add_lib(d, name, nl + 1, (size_t)(end - nl) - 1);
		p = end;
	}
	return rc;
}

/* Add the folder "dtrace" that is beside this library. */
static int
add_beside(dtrace_hdl_t *dtp, struct dt_dlibs *d)
{
	const char *slash;
	Dl_info info;
	char *dir;

	if (dladdr(dt_dlib_texts, &info) == 0 || info.dli_fname == NULL ||
	    (slash = strrchr(info.dli_fname, '/')) == NULL)
		return 0;
	dir = dt_arena_printf(d->arena, "%.*s/dtrace",
	    (int)(slash - info.dli_fname), info.dli_fname);
	return dir != NULL ? add_dir(dtp, d, dir) : -ENOMEM;
}

static int
add_all(dtrace_hdl_t *dtp, struct dt_dlibs *d)
{
	const struct dt_opttext *t;
	const char *sys = NULL;
	int rc = 0;

	for (t = dtp->opttexts; t != NULL && rc == 0; t = t->next) {
		if (t->id == DT_COPT_LIBDIR)
			rc = add_dir(dtp, d, t->text);
		else if (t->id == DT_COPT_SYSLIBDIR)
			sys = t->text;
	}
	for (struct dlib *lib = d->first; lib != NULL; lib = lib->next)
		lib->named = true;
	if (rc == 0)
		rc = sys != NULL ? add_dir(dtp, d, sys) : add_own(d);
	return rc == 0 && sys == NULL ? add_beside(dtp, d) : rc;
}

void
dt_dlibs_fini(dtrace_hdl_t *dtp)
{
	struct dt_dlibs *d = dtp->dlibs;

	dtp->dlibs = NULL;
	if (d == NULL)
		return;
	for (struct dlib *lib = d->first; lib != NULL; lib = lib->next)
		if (lib->arena != NULL)
			dt_arena_destroy(lib->arena);
	dt_hash_destroy(d->bases);
	dt_hash_destroy(d->names);
	if (d->arena != NULL)
		dt_arena_destroy(d->arena);
	free(d);
}

static int
make_index(dtrace_hdl_t *dtp)
{
	struct dt_dlibs *d = calloc(1, sizeof(*d));
	int rc = -ENOMEM;

	if (d == NULL)
		return rc;
	dtp->dlibs = d;
	d->tail = &d->first;
	d->arena = dt_arena_create();
	d->bases = dt_hash_create();
	d->names = dt_hash_create();
	if (d->arena != NULL && d->bases != NULL && d->names != NULL)
		rc = add_all(dtp, d);
	if (rc != 0)
		dt_dlibs_fini(dtp);
	return rc;
}

/* --- compiling ---------------------------------------------------------- */

static int load(dtrace_hdl_t *dtp, struct dlib *lib, struct dt_diag *diag);

/* The argument of the callbacks of dt_front_names(). */
struct asking {
	dtrace_hdl_t *dtp;
	struct dlib *lib;
	struct dt_diag *diag;
};

enum { SKIP = 1 };

static int
need_library(const struct asking *a, const char *base)
{
	struct dlib *lib = dt_hash_get(a->dtp->dlibs->bases, base);

	if (lib == NULL)
		return SKIP;
	if (lib->state == READING) {
		a->diag->file = a->lib->path;
		return dt_diag_set(a->diag, D_PRAGMA_DEPEND, 1,
		    "libraries %s and %s depend on each other", a->lib->base,
		    base);
	}
	if (load(a->dtp, lib, a->diag) != 0)
		return a->diag->err;
	return lib->state == SKIPPED ? SKIP : 0;
}

static int
check_need(void *arg, enum dt_libname what, const char *s, size_t len)
{
	struct asking *a = arg;
	char *name;
	int rc = 0;

	if (what == DT_LIB_NAME || what == DT_LIB_PROVIDER)
		return 0;
	name = strndup(s, len);
	if (name == NULL)
		return dt_diag_nomem(a->diag);
	if (what == DT_LIB_NEEDS_LIBRARY)
		rc = need_library(a, name);
	else if (!dt_dlib_has(a->dtp, what, name))
		rc = SKIP;
	if (rc == SKIP)
		dt_explain(a->dtp, "left out library %s, which depends on %s",
		    a->lib->path, name);
	free(name);
	return rc;
}

static int
compile(dtrace_hdl_t *dtp, struct dlib *lib, struct dt_diag *diag)
{
	const struct dt_source src = {
		.text = lib->text, .len = lib->len, .file = lib->path,
		.is_file = true, .is_library = true,
		.spec = DTRACE_PROBESPEC_NAME,
		.cflags = DTRACE_C_EMPTY,
	};
	struct dt_diag mine = { .file = lib->path,
	    .show_tag = diag->show_tag,
	    .show_column = dtp->copts[DT_COPT_ERRCOLUMNS] != 0 };
	struct dt_dprog *tree;
	struct dt_env env;

	if (lib->arena == NULL)
		lib->arena = dt_arena_create();
	if (lib->arena == NULL)
		return dt_diag_nomem(diag);
	dt_prog_env(dtp, &env);
	(void) dt_front(&src, dtp->scope, &env, lib->arena, &mine, NULL, NULL,
	    &tree);
	if (mine.err != 0)
		*diag = mine;
	else
		dt_explain(dtp, "compiled library %s", lib->path);
	return mine.err;
}

static int
load(dtrace_hdl_t *dtp, struct dlib *lib, struct dt_diag *diag)
{
	struct asking a = { dtp, lib, diag };
	int rc;

	if (lib->state != UNREAD)
		return 0;
	lib->state = READING;
	rc = dt_front_names(lib->text, lib->len, check_need, &a);
	if (rc == 0)
		rc = compile(dtp, lib, diag);
	lib->state = rc == 0 ? READ : rc == SKIP ? SKIPPED : UNREAD;
	lib->fresh = rc == 0;
	return rc < 0 ? rc : 0;
}

static int
need_index(dtrace_hdl_t *dtp, struct dt_diag *diag)
{
	return dtp->dlibs != NULL || make_index(dtp) == 0 ? 0 :
	    dt_diag_nomem(diag);
}

int
dt_dlibs_named(dtrace_hdl_t *dtp, struct dt_diag *diag)
{
	const struct dt_opttext *t = dtp->opttexts;
	struct dlib *lib;
	int rc;

	while (t != NULL && t->id != DT_COPT_LIBDIR)
		t = t->next;
	if (t == NULL)
		return 0;
	rc = need_index(dtp, diag);
	lib = rc == 0 ? dtp->dlibs->first : NULL;
	for (; lib != NULL && lib->named && rc == 0; lib = lib->next)
		rc = load(dtp, lib, diag);
	return rc;
}

bool
dt_dlib_has(void *arg, enum dt_libname what, const char *name)
{
	const char *const part[4] = { name };
	char buf[512];

	(void) arg;
	if (what == DT_LIB_NEEDS_PROVIDER)
		return dt_prov_matches(name) ||
		    !dt_prov_unknown(part, buf, sizeof(buf));
	if (strcmp(name, "vmlinux") == 0)
		return true;
	(void) snprintf(buf, sizeof(buf), "/sys/module/%s", name);
	return strchr(name, '/') == NULL && access(buf, F_OK) == 0;
}

int
dt_dlib_define(void *arg, const char *name, struct dt_diag *diag)
{
	dtrace_hdl_t *dtp = arg;
	struct definer *def;
	int rc = need_index(dtp, diag);

	def = rc == 0 ? dt_hash_get(dtp->dlibs->names, name) : NULL;
	for (; def != NULL && rc == 0; def = def->next)
		rc = load(dtp, def->lib, diag);
	return rc;
}

/* Mark the libraries that declare a probe's provider, less a process id. */
static int
want(const struct dt_probe *p, void *arg)
{
	struct dt_dlibs *d = arg;
	struct definer *def;

	for (def = d->provs; def != NULL; def = def->next) {
		size_t n = strlen(def->name);

		if (strncmp(p->part[0], def->name, n) == 0 &&
		    p->part[0][n + strspn(p->part[0] + n, "0123456789")] ==
		    '\0')
			def->wanted = true;
	}
	return 0;
}

int
dt_dlib_declare(void *arg, const struct dt_pdesc *pd, struct dt_diag *diag)
{
	dtrace_hdl_t *dtp = arg;
	struct definer *def;
	int rc = need_index(dtp, diag);

	if (rc != 0)
		return rc;
	(void) dt_pdesc_matches(dtp, pd, want, dtp->dlibs);
	for (def = dtp->dlibs->provs; def != NULL; def = def->next) {
		if (def->wanted && rc == 0)
			rc = load(dtp, def->lib, diag);
		def->wanted = false;
	}
	return rc;
}

void
dt_dlibs_settle(dtrace_hdl_t *dtp, bool keep)
{
	struct dlib *lib = dtp->dlibs != NULL ? dtp->dlibs->first : NULL;

	for (; lib != NULL; lib = lib->next) {
		if (lib->fresh && !keep)
			lib->state = UNREAD;
		lib->fresh = false;
	}
}
