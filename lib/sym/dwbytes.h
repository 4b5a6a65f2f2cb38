/* SPDX-License-Identifier: MIT */
/* dwbytes.h - reads the numbers of DWARF, which may be malformed. */
#ifndef DT_DWBYTES_H
#define DT_DWBYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A reader of bytes; values past the end are 0. */
struct dt_dwbytes {
	const uint8_t *p, *end;
	uint64_t at;		/* address of *p */
	bool bad;		/* read past the end, or an unknown encoding */
};

/* A number of n bytes, 8 at most. */
uint64_t dt_dw_fixed(struct dt_dwbytes *b, size_t n);
uint64_t dt_dw_uleb(struct dt_dwbytes *b);
int64_t dt_dw_sleb(struct dt_dwbytes *b);
/* Take the next n bytes. */
struct dt_dwbytes dt_dw_part(struct dt_dwbytes *b, uint64_t n);

#endif /* DT_DWBYTES_H */
