/* SPDX-License-Identifier: MIT */
/* longnop.h - does a probe on a nop of five bytes harm the process? */
#ifndef DT_LONGNOP_H
#define DT_LONGNOP_H

#include <stdbool.h>

/*
 * Linux 6.18 to 7.2 turn such a nop, once its probe has fired, into a call,
 * which writes below the stack pointer: where a function that calls no other
 * one, or code around a USDT probe, may keep its variables.  Only at the entry
 * of a function nothing is there yet.  Each call tries this kernel, by a probe
 * on a function of this library.  False also where that is not possible.
 */
bool dt_longnop_is_safe(void);

#endif /* DT_LONGNOP_H */
