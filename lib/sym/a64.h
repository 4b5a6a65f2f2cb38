/* SPDX-License-Identifier: MIT */
/* a64.h - the instructions of 64-bit Arm that a probe can replace. */
#ifndef DT_A64_H
#define DT_A64_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Can the kernel replace the instruction at this offset of a function's code
 * without changing what the function does?
 */
bool dt_a64_can_break(const uint8_t *code, size_t at);

#endif /* DT_A64_H */
