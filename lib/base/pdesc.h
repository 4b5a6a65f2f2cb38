/* SPDX-License-Identifier: MIT */
/* pdesc.h - a probe description in a program. */
#ifndef DT_PDESC_H
#define DT_PDESC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An empty part matches all; parts may be globs. */
struct dt_pdesc {
	const char *part[4];	/* provider module function name */
	uint32_t id;		/* or a numeric id with empty parts */
	int line;		/* its place */
	/* the system call by the name that the program uses, or NULL */
	const char *alias;
};

/*
 * The name in D of a probe of a C program: bar-baz for bar__baz.  At most
 * size - 1 characters; name may be cname itself.
 */
void dt_pdesc_cname(const char *cname, char *name, size_t size);
/* The length of a provider's name without the process id at its end. */
size_t dt_pdesc_stem(const char *provider);
/* Copy that part, cut to size - 1 characters; false: the name has no id. */
bool dt_pdesc_copystem(const char *provider, char *to, size_t size);

#endif
