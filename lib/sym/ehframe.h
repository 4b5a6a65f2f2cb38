/* SPDX-License-Identifier: MIT */
/*
 * ehframe.h - reads the .eh_frame section of an x86-64 program or library,
 * which may be hostile, into rows of rt/unwind.h.  The caller supplies the
 * function that reads bytes: from the file, or from a process that mapped it.
 */
#ifndef DT_EHFRAME_H
#define DT_EHFRAME_H

#include <stddef.h>
#include "rt/unwind.h"

struct dt_ehsource {
	/* Read n bytes at this offset in the file; returns how many it read. */
	size_t (*read)(const struct dt_ehsource *s, void *dst, uint64_t off,
	    size_t n);
	const void *arg;
};

struct dt_ehtable {
	struct dt_unwrow *rows;	/* in order: rules begin at functions, and the
				 * last row is a NONE */
	uint32_t n;
	/* functions with a frame: by frame pointer, by stack pointer */
	uint32_t nfp, nsp;
	/* the code of each entry, as offsets in the file, sorted; the compiler
	 * may split a function in two */
	struct dt_ehpart {
		uint32_t start, end;
	} *parts;
	uint32_t nparts;
};

/*
 * 0; -ENOENT: no such section; -ENOEXEC: not an x86-64 file, or the section is
 * malformed; -E2BIG; -ENOMEM.
 */
int dt_ehframe_read(const struct dt_ehsource *s, struct dt_ehtable *t);
void dt_ehframe_free(struct dt_ehtable *t);
/* The rule for an instruction at this offset; NULL: there is none. */
const struct dt_unwrow *dt_ehframe_find(const struct dt_ehtable *t,
    uint64_t off);
/* The entry whose code contains this offset; NULL: there is none. */
const struct dt_ehpart *dt_ehframe_part(const struct dt_ehtable *t,
    uint64_t off);

#endif /* DT_EHFRAME_H */
