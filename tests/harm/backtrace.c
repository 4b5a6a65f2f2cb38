/* SPDX-License-Identifier: MIT */
/* backtrace.c - glibc's backtrace(), which loads the unwinder by itself. */
#include <execinfo.h>
#include <stdio.h>

__attribute__((noinline)) static int
deep(int n)
{
	void *v[64];
	int frames;

	frames = n == 0 ? backtrace(v, 64) : deep(n - 1);
	return frames + (n > 100);
}

int
main(void)
{
	int first = deep(0);

	printf("%d %d\n", deep(5) - first, deep(20) - first);
	return 8;
}
