/* SPDX-License-Identifier: MIT */
/* timers.c - signals of timers interrupt functions anywhere. */
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>

static volatile sig_atomic_t ticks;

__attribute__((noinline)) static int
work(int n)
{
	return n < 2 ? n : work(n - 1) + work(n - 2);
}

static void
on_tick(int sig)
{
	ticks += work(3) / 2;
}

int
main(void)
{
	const struct itimerval often = { { 0, 2000 }, { 0, 2000 } };
	const struct itimerval never = { { 0, 0 }, { 0, 0 } };
	const struct sigaction sa = { .sa_handler = on_tick,
		.sa_flags = SA_RESTART };
	long bad = 0, rounds = 0;

	sigaction(SIGALRM, &sa, NULL);
	setitimer(ITIMER_REAL, &often, NULL);
	for (; ticks < 50 && rounds < 100000000; rounds++)
		bad += work(9) != 34;
	setitimer(ITIMER_REAL, &never, NULL);
	printf("%ld %d\n", bad, ticks >= 50);
	return 14;
}
