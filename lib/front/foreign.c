/* SPDX-License-Identifier: MIT */
/* foreign.c - probe descriptions of bpftrace, answered by those of D. */
#include <stdio.h>
#include <string.h>
#include "base/text.h"
#include "front/foreign.h"

static const struct {
	const char *word, *form[2];
} forms[] = {
#define	DT_FOREIGN(word, one, two)	{ word, { one, two } },
#include "tbl/foreign.h"
#undef DT_FOREIGN
};

static const struct dt_text paths[] = {
#define	DT_FOREIGNPATH(word, form)	{ word, form },
#include "tbl/foreign.h"
#undef DT_FOREIGNPATH
};

/* Write the form with parts in place of %1 and %2. */
static void
fill(const char *form, const char *const *parts, char *buf, size_t n)
{
	size_t at = 0;

	buf[0] = '\0';
	for (; *form != '\0'; form++) {
		if (*form == '%' && (form[1] == '1' || form[1] == '2'))
			(void) snprintf(buf + at, n - at, "%s",
			    parts[*++form - '1']);
		else
			(void) snprintf(buf + at, n - at, "%c", *form);
		at += strlen(buf + at);
	}
}

/* The form of a description that begins with this word; NULL: none. */
static const char *
form_of(const char *word, const char *const *parts, uint32_t n)
{
	/* system calls have a provider of their own */
	if (n == 2 && word[0] == 't' && strcmp(parts[0], "syscalls") == 0) {
		if (strncmp(parts[1], "sys_enter_", 10) == 0)
			return "syscall::%2:entry";
		if (strncmp(parts[1], "sys_exit_", 9) == 0)
			return "syscall::%2:return";
	}
	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++)
		if (strcmp(forms[i].word, word) == 0)
			return forms[i].form[n - 1];
	return NULL;
}

bool
dt_foreign_pdesc(const struct dt_pdesc *d, char *buf, size_t n)
{
	uint32_t first = d->part[1][0] != '\0' ? 1 : 2;
	const char *parts[2] = { d->part[first + 1], d->part[3] };
	const char *form;

	if (d->part[0][0] != '\0' || d->part[first][0] == '\0' ||
	    d->part[3][0] == '\0')
		return false;
	form = form_of(d->part[first], parts, 3 - first);
	if (form == NULL)
		return false;
	if (strncmp(form, "syscall", 7) == 0)
		parts[1] = strchr(parts[1] + 4, '_') + 1;
	fill(form, parts, buf, n);
	return true;
}

const char *
dt_foreign_path(const struct dt_pdesc *d)
{
	return d->part[0][0] != '\0' || d->part[1][0] != '\0' ||
	    d->part[3][0] != '\0' ? NULL : dt_text_find(paths,
	    sizeof(paths) / sizeof(paths[0]), d->part[2]);
}
