/* SPDX-License-Identifier: MIT */
/*
 * leftout.c - probes that patterns leave out, because they would do harm or
 * miss firings.  A description that names the function finds the probe, or
 * fails with the reason.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "base/arena.h"
#include "prov/prov.h"

static bool
is_same(const struct dt_probe *a, const struct dt_probe *b)
{
	return dt_usite_is_same_file(a->site, b->site) &&
	    a->site->func == b->site->func &&
	    a->site->offset == b->site->offset &&
	    strcmp(a->part[3], b->part[3]) == 0;
}

/* The index of a probe, or the number of all. */
static size_t
find(struct dt_probes *ps, const struct dt_probe *p)
{
	const struct dt_buf *b = dt_probes_left_out(ps);
	const struct dt_leftout *v = (const struct dt_leftout *)b->p;
	size_t i = 0, n = b->len / sizeof(*v);

	while (i < n && !is_same(&v[i].probe, p))
		i++;
	return i;
}

int
dt_probes_leave_out(struct dt_probes *ps, const struct dt_probe *p,
    const char *why)
{
	struct dt_buf *b = dt_probes_left_out(ps);
	struct dt_leftout new = { *p, why };

	if (find(ps, p) < b->len / sizeof(new))
		return 0;
	for (int i = 0; i < 4; i++) {
		new.probe.part[i] = dt_arena_strdup(dt_probes_arena(ps),
		    p->part[i]);
		if (new.probe.part[i] == NULL)
			return -ENOMEM;
	}
	dt_buf_add(b, &new, sizeof(new));
	return b->err;
}

void
dt_probes_take_in(struct dt_probes *ps, const struct dt_probe *p)
{
	struct dt_buf *b = dt_probes_left_out(ps);
	struct dt_leftout *v = (struct dt_leftout *)b->p;
	size_t i = find(ps, p), n = b->len / sizeof(*v);

	if (i == n)
		return;
	memmove(&v[i], &v[i + 1], (n - i - 1) * sizeof(*v));
	b->len -= sizeof(*v);
}

bool
dt_probes_explain_left_out(struct dt_probes *ps, const char *const part[4],
    char *buf, size_t n)
{
	const struct dt_buf *b = dt_probes_left_out(ps);
	const struct dt_leftout *v = (const struct dt_leftout *)b->p;
	const struct dt_leftout *end = v + b->len / sizeof(*v);

	while (v < end && !dt_probe_matches(&v->probe, part))
		v++;
	if (v == end)
		return false;
	(void) snprintf(buf, n, "%s:%s:%s:%s is left out: %s",
	    v->probe.part[0], v->probe.part[1], v->probe.part[2],
	    v->probe.part[3], v->why);
	return true;
}
