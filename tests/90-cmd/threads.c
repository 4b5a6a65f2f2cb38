/* SPDX-License-Identifier: MIT */
/*
 * threads.c - threads that fire at the same time, each a known number of times:
 * thread i calls getpriority(i, n) with n from 0 to 1000 + 100 * i - 1.  Prints
 * the number of calls; the exit status is 7.
 *
 * usage: threads N
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#define	MAX	64

static pthread_barrier_t barrier;

static void *
work(void *arg)
{
	long i = (long)arg, n;

	pthread_barrier_wait(&barrier);
	for (n = 0; n < 1000 + 100 * i; n++)
		(void) syscall(SYS_getpriority, i, n);
	return (void *)n;
}

int
main(int argc, char *argv[])
{
	long n = argc > 1 ? atol(argv[1]) : 0, total = 0;
	pthread_t threads[MAX];
	void *calls;

	if (n < 1 || n > MAX)
		return 2;
	pthread_barrier_init(&barrier, NULL, (unsigned int)n);
	for (long i = 0; i < n; i++)
		if (pthread_create(&threads[i], NULL, work, (void *)i) != 0)
			return 1;
	for (long i = 0; i < n; i++) {
		pthread_join(threads[i], &calls);
		total += (long)calls;
		printf("%ld: %ld calls\n", i, (long)calls);
	}
	printf("%ld calls\n", total);
	return 7;
}
