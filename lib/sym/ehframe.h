/* SPDX-License-Identifier: MIT */
/*
 * ehframe.h - reads the .eh_frame section of an x86-64 program or library,
 * which may be hostile, into rows of rt/unwind.h.  The bytes come from a
 * function, so that the file or a process that has mapped it can be read.
 */
#ifndef DT_EHFRAME_H
#define DT_EHFRAME_H

#include <stddef.h>
#include "rt/unwind.h"

struct dt_ehsource {
	/* How many of n bytes at this offset in the file could be read. */
	size_t (*read)(const struct dt_ehsource *s, void *dst, uint64_t off,
	    size_t n);
	const void *arg;
};

struct dt_ehtable {
	struct dt_unwrow *rows;	/* in order; the first rule is at the start of
				 * a function, and the last row is a NONE */
	uint32_t n;
	/* functions that have a frame: with a frame pointer, or without */
	uint32_t nfp, nsp;
};

/*
 * 0; -ENOENT: it has no such section; -ENOEXEC: it is nothing of x86-64, or the
 * section is not well formed; -E2BIG; -ENOMEM.
 */
int dt_ehframe_read(const struct dt_ehsource *s, struct dt_ehtable *t);
void dt_ehframe_free(struct dt_ehtable *t);
/* The rule for an instruction at this offset; NULL: there is none. */
const struct dt_unwrow *dt_ehframe_find(const struct dt_ehtable *t,
    uint64_t off);

#endif /* DT_EHFRAME_H */
