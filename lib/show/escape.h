/* SPDX-License-Identifier: MIT */
/*
 * escape.h - names that a process has chosen, for a terminal: control
 * characters, which could move its cursor or make up lines, as C writes them.
 */
#ifndef DT_ESCAPE_H
#define DT_ESCAPE_H

#include <stdbool.h>
#include "base/buf.h"

/* A byte as the source text of C has it, for %S. */
void dt_escape_byte(struct dt_buf *b, unsigned char c);
/* Are there control characters in it, or bytes that are not UTF-8? */
bool dt_escape_needed(const char *p, size_t n);
/* Those, and only those, escaped. */
void dt_escape(struct dt_buf *b, const char *p, size_t n);

#endif /* DT_ESCAPE_H */
