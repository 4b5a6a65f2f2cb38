/* SPDX-License-Identifier: MIT */
/*
 * diag.h - the first error of a compile.  It is kept in struct dt_diag, and the
 * stages after it do nothing.
 */
#ifndef DT_DIAG_H
#define DT_DIAG_H

#include <stdbool.h>
#include <stddef.h>

/* A tag for each kind of error: enum dt_tag { D_UNKNOWN, D_SYNTAX, ... }. */
enum dt_tag {
#define	DT_TAG(name)	name,
#include "tbl/tags.h"
#undef DT_TAG
	DT_NTAGS
};

/*
 * A place in a program is an int: the number of a line, or 0; a negative one
 * has a column, too.  A member `line` in front/ and ir/ is a place; an image,
 * whose messages come when it is loaded, has the numbers of lines.
 */
int dt_place(int line, size_t column);
int dt_place_line(int place);
/* The number of the character in its line, from 1 on; 0: not known. */
int dt_place_column(int place);

struct dt_diag {
	int err;		/* 0, or -errno after a failure */
	enum dt_tag tag;
	int line;		/* a place; 0: not in a line */
	const char *file;	/* NULL: not in a file; borrowed */
	bool show_tag;		/* option errtags */
	bool show_column;	/* option errcolumns */
	char text[512];		/* without tag and line */
};

const char *dt_tag_name(enum dt_tag tag);

/* Record a failure; only the first counts.  Always returns -EINVAL. */
int dt_diag_set(struct dt_diag *d, enum dt_tag tag, int line,
    const char *fmt, ...) __attribute__((format(printf, 4, 5)));
/* Record that memory ran out.  Returns -ENOMEM. */
int dt_diag_nomem(struct dt_diag *d);
/*
 * Write "[D_TAG] line N, column M: text" to buf, with the parts that options
 * select.
 */
void dt_diag_format(const struct dt_diag *d, char *buf, unsigned long len);

#endif
