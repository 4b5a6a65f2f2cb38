/* SPDX-License-Identifier: MIT */
/*
 * provider.h - providers as a program declares them:
 * provider NAME { probe PROBE(TYPE NAME, ...) : (TYPE NAME, ...); };
 */
#ifndef DT_PROVIDER_H
#define DT_PROVIDER_H

#include <stdint.h>
#include <dtrace.h>
#include "base/stability.h"

/*
 * An argument of a probe.  Its type is text, which is enough for a header of C,
 * and may be a type that D does not know.
 */
struct dt_provarg {
	const char *type;	/* as written, with single spaces */
	const char *name;	/* NULL: it has none */
	uint32_t from;		/* the native argument it is made from */
};

#define	DT_MAXPROVARGS	255

struct dt_provprobe {
	struct dt_provprobe *next;
	const struct dt_provider *of;
	const char *name;	/* in D: bar-baz */
	const char *cname;	/* in C: bar__baz */
	int line;
	uint32_t nnative, nargs;
	struct dt_provarg *native;	/* passed by C code: arg0 ... */
	struct dt_provarg *args;	/* seen by D code: args[0] ... */
};

/* One declaration; a provider may have several, with different probes. */
struct dt_provider {
	struct dt_provider *older;	/* of the same name */
	struct dt_provider *next;		/* of the same program */
	const struct dt_arena *arena;		/* of the program */
	const char *name;
	const char *file;			/* NULL: not from a file */
	int line;
	struct dt_provprobe *probes;
	dtrace_attribute_t attr[DT_NPROVPARTS];
};

#endif
