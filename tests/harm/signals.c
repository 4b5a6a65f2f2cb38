/* SPDX-License-Identifier: MIT */
/*
 * signals.c - handlers on a stack of their own, and a storm of signals from a
 * second thread while functions are called.
 */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>

#define	SIGNALS	500

static volatile sig_atomic_t seen;
static char stack[65536];

__attribute__((noinline)) static int
work(int n)
{
	return n < 2 ? n : work(n - 1) + work(n - 2);
}

static void
on_signal(int sig)
{
	seen = (sig_atomic_t)(seen + work(3) - 1);
}

static void *
storm(void *arg)
{
	int before;

	for (int i = 0; i < SIGNALS; i++) {
		before = seen;
		pthread_kill(*(pthread_t *)arg, SIGUSR1);
		while (seen == before)
			;
	}
	return NULL;
}

int
main(void)
{
	const stack_t ss = { .ss_sp = stack, .ss_size = sizeof(stack) };
	const struct sigaction sa = { .sa_handler = on_signal,
		.sa_flags = SA_ONSTACK | SA_RESTART };
	pthread_t self = pthread_self(), t;
	long bad = 0;

	sigaltstack(&ss, NULL);
	sigaction(SIGUSR1, &sa, NULL);
	pthread_create(&t, NULL, storm, &self);
	while (seen < SIGNALS)
		bad += work(8) != 21;
	pthread_join(t, NULL);
	printf("%d %ld\n", (int)seen, bad);
	return 6;
}
