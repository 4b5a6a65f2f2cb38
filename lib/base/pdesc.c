/* SPDX-License-Identifier: MIT */
/* pdesc.c - the names of probes that C programs have. */
#include "base/pdesc.h"

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
