/* SPDX-License-Identifier: MIT */
/* pdesc.h - a probe description as it is written in a program. */
#ifndef DT_PDESC_H
#define DT_PDESC_H

#include <stdint.h>

/* A description as written: empty member matches all; globs allowed. */
struct dt_pdesc {
	const char *part[4];	/* provider module function name */
	uint32_t id;		/* or a numeric id, then parts are empty */
	int line;
};

#endif
