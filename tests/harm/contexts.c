/* SPDX-License-Identifier: MIT */
/* contexts.c - coroutines of the C library that take turns inside functions. */
#include <stdio.h>
#include <ucontext.h>

#define	N	4
#define	ROUNDS	20

static ucontext_t back, context[N];
static char stack[N][65536];
static long sum;

__attribute__((noinline)) static int
turn(int me, int v)
{
	swapcontext(&context[me], &context[(me + 1) % N]);
	return 2 * v + me;
}

__attribute__((noinline)) static int
nested(int depth, int me, int v)
{
	return depth == 0 ? turn(me, v) : nested(depth - 1, me, v) + 1;
}

static void
body(int me)
{
	for (int i = 0; i < ROUNDS; i++)
		sum = 3 * sum % 1000003 + nested(i % 4, me, i);
	if (me == N - 1)
		setcontext(&back);
	turn(me, 0);
}

int
main(void)
{
	for (int i = 0; i < N; i++) {
		getcontext(&context[i]);
		context[i].uc_stack.ss_sp = stack[i];
		context[i].uc_stack.ss_size = sizeof(stack[i]);
		context[i].uc_link = &back;
		makecontext(&context[i], (void (*)(void))body, 1, i);
	}
	swapcontext(&back, &context[0]);
	printf("%ld\n", sum);
	return 8;
}
