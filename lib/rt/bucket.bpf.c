/* SPDX-License-Identifier: MIT */
/*
 * bucket.bpf.c - bucket numbers of distributions, in functions of their own so
 * that the verifier does not follow each bucket through the rest of the
 * program.
 */
#include "rt/bpf.h"

#define	ZERO_BUCKET	63

/* 1 if v, which is below 2^(64 + n), has a bit from bit n on; else 0. */
DT_INLINE uint64_t
has_above(uint64_t v, int n)
{
	v = -(v >> n);
	DT_PIN(v);		/* prevents a branch */
	return v >> 63;
}

/*
 * The number of the highest bit of v, which is not 0.  Branches on varying
 * values would be mispredicted, so the byte of the bit, and the bit in that
 * byte, are sums of comparisons.
 */
DT_INLINE int
log2_of(uint64_t v)
{
	uint64_t n = 0, at, i;

	if (v >> 32) {
		v >>= 32;
		n = 32;
	}
	at = (has_above(v, 8) + has_above(v, 16) + has_above(v, 24)) * 8;
	v >>= at;
	n += at;
	DT_UNROLL
	for (i = 1; i < 8; i++)
		n += (v + 256 - (1 << i)) >> 8;
	return (int)n;
}

/* INT64_MIN has a magnitude of 2^63 and counts in the bucket of 2^62. */
int
dt_quantize(int64_t v)
{
	uint64_t sign = v >> 63;
	int n;

	if (v == 0)
		return ZERO_BUCKET;
	n = log2_of(((uint64_t)v ^ sign) - sign);
	if (v > 0)
		return ZERO_BUCKET + 1 + n;
	return n > 62 ? 0 : ZERO_BUCKET - 1 - n;
}

/* param: step << 48 | levels << 32 | base */
int
dt_lquantize(int64_t v, uint64_t param)
{
	uint64_t step = param >> 48, levels = (param >> 32) & 0xffff;
	int64_t base = (int32_t)param;
	uint64_t level;

	if (v < base)
		return 0;
	level = step == 0 ? levels : ((uint64_t)v - (uint64_t)base) / step;
	return level < levels ? level + 1 : levels + 1;
}

/*
 * param: factor << 48 | low << 32 | high << 16 | steps.  Magnitude m is
 * [factor^m, factor^(m+1)), divided into `steps` buckets of equal width counted
 * from 0, or one for each integer if there are fewer integers.
 */
int
dt_llquantize(int64_t v, uint64_t param)
{
	uint64_t factor = param >> 48, steps = param & 0xffff;
	uint32_t low = (param >> 32) & 0xffff, high = (param >> 16) & 0xffff;
	uint64_t from = 1, to, n, value = v;
	uint32_t m, base = 1;

	if (v < 0 || factor < 2 || steps == 0)
		return 0;
	DT_LOOP
	for (m = 0; m < 64; m++) {
		if (m > high)
			break;
		to = from * factor;
		n = to < steps ? to : steps;
		if (m >= low) {
			if (value < from)
				return 0;
			if (value < to)
				return base + (value - from) / (to / n);
			base += n - n / factor;
		}
		from = to;
	}
	return base;
}
