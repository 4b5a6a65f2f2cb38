/* SPDX-License-Identifier: MIT */
/*
 * pid.h - the provider of the functions of a process.
 *
 *	pid.c		finds their probes
 *	pidret.c	decides how their returns are traced
 *	pidwhy.c	explains why there is no such probe
 */
#ifndef DT_PID_H
#define DT_PID_H

#include "prov/process.h"

#define	DT_PID_PREFIX	"pid"
#define	DT_PID_NOFUNC	"-"		/* the name of code without a symbol */

/* Prepare a search.  False: the description is about another provider. */
bool dt_pid_init(struct dt_psearch *s, struct dt_probes *ps,
    const char *const part[4]);
/* Parse a description's name as an offset; false: it is not one. */
bool dt_pid_offset(const char *name, uint64_t *offset);
/* As explain() of struct dt_prov. */
bool dt_pid_explain(const char *const part[4], char *buf, size_t n);

#endif /* DT_PID_H */
