/* SPDX-License-Identifier: MIT */
/*
 * sites.c - collects the places in processes where the probes of a run fire, as
 * tables for the tracer.
 */
#include <elf.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/regular.h"
#include "sym/elffile.h"
#include "sym/elffunc.h"
#include "sym/objects.h"
#include "vm/vm.h"

#define	NRETURNS	65536	/* patches for addresses of returns */
#define	SPARE_SITES	8192	/* of a run that may grow */
#define	SPARE_FILES	256
#define	NOFILE		UINT32_MAX

struct gather {
	struct dt_vm *vm;
	const struct dt_run *run;	/* NULL: of one grabbed process */
	struct dt_vm_sites *out;
	const char *path;		/* of the last file, and its index */
	uint32_t file;
	bool returns;
	pid_t pid;			/* the process that gets hooks */
	enum dt_sitekind kind;
	int err;
};

/* --- files ---------------------------------------------------------------- */

static bool
is_x86_64(const struct dt_elffile *f)
{
	GElf_Ehdr eh;

	return gelf_getehdr(f->elf, &eh) != NULL &&
	    eh.e_machine == EM_X86_64 && eh.e_ident[EI_CLASS] == ELFCLASS64;
}

/* The end of the code in a file; 0: it is not an ELF file for x86. */
static uint64_t
end_of_code(int fd)
{
	struct dt_elffile f;
	uint64_t end = 0;
	GElf_Phdr ph;
	size_t n = 0;

	if (dt_elffile_open(&f, fd) == 0 &&
	    (is_x86_64(&f) || dt_elffile_is_i386(fd)))
		(void) elf_getphdrnum(f.elf, &n);
	for (size_t i = 0; i < n; i++)
		if (gelf_getphdr(f.elf, (int)i, &ph) != NULL &&
		    ph.p_type == PT_LOAD && (ph.p_flags & PF_X) != 0)
			end = ph.p_offset + ph.p_filesz;
	dt_elffile_close(&f);
	return end;
}

static uint32_t
add_file(struct gather *g, const struct dt_sitefile *new)
{
	const struct dt_sitefile *v = (void *)g->out->files.p;
	uint32_t n = (uint32_t)(g->out->files.len / sizeof(*v));

	for (uint32_t i = 0; i < n; i++)
		if (v[i].dev == new->dev && v[i].ino == new->ino)
			return i;
	dt_buf_add(&g->out->files, new, sizeof(*new));
	return n;
}

/* Has it ended, or is it about to?  A zombie has no root directory. */
static bool
has_ended(pid_t pid)
{
	char path[64], to[8];

	(void) snprintf(path, sizeof(path), "/proc/%d/root", (int)pid);
	return readlink(path, to, sizeof(to)) < 0 && errno == ENOENT;
}

static int
unreadable(struct gather *g, pid_t pid, const char *path, int err)
{
	if (has_ended(pid))
		return dt_why_set(&g->vm->base, -ESRCH, "process %d has "
		    "ended, so its functions cannot be traced", (int)pid);
	return dt_why_set(&g->vm->base, err, "cannot read %s: %s", path,
	    strerror(-err));
}

static int
read_file(struct gather *g, pid_t pid, const char *path,
    struct dt_sitefile *f)
{
	int fd = dt_regular_open(path, 0), err = 0;
	struct stat st;

	if (fd < 0 || fstat(fd, &st) != 0)
		err = unreadable(g, pid, path, -errno);
	else
		*f = (struct dt_sitefile){ st.st_dev, st.st_ino,
		    end_of_code(fd), dt_elffile_is_i386(fd) };
	if (fd >= 0)
		(void) close(fd);
	if (err == 0 && f->end == 0)
		err = dt_why_set(&g->vm->base, -ENOTSUP, "%s is not a program "
		    "or library for x86-64 or i386: probes in it need the "
		    "kernel engine", path);
	return err;
}

/* The index of the file in the table; NOFILE: g->err is set. */
static uint32_t
file_of(struct gather *g, pid_t pid, const char *path)
{
	struct dt_sitefile f = { 0 };

	if (g->path != NULL && strcmp(path, g->path) == 0)
		return g->file;
	g->err = read_file(g, pid, path, &f);
	if (g->err != 0)
		return NOFILE;
	g->path = path;
	return g->file = add_file(g, &f);
}

/* --- places --------------------------------------------------------------- */

static const enum dt_sitekind kinds[] = {
	[DT_POINT_UENTRY] = DT_SITE_ENTRY,
	[DT_POINT_URETURN] = DT_SITE_RETURN,
	[DT_POINT_UEXIT] = DT_SITE_EXIT,
	[DT_POINT_USDT] = DT_SITE_USDT,
	[DT_POINT_UINSN] = DT_SITE_INSN,
};

