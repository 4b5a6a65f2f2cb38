/* SPDX-License-Identifier: MIT */
/*
 * waits.c - threads wait for locks of the kernel, which others hold for a time
 * that this program determines.  Prints a line "PROBE ARG2 ARG3 ARG4 LEAST
 * MOST" for each wait, the last two being bounds of arg1, and a line "hold LOCK
 * LEAST MOST" for each hold.  Then four threads contend for one file.
 *
 * A read from a terminal keeps its mutex while it waits for input.  A page of
 * user memory that is missing until this program provides it keeps a write to a
 * file, and a listing of a directory, inside the kernel.
 */
#define	_GNU_SOURCE
#include <err.h>
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

#define	HELD		20000	/* us */
#define	TMPFS		0x01021994
#define	BUSY		4	/* threads */
#define	ROUNDS		50

static struct file {
	int terminal[2], dir, memory, faults;
	char *page, path[64];
} f;

struct thread {
	pthread_t id;
	void (*call)(void);
	volatile int tid;		/* not 0: the call begins */
	long began, ended;
};

static long
now(void)
{
	struct timespec ts;

	(void) clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000000000L + ts.tv_nsec;
}

static void
read_terminal(void)
{
	char line[8];

	(void) !read(f.terminal[1], line, sizeof(line));
}

static void
write_missing(void)
{
	(void) !pwrite(f.memory, f.page, 1, 0);
}

static void
write_file(void)
{
	(void) !pwrite(f.memory, "x", 1, 0);
}

static void
list(void)
{
	(void) syscall(SYS_getdents64, f.dir, f.page, 4096);
}

static void
create(void)
{
	(void) close(openat(f.dir, "x", O_CREAT, 0600));
}

static void
look_up(void)
{
	(void) openat(f.dir, "missing", O_RDONLY);
}

static void *
make_call(void *arg)
{
	struct thread *t = arg;

	t->began = now();
	t->tid = gettid();
	t->call();
	t->ended = now();
	return NULL;
}

/* Does the thread sleep in this system call? */
static bool
sleeps_in(int tid, long call)
{
	char path[64];
	long nr = -1;
	FILE *fp;

	(void) snprintf(path, sizeof(path), "/proc/self/task/%d/syscall", tid);
	fp = fopen(path, "r");
	if (fp == NULL || fscanf(fp, "%ld", &nr) != 1)
		nr = -1;
	if (fp != NULL)
		(void) fclose(fp);
	return nr == call;
}

/* Start a thread and wait until it sleeps in its call. */
static void
start(struct thread *t, void (*call)(void), long nr)
{
	t->call = call;
	t->tid = 0;
	if (pthread_create(&t->id, NULL, make_call, t) != 0)
		errx(1, "no thread");
	while (t->tid == 0 || !sleeps_in(t->tid, nr))
		(void) usleep(1000);
}

static void
tell(const char *probe, const char *args, const struct thread *t, long least)
{
	(void) printf("%s %s %ld %ld\n", probe, args, least,
	    t->ended - t->began);
}

/* The holder has this lock at least as long as the waiter waits for it. */
static void
tell_hold(const char *kind, const struct thread *t, long least)
{
	(void) printf("hold %s %ld %ld\n", kind, least, t->ended - t->began);
}

static void
provide_page(void)
{
	struct uffdio_zeropage z = {
		.range = { (uintptr_t)f.page, 4096 },
	};

	if (ioctl(f.faults, UFFDIO_ZEROPAGE, &z) != 0)
		err(1, "page");
}

static void
take_page_away(void)
{
	if (madvise(f.page, 4096, MADV_DONTNEED) != 0)
		err(1, "madvise");
}

static void
on_signal(int sig)
{
	(void) sig;
}

/* One thread waits for a line, one for the mutex, and one until a signal. */
static void
wait_for_mutex(void)
{
	struct sigaction act = { .sa_handler = on_signal };
	struct thread holder, waiter, killed;
	long since, until;

	(void) sigaction(SIGUSR1, &act, NULL);
	start(&holder, read_terminal, SYS_read);
	start(&waiter, read_terminal, SYS_read);
	since = now();
	start(&killed, read_terminal, SYS_read);
	(void) pthread_kill(killed.id, SIGUSR1);
	(void) pthread_join(killed.id, NULL);
	(void) usleep(HELD);
	until = now();
	(void) !write(f.terminal[0], "a\nb\n", 4);
	(void) pthread_join(holder.id, NULL);
	(void) pthread_join(waiter.id, NULL);
	tell("adaptive-block", "0 0 0", &waiter, until - since);
	tell_hold("mutex", &holder, until - since);
	(void) printf("adaptive-acquire-error 0 0 0 4 4\n");
}

