/* SPDX-License-Identifier: MIT */
/*
 * dwinfo.h - the types of the parameters and results of functions, from the
 * .debug_info of a file or its separate debug file.  Either may be damaged.
 */
#ifndef DT_DWINFO_H
#define DT_DWINFO_H

#include <stdbool.h>
#include <stdint.h>
#include "rt/rt.h"

#define	DT_DWTYPE	32	/* room for the name of a type */

struct dt_dwfunc;

/*
 * A type as D writes it: an integer or a pointer, without typedefs and
 * qualifiers; an enum is an integer, and a pointer to a struct a void *.
 */
struct dt_dwtype {
	char name[DT_DWTYPE];
	uint64_t at;		/* its entry, for sym/objtype.h; 0: the name
				 * is all */
};

struct dt_dwtypes {
	struct dt_dwtype arg[DT_NARGS];
	uint32_t nargs;		/* up to the first that is not an integer or
				 * pointer, and so in another register */
	struct dt_dwtype result;	/* "": there is none, or it is not
					 * known */
};

/*
 * Called for each function, with the offset of its first instruction in the
 * file at path; dt_dwfunc_types() may be called then.  A nonzero return ends
 * the search, and is its result.
 */
typedef int dt_dwfunc_f(void *arg, uint64_t offset, struct dt_dwfunc *f);

/* 0, the result of fn, or -errno: -ENOENT if the file has no such types. */
int dt_dw_functions(const char *path, dt_dwfunc_f *fn, void *arg);
/* False: the types cannot be read. */
bool dt_dwfunc_types(struct dt_dwfunc *f, struct dt_dwtypes *out);

#endif /* DT_DWINFO_H */
