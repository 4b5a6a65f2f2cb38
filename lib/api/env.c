/* SPDX-License-Identifier: MIT */
/*
 * env.c - the environment of processes that the handle starts: the consumer's,
 * changed by options setenv and unsetenv.
 */
#include "api/hdl.h"

#include <stdlib.h>
#include <string.h>

extern char **environ;

static size_t
name_len(const char *variable)
{
	return strcspn(variable, "=");
}

/* Remove a variable; name may be NAME=VALUE. */
static void
drop(char **v, const char *name)
{
	size_t len = name_len(name);
	char **to = v;

	for (; *v != NULL; v++)
		if (name_len(*v) != len || strncmp(*v, name, len) != 0)
			*to++ = *v;
	*to = NULL;
}

static void
add(char **v, char *variable)
{
	while (*v != NULL)
		v++;
	v[0] = variable;
	v[1] = NULL;
}

char **
dt_env_make(const dtrace_hdl_t *dtp)
{
	struct dt_opttext *t;
	size_t n = 1;
	char **v;

	for (char **e = environ; e != NULL && *e != NULL; e++)
		n++;
	for (t = dtp->opttexts; t != NULL; t = t->next)
		n++;
	v = calloc(n, sizeof(*v));
	if (v == NULL)
		return NULL;
	for (size_t i = 0; environ != NULL && environ[i] != NULL; i++)
		v[i] = environ[i];
	for (t = dtp->opttexts; t != NULL; t = t->next) {
		if (t->id != DT_COPT_SETENV && t->id != DT_COPT_UNSETENV)
			continue;
		drop(v, t->text);
		if (t->id == DT_COPT_SETENV)
			add(v, t->text);
	}
	return v;
}
