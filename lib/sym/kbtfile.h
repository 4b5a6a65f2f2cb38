/* SPDX-License-Identifier: MIT */
/* kbtfile.h - the kernel's BTF file, as kbtf.c and kproto.c read it. */
#ifndef DT_KBTFILE_H
#define DT_KBTFILE_H

#include <linux/btf.h>
#include <sys/types.h>

#include "base/buf.h"
#include "base/hash.h"
#include "sym/kbtf.h"

#define	DT_KTRACEPOINT	"btf_trace_"

/* A part of the file, of which the first len bytes have been read so far. */
struct dt_kpart {
	off_t at;
	size_t len, total;
	char *p;
};

/* All strings that begin with a prefix, without it. */
struct dt_knames {
	const char *prefix;
	struct dt_buf names;	/* a NUL before each, and one at the end */
	off_t last;		/* offset of the last one in the section */
};

struct dt_kbtf {
	char *path;
	int fd;				/* -1: not open */
	void *map;			/* the file; NULL: parts are read */
	size_t maplen;
	struct dt_kpart types, strs;
	struct dt_knames tps, records;
	/* kproto.c */
	uint32_t *at, ntypes;		/* offset of each type, plus 1 */
	struct dt_hash *tracepoints;	/* numbers of their types, by name */
	struct dt_hash *functions;	/* the same; NULL: not read */
	char why[256];
};

/* Open the file unless it is open. */
int dt_kbtf_open(struct dt_kbtf *kb);
/* The type at offset *at, read completely; *at moves past it. */
int dt_kbtf_next(struct dt_kbtf *kb, size_t *at, const struct btf_type **t);
/* The string at an offset; NULL: it cannot be read. */
const char *dt_kbtf_string(struct dt_kbtf *kb, uint32_t off);
/*
 * Find those of the members that were not found in the unnamed structs and
 * unions that their structs contain.  0 or -errno.
 */
/* Is it the member's name, or one of several in "ONE|OTHER"? */
bool dt_kbtf_is_named(const char *wanted, const char *name);
int dt_kbtf_inner_members(struct dt_kbtf *kb, struct dt_kmember *m, size_t n);

#endif
