/* SPDX-License-Identifier: MIT */
/* options.c - the options of a command, for its help and getopt_long(). */
#include "options.h"

#include <stdbool.h>

#define	INDENT		18	/* columns before the help of an option */

void
options_help(FILE *fp, const struct option_row *rows, size_t n)
{
	for (const struct option_row *r = rows; r < rows + n; r++) {
		bool has_letter = r->letter[0] != '\0';
		int col = fprintf(fp, "  %s%s%s%s%s%s", has_letter ? "-" : "",
		    has_letter ? r->letter : "    ",
		    r->arg != NULL ? " " : "", r->arg != NULL ? r->arg : "",
		    r->name == NULL ? "" : has_letter ? ", --" : "--",
		    r->name != NULL ? r->name : "");

		(void) fprintf(fp, "%*s%s\n", INDENT - col, "", r->help);
	}
}

void
options_long(struct option *longs, const struct option_row *rows, size_t n)
{
	for (const struct option_row *r = rows; r < rows + n; r++)
		if (r->name != NULL)
			*longs++ = (struct option){ .name = r->name,
			    .has_arg = r->arg != NULL, .val = r->letter[0] };
	*longs = (struct option){ 0 };
}
