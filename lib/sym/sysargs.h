/* SPDX-License-Identifier: MIT */
/* sysargs.h - the types of the arguments of system calls, from tracefs. */
#ifndef DT_SYSARGS_H
#define DT_SYSARGS_H

#include <stddef.h>
#include <stdio.h>

#define	DT_NSYSARGS	6	/* most arguments of a call */

struct dt_arena;

/*
 * Set v to the types of a call's arguments, without qualifiers, in the arena.
 * Returns their number or -errno; -ENOENT: the kernel does not list this call.
 */
int dt_sysargs(const char *call, struct dt_arena *a,
    const char *v[DT_NSYSARGS]);
/* The same from the text of file events/syscalls/sys_enter_CALL/format. */
int dt_sysargs_read(FILE *fp, struct dt_arena *a, const char *v[DT_NSYSARGS]);
/* Write to buf why the types of a call are not known. */
void dt_sysargs_why(const char *call, char *buf, size_t n);

#endif
