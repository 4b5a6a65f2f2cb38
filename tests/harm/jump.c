/* SPDX-License-Identifier: MIT */
/* jump.c - longjmp() over functions, also out of handlers of signals. */
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>

static sigjmp_buf place;

__attribute__((noinline)) static int
down(int depth, int n)
{
	if (depth == 0 && n % 2 == 0)
		siglongjmp(place, n + 1);
	if (depth == 0 && n % 5 == 0)
		raise(SIGUSR1);
	return depth == 0 ? n : down(depth - 1, n) + 1;
}

static void
on_signal(int sig)
{
	siglongjmp(place, sig);
}

int
main(void)
{
	volatile long sum = 0;

	signal(SIGUSR1, on_signal);
	for (volatile int n = 0; n < 60; n++) {
		int v = sigsetjmp(place, 1);

		sum = 3 * sum % 1000003 + (v != 0 ? v : down(4, n));
	}
	printf("%ld\n", sum);
	return 4;
}
