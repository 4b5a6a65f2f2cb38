/* SPDX-License-Identifier: MIT */
/*
 * sysargs.c - the types of the arguments of system calls.  The kernel's BTF
 * lacks most of them, since the compiler inlines the functions that have them;
 * the formats of the events of system calls in tracefs have them all.
 */
#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include "base/arena.h"
#include "sym/sysargs.h"
#include "sym/tracefs.h"

#define	EVENTS	"events/syscalls/"

/* Append a word, with a space before it unless it is the first. */
static void
append(char *to, size_t size, const char *word, size_t len)
{
	size_t at = strlen(to);

	(void) snprintf(to + at, size - at, "%s%.*s", at != 0 ? " " : "",
	    (int)len, word);
}

/* A type without const, so that equal types have the same spelling. */
static const char *
spell(struct dt_arena *a, const char *s, const char *end)
{
	char words[96] = "", stars[8] = "";
	size_t len, nstars = 0;

	for (; s < end; s += len) {
		len = strcspn(s, " *;");
		if (*s == '*' && nstars < sizeof(stars) - 1)
			stars[nstars++] = '*';
		if (len != 0 && (len != 5 || strncmp(s, "const", 5) != 0))
			append(words, sizeof(words), s, len);
		len += len == 0;
	}
	return dt_arena_printf(a, "%s%s%s%s", words,
	    strcmp(words, "unsigned") == 0 ? " int" : "", nstars != 0 ? " " :
	    "", stars);
}

/*
 * Fields are lines such as "field:const char * filename;".  The arguments
 * follow the number of the call; data that the kernel copied may follow them.
 */
int
dt_sysargs_read(FILE *fp, struct dt_arena *a, const char *v[DT_NSYSARGS])
{
	static const char field[] = "field:";
	bool after_number = false;
	const char *s, *end;
	char line[256];
	int n = 0;

	while (n < DT_NSYSARGS && fgets(line, sizeof(line), fp) != NULL) {
		s = strstr(line, field);
		end = s != NULL ? strchr(s, ';') : NULL;
		if (end == NULL)
			continue;
		s += sizeof(field) - 1;
		while (end > s && end[-1] != ' ' && end[-1] != '*')
			end--;
		if (after_number && strncmp(s, "__data_loc ", 11) != 0) {
			v[n] = spell(a, s, end);
			if (v[n++] == NULL)
				return -ENOMEM;
		}
		after_number |= strncmp(end, "__syscall_nr;", 13) == 0;
	}
	return after_number ? n : -ENOENT;
}

int
dt_sysargs(const char *call, struct dt_arena *a, const char *v[DT_NSYSARGS])
{
	char name[96];
	FILE *fp;
	int n;

	(void) snprintf(name, sizeof(name), EVENTS "sys_enter_%s/format",
	    call);
	fp = dt_tracefs_open(name);
	if (fp == NULL)
		return errno != 0 ? -errno : -ENOENT;
	n = dt_sysargs_read(fp, a, v);
	(void) fclose(fp);
	return n;
}

void
dt_sysargs_why(const char *call, char *buf, size_t n)
{
	FILE *fp = dt_tracefs_open(EVENTS "enable");

	if (fp != NULL)
		(void) snprintf(buf, n, "this kernel has no event sys_enter_%s "
		    "and may lack the call", call);
	else if (errno == EACCES || errno == EPERM)
		(void) snprintf(buf, n, "only root can read them, in tracefs");
	else
		(void) snprintf(buf, n, "this kernel does not list them in "
		    "tracefs, which needs CONFIG_FTRACE_SYSCALLS");
	if (fp != NULL)
		(void) fclose(fp);
}
