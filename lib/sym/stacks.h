/* SPDX-License-Identifier: MIT */
/*
 * stacks.h - does a file show that its process switches, moves or unwinds
 * stacks?  A changed return address on such a stack would do harm.
 */
#ifndef DT_STACKS_H
#define DT_STACKS_H

#include <stdbool.h>

struct dt_stacks {
	const char *name;	/* a function or a section; NULL: no sign */
	const char *what;	/* it does, as "switches stacks" */
	bool is_go;		/* the file is a program written in Go */
};

/* Read the file at path, which is the program or a library. */
void dt_stacks_read(const char *path, bool is_program, struct dt_stacks *out);

#endif /* DT_STACKS_H */