static void
wait_for_writer(void)
{
	struct thread holder, waiter;
	long since, until;

	start(&holder, write_missing, SYS_pwrite64);
	start(&waiter, write_file, SYS_pwrite64);
	since = now();
	(void) usleep(HELD);
	until = now();
	provide_page();
	(void) pthread_join(holder.id, NULL);
	(void) pthread_join(waiter.id, NULL);
	tell("rw-block", "0 1 0", &waiter, until - since);
	tell_hold("writer", &holder, until - since);
}

/* A reader holds the lock, a writer waits, and another reader after it. */
static void
wait_for_reader(void)
{
	struct thread holder, writer, reader;
	long since, until;

	take_page_away();
	start(&holder, list, SYS_getdents64);
	start(&writer, create, SYS_openat);
	start(&reader, look_up, SYS_openat);
	since = now();
	(void) usleep(HELD);
	until = now();
	provide_page();
	(void) pthread_join(holder.id, NULL);
	(void) pthread_join(writer.id, NULL);
	(void) pthread_join(reader.id, NULL);
	tell("rw-block", "0 0 1", &writer, until - since);
	tell("rw-block", "1 0 1", &reader, until - since);
	tell_hold("reader", &holder, until - since);
}

static void *
contend(void *arg)
{
	static const char data[65536];

	for (int i = 0; i < ROUNDS; i++)
		(void) !pwrite(f.memory, data, sizeof(data), 0);
	return arg;
}

static void
contend_all(void)
{
	pthread_t t[BUSY];

	for (int i = 0; i < BUSY; i++)
		if (pthread_create(&t[i], NULL, contend, NULL) != 0)
			errx(1, "no thread");
	for (int i = 0; i < BUSY; i++)
		(void) pthread_join(t[i], NULL);
}

/* Open a directory in memory, whose listing takes the lock as a reader. */
static void
open_directory(void)
{
	static const char *const tries[] = { "/dev/shm", "/run", "/tmp" };
	struct statfs fs;

	for (size_t i = 0; i < sizeof(tries) / sizeof(tries[0]); i++) {
		(void) snprintf(f.path, sizeof(f.path), "%s/waitsXXXXXX",
		    tries[i]);
		if (statfs(tries[i], &fs) == 0 && fs.f_type == TMPFS &&
		    mkdtemp(f.path) != NULL)
			break;
		f.path[0] = '\0';
	}
	f.dir = open(f.path, O_RDONLY | O_DIRECTORY);
	if (f.dir < 0)
		err(1, "no directory on tmpfs");
}

static void
open_all(void)
{
	struct uffdio_api api = { .api = UFFD_API };
	struct uffdio_register r = { .mode = UFFDIO_REGISTER_MODE_MISSING };

	open_directory();
	f.terminal[0] = posix_openpt(O_RDWR | O_NOCTTY);
	if (f.terminal[0] < 0 || grantpt(f.terminal[0]) != 0 ||
	    unlockpt(f.terminal[0]) != 0)
		err(1, "no terminal");
	f.terminal[1] = open(ptsname(f.terminal[0]), O_RDWR | O_NOCTTY);
	f.memory = memfd_create("waits", 0);
	f.page = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
	    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	f.faults = (int)syscall(SYS_userfaultfd, O_CLOEXEC);
	r.range.start = (uintptr_t)f.page;
	r.range.len = 4096;
	if (f.terminal[1] < 0 || f.memory < 0 || f.page == MAP_FAILED ||
	    f.faults < 0 || ioctl(f.faults, UFFDIO_API, &api) != 0 ||
	    ioctl(f.faults, UFFDIO_REGISTER, &r) != 0)
		err(1, "no missing page");
}

int
main(void)
{
	open_all();
	wait_for_mutex();
	wait_for_writer();
	wait_for_reader();
	(void) unlinkat(f.dir, "x", 0);
	(void) rmdir(f.path);
	contend_all();
	return 0;
}
