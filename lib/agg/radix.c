/* SPDX-License-Identifier: MIT */
/*
 * radix.c - stable radix sorts, of references by their ranks and of words by
 * their upper halves, and a selection that finds what would be at a place of
 * the order without sorting all.
 */
#include "agg/radix.h"

#include <string.h>

#define	FEW		24	/* insert one by one */
#define	MANY		4096	/* worth a pass with many buckets */
#define	DIGIT		11	/* most bits of a pass */

/* How a rank is cut into digits of equal width, one a pass. */
struct digits {
	unsigned int passes, bits;
};

static struct digits
digits_of(size_t n, unsigned int width)
{
	unsigned int most = n < MANY ? 8 : DIGIT;
	unsigned int passes = (width + most - 1) / most;

	return (struct digits){ passes,
	    passes != 0 ? (width + passes - 1) / passes : 0 };
}

static void
insert(struct dt_ranked *v, size_t n)
{
	for (size_t i = 1; i < n; i++) {
		struct dt_ranked r = v[i];
		size_t at = i;

		for (; at > 0 && v[at - 1].rank > r.rank; at--)
			v[at] = v[at - 1];
		v[at] = r;
	}
}

/* Turn the counts of the buckets into their starts. */
static void
add_up(uint32_t *at, unsigned int bits)
{
	uint32_t sum = 0;

	for (uint32_t i = 0; i < 1u << bits; i++) {
		uint32_t count = at[i];

		at[i] = sum;
		sum += count;
	}
}

static void
pass(const struct dt_ranked *from, struct dt_ranked *to, size_t n,
    uint64_t min, unsigned int shift, unsigned int bits)
{
	uint32_t at[1 << DIGIT], mask = (1u << bits) - 1;

	memset(at, 0, sizeof(*at) << bits);
	for (size_t i = 0; i < n; i++)
		at[(from[i].rank - min) >> shift & mask]++;
	add_up(at, bits);
	for (size_t i = 0; i < n; i++)
		to[at[(from[i].rank - min) >> shift & mask]++] = from[i];
}

unsigned int
dt_agg_width(struct dt_range r)
{
	return r.min < r.max ?
	    64 - (unsigned int)__builtin_clzll(r.max - r.min) : 0;
}

void
dt_agg_radix(struct dt_ranked *v, struct dt_ranked *spare, size_t n,
    struct dt_range r)
{
	struct digits d = digits_of(n, dt_agg_width(r));
	struct dt_ranked *from = v, *to = spare, *swap;

	if (n <= FEW) {
		insert(v, n);
		return;
	}
	for (unsigned int i = 0; i < d.passes; i++) {
		pass(from, to, n, r.min, i * d.bits, d.bits);
		swap = from;
		from = to;
		to = swap;
	}
	if (from != v)
		memcpy(v, from, n * sizeof(*v));
}

static void
insertw(uint64_t *v, size_t n)
{
	for (size_t i = 1; i < n; i++) {
		uint64_t w = v[i];
		size_t at = i;

		for (; at > 0 && v[at - 1] >> DT_REFBITS > w >> DT_REFBITS;
		    at--)
			v[at] = v[at - 1];
		v[at] = w;
	}
}

static void
passw(const uint64_t *from, uint64_t *to, size_t n, unsigned int shift,
    unsigned int bits)
{
	uint32_t at[1 << DIGIT], mask = (1u << bits) - 1;

	memset(at, 0, sizeof(*at) << bits);
	for (size_t i = 0; i < n; i++)
		at[from[i] >> shift & mask]++;
	add_up(at, bits);
	for (size_t i = 0; i < n; i++)
		to[at[from[i] >> shift & mask]++] = from[i];
}

const uint64_t *
dt_agg_radixw(uint64_t *v, uint64_t *spare, size_t n, unsigned int width)
{
	struct digits d = digits_of(n, width);

	if (n <= FEW) {
		insertw(v, n);
		return v;
	}
	for (unsigned int i = 0; i < d.passes; i++) {
		uint64_t *swap = v;

		passw(v, spare, n, DT_REFBITS + i * d.bits, d.bits);
		v = spare;
		spare = swap;
	}
	return v;
}

/* Partition into ranks below r, in r, and above r. */
static void
part(struct dt_ranked *v, struct dt_ranked *spare, size_t n, struct dt_range r,
    size_t low, size_t in)
{
	size_t high = low + in;

	in = low;
	low = 0;
	for (size_t i = 0; i < n; i++) {
		size_t *at = v[i].rank < r.min ? &low :
		    v[i].rank <= r.max ? &in : &high;

		spare[(*at)++] = v[i];
	}
	memcpy(v, spare, n * sizeof(*v));
}

void
dt_agg_select(struct dt_ranked *v, struct dt_ranked *spare, size_t k,
    struct dt_range r, size_t *first, size_t *n)
{
	while (r.min != r.max) {
		unsigned int width = dt_agg_width(r);
		unsigned int shift = width > DIGIT ? width - DIGIT : 0;
		uint32_t count[1 << DIGIT] = { 0 };
		size_t low = 0;
		uint64_t b = 0;

		for (size_t i = 0; i < *n; i++)
			count[(v[*first + i].rank - r.min) >> shift]++;
		while (low + count[b] <= k - *first)
			low += count[b++];
		r.min += b << shift;
		if (r.max - r.min >= (uint64_t)1 << shift)
			r.max = r.min + ((uint64_t)1 << shift) - 1;
		part(v + *first, spare, *n, r, low, count[b]);
		*first += low;
		*n = count[b];
	}
}
