/* SPDX-License-Identifier: MIT */
/*
 * dwsame.h - compares types of debug information.  Each unit of a program has
 * its own copy of the types in the headers that it includes.
 */
#ifndef DT_DWSAME_H
#define DT_DWSAME_H

#include "sym/dwentry.h"

/*
 * Do two structs, unions or enums have the same size, and the same members at
 * the same places?  Types that their pointers lead to are compared by name.
 */
bool dt_dw_same(struct dt_dwfile *a, uint64_t a_off, struct dt_dwfile *b,
    uint64_t b_off);

#endif /* DT_DWSAME_H */
