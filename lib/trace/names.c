/* SPDX-License-Identifier: MIT */
/*
 * names.c - asks the consumer to look up the mappings at code addresses while
 * the process is stopped, once for each page of a process, and the probes in
 * code that it has just mapped.
 */
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "trace/tracer.h"
#include "victim/order.h"

#define	PAGE_SHIFT	12
#define	PATIENCE	2000	/* ms; the consumer may be stopped */
#define	LONG_PATIENCE	10000	/* ms, to read the symbols of libraries */

/* Is this page new?  Record it. */
static bool
is_new(struct dt_seen *seen, uint32_t pid, uint64_t pc)
{
	uint64_t page = pc >> PAGE_SHIFT;
	uint64_t hash = (page ^ (uint64_t)pid << 20) * 0x9e3779b97f4a7c15ull;
	struct dt_seen *s = &seen[hash >> (64 - DT_SEENBITS)];

	if (s->pid == pid && s->page == page)
		return false;
	s->pid = pid;
	s->page = page;
	return true;
}

static bool
ask(struct tracer *s, const struct dt_ask *ask, int patience)
{
	struct pollfd pfd = { .fd = s->ask, .events = POLLIN };
	char c;

	if (s->ask < 0)
		return false;
	if (send(s->ask, ask, sizeof(*ask), MSG_NOSIGNAL) ==
	    (ssize_t)sizeof(*ask) && poll(&pfd, 1, patience) == 1 &&
	    recv(s->ask, &c, 1, 0) == 1)
		return true;
	(void) close(s->ask);
	s->ask = -1;
	return false;
}

void
dt_names_saw(void *arg, uint32_t pid, const uint64_t *pcs, uint32_t n)
{
	struct tracer *s = arg;
	struct dt_ask new = { .pid = (int32_t)pid };

	for (uint32_t i = 0; i < n && new.n < DT_ASK_MAX; i++)
		if (is_new(s->seen, pid, pcs[i]))
			new.pcs[new.n++] = pcs[i];
	if (new.n != 0)
		(void) ask(s, &new, PATIENCE);
}

bool
dt_names_mapped(struct tracer *s, pid_t pid)
{
	const struct dt_ask mapped = { .pid = (int32_t)pid };

	return ask(s, &mapped, LONG_PATIENCE);
}
