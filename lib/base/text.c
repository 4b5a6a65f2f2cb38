/* SPDX-License-Identifier: MIT */
/* text.c - tables of texts by name. */
#include <string.h>
#include "base/text.h"

const char *
dt_text_find(const struct dt_text *v, size_t n, const char *name)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(v[i].name, name) == 0)
			return v[i].text;
	return NULL;
}
