/* SPDX-License-Identifier: MIT */
/* options.c - the options of a command, for its help and getopt_long(). */
#include "options.h"

#include <stdbool.h>
#include <string.h>

#define	INDENT		18	/* columns before the help of an option */
#define	USAGE		62	/* columns after which a usage line ends */

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

static bool
is_operand(const struct option_row *r, const char *operands)
{
	return operands[0] == '-' && operands[1] == r->letter[0];
}

void
options_usage(FILE *fp, const char *name, const struct option_row *rows,
    size_t n, const char *operands)
{
	int indent = fprintf(fp, "usage: %s", name);
	int col = indent + fprintf(fp, " [-");

	for (const struct option_row *r = rows; r < rows + n; r++)
		if (r->arg == NULL)
			col += fprintf(fp, "%s", r->letter);
	col += fprintf(fp, "]");
	for (const struct option_row *r = rows; r < rows + n; r++) {
		if (r->arg == NULL || is_operand(r, operands))
			continue;
		if (col > USAGE)
			col = fprintf(fp, "\n%*s", indent, "") - 1;
		col += fprintf(fp, " [-%s %s]", r->letter, r->arg);
	}
	if (col > USAGE)
		(void) fprintf(fp, "\n%*s", indent, "");
	(void) fprintf(fp, " %s\n", operands);
}

void
options_getopt(const struct option_row *rows, size_t n, const char *order,
    char *letters, struct option *longs)
{
	/* ':' makes getopt report a missing argument as such */
	letters = stpcpy(stpcpy(letters, order), ":");
	for (const struct option_row *r = rows; r < rows + n; r++) {
		letters = stpcpy(letters, r->letter);
		letters = stpcpy(letters, r->arg != NULL ? ":" : "");
		if (r->name != NULL)
			*longs++ = (struct option){ .name = r->name,
			    .has_arg = r->arg != NULL, .val = r->letter[0] };
	}
	*longs = (struct option){ 0 };
}
