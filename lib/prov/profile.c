/* SPDX-License-Identifier: MIT */
/*
 * profile.c - timer probes: profile-N on every CPU, tick-N on one.  N is a rate
 * per second or, with a unit in letters of any case, the interval.  A probe is
 * added when a program names it; a few are always listed.
 */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "prov/prov.h"

#define	FIRST_ID	8192
#define	MIN_PERIOD	(NANOSEC / 5000)

static const struct {
	const char *suffix;
	uint64_t ns;
} units[] = {
#define DT_UNIT(suffix, ns) { suffix, ns },
#include "tbl/units.h"
#undef DT_UNIT
};

static const struct {
	const char *prefix;
	enum dt_pointkind point;
} kinds[] = {
	{ "profile-", DT_POINT_PROFILE },
	{ "tick-", DT_POINT_TICK },
};
#define	NKINDS	(sizeof(kinds) / sizeof(kinds[0]))

static uint64_t
unit_ns(const char *suffix)
{
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
		if (strcasecmp(suffix, units[i].suffix) == 0)
			return units[i].ns;
	return 0;
}

/* Nanoseconds between firings for "997", "997hz" or "10ms"; 0: invalid. */
static uint64_t
period_of(const char *text)
{
	unsigned long long n, ns;
	char *end;

	if (!isdigit((unsigned char)*text))
		return 0;
	errno = 0;
	n = strtoull(text, &end, 10);
	if (errno != 0 || n == 0)
		return 0;
	if (*end == '\0' || strcasecmp(end, "hz") == 0)
		return n < NANOSEC ? NANOSEC / n : 1;
	ns = unit_ns(end);
	return ns != 0 && n <= INT64_MAX / ns ? n * ns : 0;
}

/* The index of kinds[] for a name, and in *n the text after it; -1: none. */
static int
kind_of(const char *name, const char **n)
{
	size_t i, len;

	for (i = 0; i < NKINDS; i++) {
		len = strlen(kinds[i].prefix);
		if (strncmp(name, kinds[i].prefix, len) == 0) {
			*n = name + len;
			return (int)i;
		}
	}
	return -1;
}

/* Add a probe; ids are consecutive in the order in which probes are named. */
static int
provide_name(struct dt_probes *ps, const char *name)
{
	struct dt_probe p = {
		.id = FIRST_ID,
		.part = { "profile", "", "", name },
		.prov = &dt_prov_profile,
		.nargs = 2,
	};
	const struct dt_probe *other;
	const char *n;
	int kind = kind_of(name, &n);

	if (kind < 0)
		return 0;
	p.point = kinds[kind].point;
	p.period = period_of(n);
	if (p.period < MIN_PERIOD)
		return 0;
	for (; (other = dt_probes_byid(ps, p.id)) != NULL; p.id++)
		if (strcmp(other->part[3], name) == 0)
			return 0;
	return dt_probes_add(ps, &p);
}

static bool
is_empty(const char *s)
{
	return s == NULL || *s == '\0';
}

static bool
can_provide(const char *const part[4])
{
	return dt_part_matches(part[0], "profile") && is_empty(part[1]) &&
	    is_empty(part[2]) && !is_empty(part[3]);
}

static int
provide(struct dt_probes *ps, const char *const part[4])
{
	return can_provide(part) ? provide_name(ps, part[3]) : 0;
}

static bool
explain(const char *const part[4], char *buf, size_t n)
{
	const char *rate;
	int kind = can_provide(part) && !dt_glob_is_pattern(part[3]) ?
	    kind_of(part[3], &rate) : -1;
	uint64_t period = kind >= 0 ? period_of(rate) : MIN_PERIOD;

	if (period >= MIN_PERIOD)
		return false;
	(void) snprintf(buf, n, period != 0 ?
	    "%s would fire too often: a timer fires at most every 200us, "
	    "which is 5000 times a second" :
	    "%s needs a positive number of times a second, or an interval, as "
	    "in %s97 or %s10ms", part[3], kinds[kind].prefix,
	    kinds[kind].prefix);
	return true;
}

static int
discover(struct dt_probes *ps)
{
	static const char *const names[] = {
		"profile-97", "profile-199", "profile-499", "profile-997",
		"profile-1999", "profile-4001", "profile-4999",
		"tick-1", "tick-10", "tick-100", "tick-500", "tick-1000",
		"tick-5000",
	};
	int err = 0;

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]) && err == 0;
	    i++)
		err = provide_name(ps, names[i]);
	return err;
}

const struct dt_prov dt_prov_profile = {
	.name = "profile",
	.attrs = DT_PA_PROFILE,
	.discover = discover,
	.provide = provide,
	.explain = explain,
};
