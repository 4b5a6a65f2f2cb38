/* SPDX-License-Identifier: MIT */
/* threads.c - threads that end inside functions, or are cancelled there. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

static int cleaned;

static void
clean(void *arg)
{
	__atomic_fetch_add((int *)arg, 1, __ATOMIC_RELAXED);
}

__attribute__((noinline)) static intptr_t
down(int depth, intptr_t n)
{
	intptr_t v;

	pthread_cleanup_push(clean, &cleaned);
	if (depth == 0 && n % 3 == 0)
		pthread_exit((void *)(n * 10));
	while (depth == 0 && n % 3 == 1)
		pause();
	v = depth == 0 ? n : down(depth - 1, n) + 1;
	pthread_cleanup_pop(0);
	return v;
}

static void *
body(void *arg)
{
	return (void *)down(4, (intptr_t)arg);
}

int
main(void)
{
	pthread_t t[12];
	long sum = 0;
	void *v;

	for (intptr_t i = 0; i < 12; i++)
		pthread_create(&t[i], NULL, body, (void *)i);
	for (int i = 0; i < 12; i++) {
		if (i % 3 == 1)
			pthread_cancel(t[i]);
		pthread_join(t[i], &v);
		sum = 3 * sum + (v == PTHREAD_CANCELED ? 7 : (intptr_t)v);
	}
	printf("%ld %s\n", sum, cleaned >= 20 ? "cleaned" : "not cleaned");
	return 7;
}