static void
add_site(struct gather *g, const struct dt_usite *s, struct dt_site new)
{
	new.pid = s->pid;
	new.offset = s->offset;
	new.semaphore = s->semaphore;
	new.file = file_of(g, s->pid, s->path);
	if (g->err != 0)
		return;
	if (s->args != NULL)
		memcpy(new.arg, s->args, sizeof(new.arg));
	if (s->leave != NULL)
		new.exit = (struct dt_exitplace){ .offset = s->offset -
			s->func, .leave = *s->leave };
	dt_buf_add(&g->out->sites, &new, sizeof(new));
}

/*
 * A pattern over processes also matches those that are not watched.  Their
 * places are added if they are grabbed while tracing runs.
 */
static void
add_row(struct gather *g, enum dt_pointkind kind, const struct dt_enrow *r)
{
	for (struct dt_usite *s = r->site; s != NULL && g->err == 0;
	    s = s->next) {
		s->in_run = !s->by_pattern || g->run->by_hand ||
		    g->run->is_watched(g->run->watcher, s->pid);
		if (s->in_run)
			add_site(g, s, (struct dt_site){ .kind = kinds[kind],
			    .probe = r->probe });
	}
}

static void
add_point(struct gather *g, const struct dt_enpoint *pt)
{
	g->returns |= pt->kind == DT_POINT_URETURN;
	for (uint32_t i = 0; i < pt->nrows && g->err == 0; i++)
		add_row(g, pt->kind, &pt->rows[i]);
}

/* Order sites by process, file and offset. */
static int
compare(const void *lp, const void *rp)
{
	const struct dt_site *l = lp, *r = rp;

	if (l->pid != r->pid)
		return l->pid < r->pid ? -1 : 1;
	if (l->file != r->file)
		return l->file < r->file ? -1 : 1;
	if (l->offset != r->offset)
		return l->offset < r->offset ? -1 : 1;
	return l->probe < r->probe ? -1 : l->probe > r->probe;
}

static void
sort(struct dt_vm_sites *s)
{
	if (s->sites.len != 0)
		qsort(s->sites.p, s->sites.len / sizeof(struct dt_site),
		    sizeof(struct dt_site), compare);
}

/* --- hooks ---------------------------------------------------------------- */

/*
 * Functions without probes at which the tracer needs to stop a thread: the one
 * that the loader calls after it has mapped or unmapped a library, and those
 * that leave functions without a return.
 */
static const struct hook {
	enum dt_sitekind kind;
	const char *object;		/* its file's name, see is_of() */
	const char *name;
} hooks[] = {
	{ DT_SITE_LOADED, "ld", "_dl_debug_state" },
	{ DT_SITE_JUMP, "libc", "siglongjmp" },
	{ DT_SITE_JUMP, "libc", "__longjmp_chk" },
	{ DT_SITE_JUMP, "ld-musl", "siglongjmp" },
};
#define	NHOOKS	(sizeof(hooks) / sizeof(hooks[0]))

static bool
is_hook(uint32_t kind)
{
	return kind == DT_SITE_LOADED || kind == DT_SITE_JUMP;
}

struct hooked {
	struct gather *g;
	const struct hook *hook;
	const char *path;
};

static int
add_hook(void *arg, const struct dt_elffunc *f)
{
	const struct hooked *h = arg;
	struct dt_usite s = { .pid = h->g->pid, .path = h->path };

	if (strcmp(f->name, h->hook->name) != 0)
		return 0;
	s.offset = dt_elffunc_entry(f->fd, f->offset).body;
	add_site(h->g, &s, (struct dt_site){ .kind = h->hook->kind });
	return h->g->err;
}

/* Does the process have the hooks of this file already? */
static bool
is_hooked(const struct gather *g, const char *path)
{
	const struct dt_sites *s = &g->vm->sites;
	struct stat st;

	if (stat(path, &st) != 0)
		return true;
	for (uint32_t i = 0; i < s->n; i++)
		if (s->v[i].pid == g->pid && is_hook(s->v[i].kind) &&
		    s->files[s->v[i].file].dev == st.st_dev &&
		    s->files[s->v[i].file].ino == st.st_ino)
			return true;
	return false;
}

/* Is it the hook's library, of any version?  libcrypto.so.3 is not libc. */
static bool
is_of(const struct hook *h, const char *name)
{
	size_t len = strlen(h->object);

	return strncmp(name, h->object, len) == 0 &&
	    (name[len] == '.' || name[len] == '-');
}

