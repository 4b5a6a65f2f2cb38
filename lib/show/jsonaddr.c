/* SPDX-License-Identifier: MIT */
/*
 * jsonaddr.c - addresses as JSON: symbols, stacks, and the objects of the
 * actions that record them.  Members are named as on FreeBSD.
 */
#include <string.h>
#include "base/act.h"
#include "show/json.h"

/* The name of the datum in the object of an action; for others "value". */
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

/* The last "+0x" in a name: a C++ name may contain another plus. */
static const char *
offset_of(const char *name)
{
	const char *at = NULL, *p = name;

	while ((p = strstr(p, "+0x")) != NULL)
		at = p++;
	return at;
}

/* Write the parts of module`name+0xoffset that exist as members. */
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
 * Write the members of a symbol: its text under the name label, the parts of
 * the text, the address, and the process id of a user address.
 */
static void
symbol(struct dt_json *j, const struct dt_show *how, struct dt_addr *a,
    const char *label, const char *module)
{
	struct dt_buf b = { 0 };
	const char *text = dt_show_addr(j->s, how, a, &b);

	dt_json_named_str(j, label, text);
	parts(j, module, text);
	dt_json_named_uint(j, "address", a->pc);
	if (dt_act_isuser(a->action))
		dt_json_named_uint(j, "pid", a->pid);
	dt_buf_free(&b);
}

void
dt_json_addresses(struct dt_json *j, const struct dt_show *how,
    dtrace_actkind_t action, const void *p, size_t size)
{
	struct dt_addrs a = dt_show_addrs(action, p, size);

	if (a.stack)
		dt_json_open(j, '[');
	while (dt_show_nextaddr(&a)) {
		dt_json_open(j, '{');
		symbol(j, how, &a.at, "symbol", "module");
		dt_json_close(j, '}');
	}
	if (a.stack)
		dt_json_close(j, ']');
}

void
dt_json_action(struct dt_json *j, const struct dt_show *how,
    const dtrace_recdesc_t *rec, const void *p)
{
	dtrace_actkind_t action = rec->dtrd_action;
	struct dt_addrs a = dt_show_addrs(action, p, rec->dtrd_size);
	const char *name;
	size_t i = 0;

	while (i < NACTIONS && actions[i].action != action)
		i++;
	name = i < NACTIONS ? actions[i].name : "value";
	dt_json_open(j, '{');
	if (!dt_act_issym(action)) {
		dt_json_name(j, name);
		dt_json_datum(j, how, rec, p);
	} else if (dt_show_nextaddr(&a)) {
		symbol(j, how, &a.at, name, "object");
	}
	dt_json_close(j, '}');
}
