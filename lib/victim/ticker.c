/* SPDX-License-Identifier: MIT */
/*
 * ticker.c - the timers of the embedded engine.  Late ticks follow each other
 * at once; those that are too late, as after a stop, are left out.
 */
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "base/clock.h"
#include "base/thread.h"
#include "victim/ticker.h"

#define	NSEC		1000000000ull
#define	MAXLATE		NSEC	/* later ticks are left out */

struct dt_ticker {
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t cond;
	bool stop;
	size_t n;
	struct timer {
		struct dt_tick tick;
		uint64_t next;
	} v[];
};

static struct timer *
earliest(struct dt_ticker *t)
{
	struct timer *first = &t->v[0];
	size_t i;

	for (i = 1; i < t->n; i++)
		if (t->v[i].next < first->next)
			first = &t->v[i];
	return first;
}

/* False if the ticker must end. */
static bool
wait_until(struct dt_ticker *t, uint64_t when)
{
	struct timespec ts = { (time_t)(when / NSEC), (long)(when % NSEC) };
	bool stop;

	pthread_mutex_lock(&t->lock);
	while (!t->stop && pthread_cond_timedwait(&t->cond, &t->lock, &ts) !=
	    ETIMEDOUT)
		;
	stop = t->stop;
	pthread_mutex_unlock(&t->lock);
	return !stop;
}

static void *
run(void *arg)
{
	struct dt_ticker *t = arg;

	for (;;) {
		struct timer *m = earliest(t);
		uint64_t late;

		if (!wait_until(t, m->next))
			return NULL;
		m->tick.fn(m->tick.arg, m->tick.probe);
		m->next += m->tick.period;
		late = (uint64_t)dt_clock_mono() - m->next;
		if ((int64_t)late > (int64_t)MAXLATE)
			m->next += late / m->tick.period * m->tick.period;
	}
}

int
dt_ticker_create(struct dt_ticker **tp, const struct dt_tick *v, size_t n)
{
	struct dt_ticker *t = calloc(1, sizeof(*t) + n * sizeof(t->v[0]));
	pthread_condattr_t attr;
	uint64_t from = (uint64_t)dt_clock_mono();
	size_t i;
	int err;

	if (t == NULL)
		return -ENOMEM;
	t->n = n;
	for (i = 0; i < n; i++)
		t->v[i] = (struct timer){ v[i], from + v[i].period };
	pthread_mutex_init(&t->lock, NULL);
	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	pthread_cond_init(&t->cond, &attr);
	pthread_condattr_destroy(&attr);
	err = dt_thread_start(&t->thread, run, t);
	if (err != 0) {
		pthread_cond_destroy(&t->cond);
		pthread_mutex_destroy(&t->lock);
		free(t);
		return err;
	}
	*tp = t;
	return 0;
}

void
dt_ticker_destroy(struct dt_ticker *t)
{
	if (t == NULL)
		return;
	pthread_mutex_lock(&t->lock);
	t->stop = true;
	pthread_cond_broadcast(&t->cond);
	pthread_mutex_unlock(&t->lock);
	pthread_join(t->thread, NULL);
	pthread_cond_destroy(&t->cond);
	pthread_mutex_destroy(&t->lock);
	free(t);
}
