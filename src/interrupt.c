/* SPDX-License-Identifier: MIT */
/* interrupt.c - catches the signals that end a command. */
#include "interrupt.h"

#include <signal.h>
#include <stdint.h>
#include <time.h>

#define	PATIENCE	200	/* ms */

static volatile sig_atomic_t interrupted;

static void
on_signal(int sig)
{
	static volatile int64_t first[NSIG];
	struct timespec ts;
	int64_t ms;

	(void) clock_gettime(CLOCK_MONOTONIC, &ts);
	ms = ts.tv_sec * 1000 + ts.tv_nsec / 1000000;
	if (first[sig] == 0)
		first[sig] = ms;
	interrupted = 1;
	if (ms - first[sig] < PATIENCE)
		return;
	(void) signal(sig, SIG_DFL);
	(void) raise(sig);
}

void
catch_interrupt(int sig)
{
	struct sigaction act = { .sa_handler = on_signal,
	    .sa_flags = SA_RESTART };

	(void) sigaction(sig, &act, NULL);
}

bool
is_interrupted(void)
{
	return interrupted;
}
