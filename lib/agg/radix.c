/* SPDX-License-Identifier: MIT */
/* radix.c - sorts words by numbers in their upper halves. */
#include "agg/table.h"

#include <string.h>

#define	FEW		24	/* insert one by one */
#define	MANY		4096	/* worth a pass with many buckets */
#define	DIGIT		11	/* most bits of a pass */
#define	HALF		32

static void
insertion(uint64_t *v, size_t n)
{
	for (size_t i = 1; i < n; i++) {
		uint64_t w = v[i];
		size_t at = i;

		for (; at > 0 && v[at - 1] >> HALF > w >> HALF; at--)
			v[at] = v[at - 1];
		v[at] = w;
	}
}

static void
pass(const uint64_t *from, uint64_t *to, size_t n, unsigned int shift,
    unsigned int bits)
{
	uint32_t at[1 << DIGIT], mask = (1u << bits) - 1, sum = 0;

	memset(at, 0, sizeof(*at) << bits);
	for (size_t i = 0; i < n; i++)
		at[from[i] >> shift & mask]++;
	for (uint32_t i = 0; i <= mask; i++) {
		uint32_t count = at[i];

		at[i] = sum;
		sum += count;
	}
	for (size_t i = 0; i < n; i++)
		to[at[from[i] >> shift & mask]++] = from[i];
}

const uint64_t *
dt_agg_radix(uint64_t *v, uint64_t *spare, size_t n, unsigned int width)
{
	unsigned int most = n < MANY ? 8 : DIGIT;
	unsigned int passes = (width + most - 1) / most;
	unsigned int bits = passes != 0 ? (width + passes - 1) / passes : 0;

	if (n <= FEW) {
		insertion(v, n);
		return v;
	}
	for (unsigned int i = 0; i < passes; i++) {
		uint64_t *swap = v;

		pass(v, spare, n, HALF + i * bits, bits);
		v = spare;
		spare = swap;
	}
	return v;
}
