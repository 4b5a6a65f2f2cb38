/* SPDX-License-Identifier: MIT */
/*
 * robust.h - mutexes that are released when their owner is killed.  The data
 * they protect must be usable at every moment, even half changed.
 */
#ifndef DT_ROBUST_H
#define DT_ROBUST_H

#include <errno.h>
#include <pthread.h>

static inline int
dt_robust_init(pthread_mutex_t *m)
{
	pthread_mutexattr_t attr;
	int err = pthread_mutexattr_init(&attr);

	if (err != 0)
		return -err;
	(void) pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_ROBUST);
	err = pthread_mutex_init(m, &attr);
	(void) pthread_mutexattr_destroy(&attr);
	return -err;
}

static inline void
dt_robust_lock(pthread_mutex_t *m)
{
	if (pthread_mutex_lock(m) == EOWNERDEAD)
		(void) pthread_mutex_consistent(m);
}

#endif /* DT_ROBUST_H */
