/* SPDX-License-Identifier: MIT */
/* utf8.h - finds UTF-8 characters in arbitrary bytes. */
#ifndef DT_UTF8_H
#define DT_UTF8_H

#include <stddef.h>

/* Length of the character at p, n > 0; 0: ASCII control, or not UTF-8. */
size_t dt_utf8_len(const char *p, size_t n);

#endif /* DT_UTF8_H */
