/* SPDX-License-Identifier: MIT */
/*
 * bucket.bpf.c - bucket numbers of the distributions.  Functions of their own:
 * whatever led to a number is forgotten when they return, so that a verifier
 * does not follow each bucket through the rest of the program.
 */
#include "rt/bpf.h"

#define	ZERO_BUCKET	63

static __attribute__((always_inline)) inline int
log2_of(uint64_t v)
{
	int n = 0;

	if (v >> 32) { v >>= 32; n += 32; }
	if (v >> 16) { v >>= 16; n += 16; }
	if (v >> 8) { v >>= 8; n += 8; }
	if (v >> 4) { v >>= 4; n += 4; }
	if (v >> 2) { v >>= 2; n += 2; }
	return n + (v >> 1);
}

/* The least value has a magnitude of 2^63 and goes with those of 2^62. */
__attribute__((noinline)) int
dt_quantize(int64_t v)
{
	int n;

	if (v == 0)
		return ZERO_BUCKET;
	if (v > 0)
		return ZERO_BUCKET + 1 + log2_of(v);
	n = log2_of(-(uint64_t)v);
	return n > 62 ? 0 : ZERO_BUCKET - 1 - n;
}

/* param: step << 48 | levels << 32 | base.  The value counts as an int. */
__attribute__((noinline)) int
dt_lquantize(int64_t v, uint64_t param)
{
	uint64_t step = param >> 48, levels = (param >> 32) & 0xffff;
	int64_t base = (int32_t)param, value = (int32_t)v;
	uint64_t level;

	if (value < base)
		return 0;
	level = step == 0 ? levels : (uint64_t)(value - base) / step;
	return level < levels ? level + 1 : levels + 1;
}

/*
 * param: factor << 48 | low << 32 | high << 16 | steps.  Magnitude m is
 * [factor^m, factor^(m+1)) in buckets of equal width, `steps` of them counted
 * from 0, or one for each number where there are fewer numbers than that.
 */
__attribute__((noinline)) int
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
