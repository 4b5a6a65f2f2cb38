/* SPDX-License-Identifier: MIT */
/*
 * restart.h - the kernel's own errors of calls that a signal interrupts.  Each
 * call is either started again, or returns EINTR to the program.
 */
#ifndef DT_RESTART_H
#define DT_RESTART_H

#define	DT_RESTARTS	512	/* ERESTARTSYS */
#define	DT_LASTRESTART	516	/* ERESTART_RESTARTBLOCK */

#endif
