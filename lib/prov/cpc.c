/* SPDX-License-Identifier: MIT */
/*
 * cpc.c - cpc:::EVENT-MODE-COUNT fires on a CPU after every COUNT events there
 * in this mode.  A probe is added when a program names it, if the machine
 * counts the event; a list has one probe of each event.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "engine/counter.h"
#include "prov/prov.h"

#define	FIRST_ID	13568
#define	MAXNAME		64

static const struct event {
	const char *name;
	uint32_t type;
	uint64_t config, least, usual;
} events[] = {
#define	DT_COUNTER(name, type, config, least, usual)	\
	{ name, type, config, least, usual },
#include "tbl/counters.h"
#undef DT_COUNTER
};
#define	NEVENTS	(sizeof(events) / sizeof(events[0]))

static const struct mode {
	const char *name;
	bool no_user, no_kernel;
} modes[] = {
	{ "user", false, true }, { "kernel", true, false },
	{ "all", false, false },
};
#define	NMODES	(sizeof(modes) / sizeof(modes[0]))

/* The parts of a name; an invalid part is NULL or 0. */
struct parts {
	const struct event *event;
	const struct mode *mode;
	uint64_t count;
};

static bool
is_word(const char *at, size_t len, const char *word)
{
	return strlen(word) == len && strncmp(at, word, len) == 0;
}

/* Parse an unsigned decimal number; 0: invalid or too large. */
static uint64_t
number(const char *text)
{
	char *end;
	unsigned long long n;

	if (*text < '1' || *text > '9')
		return 0;
	errno = 0;
	n = strtoull(text, &end, 10);
	return errno == 0 && *end == '\0' && n <= INT64_MAX ? n : 0;
}

/* Parse a name; false: it does not have the form EVENT-MODE-COUNT. */
static bool
parse(const char *name, struct parts *p)
{
	const char *mode = strchr(name, '-'), *count;

	*p = (struct parts){ 0 };
	count = mode != NULL ? strchr(mode + 1, '-') : NULL;
	if (count == NULL)
		return false;
	for (size_t i = 0; i < NEVENTS; i++)
		if (is_word(name, (size_t)(mode - name), events[i].name))
			p->event = &events[i];
	for (size_t i = 0; i < NMODES; i++)
		if (is_word(mode + 1, (size_t)(count - mode - 1),
		    modes[i].name))
			p->mode = &modes[i];
	p->count = number(count + 1);
	return true;
}

/* Does the machine count the event?  Assume so if opening it is forbidden. */
static bool
is_counted(const struct event *e)
{
	const struct dt_counter c = { .type = e->type, .config = e->config };
	int fd = dt_counter_open(&c, e->usual, 0);

	if (fd >= 0)
		(void) close(fd);
	return fd >= 0 || (fd != -ENOENT && fd != -EOPNOTSUPP &&
	    fd != -EINVAL);
}

static int
add(struct dt_probes *ps, const char *name, const struct parts *parts)
{
	struct dt_counter *c = dt_arena_alloc(dt_probes_arena(ps), sizeof(*c));
	struct dt_probe p = {
		.id = FIRST_ID,
		.part = { "cpc", "", "", name },
		.prov = &dt_prov_cpc,
		.point = DT_POINT_COUNTER,
		.period = parts->count,
		.counter = c,
		.nargs = 2,
	};
	const struct dt_probe *other;

	if (c == NULL)
		return -ENOMEM;
	*c = (struct dt_counter){ parts->event->type, parts->event->config,
	    parts->mode->no_user, parts->mode->no_kernel };
	for (; (other = dt_probes_byid(ps, p.id)) != NULL; p.id++)
		if (strcmp(other->part[3], name) == 0)
			return 0;
	return dt_probes_add(ps, &p);
}

static int
provide_usual(struct dt_probes *ps, const char *pattern)
{
	char name[MAXNAME];
	int err = 0;

	for (size_t i = 0; i < NEVENTS && err == 0; i++) {
		const struct parts p = { &events[i], &modes[NMODES - 1],
		    events[i].usual };

		(void) snprintf(name, sizeof(name), "%s-%s-%llu",
		    p.event->name, p.mode->name, (unsigned long long)p.count);
		if (dt_part_matches(pattern, name) && is_counted(p.event))
			err = add(ps, name, &p);
	}
	return err;
}

static int
provide(struct dt_probes *ps, const char *const part[4])
{
	const char *name = part[3] != NULL ? part[3] : "";
	struct parts p;

	if (!dt_part_matches(part[0], "cpc") || !dt_part_matches(part[1], "") ||
	    !dt_part_matches(part[2], ""))
		return 0;
	if (*name == '\0' || dt_glob_is_pattern(name))
		return provide_usual(ps, name);
	if (!parse(name, &p) || p.event == NULL || p.mode == NULL ||
	    p.count < p.event->least || !is_counted(p.event))
		return 0;
	return add(ps, name, &p);
}

static bool
explain(const char *const part[4], char *buf, size_t n)
{
	const char *name = part[3] != NULL ? part[3] : "";
	int len = (int)strcspn(name, "-");
	struct parts p;

	if (part[0] == NULL || strcmp(part[0], "cpc") != 0)
		return false;
	if (!parse(name, &p))
		(void) snprintf(buf, n, "a probe of cpc is EVENT-MODE-COUNT, "
		    "such as page_faults-user-100: list the events of this "
		    "machine with dtrace -l -P cpc");
	else if (p.event == NULL)
		(void) snprintf(buf, n, "cpc has no event %.*s: list those of "
		    "this machine with dtrace -l -P cpc", len, name);
	else if (p.mode == NULL)
		(void) snprintf(buf, n, "the mode in %s must be user, kernel "
		    "or all", name);
	else if (p.count < p.event->least)
		(void) snprintf(buf, n, "the count in %s must be a number of "
		    "at least %llu", name, (unsigned long long)p.event->least);
	else
		(void) snprintf(buf, n, "this machine does not count %.*s: its "
		    "processor, or the virtual machine, has no such counter",
		    len, name);
	return true;
}

const struct dt_prov dt_prov_cpc = {
	.name = "cpc",
	.attrs = DT_PA_CPC,
	.provide = provide,
	.explain = explain,
};
