/* SPDX-License-Identifier: MIT */
/*
 * diag.h - the first error of a compile.  It is kept in struct dt_diag, and the
 * stages after it do nothing.
 */
#ifndef DT_DIAG_H
#define DT_DIAG_H

#include <stdbool.h>

/* A tag for each kind of error: enum dt_tag { D_UNKNOWN, D_SYNTAX, ... }. */
enum dt_tag {
#define	DT_TAG(name)	name,
#include "tbl/tags.h"
#undef DT_TAG
	DT_NTAGS
};

struct dt_diag {
	int err;		/* 0, or -errno after a failure */
	enum dt_tag tag;
	int line;		/* 0: not in a line */
	const char *file;	/* NULL: not in a file; borrowed */
	bool show_tag;		/* option errtags */
	char text[512];		/* without tag and line */
};

const char *dt_tag_name(enum dt_tag tag);

/* Record a failure; only the first counts.  Always returns -EINVAL. */
int dt_diag_set(struct dt_diag *d, enum dt_tag tag, int line,
    const char *fmt, ...) __attribute__((format(printf, 4, 5)));
/* Record that memory ran out.  Returns -ENOMEM. */
int dt_diag_nomem(struct dt_diag *d);
/* Write "[D_TAG] line N: text" to buf, with the parts that options select. */
void dt_diag_format(const struct dt_diag *d, char *buf, unsigned long len);

#endif
