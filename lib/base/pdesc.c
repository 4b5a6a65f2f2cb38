/* SPDX-License-Identifier: MIT */
/* pdesc.c - the names of providers and probes of processes. */
#include "base/pdesc.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

void
dt_pdesc_cname(const char *cname, char *name, size_t size)
{
	size_t n = 0;

	while (*cname != '\0' && n + 1 < size) {
		bool dash = cname[0] == '_' && cname[1] == '_';

		name[n++] = dash ? '-' : *cname;
		cname += dash ? 2 : 1;
	}
	name[n] = '\0';
}

size_t
dt_pdesc_stem(const char *provider)
{
	size_t n = strlen(provider);

	while (n > 0 && isdigit((unsigned char)provider[n - 1]))
		n--;
	return n;
}

bool
dt_pdesc_copystem(const char *provider, char *to, size_t size)
{
	size_t n = dt_pdesc_stem(provider);

	(void) snprintf(to, size, "%.*s", (int)n, provider);
	return provider[n] != '\0';
}
