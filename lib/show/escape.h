/* SPDX-License-Identifier: MIT */
/*
 * escape.h - text for a terminal: control characters, which could move the
 * cursor or fake lines, are written as C escapes.
 */
#ifndef DT_ESCAPE_H
#define DT_ESCAPE_H

#include <stdbool.h>
#include "base/buf.h"

/* Write a byte as in a C string literal, for %S. */
void dt_escape_byte(struct dt_buf *b, unsigned char c);
/* Does the text hold control characters, or bytes that are not UTF-8? */
bool dt_escape_needed(const char *p, size_t n);
/* Escape control characters and bytes that are not UTF-8; copy others. */
void dt_escape(struct dt_buf *b, const char *p, size_t n);

#endif /* DT_ESCAPE_H */
