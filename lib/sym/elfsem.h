/* SPDX-License-Identifier: MIT */
/*
 * elfsem.h - an object file that defines the semaphores of <sys/sdt.h>: one
 * number of 16 bits for each probe, which a tracer raises while it is enabled.
 */
#ifndef DT_ELFSEM_H
#define DT_ELFSEM_H

#include <stdint.h>
#include "base/buf.h"

/* Append the file, for the processor of this library, to out. */
void dt_elf_semaphores(struct dt_buf *out, const char *const *names,
    uint32_t n);

#endif
