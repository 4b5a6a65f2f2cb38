/* SPDX-License-Identifier: MIT */
/* cancel.c - threads that are cancelled, or end in the middle of calls. */
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int cleaned;

static void
clean(void *arg)
{
	__atomic_fetch_add(&cleaned, (int)(long)arg, __ATOMIC_SEQ_CST);
}

__attribute__((noinline)) static int
sleeps(int n)
{
	pthread_cleanup_push(clean, (void *)1);
	if (n == 0)
		for (;;)
			pause();
	sleeps(n - 1);
	pthread_cleanup_pop(0);
	return n;
}

__attribute__((noinline)) static int
ends(int n)
{
	pthread_cleanup_push(clean, (void *)100);
	if (n == 0)
		pthread_exit((void *)7);
	ends(n - 1);
	pthread_cleanup_pop(0);
	return n;
}

static void *
run_sleeps(void *arg)
{
	sleeps(4);
	return arg;
}

static void *
run_ends(void *arg)
{
	ends(4);
	return arg;
}

int
main(void)
{
	pthread_t t;
	void *how;
	long ended = 0, cancelled = 0;

	for (int i = 0; i < 20; i++) {
		pthread_create(&t, NULL, run_sleeps, NULL);
		pthread_cancel(t);
		pthread_join(t, &how);
		cancelled += how == PTHREAD_CANCELED;
		pthread_create(&t, NULL, run_ends, NULL);
		pthread_join(t, &how);
		ended += (long)how;
	}
	printf("%ld %ld %d\n", cancelled, ended, cleaned / 100);
	return 11;
}
