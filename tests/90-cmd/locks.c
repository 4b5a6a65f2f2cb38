/* SPDX-License-Identifier: MIT */
/*
 * locks.c - waits for locks and holds them, a known number of times, and
 * measures both itself.  Prints a line "NAME LOCK COUNT LEAST MOST" for each
 * section of plockstat, where the average time in ns must be from LEAST to
 * MOST; before these a line "round" each time.
 *
 * usage: locks [FILE]: repeat until the file exists
 */
#define	_GNU_SOURCE
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define	ROUNDS	5
#define	NAP	2000000L		/* ns */

struct sum {
	long n, least, most;
};

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
pthread_mutex_t nested = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
pthread_mutex_t owned = PTHREAD_MUTEX_INITIALIZER;
static struct {
	pthread_mutex_t mutex;
	pthread_cond_t cond;		/* near the mutex, as is usual */
} queue = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER };
static struct sum waits[3], holds[3];
static pthread_barrier_t barrier;
static volatile int waiter;		/* the id of the other thread */

static long
now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000000000L + ts.tv_nsec;
}

static void
nap(void)
{
	struct timespec ts = { 0, NAP };

	nanosleep(&ts, NULL);
}

/* Is the thread in futex(2) on the lock? */
static bool
is_waiting(int tid, const void *lock, size_t size)
{
	unsigned long addr = 0;
	char path[64];
	long nr = -1;
	FILE *fp;

	snprintf(path, sizeof(path), "/proc/self/task/%d/syscall", tid);
	fp = fopen(path, "r");
	if (fp == NULL || fscanf(fp, "%ld %lx", &nr, &addr) != 2)
		nr = -1;
	if (fp != NULL)
		fclose(fp);
	return nr == SYS_futex && addr - (unsigned long)lock < size;
}

static const struct kind {
	const char *name, *lock;
	size_t size;
	int (*take)(void *), (*release)(void *);
	void *addr;
} kinds[] = {
	{ "mutex", "mutex", sizeof(mutex), (int (*)(void *))pthread_mutex_lock,
	    (int (*)(void *))pthread_mutex_unlock, &mutex },
	{ "reader", "rwlock", sizeof(rwlock),
	    (int (*)(void *))pthread_rwlock_rdlock,
	    (int (*)(void *))pthread_rwlock_unlock, &rwlock },
	{ "writer", "rwlock", sizeof(rwlock),
	    (int (*)(void *))pthread_rwlock_wrlock,
	    (int (*)(void *))pthread_rwlock_unlock, &rwlock },
};

static void
add(struct sum *s, long least, long most)
{
	s->n++;
	s->least += least;
	s->most += most;
}

/* The other thread holds the lock, and releases it when this one waits. */
__attribute__((noinline)) void
wait_and_hold(const struct kind *k)
{
	long before = now(), taken, freed;

	k->take(k->addr);
	taken = now();
	nap();
	freed = now();
	k->release(k->addr);
	add(&waits[k - kinds], NAP, taken - before);
	add(&holds[k - kinds], freed - taken, now() - before);
}

static void *
wait_often(void *arg)
{
	waiter = (int)syscall(SYS_gettid);
	for (int i = 0; i < ROUNDS; i++) {
		pthread_barrier_wait(&barrier);
		wait_and_hold(arg);
		pthread_barrier_wait(&barrier);
	}
	return NULL;
}

/* Let readers wait for a writer. */
static void
contend(const struct kind *k)
{
	const struct kind *first = k == &kinds[0] ? k : &kinds[2];
	long before, taken, freed, after;
	pthread_t t;

	pthread_create(&t, NULL, wait_often, (void *)k);
	for (int i = 0; i < ROUNDS; i++) {
		before = now();
		first->take(first->addr);
		taken = now();
		pthread_barrier_wait(&barrier);
		while (!is_waiting(waiter, k->addr, k->size))
			;
		nap();
		freed = now();
		first->release(first->addr);
		after = now();
		pthread_barrier_wait(&barrier);
		add(&holds[first - kinds], freed - taken, after - before);
	}
	pthread_join(t, NULL);
}

/* Hold a recursive lock three times at once: one hold; then by trylock. */
__attribute__((noinline)) void
nest(void)
{
	for (int i = 0; i < 3; i++)
		pthread_mutex_lock(&nested);
	nap();
	for (int i = 0; i < 3; i++)
		pthread_mutex_unlock(&nested);
	if (pthread_mutex_trylock(&nested) == 0)
		pthread_mutex_unlock(&nested);
}

/* Hold a lock shortly around long waits for a condition. */
__attribute__((noinline)) void
wait_for_condition(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_REALTIME, &ts);
	ts.tv_sec++;
	pthread_mutex_lock(&queue.mutex);
	while (pthread_cond_timedwait(&queue.cond, &queue.mutex, &ts) == 0)
		;
	pthread_mutex_unlock(&queue.mutex);
}

/* While holding a lock, wait 10 ms for another one in vain. */
__attribute__((noinline)) void
time_out(void)
{
	struct timespec ts;

	pthread_mutex_lock(&owned);
	clock_gettime(CLOCK_REALTIME, &ts);
	ts.tv_nsec += 10000000;
	if (ts.tv_nsec >= 1000000000) {
		ts.tv_sec++;
		ts.tv_nsec -= 1000000000;
	}
	pthread_mutex_timedlock(&owned, &ts);
	pthread_mutex_unlock(&owned);
}

static void
report(const struct kind *k, const char *event, const struct sum *s)
{
	printf("%s_%s %s %ld %ld %ld\n", k->name, event, k->lock, s->n,
	    s->least / s->n, s->most / s->n);
}

int
main(int argc, char *argv[])
{
	pthread_barrier_init(&barrier, NULL, 2);
	do {
		for (int i = 0; i < 3; i++)
			contend(&kinds[i]);
		nest();
		wait_for_condition();
		time_out();
		puts("round");
		fflush(stdout);
	} while (argc > 1 && access(argv[1], F_OK) != 0);
	for (int i = 0; i < 3; i++) {
		report(&kinds[i], "block", &waits[i]);
		report(&kinds[i], "hold", &holds[i]);
	}
	return 0;
}
