/* SPDX-License-Identifier: MIT */
/* pair.h - a child that answers each byte: a turn is two switches. */
#ifndef PAIR_H
#define PAIR_H

#include "bench.h"

struct pair {
	int to, from;
	pid_t child;
};

static inline int
pair_start(struct pair *p)
{
	int a[2], b[2];
	char c;

	if (pipe(a) != 0 || pipe(b) != 0)
		return -1;
	p->child = fork();
	if (p->child == 0) {
		close(a[1]);
		while (read(a[0], &c, 1) == 1 && write(b[1], &c, 1) == 1)
			;
		_exit(0);
	}
	close(a[0]);
	close(b[1]);
	p->to = a[1];
	p->from = b[0];
	return p->child > 0 ? 0 : -1;
}

static inline bool
pair_turn(const struct pair *p)
{
	char c = 0;

	return write(p->to, &c, 1) == 1 && read(p->from, &c, 1) == 1;
}

static inline void
pair_end(struct pair *p)
{
	close(p->to);
	waitpid(p->child, NULL, 0);
}

#endif
