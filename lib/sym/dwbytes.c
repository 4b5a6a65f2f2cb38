/* SPDX-License-Identifier: MIT */
/* dwbytes.c - see dwbytes.h. */
#include <string.h>
#include "sym/dwbytes.h"

uint64_t
dt_dw_fixed(struct dt_dwbytes *b, size_t n)
{
	uint64_t v = 0;

	if (n > sizeof(v) || (size_t)(b->end - b->p) < n) {
		b->bad = true;
		b->p = b->end;
		return 0;
	}
	memcpy(&v, b->p, n);
	b->p += n;
	b->at += n;
	return v;
}

static uint64_t
read_leb(struct dt_dwbytes *b, uint32_t *bits, uint8_t *last)
{
	uint64_t v = 0;

	*bits = 0;
	do {
		*last = (uint8_t)dt_dw_fixed(b, 1);
		if (*bits < 64)
			v |= (uint64_t)(*last & 0x7f) << *bits;
		*bits += 7;
	} while (*last & 0x80);
	return v;
}

uint64_t
dt_dw_uleb(struct dt_dwbytes *b)
{
	uint32_t bits;
	uint8_t last;

	return read_leb(b, &bits, &last);
}

int64_t
dt_dw_sleb(struct dt_dwbytes *b)
{
	uint32_t bits;
	uint8_t last;
	uint64_t v = read_leb(b, &bits, &last);

	if (bits < 64 && last & 0x40)
		v |= ~0ull << bits;
	return (int64_t)v;
}

struct dt_dwbytes
dt_dw_part(struct dt_dwbytes *b, uint64_t n)
{
	struct dt_dwbytes part = *b;

	if (n > (uint64_t)(b->end - b->p)) {
		b->bad = true;
		n = (uint64_t)(b->end - b->p);
	}
	part.end = part.p + n;
	b->p += n;
	b->at += n;
	return part;
}
