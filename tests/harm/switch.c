/* SPDX-License-Identifier: MIT */
/* switch.c - coroutines with a switch of stacks that is written by hand. */
#include <stdint.h>
#include <stdio.h>

#define	N	4
#define	ROUNDS	20

/* Keep the stack pointer in *from, and continue with the other one. */
void switch_to(void **from, void *to);
__asm__(".text\n.type switch_to,@function\nswitch_to:\n"
    "push %rbp\npush %rbx\npush %r12\npush %r13\npush %r14\npush %r15\n"
    "mov %rsp,(%rdi)\nmov %rsi,%rsp\n"
    "pop %r15\npop %r14\npop %r13\npop %r12\npop %rbx\npop %rbp\nret\n"
    ".size switch_to,.-switch_to\n");

static void *back, *context[N];
static uint64_t stack[N][8192];
static long sum;
static int first;

__attribute__((noinline)) static int
turn(int me, int v)
{
	switch_to(&context[me], context[(me + 1) % N]);
	return 2 * v + me;
}

__attribute__((noinline)) static int
nested(int depth, int me, int v)
{
	return depth == 0 ? turn(me, v) : nested(depth - 1, me, v) + 1;
}

static void
body(void)
{
	int me = first++;

	for (int i = 0; i < ROUNDS; i++)
		sum = 3 * sum % 1000003 + nested(i % 4, me, i);
	if (me == N - 1)
		switch_to(&context[me], back);
	turn(me, 0);
}

int
main(void)
{
	for (int i = 0; i < N; i++) {
		uint64_t *top = &stack[i][8000];

		*top = (uintptr_t)body;		/* behind six registers */
		context[i] = top - 6;
	}
	switch_to(&back, context[0]);
	printf("%ld\n", sum);
	return 9;
}
