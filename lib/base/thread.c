/* SPDX-License-Identifier: MIT */
/* thread.c - threads of the library inside a consumer. */
#include "base/thread.h"

#include <signal.h>

int
dt_thread_start(pthread_t *t, void *(*fn)(void *), void *arg)
{
	sigset_t all, mask;
	int err;

	(void) sigfillset(&all);
	(void) pthread_sigmask(SIG_SETMASK, &all, &mask);
	err = pthread_create(t, NULL, fn, arg);
	(void) pthread_sigmask(SIG_SETMASK, &mask, NULL);
	return -err;
}
