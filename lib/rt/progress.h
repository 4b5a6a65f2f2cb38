/* SPDX-License-Identifier: MIT */
/*
 * progress.h - the state of functions that are split into several, which get
 * its address.  tbl/params.h tells the verifier its size.
 */
#ifndef DT_PROGRESS_H
#define DT_PROGRESS_H

#include "rt/rt.h"

/* The state of dt_str_json(); key is a position in the path. */
struct dt_json {
	uint32_t state, pos;
	uint32_t object;	/* the innermost one on the path is an object */
	uint32_t on_path;	/* the next value is on the path */
	uint64_t index;		/* elements before the one on the path */
	uint32_t depth;		/* of skipped objects and arrays */
	uint32_t found, begin, end;
	uint32_t key, key_len;	/* component of the path */
	int32_t rc, pad;	/* of the last token */
};

/* An IPv6 address, its run of zero groups, and the end of its text. */
struct dt_inet6 {
	uint64_t high, low;
	uint32_t first, len, at, pad;
};

#endif /* DT_PROGRESS_H */
