/* SPDX-License-Identifier: MIT */
/*
 * fail.c - for LD_PRELOAD: the n-th request of one kind fails, in the process
 * itself and not in what it executes. test_faults runs commands with it.
 *
 *	DT_FAIL=KIND:N		which; KIND is alloc, open, thread or process
 *	DT_FAIL_FD=FD		gets "x" when that request has failed, and the
 *				number of requests at the end
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/pidfd.h>
#include <sys/syscall.h>
#include <unistd.h>

enum kind { NONE, ALLOC, OPEN, THREAD, PROCESS };

static enum kind wanted;
static long first, countdown;		/* 1: the next one fails */
static int report = -1;

/* Of two threads that ask at once one is the n-th. */
static bool fails(enum kind kind, int err)
{
	if (kind != wanted ||
	    __atomic_sub_fetch(&countdown, 1, __ATOMIC_SEQ_CST) != 0)
		return false;
	if (write(report, "x", 1) < 0)
		_exit(99);
	errno = err;
	return true;
}

static void *next(const char *name)
{
	void *p = dlsym(RTLD_NEXT, name);

	if (!p)
		_exit(99);
	return p;
}

/* The C library's own allocator, by its other names. */
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t n, size_t size);
extern void *__libc_realloc(void *p, size_t size);
extern void *__libc_memalign(size_t align, size_t size);

void *malloc(size_t size)
{
	return fails(ALLOC, ENOMEM) ? NULL : __libc_malloc(size);
}

void *calloc(size_t n, size_t size)
{
	return fails(ALLOC, ENOMEM) ? NULL : __libc_calloc(n, size);
}

void *realloc(void *p, size_t size)
{
	return fails(ALLOC, ENOMEM) ? NULL : __libc_realloc(p, size);
}

void *reallocarray(void *p, size_t n, size_t size)
{
	size_t bytes;

	if (__builtin_mul_overflow(n, size, &bytes) || fails(ALLOC, ENOMEM)) {
		errno = ENOMEM;
		return NULL;
	}
	return __libc_realloc(p, bytes);
}

void *aligned_alloc(size_t align, size_t size)
{
	return fails(ALLOC, ENOMEM) ? NULL : __libc_memalign(align, size);
}

int posix_memalign(void **p, size_t align, size_t size)
{
	if (fails(ALLOC, ENOMEM))
		return ENOMEM;
	*p = __libc_memalign(align, size);
	return *p ? 0 : ENOMEM;
}

void *mmap(void *addr, size_t len, int prot, int flags, int fd, off_t off)
{
	if (fails(ALLOC, ENOMEM))
		return MAP_FAILED;
	return (void *)syscall(SYS_mmap, addr, len, prot, flags, fd, off);
}

/* Descriptors are as scarce as the files that they name. */
#define OPENS(dir, path, flags, more) \
	va_list ap; \
	int mode; \
	va_start(ap, flags); \
	mode = va_arg(ap, int); \
	va_end(ap); \
	return fails(OPEN, EMFILE) ? -1 : \
		(int)syscall(SYS_openat, dir, path, flags | (more), mode)

int open(const char *path, int flags, ...)
{
	OPENS(AT_FDCWD, path, flags, 0);
}

int open64(const char *path, int flags, ...)
{
	OPENS(AT_FDCWD, path, flags, O_LARGEFILE);
}

int openat(int dir, const char *path, int flags, ...)
{
	OPENS(dir, path, flags, 0);
}

static FILE *open_file(const char *name, const char *path, const char *mode)
{
	FILE *(*f)(const char *, const char *) = next(name);

	return fails(OPEN, EMFILE) ? NULL : f(path, mode);
}

FILE *fopen(const char *path, const char *mode)
{
	return open_file("fopen", path, mode);
}

FILE *fopen64(const char *path, const char *mode)
{
	return open_file("fopen64", path, mode);
}

int pipe2(int fds[2], int flags)
{
	return fails(OPEN, EMFILE) ? -1 : (int)syscall(SYS_pipe2, fds, flags);
}

int epoll_create1(int flags)
{
	return fails(OPEN, EMFILE) ? -1 :
		(int)syscall(SYS_epoll_create1, flags);
}

int pidfd_open(pid_t pid, unsigned int flags)
{
	return fails(OPEN, EMFILE) ? -1 :
		(int)syscall(SYS_pidfd_open, pid, flags);
}

int pthread_create(pthread_t *t, const pthread_attr_t *attr,
		   void *(*f)(void *), void *arg)
{
	int (*real)(pthread_t *, const pthread_attr_t *, void *(*)(void *),
		    void *) = next("pthread_create");

	return fails(THREAD, EAGAIN) ? EAGAIN : real(t, attr, f, arg);
}

pid_t fork(void)
{
	pid_t (*real)(void) = next("fork");

	return fails(PROCESS, EAGAIN) ? -1 : real();
}

pid_t _Fork(void)
{
	pid_t (*real)(void) = next("_Fork");

	return fails(PROCESS, EAGAIN) ? -1 : real();
}

int clone(int (*f)(void *), void *stack, int flags, void *arg, ...)
{
	int (*real)(int (*)(void *), void *, int, void *, ...) =
		next("clone");
	void *tid, *tls, *child;
	va_list ap;

	va_start(ap, arg);
	tid = va_arg(ap, void *);
	tls = va_arg(ap, void *);
	child = va_arg(ap, void *);
	va_end(ap);
	return fails(PROCESS, EAGAIN) ? -1 :
		real(f, stack, flags, arg, tid, tls, child);
}

/* clone() by its number, bpf() and perf_event_open() */
long syscall(long nr, ...)
{
	static long (*real)(long, ...);
	long v[6];
	va_list ap;

	va_start(ap, nr);
	for (int i = 0; i < 6; i++)
		v[i] = va_arg(ap, long);
	va_end(ap);
	if (!real)
		real = next("syscall");
	if (nr == SYS_clone && fails(PROCESS, EAGAIN))
		return -1;
	if ((nr == SYS_bpf || nr == SYS_perf_event_open) &&
	    fails(OPEN, EMFILE))
		return -1;
	return real(nr, v[0], v[1], v[2], v[3], v[4], v[5]);
}

static enum kind kind_of(const char *name)
{
	static const char *const names[] = {
		[ALLOC] = "alloc:", [OPEN] = "open:", [THREAD] = "thread:",
		[PROCESS] = "process:",
	};

	for (int i = ALLOC; i <= PROCESS; i++)
		if (strncmp(name, names[i], strlen(names[i])) == 0)
			return (enum kind)i;
	return NONE;
}

__attribute__((constructor)) static void begin(void)
{
	const char *what = getenv("DT_FAIL"), *fd = getenv("DT_FAIL_FD");
	enum kind kind = what && fd ? kind_of(what) : NONE;

	if (kind == NONE)
		return;
	report = atoi(fd);
	first = countdown = atol(strchr(what, ':') + 1);
	(void)fcntl(report, F_SETFD, FD_CLOEXEC);
	(void)unsetenv("LD_PRELOAD");
	wanted = kind;
}

__attribute__((destructor)) static void end(void)
{
	char text[32];
	int n = snprintf(text, sizeof(text), "%ld", first - countdown);

	if (wanted != NONE && write(report, text, (size_t)n) < 0)
		_exit(99);
}
