/* SPDX-License-Identifier: MIT */
/*
 * llq.h - the buckets of llquantize() for a parameter word: their number, that
 * of a value, their lower bounds.  The compiler and the readers of a
 * distribution use these functions; the runtime has its own dt_llquantize() in
 * rt/bucket.bpf.c, which must do with one loop.  The tests compare that with
 * dt_llq_bucket().
 *
 * Bucket 0 has values below factor^low, also negative ones; then come, for
 * each magnitude m = low .. high, the values factor^m <= v < factor^(m+1) in
 * steps of equal width; the last bucket has v >= factor^(high+1).
 *
 * The width is factor^(m+1) / nsteps, at least 1: nsteps counts the steps from
 * 0 to factor^(m+1), of which those below factor^m belong to lower magnitudes.
 * llquantize(x, 10, 0, 2, 20) so counts 1 2 .. 9, 10 15 .. 95, 100 150 .. 950.
 */
#ifndef DT_LLQ_H
#define DT_LLQ_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/dtrace.h>

/* Does factor^n fit in 64 bits, as a signed number? */
static inline bool
dt_llq_fits(int64_t factor, int64_t n)
{
	int64_t v = 1;

	while (n-- > 0)
		if (__builtin_mul_overflow(v, factor, &v))
			return false;
	return true;
}

/* Steps must divide each power of the factor evenly. */
static inline bool
dt_llq_even(int64_t factor, int64_t nsteps)
{
	int64_t v = factor;

	while (v < nsteps)
		v *= factor;
	return nsteps % factor == 0 && v % nsteps == 0;
}

/* Is this a valid parameter word? */
static inline bool
dt_llq_valid(uint64_t p)
{
	int64_t factor = DTRACE_LLQUANTIZE_FACTOR(p);
	int64_t nsteps = DTRACE_LLQUANTIZE_NSTEP(p);

	return factor >= 2 && nsteps >= factor &&
	    DTRACE_LLQUANTIZE_LOW(p) < DTRACE_LLQUANTIZE_HIGH(p) &&
	    dt_llq_even(factor, nsteps) &&
	    dt_llq_fits(factor, (int64_t)DTRACE_LLQUANTIZE_HIGH(p) + 1);
}

/* The number of steps of the magnitude below top. */
static inline uint64_t
dt_llq_steps(uint64_t p, uint64_t top)
{
	uint64_t n = DTRACE_LLQUANTIZE_NSTEP(p);

	if (top < n)
		n = top;
	return n - n / DTRACE_LLQUANTIZE_FACTOR(p);
}

static inline uint64_t
dt_llq_width(uint64_t p, uint64_t top)
{
	uint64_t n = DTRACE_LLQUANTIZE_NSTEP(p);

	return top <= n ? 1 : top / n;
}

/* factor^low */
static inline uint64_t
dt_llq_first(uint64_t p)
{
	uint64_t v = 1;

	for (uint32_t m = 0; m < DTRACE_LLQUANTIZE_LOW(p); m++)
		v *= DTRACE_LLQUANTIZE_FACTOR(p);
	return v;
}

/* The number of buckets without the first and the last. */
static inline uint64_t
dt_llq_nbuckets(uint64_t p)
{
	uint64_t top = dt_llq_first(p), n = 0;
	uint32_t m = DTRACE_LLQUANTIZE_LOW(p);

	for (; m <= DTRACE_LLQUANTIZE_HIGH(p); m++) {
		top *= DTRACE_LLQUANTIZE_FACTOR(p);
		n += dt_llq_steps(p, top);
	}
	return n;
}

/* The bucket of v: 0 to nbuckets + 1. */
static inline uint64_t
dt_llq_bucket(uint64_t p, int64_t v)
{
	uint64_t bottom = dt_llq_first(p), base = 1;
	uint32_t m = DTRACE_LLQUANTIZE_LOW(p);

	if (v < 0 || (uint64_t)v < bottom)
		return 0;
	for (; m <= DTRACE_LLQUANTIZE_HIGH(p); m++) {
		uint64_t top = bottom * DTRACE_LLQUANTIZE_FACTOR(p);
		uint64_t n = dt_llq_steps(p, top);

		if ((uint64_t)v < top) {
			uint64_t ix = ((uint64_t)v - bottom) /
			    dt_llq_width(p, top);

			return base + (ix < n ? ix : n - 1);
		}
		base += n;
		bottom = top;
	}
	return base;
}

/* The least value of bucket b, 1 to nbuckets + 1; 0 for b = 0. */
static inline uint64_t
dt_llq_lower(uint64_t p, uint64_t b)
{
	uint64_t bottom = dt_llq_first(p), base = 1;
	uint32_t m = DTRACE_LLQUANTIZE_LOW(p);

	if (b == 0)
		return 0;
	for (; m <= DTRACE_LLQUANTIZE_HIGH(p); m++) {
		uint64_t top = bottom * DTRACE_LLQUANTIZE_FACTOR(p);
		uint64_t n = dt_llq_steps(p, top);

		if (b < base + n)
			return bottom + (b - base) * dt_llq_width(p, top);
		base += n;
		bottom = top;
	}
	return bottom;
}

#endif /* DT_LLQ_H */
