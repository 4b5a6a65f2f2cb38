/* SPDX-License-Identifier: MIT */
/*
 * pidret.c - decides how the returns of functions are traced.
 *
 * A changed return address on the stack is the cheaper way.  It does harm where
 * calls do not return in nested order, where the stack moves, and where
 * something else reads return addresses, as exceptions do.  So by default it is
 * used only in processes whose files show nothing of that kind.
 */
#include <errno.h>
#include <sys/stat.h>
#include "base/arena.h"
#include "base/optval.h"
#include "prov/pidret.h"
#include "sym/objects.h"
#include "sym/stacks.h"

#define	BY_SITES	"at the instructions that return"

/* A file that has been searched. */
struct file {
	dev_t dev;
	ino_t ino;
	bool is_program;
	struct dt_stacks stacks;
};

struct examining {
	struct dt_pidret *r;
	struct dt_probes *ps;
};

/* The result for a file; NULL: it cannot be read, or out of memory. */
static const struct dt_stacks *
read_file(struct dt_returns *known, const char *path, bool is_program)
{
	const struct file *v = (const struct file *)known->files.p;
	struct file f = { .is_program = is_program };
	struct stat st;

	if (stat(path, &st) != 0)
		return NULL;
	for (size_t i = 0; i < known->files.len / sizeof(*v); i++)
		if (v[i].dev == st.st_dev && v[i].ino == st.st_ino &&
		    v[i].is_program == is_program)
			return &v[i].stacks;
	f.dev = st.st_dev;
	f.ino = st.st_ino;
	dt_stacks_read(path, is_program, &f.stacks);
	dt_buf_add(&known->files, &f, sizeof(f));
	if (known->files.err != 0)
		return NULL;
	v = (const struct file *)(known->files.p + known->files.len);
	return &v[-1].stacks;
}

/* 1: the file shows that addresses on stacks must not be changed. */
static int
examine(void *arg, const char *path, const char *name, bool is_program)
{
	struct examining *e = arg;
	const struct dt_stacks *s = read_file(dt_probes_returns(e->ps), path,
	    is_program);

	if (s == NULL || s->name == NULL)
		return 0;
	e->r->why = dt_arena_printf(dt_probes_arena(e->ps), BY_SITES ": %s "
	    "has %s, which %s", name, s->name, s->what);
	return e->r->why != NULL ? 1 : -ENOMEM;
}

static int
examine_process(struct dt_pidret *r, const struct dt_psearch *s)
{
	struct examining e = { r, s->ps };
	int rc;

	if (s->by_file) {
		r->why = BY_SITES ": the probe is one of all processes";
		return 0;
	}
	if (r->pid == s->pid)
		return 0;
	r->pid = s->pid;
	r->why = NULL;
	rc = s->only != NULL ? dt_objects_mapped(s->pid, examine, &e) :
	    dt_objects(s->pid, examine, &e);
	return rc == -ENOMEM ? rc : 0;
}

static bool
is_go(struct dt_psearch *s)
{
	const struct dt_stacks *v = read_file(dt_probes_returns(s->ps),
	    s->site.path, s->site.is_program);

	return v != NULL && v->is_go;
}

int
dt_pidret_file(struct dt_pidret *r, struct dt_psearch *s, int fd)
{
	int err = examine_process(r, s);

	r->is_go = is_go(s);
	r->code = dt_bodyfile_open(s->site.path, fd, r->is_go);
	return err != 0 ? err : r->code != NULL ? 0 : -ENOMEM;
}

void
dt_pidret_end(struct dt_pidret *r)
{
	dt_bodyfile_close(r->code);
	r->code = NULL;
}

void
dt_pidret_free(struct dt_pidret *r)
{
	dt_body_free(&r->body);
}

int
dt_pidret_read(struct dt_pidret *r, uint64_t offset, uint64_t size)
{
	return dt_body_read(r->code, offset, size, &r->body);
}

/* That and why returns are traced at instructions; NULL: they are not. */
static const char *
reason(const struct dt_pidret *r, struct dt_probes *ps, bool keeps_return,
    bool no_entry)
{
	const int64_t *option = dt_probes_returns(ps)->option;

	if (option != NULL && *option != DT_RETURNS_AUTO)
		return *option == DT_RETURNS_SITES ? BY_SITES : NULL;
	if (r->why != NULL)
		return r->why;
	if (r->body.moves_stack)
		return BY_SITES ": the function loads the stack pointer";
	if (keeps_return)
		return BY_SITES ": the function keeps its return address";
	if (no_entry)
		return BY_SITES ": the function's first instruction cannot be "
		    "probed";
	if (!dt_probes_in_kernel(ps))
		return NULL;
	if (r->body.reads_return)
		return BY_SITES ": the function reads its return address";
	if (r->body.calls_itself && r->body.is_whole)
		return BY_SITES ": the function calls itself, and the kernel "
		    "follows at most 64 calls within one another";
	return NULL;
}

bool
dt_pidret_by_site(const struct dt_pidret *r, struct dt_probes *ps,
    bool keeps_return, bool no_entry, const char **how)
{
	*how = reason(r, ps, keeps_return, no_entry);
	if (*how != NULL)
		return true;
	*how = "by the return address on the stack";
	return false;
}

int
dt_pidret_sites(const struct dt_pidret *r, struct dt_probes *ps, uint64_t func,
    struct dt_usite **out, uint32_t *n)
{
	struct dt_arena *arena = dt_probes_arena(ps);
	const struct dt_exit *e = (const struct dt_exit *)r->body.exits.p;
	size_t count = r->body.exits.len / sizeof(*e);
	struct dt_usite *v = dt_arena_alloc(arena, count * sizeof(*v));
	struct dt_leave *leave = dt_arena_alloc(arena, count * sizeof(*leave));

	if (v == NULL || leave == NULL)
		return -ENOMEM;
	for (size_t i = 0; i < count; i++) {
		leave[i] = e[i].leave;
		v[i] = (struct dt_usite){ .offset = e[i].offset, .func = func,
			.leave = &leave[i] };
	}
	*out = v;
	*n = (uint32_t)count;
	return 0;
}
