/* SPDX-License-Identifier: MIT */
/* elfglobal.h - operands of USDT places that name global variables. */
#ifndef DT_ELFGLOBAL_H
#define DT_ELFGLOBAL_H

#include "sym/elffile.h"

/*
 * Copy operands to buf, with the distance of a variable from the place, a
 * number, for its name: "-4@8+sizes(%rip)" becomes "-4@16392(%rip)".  false: a
 * name has no address or several, or buf is too small.
 */
bool dt_elf_globals(struct dt_elffile *f, const char *args, uint64_t place,
    char *buf, size_t n);

#endif /* DT_ELFGLOBAL_H */
