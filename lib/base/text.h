/* SPDX-License-Identifier: MIT */
/* text.h - tables of texts by name. */
#ifndef DT_TEXT_H
#define DT_TEXT_H

#include <stddef.h>

struct dt_text { const char *name, *text; };

/* The text of a name in a table of n rows; NULL: the name is not in it. */
const char *dt_text_find(const struct dt_text *v, size_t n, const char *name);

#endif
