/* SPDX-License-Identifier: MIT */
/* unwind.cpp - exceptions that leave five functions and run destructors. */
#include <cstdio>

static int left;

struct guard {
	~guard() { left++; }
};

__attribute__((noinline)) static int
down(int depth, int n)
{
	guard g;

	if (depth == 0 && n % 3 == 0)
		throw n;
	return depth == 0 ? n : down(depth - 1, n) + 1;
}

int
main()
{
	long sum = 0;

	for (int n = 1; n <= 50; n++)
		try {
			sum = 3 * sum % 1000003 + down(5, n);
		} catch (int v) {
			sum += 100 * v;
		}
	std::printf("%ld %d\n", sum, left);
	return 3;
}
