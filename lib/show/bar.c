/* SPDX-License-Identifier: MIT */
/* bar.c - draws counts: as a bar on its own line, or as one cell of a line. */
#include "show/show.h"

#define	BAR	DT_BAR_WIDTH
#define	STEPS	8		/* of a block's width, and of a cell's height */

void
dt_bars_add(struct dt_bars *b, int64_t value)
{
	long double size = value < 0 ? -(long double)value : value;

	b->negative |= value < 0;
	b->positive |= value > 0;
	b->total += size;
	if (size > b->most)
		b->most = size;
}

/* The share of a bar that a value fills; zoomed, the largest fills most. */
static long double
share(const struct dt_show *how, const struct dt_bars *b, int64_t value)
{
	long double size = value < 0 ? -(long double)value : value;
	long double full = how->zoom ? b->most / DTRACE_AGGZOOM_MAX : b->total;

	return full == 0 ? 0 : size / full;
}

/* The block element U+2580 + n; U+2588 is the full block. */
static void
block(struct dt_sink *s, unsigned int n)
{
	const char utf8[] = { (char)0xe2, (char)0x96, (char)(0x80 + n) };

	dt_sink_write(s, utf8, sizeof(utf8));
}

/* Partial blocks are numbered from U+2589, the longest, to U+258f. */
static void
blocks(struct dt_sink *s, long double part, size_t len)
{
	size_t n = (size_t)(part * (long double)(len * STEPS) + 0.5L);

	for (size_t i = 0; i < n / STEPS; i++)
		block(s, STEPS);
	if (n % STEPS != 0)
		block(s, (unsigned int)(2 * STEPS - n % STEPS));
	dt_sink_fill(s, ' ', len - (n + STEPS - 1) / STEPS);
}

/* Bars of negative values grow to the left of the line, others to the right. */
static void
left_bar(struct dt_sink *s, long double part, size_t len)
{
	size_t depth = (size_t)(part * (long double)len + 0.5L);

	dt_sink_fill(s, ' ', len - depth);
	dt_sink_fill(s, '@', depth);
}

static void
right_bar(struct dt_sink *s, long double part, size_t len)
{
	size_t depth = (size_t)(part * (long double)len + 0.5L);

	dt_sink_fill(s, '@', depth);
	dt_sink_fill(s, ' ', len - depth);
}

void
dt_show_bar(struct dt_sink *s, const struct dt_show *how,
    const struct dt_bars *b, int64_t value)
{
	long double part = share(how, b, value);
	size_t len = b->negative && b->positive ? BAR / 2 : BAR;

	if (!b->negative) {
		dt_sink_fill(s, '|', 1);
		(how->utf8 ? blocks : right_bar)(s, part, len);
	} else if (!b->positive) {
		left_bar(s, part, len);
		dt_sink_fill(s, '|', 1);
	} else if (value <= 0) {
		left_bar(s, part, len);
		dt_sink_fill(s, '|', 1);
		dt_sink_fill(s, ' ', len);
	} else {
		dt_sink_fill(s, ' ', len);
		dt_sink_fill(s, '|', 1);
		right_bar(s, part, len);
	}
}

void
dt_show_cell(struct dt_sink *s, const struct dt_show *how,
    const struct dt_bars *b, int64_t value)
{
	static const char above[STEPS + 1] = "__xxxxXX";
	static const char below[STEPS + 1] = "vvvvvvVV";
	unsigned int n = (unsigned int)(share(how, b, value) * STEPS);

	if (n >= STEPS)
		n = STEPS - 1;
	if (value == 0)
		dt_sink_fill(s, ' ', 1);
	else if (value < 0)
		dt_sink_fill(s, below[n], 1);
	else if (how->utf8)
		block(s, n + 1);
	else
		dt_sink_fill(s, above[n], 1);
}
