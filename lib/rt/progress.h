/* SPDX-License-Identifier: MIT */
/*
 * progress.h - how far a function is that others do parts of.  They get it by
 * address: tbl/params.h tells the verifier its size.
 */
#ifndef DT_PROGRESS_H
#define DT_PROGRESS_H

#include "rt/rt.h"

/* How far dt_str_json() is: key is a position in the path. */
struct dt_json {
	uint32_t state, pos;
	uint32_t object;	/* innermost on the path; else an array */
	uint32_t on_path;	/* the value that begins next is */
	uint64_t index;		/* elements before the one on the path */
	uint32_t depth;		/* of what is passed over */
	uint32_t found, begin, end;
	uint32_t key, key_len;	/* component of the path */
};

/* An IPv6 address, its run of groups that are 0, and the end of its text. */
struct dt_inet6 {
	uint64_t high, low;
	uint32_t first, len, at, pad;
};

#endif /* DT_PROGRESS_H */
