/* SPDX-License-Identifier: MIT */
/* thread.h - threads of the library inside a consumer. */
#ifndef DT_THREAD_H
#define DT_THREAD_H

#include <pthread.h>

/*
 * Start a thread that blocks all signals: they are for the consumer's own
 * threads.  0 or -errno.
 */
int dt_thread_start(pthread_t *t, void *(*fn)(void *), void *arg);

#endif /* DT_THREAD_H */
