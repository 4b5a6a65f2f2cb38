/* SPDX-License-Identifier: MIT */
/*
 * Numbers of variables.  Readers: front/scope.c, which refuses more in one
 * handle; rt/rt.h, whose structures have room for so many in a run.
 */
#ifndef DT_LIMITS_H
#define DT_LIMITS_H

#define	DT_NTHIS	128	/* this-> variables */
#define	DT_NSELF	1024	/* self-> variables, plus one */

#endif
