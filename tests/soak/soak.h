/* SPDX-License-Identifier: MIT */
/*
 * soak.h - what the long runs share: a thread on every CPU that issues system
 * calls and counts them, and the time of a run.  From the environment:
 *	DT_SOAK_SECONDS	the time of a program (2)
 *	DT_SOAK_CALLS	calls of a thread in a millisecond (0: no limit)
 */
#ifndef SOAK_H
#define SOAK_H

#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define SOAK_KEYS 16		/* arguments, each of as many calls */
#define SOAK_MS 1000000LL

/* The calls that count: nobody else seeks in file -1. */
#define SOAK_PROBE "syscall::lseek:entry /pid == $1 && (int)arg0 == -1/"

struct soak_load;

struct soak_thread {
	struct soak_load *load;
	pthread_t id;
	int cpu;
	int64_t calls;
};

struct soak_load {
	struct soak_thread *v;
	int n;
	long burst;
	int stop;			/* atomic */
};

static inline long soak_env(const char *name, long otherwise)
{
	const char *text = getenv(name);

	return text ? atol(text) : otherwise;
}

/* Was this machine started by vmrun? */
static inline bool soak_in_guest(void)
{
	FILE *fp = fopen("/proc/cmdline", "r");
	char line[4096] = "";
	bool is;

	is = fp && fgets(line, sizeof(line), fp) && strstr(line, " vmrun=");
	if (fp)
		fclose(fp);
	return is;
}

static inline int64_t soak_now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000 * SOAK_MS + ts.tv_nsec;
}

/* The end of a run that begins now and is one of so many parts. */
static inline int64_t soak_end_of(int parts)
{
	return soak_now() + soak_env("DT_SOAK_SECONDS", 2) * 1000 * SOAK_MS /
	       parts;
}

static inline void soak_until(int64_t time)
{
	struct timespec ts = { time / (1000 * SOAK_MS),
			       time % (1000 * SOAK_MS) };

	while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &ts, NULL))
		;
}

/* Sleep until the end of an interval; one that has ended is skipped. */
static inline void soak_tick(int64_t *next, int64_t interval)
{
	int64_t now = soak_now();

	*next += interval;
	if (*next <= now)
		*next = now;
	else
		soak_until(*next);
}

/*
 * Every interval of an absolute clock has its turn: a thread that was kept from
 * the CPU catches up, unless for more than a second.
 */
static inline void soak_pace(int64_t *next, int64_t interval)
{
	int64_t now = soak_now();

	*next += interval;
	if (*next < now - 1000 * SOAK_MS)
		*next = now;
	else if (*next > now)
		soak_until(*next);
}

static inline void *soak_issue(void *arg)
{
	struct soak_thread *t = arg;
	int64_t next = soak_now();
	cpu_set_t set;
	long done = 0;

	CPU_ZERO(&set);
	CPU_SET(t->cpu, &set);
	sched_setaffinity(0, sizeof(set), &set);
	while (!__atomic_load_n(&t->load->stop, __ATOMIC_RELAXED)) {
		for (long key = 0; key < SOAK_KEYS; key++)
			syscall(SYS_lseek, -1L, key, 0L);
		t->calls += SOAK_KEYS;
		done += SOAK_KEYS;
		if (t->load->burst != 0 && done >= t->load->burst) {
			done = 0;
			soak_tick(&next, SOAK_MS);
		}
	}
	return NULL;
}

static inline void soak_need(bool ok, const char *what)
{
	if (ok)
		return;
	perror(what);
	exit(1);
}

/* Start a thread on each CPU that this process may use. */
static inline void soak_start(struct soak_load *load)
{
	cpu_set_t set;
	int cpu, err;

	memset(load, 0, sizeof(*load));
	load->burst = soak_env("DT_SOAK_CALLS", 0);
	soak_need(sched_getaffinity(0, sizeof(set), &set) == 0, "affinity");
	load->v = calloc(CPU_COUNT(&set), sizeof(load->v[0]));
	soak_need(load->v != NULL, "memory");
	for (cpu = 0; cpu < CPU_SETSIZE; cpu++)
		if (CPU_ISSET(cpu, &set)) {
			struct soak_thread *t = &load->v[load->n++];

			t->load = load;
			t->cpu = cpu;
			err = pthread_create(&t->id, NULL, soak_issue, t);
			soak_need(err == 0, "thread");
		}
}

/* Stop the threads; returns the number of their calls. */
static inline int64_t soak_finish(struct soak_load *load)
{
	int64_t calls = 0;

	__atomic_store_n(&load->stop, 1, __ATOMIC_RELAXED);
	for (int i = 0; i < load->n; i++) {
		pthread_join(load->v[i].id, NULL);
		calls += load->v[i].calls;
	}
	free(load->v);
	load->v = NULL;
	return calls;
}

static inline void soak_tell(const char *what, int ncpus, int64_t calls,
			     long intervals, int64_t printed, int64_t drops)
{
	int64_t diff = printed + drops - calls;

	printf("%-28s %2d CPUs %12lld calls %8ld intervals, printed %12lld, "
	       "drops %lld: %+lld (%+.4f %%)\n", what, ncpus,
	       (long long)calls, intervals, (long long)printed,
	       (long long)drops, (long long)diff,
	       calls > 0 ? 100.0 * diff / calls : 0);
	fflush(stdout);
}

#endif
