/* SPDX-License-Identifier: MIT */
/*
 * llq.h - the buckets of llquantize(): how many a parameter word makes, which
 * one a value falls into, where one starts.  The kernel side, the compiler and
 * the readers of a distribution must agree to the last bucket, hence one place.
 *
 * Bucket 0 takes what is below factor^low, negative values too; then come, for
 * each magnitude m = low .. high, the values factor^m <= v < factor^(m+1) in
 * steps of equal width; the last bucket takes v >= factor^(high+1).
 *
 * The width is factor^(m+1) / nsteps, at least 1: nsteps counts the steps from
 * 0 to factor^(m+1), of which those below factor^m belong to lower magnitudes.
 * llquantize(x, 10, 0, 2, 20) so counts 1 2 .. 9, 10 15 .. 95, 100 150 .. 950.
 *
 * Nothing here loops more than 64 times or calls out: BPF code includes it.
 */
#ifndef DT_LLQ_H
#define DT_LLQ_H

#ifndef __bpf__
#include <stdint.h>
#endif

#define	DT_LLQ_INLINE	static inline __attribute__((always_inline, unused))

#define	DT_LLQ_FACTOR(p)	((p) >> 48 & 0xffff)
#define	DT_LLQ_LOW(p)		((p) >> 32 & 0xffff)
#define	DT_LLQ_HIGH(p)		((p) >> 16 & 0xffff)
#define	DT_LLQ_NSTEPS(p)	((p) & 0xffff)
#define	DT_LLQ_MAXMAG		64	/* 2^64 is one too many already */

/* Steps of the magnitude that ends below top. */
DT_LLQ_INLINE uint64_t dt_llq_steps(uint64_t p, uint64_t top)
{
	uint64_t n = top < DT_LLQ_NSTEPS(p) ? top : DT_LLQ_NSTEPS(p);

	return n - n / DT_LLQ_FACTOR(p);
}

DT_LLQ_INLINE uint64_t dt_llq_width(uint64_t p, uint64_t top)
{
	return top <= DT_LLQ_NSTEPS(p) ? 1 : top / DT_LLQ_NSTEPS(p);
}

/* factor^low */
DT_LLQ_INLINE uint64_t dt_llq_first(uint64_t p)
{
	uint64_t v = 1;

	for (unsigned int i = 0; i < DT_LLQ_MAXMAG && i < DT_LLQ_LOW(p); i++)
		v *= DT_LLQ_FACTOR(p);
	return v;
}

/* Buckets without the first and the last: a value has so many words + 2. */
DT_LLQ_INLINE uint64_t dt_llq_nbuckets(uint64_t p)
{
	uint64_t top = dt_llq_first(p), n = 0;

	for (unsigned int i = 0; i < DT_LLQ_MAXMAG; i++) {
		if (DT_LLQ_LOW(p) + i > DT_LLQ_HIGH(p))
			break;
		top *= DT_LLQ_FACTOR(p);
		n += dt_llq_steps(p, top);
	}
	return n;
}

/* The bucket of v: 0 .. nbuckets + 1. */
DT_LLQ_INLINE uint64_t dt_llq_bucket(uint64_t p, int64_t v)
{
	uint64_t bottom = dt_llq_first(p), base = 1;

	if (v < 0 || (uint64_t)v < bottom)
		return 0;
	for (unsigned int i = 0; i < DT_LLQ_MAXMAG; i++) {
		uint64_t top = bottom * DT_LLQ_FACTOR(p);
		uint64_t n = dt_llq_steps(p, top);

		if (DT_LLQ_LOW(p) + i > DT_LLQ_HIGH(p))
			break;
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

/* The least value of bucket b: 1 .. nbuckets + 1 (b = 0 has none: 0). */
DT_LLQ_INLINE uint64_t dt_llq_lower(uint64_t p, uint64_t b)
{
	uint64_t bottom = dt_llq_first(p), base = 1;

	if (b == 0)
		return 0;
	for (unsigned int i = 0; i < DT_LLQ_MAXMAG; i++) {
		uint64_t top = bottom * DT_LLQ_FACTOR(p);
		uint64_t n = dt_llq_steps(p, top);

		if (DT_LLQ_LOW(p) + i > DT_LLQ_HIGH(p))
			break;
		if (b < base + n)
			return bottom + (b - base) * dt_llq_width(p, top);
		base += n;
		bottom = top;
	}
	return bottom;
}

#endif /* DT_LLQ_H */
