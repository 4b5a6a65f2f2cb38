/* SPDX-License-Identifier: MIT */
/*
 * fuzz_maps - libFuzzer on what the kernel reports of other processes: the
 * files of /proc, and the records of mappings in the ring of a perf event.
 * Whatever they contain, the library accesses only its own memory.
 *
 * The input is texts with 0xff between them: of /proc/PID/maps, status, stat
 * and the other files that are opened, then of a ring; the first byte chooses
 * the other settings.  All mapped files are the vdso, with inode 1.  Good seeds
 * are such texts of real processes.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include "sym/mapwatch.h"
#include "victim/refuse.h"
#include "victim/suid.h"
#include "trace/priv.h"

#define	PID	7
#define	PAGE	4096u
#define	VDSO	(2 * PAGE)

enum { MAPS, STATUS, STAT, OTHER, RING, NTEXTS };

static struct {
	bool on;		/* calls are those of the library */
	uint8_t how;
	struct text {
		const uint8_t *p;
		size_t n;
	} text[NTEXTS];
	char *ring;		/* the mapped ring */
	size_t ringlen;
} fz;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* --- what the kernel reports ---------------------------------------------- */

int __real_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...);
int __real_fstat(int fd, struct stat *st);
int __wrap_fstat(int fd, struct stat *st);
int __real_stat(const char *path, struct stat *st);
int __wrap_stat(const char *path, struct stat *st);
ssize_t __wrap_getxattr(const char *path, const char *name, void *v, size_t n);
void *__real_mmap(void *at, size_t n, int prot, int flags, int fd, off_t off);
void *__wrap_mmap(void *at, size_t n, int prot, int flags, int fd, off_t off);
int __real_munmap(void *at, size_t n);
int __wrap_munmap(void *at, size_t n);
long __real_syscall(long nr, ...);
long __wrap_syscall(long nr, ...);
long __real_sysconf(int name);
long __wrap_sysconf(int name);
long __wrap_ptrace(int request, ...);
void __wrap_dt_regs_stack(pid_t tid, struct dt_firing *f);
void __wrap_dt_regs_set_arg0(pid_t tid, bool compat, uint64_t value);
void __wrap_dt_trace_note(struct dt_trace *t, uint32_t note);
void __wrap_dt_trace_gone(struct dt_trace *t, const struct dt_thread *th);
void __wrap_dt_trace_fire(struct dt_trace *t, struct dt_thread *th,
    struct dt_firing *f);

static const struct text *
text_of(const char *path)
{
	const char *name = strrchr(path, '/');

	if (name == NULL)
		return &fz.text[OTHER];
	return strcmp(name, "/maps") == 0 ? &fz.text[MAPS] :
	    strcmp(name, "/status") == 0 ? &fz.text[STATUS] :
	    strcmp(name, "/stat") == 0 ? &fz.text[STAT] : &fz.text[OTHER];
}

/* Is it the maps of this process?  Those mappings are copied from memory. */
static bool
is_own(const char *path)
{
	char own[32];

	(void) snprintf(own, sizeof(own), "/proc/%d/maps", (int)getpid());
	return strcmp(path, own) == 0;
}

static int
filled(const void *p, size_t n)
{
	int fd = memfd_create("fuzz", MFD_CLOEXEC);

	if (fd < 0 || pwrite(fd, p, n, 0) != (ssize_t)n)
		abort();
	return fd;
}

/* Never open a file of this machine: opening a device can have effects. */
int
__wrap_open(const char *path, int flags, ...)
{
	mode_t mode = 0;
	va_list ap;

	va_start(ap, flags);
	if ((flags & O_CREAT) != 0)
		mode = va_arg(ap, mode_t);
	va_end(ap);
	if (!fz.on || is_own(path))
		return __real_open(path, flags, mode);
	if ((strncmp(path, "/proc/7/", 8) == 0 ||
	    strncmp(path, "/proc/8/", 8) == 0) &&
	    strstr(path, "/map_files/") == NULL &&
	    strstr(path, "/root/") == NULL)
		return filled(text_of(path)->p, text_of(path)->n);
	if ((fz.how & 1) != 0 && strstr(path, "/map_files/") != NULL) {
		errno = EPERM;
		return -1;
	}
	return filled((const void *)getauxval(AT_SYSINFO_EHDR), VDSO);
}

int
__wrap_fstat(int fd, struct stat *st)
{
	int rc = __real_fstat(fd, st);

	if (fz.on)
		st->st_ino = 1;
	return rc;
}

int
__wrap_stat(const char *path, struct stat *st)
{
	if (!fz.on)
		return __real_stat(path, st);
	*st = (struct stat){ .st_mode = S_IFREG | (fz.how & 2 ? S_ISUID : 0) |
	    (fz.how & 4 ? S_ISGID | S_IXGRP : 0) };
	return 0;
}

ssize_t
__wrap_getxattr(const char *path, const char *name, void *v, size_t n)
{
	(void) path;
	(void) name;
	(void) v;
	return (ssize_t)(n > 8 ? 8 : n);
}

/* The ring's data begin at any place, so they may wrap around its end. */
void *
__wrap_mmap(void *at, size_t n, int prot, int flags, int fd, off_t off)
{
	const struct text *t = &fz.text[RING];
	struct perf_event_mmap_page *page;
	size_t len;

	if (!fz.on)
		return __real_mmap(at, n, prot, flags, fd, off);
	fz.ringlen = n - PAGE;
	fz.ring = aligned_alloc(PAGE, n);
	if (fz.ring == NULL)
		return MAP_FAILED;
	memset(fz.ring, 0, n);
	page = (void *)fz.ring;
	len = t->n < fz.ringlen ? t->n : fz.ringlen;
	page->data_tail = fz.ringlen - (fz.how >> 3) * 8u;
	page->data_head = page->data_tail + len;
	for (size_t i = 0; i < len; i++)
		fz.ring[PAGE + (page->data_tail + i) % fz.ringlen] =
		    (char)t->p[i];
	return fz.ring;
}

