/* SPDX-License-Identifier: MIT */
/*
 * jsonaddr.c - addresses as JSON: symbols, stacks, and the objects of the
 * actions that record them.  Members have the names that FreeBSD gave them.
 */
#include <string.h>
#include "base/act.h"
#include "show/json.h"

#define	SYMLEN		1024

/* What an action's object calls the datum; all others do "value". */
static const struct {
	dtrace_actkind_t action;
	const char *name;
} actions[] = {
	{ DTRACEACT_STACK, "stack-frames" },
	{ DTRACEACT_USTACK, "ustack-frames" },
	{ DTRACEACT_JSTACK, "ustack-frames" },
	{ DTRACEACT_SYM, "sym" },
	{ DTRACEACT_MOD, "mod" },
	{ DTRACEACT_USYM, "usym" },
	{ DTRACEACT_UMOD, "umod" },
	{ DTRACEACT_UADDR, "uaddr" },
};

#define	NACTIONS	(sizeof(actions) / sizeof(actions[0]))

/* The last +0x of a name: one of C++ may have a plus of its own. */
static const char *
offset_of(const char *name)
{
	const char *at = NULL, *p = name;

	while ((p = strstr(p, "+0x")) != NULL)
		at = p++;
	return at;
}

/* The parts of module`name+0xoffset, as far as they are known. */
static void
parts(struct dt_json *j, const char *module, const char *text)
{
	const char *tick = strchr(text, '`');
	const char *name = tick != NULL ? tick + 1 : text, *plus;

	if (tick != NULL) {
		dt_json_name(j, module);
		dt_json_str(j, text, (size_t)(tick - text));
	}
	if (strncmp(name, "0x", 2) == 0) {
		dt_json_named_str(j, "offset", name);
		return;
	}
	if (tick == NULL)
		return;
	plus = offset_of(name);
	dt_json_name(j, "name");
	dt_json_str(j, name, plus != NULL ? (size_t)(plus - name) :
	    strlen(name));
	if (plus != NULL)
		dt_json_named_str(j, "offset", plus + 1);
}

/*
 * The members of a symbol: its text, called label, the parts of that, and the
 * address, where it is one of a process with the process's id.
 */
static void
symbol(struct dt_json *j, const struct dt_show *how, dtrace_actkind_t action,
    const uint64_t at[2], const char *label, const char *module)
{
	char text[SYMLEN];

	dt_show_addr(how, action, at[0], at[1], text, sizeof(text));
	dt_json_named_str(j, label, text);
	parts(j, module, text);
	dt_json_named_uint(j, "address", at[1]);
	if (dt_act_isuser(action))
		dt_json_named_uint(j, "pid", at[0]);
}

/* Words of a stack or a symbol, in front of a process's its id. */
void
dt_json_addresses(struct dt_json *j, const struct dt_show *how,
    dtrace_actkind_t action, const void *p, size_t size)
{
	bool user = dt_act_isuser(action), stack = dt_act_isstack(action);
	uint64_t at[2] = { 0, 0 };

	if (user)
		memcpy(&at[0], p, sizeof(at[0]));
	if (stack)
		dt_json_open(j, '[');
	for (size_t i = user; i < size / sizeof(at[1]); i++) {
		memcpy(&at[1], (const char *)p + i * sizeof(at[1]),
		    sizeof(at[1]));
		if (stack && at[1] == 0)
			break;
		dt_json_open(j, '{');
		symbol(j, how, action, at, "symbol", "module");
		dt_json_close(j, '}');
	}
	if (stack)
		dt_json_close(j, ']');
}

void
dt_json_action(struct dt_json *j, const struct dt_show *how,
    const dtrace_recdesc_t *rec, const void *p)
{
	uint64_t at[2] = { 0, 0 };
	const char *name;
	size_t i = 0;

	while (i < NACTIONS && actions[i].action != rec->dtrd_action)
		i++;
	name = i < NACTIONS ? actions[i].name : "value";
	dt_json_open(j, '{');
	if (dt_act_issym(rec->dtrd_action)) {
		if (dt_act_isuser(rec->dtrd_action))
			memcpy(at, p, sizeof(at));
		else
			memcpy(&at[1], p, sizeof(at[1]));
		symbol(j, how, rec->dtrd_action, at, name, "object");
	} else {
		dt_json_name(j, name);
		dt_json_datum(j, how, rec, p);
	}
	dt_json_close(j, '}');
}