static int
visit_object(void *arg, const char *path, const char *name, bool is_program)
{
	struct gather *g = arg;

	(void) is_program;
	g->path = NULL;			/* path is freed after the call */
	for (size_t i = 0; i < NHOOKS && g->err == 0; i++) {
		struct hooked h = { g, &hooks[i], path };

		if ((g->returns || h.hook->kind == DT_SITE_LOADED) &&
		    is_of(h.hook, name) && !is_hooked(g, path))
			(void) dt_elf_functions(path, add_hook, &h);
	}
	g->path = NULL;
	return g->err;
}

/* Add the hooks of each process with sites. */
static void
add_hooks(struct gather *g)
{
	size_t i, n = g->out->sites.len / sizeof(struct dt_site);

	for (i = 0; i < n && g->err == 0; i++) {
		const struct dt_site *v = (void *)g->out->sites.p;

		if (v[i].pid == g->pid)
			continue;
		g->pid = v[i].pid;
		/* a static program has no loader */
		(void) dt_objects(g->pid, visit_object, g);
	}
}

static void
plan_room(const struct dt_run *run, struct dt_vm_sites *out)
{
	bool grows = run->find != NULL;

	out->maxsites = (uint32_t)(out->sites.len / sizeof(struct dt_site)) +
	    (grows ? SPARE_SITES : 0);
	out->maxfiles = (uint32_t)(out->files.len /
	    sizeof(struct dt_sitefile)) + (grows ? SPARE_FILES : 0);
}

int
dt_vm_sites_collect(struct dt_vm *v, const struct dt_run *run,
    struct dt_vm_sites *out)
{
	struct gather g = { .vm = v, .run = run, .out = out };

	for (uint32_t i = 0; i < run->npoints && g.err == 0; i++)
		if (dt_point_is_user(run->points[i].kind))
			add_point(&g, &run->points[i]);
	sort(out);
	add_hooks(&g);
	sort(out);
	plan_room(run, out);
	out->npatches = 4 * out->maxsites;
	if (g.returns)
		out->npatches += NRETURNS;
	if (out->sites.err != 0 || out->files.err != 0)
		return dt_why_set(&v->base, -ENOMEM, "out of memory");
	return g.err;
}

/* --- places that are found while tracing runs ----------------------------- */

/* Files come before the sites in them: tracers read the numbers of both. */
static int
append(struct dt_vm *v, const struct dt_vm_sites *s)
{
	struct dt_vm_run *r = v->run;
	uint32_t nfiles = (uint32_t)(s->files.len / sizeof(struct dt_sitefile));
	uint32_t n = (uint32_t)(s->sites.len / sizeof(struct dt_site));

	if (nfiles > r->maxfiles || n > r->maxsites - r->nsites)
		return -ENOSPC;
	if (n == 0)
		return 0;
	memcpy((char *)r + r->files_at, s->files.p, s->files.len);
	memcpy((struct dt_site *)((char *)r + r->sites_at) + r->nsites,
	    s->sites.p, s->sites.len);
	__atomic_store_n(&r->nfiles, nfiles, __ATOMIC_RELEASE);
	__atomic_store_n(&r->nsites, r->nsites + n, __ATOMIC_RELEASE);
	dt_vm_sites_view(v);
	return 0;
}

int
dt_vm_sites_grow(struct dt_vm *v, pid_t pid, const struct dt_grown *grown,
    uint32_t n)
{
	struct dt_vm_sites out = { 0 };
	struct gather g = { .vm = v, .out = &out, .pid = pid,
	    .returns = v->later[DT_POINT_URETURN] != NULL };
	int err;

	if (v->run->nfiles != 0)
		dt_buf_add(&out.files, v->sites.files,
		    v->run->nfiles * sizeof(struct dt_sitefile));
	for (uint32_t i = 0; i < n && g.err == 0; i++)
		add_site(&g, grown[i].site, (struct dt_site){
		    .kind = kinds[grown[i].point->kind],
		    .probe = grown[i].row->probe });
	if (g.err == 0)
		(void) dt_objects_mapped(pid, visit_object, &g);
	sort(&out);
	err = g.err != 0 ? g.err : out.sites.err != 0 ? out.sites.err :
	    out.files.err;
	if (err == 0)
		err = append(v, &out);
	dt_vm_sites_free(&out);
	return err;
}

void
dt_vm_sites_free(struct dt_vm_sites *s)
{
	dt_buf_free(&s->sites);
	dt_buf_free(&s->files);
}
