/* SPDX-License-Identifier: MIT */
/*
 * counts.c - causes events that the kernel counts for this process: page
 * faults, switches and instructions, and time in user mode.  Prints a line
 * "NAME COUNT" for faults, ms and instructions, by perf_event_open(2) and
 * getrusage(2); -1 if there is no such counter.  The faults occur between two
 * calls of getsid(2).
 */
#define	_GNU_SOURCE
#include <err.h>
#include <linux/perf_event.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#define	PAGES		10000
#define	NAPS		50
#define	USER		200000	/* us */
#define	ROUNDS		50

static int
open_counter(uint32_t type, uint64_t config)
{
	struct perf_event_attr attr = {
		.type = type, .size = sizeof(attr), .config = config,
		.disabled = 1, .exclude_kernel = 1,
	};

	return (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0);
}

__attribute__((noinline)) static void
touch(volatile char *p, long pages)
{
	for (long i = 0; i < pages; i++)
		p[i * 4096] = 1;
}

/* Call everything once before, so that no page of code is missing later. */
static long
count(int fd, volatile char *p, long pages)
{
	uint64_t n = 0;

	(void) syscall(SYS_getsid, 0);
	(void) ioctl(fd, PERF_EVENT_IOC_ENABLE, 0);
	touch(p, pages);
	(void) ioctl(fd, PERF_EVENT_IOC_DISABLE, 0);
	(void) syscall(SYS_getsid, 0);
	return read(fd, &n, sizeof(n)) == sizeof(n) ? (long)n : -1;
}

static long
user_time(void)
{
	struct rusage r;

	(void) getrusage(RUSAGE_SELF, &r);
	return r.ru_utime.tv_sec * 1000000L + r.ru_utime.tv_usec;
}

/* A machine that stops for a while seems to use time, so work in any case. */
__attribute__((noinline)) static void
spin(void)
{
	volatile unsigned int n = 0;
	long end = user_time() + USER;

	for (int round = 0; round < ROUNDS || user_time() < end; round++)
		for (int i = 0; i < 1000000; i++)
			n++;
}

int
main(void)
{
	int faults = open_counter(PERF_TYPE_SOFTWARE,
	    PERF_COUNT_SW_PAGE_FAULTS);
	int instructions = open_counter(PERF_TYPE_HARDWARE,
	    PERF_COUNT_HW_INSTRUCTIONS);
	char *p = mmap(NULL, PAGES * 4096L, PROT_READ | PROT_WRITE,
	    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	uint64_t n = 0;

	if (p == MAP_FAILED || faults < 0)
		err(1, "no memory or counter");
	(void) madvise(p, PAGES * 4096L, MADV_NOHUGEPAGE);
	(void) count(faults, p, 1);
	(void) ioctl(faults, PERF_EVENT_IOC_RESET, 0);
	(void) printf("faults %ld\n", count(faults, p, PAGES));
	for (int i = 0; i < NAPS; i++)
		(void) usleep(100);
	(void) ioctl(instructions, PERF_EVENT_IOC_ENABLE, 0);
	spin();
	(void) ioctl(instructions, PERF_EVENT_IOC_DISABLE, 0);
	(void) printf("user %ld\n", user_time() / 1000);
	(void) printf("instructions %lld\n", read(instructions, &n,
	    sizeof(n)) == sizeof(n) ? (long long)n : -1);
	return 0;
}
