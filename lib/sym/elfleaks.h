/* SPDX-License-Identifier: MIT */
/* elfleaks.h - programs that look for leaked memory when they end. */
#ifndef DT_ELFLEAKS_H
#define DT_ELFLEAKS_H

#include <stdbool.h>

/*
 * Is the program at path built with LeakSanitizer, which AddressSanitizer
 * includes?  It traces its own threads, and fails if another process does.
 */
bool dt_elf_seeks_leaks(const char *path);

#endif /* DT_ELFLEAKS_H */
