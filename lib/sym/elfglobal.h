/* SPDX-License-Identifier: MIT */
/* elfglobal.h - operands of USDT places that name variables. */
#ifndef DT_ELFGLOBAL_H
#define DT_ELFGLOBAL_H

#include "sym/elffile.h"

/*
 * Copy operands to buf, with numbers for the names of variables:
 * "-4@8+sizes(%rip)" becomes "-4@16392(%rip)", and "8@own@gottpoff(%rip)", the
 * offset of a variable that each thread has, "8@$-16".  "$8(%rip)" is an
 * address itself.  An operand is copied as it is if its name has no address or
 * several.  false: buf is too small.
 */
bool dt_elf_globals(struct dt_elffile *f, const char *args, uint64_t place,
    char *buf, size_t n);

#endif /* DT_ELFGLOBAL_H */