int
__wrap_munmap(void *at, size_t n)
{
	if (!fz.on || at != fz.ring)
		return __real_munmap(at, n);
	free(at);
	fz.ring = NULL;
	return 0;
}

/* The only system call is perf_event_open(). */
long
__wrap_syscall(long nr, ...)
{
	if (!fz.on)
		abort();
	(void) nr;
	return filled("", 0);
}

long
__wrap_sysconf(int name)
{
	return !fz.on ? __real_sysconf(name) :
	    name == _SC_NPROCESSORS_CONF ? 1 : PAGE;
}

long
__wrap_ptrace(int request, ...)
{
	(void) request;
	errno = ESRCH;
	return -1;
}

/* --- what a tracer does in addition --------------------------------------- */

void
__wrap_dt_regs_stack(pid_t tid, struct dt_firing *f)
{
	(void) tid;
	(void) f;
}

void
__wrap_dt_regs_set_arg0(pid_t tid, bool compat, uint64_t value)
{
	(void) tid;
	(void) compat;
	(void) value;
}

void
__wrap_dt_trace_note(struct dt_trace *t, uint32_t note)
{
	(void) t;
	(void) note;
}

void
__wrap_dt_trace_gone(struct dt_trace *t, const struct dt_thread *th)
{
	(void) t;
	(void) th;
}

void
__wrap_dt_trace_fire(struct dt_trace *t, struct dt_thread *th,
    struct dt_firing *f)
{
	char comm[DT_COMMLEN + 1];

	dt_thread_describe(t, th, f, comm);
	if (f->execname != NULL &&
	    memchr(f->execname, '\0', sizeof(comm)) == NULL)
		abort();
}

/* --- the results ---------------------------------------------------------- */

/* A name is the last part of a path, and contains the address in question. */
static void
ask(struct dt_usyms *us, pid_t pid, uint64_t addr)
{
	struct dt_usym s;

	if (dt_usym_lookup(us, pid, addr, false, &s) != 0)
		return;
	if (strchr(s.object, '/') != NULL ||
	    (s.name != NULL && (s.name[0] == '\0' ||
	    addr - s.value >= (s.size != 0 ? s.size : UINT64_MAX))))
		abort();
}

static void
ask_around(struct dt_usyms *us)
{
	static const uint64_t at[] = { 0, 0x1000, 0x10f80, 0x400a00,
	    0x7ffff7fc1a00, UINT64_MAX };

	for (size_t i = 0; i < sizeof(at) / sizeof(at[0]); i++)
		ask(us, PID, at[i]);
	ask(us, PID + 1, at[2]);
	dt_usym_saw(us, PID, at, 6);
	dt_usym_round(us);
	ask(us, PID, at[1]);
}

static void
try_maps(void)
{
	struct dt_mapwatch *w = NULL;
	struct dt_usyms *us;

	if (dt_usym_create(&us) != 0)
		return;
	fz.on = true;
	(void) dt_usym_read(us, PID);
	(void) dt_usym_forked(us, PID, PID + 1);
	ask_around(us);
	if (dt_mapwatch_open(&w, DT_MAPWATCH_RING, false) == 0) {
		(void) dt_mapwatch_read(w, us);
		(void) dt_mapwatch_read(w, us);
		dt_mapwatch_close(w);
		ask_around(us);
	}
	dt_usym_destroy(us);
	fz.on = false;
}

static void
try_refusals(void)
{
	static const int errs[] = { -EPERM, -ESRCH, -EDEADLK, -EBUSY };
	char why[128];

	for (size_t i = 0; i < sizeof(errs) / sizeof(errs[0]); i++) {
		memset(why, 'x', sizeof(why));
		dt_refuse_why(PID, errs[i], why, sizeof(why));
		if (memchr(why, '\0', sizeof(why)) == NULL)
			abort();
	}
}

static void
try_thread(void)
{
	static struct dt_trace t;
	struct dt_thread th = { .tid = PID, .cpu = DT_NOCPU };
	struct dt_firing f = { .pid = 0 };

	memset(&t, 0, sizeof(t));
	t.conf.needs = ~0u;
	for (int i = 0; i < DT_NEVENTS; i++)
		t.conf.event[i] = 1;
	dt_thread_identify(&th);
	(void) dt_thread_runs(&th);
	dt_trace_fire(&t, &th, &f);
	dt_event_signal(&t, &th, fz.how);
	(void) dt_event_ignores(&th, fz.how);
	dt_event_enter(&t, &th, 62, (const uint64_t [6]){ PID, fz.how });
	dt_event_leave(&t, &th, 0);
	(void) dt_suid_lost(PID);
}

static void
cut(const uint8_t *p, size_t n)
{
	const uint8_t *end = p + n, *stop;

	memset(fz.text, 0, sizeof(fz.text));
	for (int i = 0; i < NTEXTS; i++) {
		stop = i == RING ? NULL : memchr(p, 0xff, (size_t)(end - p));
		if (stop == NULL)
			stop = end;
		fz.text[i] = (struct text){ p, (size_t)(stop - p) };
		p = stop < end ? stop + 1 : end;
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size == 0)
		return -1;
	fz.how = data[0];
	cut(data + 1, size - 1);
	try_maps();
	fz.on = true;
	try_refusals();
	try_thread();
	fz.on = false;
	return 0;
}
