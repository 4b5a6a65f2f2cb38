/* SPDX-License-Identifier: MIT */
/*
 * size.h - the sizes of a run, which are the same for both engines: values of
 * the numbers in tbl/numbers.h, and the maps.
 */
#ifndef DT_SIZE_H
#define DT_SIZE_H

#include "bpf/link.h"
#include "engine/engine.h"

#define	DT_SELFBYTES	64		/* of dynvarsize for one self-> value */
#define	DT_DYNBYTES	48		/* for an element, except key, value */
#define	DT_PRIOBYTES	160		/* for a priority that is saved, and the
					 * entry of its call */

/* By variant: [DT_VAR_L0] is level 0, [DT_VAR_DEEP] each deeper level. */
struct dt_sizes {
	uint32_t agg_size[DT_NVARS];	/* bytes of a half; 0: no such buffer */
	uint32_t agg_nidx[DT_NVARS];
	uint32_t agg_data[DT_NVARS];
	uint32_t agg_maxrec;
	uint32_t prin_size[DT_NVARS];	/* bytes of a half; 0: no such buffer */
	uint32_t prin_limit[DT_NVARS];	/* most bytes of records */
	uint32_t prin_maxrec;		/* multiple of 8 */
	uint32_t prin_reserve;		/* bytes after the limit, for END */
	enum dt_policy policy;
	uint32_t slot_size;		/* multiple of 64 */
	uint32_t key_words;
	uint32_t strsize, strbytes;
	uint32_t this_str;		/* slot offset of the this-> strings */
	uint32_t dynkey, dynval;	/* offsets in the slot, for arrays */
	uint32_t dyn_words;		/* key words of arrays; 0: no arrays */
	uint32_t dyn_short;		/* key words in map dynvar */
	uint32_t dynval_size;		/* multiple of 8 */
	uint32_t globals_size;		/* multiple of 8, at least 8 */
	uint64_t globals_map;		/* bytes of the map */
	uint32_t ngstrs;		/* elements of map gstrs */
	uint64_t scratch_size[DT_NVARS];	/* for one firing; 0: none */
	uint64_t scratch_cpu;		/* bytes for all levels of a CPU */
	uint32_t nself;			/* entries of map self; 0: not needed */
	uint32_t self_keep;		/* at most so many of them are zeroes */
	uint32_t nselfstr;		/* of map selfstr; 0: not needed */
	uint32_t ndynvar, ndynlong;	/* of the maps of arrays */
	uint32_t nprios;		/* of map prios; 0: not needed */
	bool waits;			/* map waits is needed */
	uint32_t nios;			/* of map ios, a power of two, or 0 */
	uint32_t nspec;			/* speculation ids */
	uint32_t specs_size;		/* bytes of map specs; 0: not needed */
	uint32_t nnames;		/* rows of map names; 0: not needed */
};

/* The needs of all clauses of the run: enum dt_need. */
uint32_t dt_size_needs(const struct dt_run *run);

/*
 * -ENOSPC: an aggregation buffer cannot hold header, index and one largest
 * record, or a principal buffer the smallest one.
 * -EFBIG: a buffer is larger than DT_BUFMAX.
 * -EDT_ENDTOOBIG: a principal buffer has no room for the records of END.
 */
int dt_size_run(const struct dt_run *run, struct dt_sizes *out);

/* The halves of a buffer: two, or 1 of a principal buffer without a switch. */
uint32_t dt_size_halves(enum dt_bufkind kind, enum dt_policy policy);
/* Bytes of all buffers and scratch on ncpus CPUs, or an error as above. */
int64_t dt_size_buffers(const struct dt_run *run, int64_t ncpus);
/* Bytes of map scratch; 0: not needed. */
uint64_t dt_size_scratch(const struct dt_sizes *z, const struct dt_mem *m);
/* Fill in the members of m that need no memory. */
void dt_size_mem(const struct dt_run *run, const struct dt_sizes *z,
    uint32_t ncpus, struct dt_mem *m);

/*
 * A number of tbl/numbers.h by its name.  0, or -ENOENT: its value depends on
 * the engine.
 */
struct dt_number {
	const char *name;
	uint64_t value;
};
int dt_size_number(const struct dt_sizes *z, const struct dt_mem *m,
    enum dt_variant variant, const char *name, uint64_t *value);
int dt_number_find(const struct dt_number *t, size_t n, const char *name,
    uint64_t *value);

/* Records and aggregating actions that a firing without a slot loses. */
void dt_size_lost(const struct dt_enpoint *p, const struct dt_enrow *row,
    uint32_t *nrec, uint32_t *nagg);

/* Fill one row of map "names"; a part that is too long is cut. */
void dt_size_names(const struct dt_enrow *row, struct dt_names *out);

#endif /* DT_SIZE_H */
