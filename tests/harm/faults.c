/* SPDX-License-Identifier: MIT */
/* faults.c - a handler of faults that makes memory valid or jumps away. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>

static sigjmp_buf out;
static char *mem;
static volatile int faults, jumps;

static void
on_fault(int sig, siginfo_t *si, void *ctx)
{
	uintptr_t at = (uintptr_t)si->si_addr & ~4095ul;

	faults++;
	if (at - (uintptr_t)mem < 64 * 4096)
		mprotect((void *)at, 4096, PROT_READ | PROT_WRITE);
	else
		siglongjmp(out, 1);
}

__attribute__((noinline)) static int
touch(volatile char *p)
{
	return (*p = 1) + 1;
}

int
main(void)
{
	const struct sigaction sa = { .sa_sigaction = on_fault,
		.sa_flags = SA_SIGINFO };
	volatile int sum = 0;

	mem = mmap(NULL, 64 * 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
		   0);
	sigaction(SIGSEGV, &sa, NULL);
	for (volatile int i = 0; i < 64; i++) {
		sum += touch(mem + 4096 * i);
		if (sigsetjmp(out, 1) == 0)
			sum += touch((char *)16);
		else
			jumps++;
	}
	printf("%d %d %d\n", faults, jumps, sum);
	return 13;
}
