/* SPDX-License-Identifier: MIT */
/*
 * elfsem.h - writes an object file with the semaphores of <sys/sdt.h>: one
 * 16-bit counter for each probe, which tracers increment while they enable it.
 */
#ifndef DT_ELFSEM_H
#define DT_ELFSEM_H

#include <stdint.h>
#include "base/buf.h"

/* Append the file, for the processor of this library, to out. */
void dt_elf_semaphores(struct dt_buf *out, const char *const *names,
    uint32_t n);

#endif
