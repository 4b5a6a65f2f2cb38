/* SPDX-License-Identifier: MIT */
/* utf8.h - characters of UTF-8 in bytes that may be anything. */
#ifndef DT_UTF8_H
#define DT_UTF8_H

#include <stddef.h>

/* Bytes of the character at p, n > 0; 0: a control of ASCII, or not UTF-8. */
size_t dt_utf8_len(const char *p, size_t n);

#endif /* DT_UTF8_H */
