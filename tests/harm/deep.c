/* SPDX-License-Identifier: MIT */
/* deep.c - a deep recursion. */
#include <stdio.h>

__attribute__((noinline)) static long
down(int n)
{
	long rest = n == 0 ? 0 : down(n - 1);

	return rest + n;
}

int
main(void)
{
	printf("%ld\n", down(1000));
	return 10;
}
