/* SPDX-License-Identifier: MIT */
/* ticker.h - calls a function at fixed intervals, in a thread of its own. */
#ifndef DT_TICKER_H
#define DT_TICKER_H

#include <stddef.h>
#include <stdint.h>

struct dt_ticker;

struct dt_tick {
	uint64_t period;		/* ns */
	void (*fn)(void *arg, uint32_t probe);
	void *arg;
	uint32_t probe;
};

/* Copies v.  Each function is called first one period from now. */
int dt_ticker_create(struct dt_ticker **tp, const struct dt_tick *v, size_t n);
/* Returns when no function is being called.  NULL is fine. */
void dt_ticker_destroy(struct dt_ticker *t);

#endif /* DT_TICKER_H */
