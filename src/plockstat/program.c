/* SPDX-License-Identifier: MIT */
/*
 * program.c - writes the D program.  Threads take and release locks by
 * functions of the C library, whose return probes have the stack of the caller.
 * A thread waits for a lock if such a function calls futex(2) on it.
 * pthread_cond_wait() releases a mutex and takes it again.
 */
#include "plockstat.h"

#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>

#define	MAXFUNCS	3

struct call {
	const char *funcs[MAXFUNCS];
	const char *lock;		/* the argument that is the lock */
	const char *succeeds;		/* a condition of its return */
};

/* EOWNERDEAD: the owner died, and the caller has the lock. */
#define	DIED	"(int)arg1 == 130"
#define	TIMEOUT	"(int)arg1 == 110"
#define	OKAY	"(int)arg1 == 0"
_Static_assert(EOWNERDEAD == 130 && ETIMEDOUT == 110, "as in the D program");

static const struct lock {
	const char *name;		/* of the aggregations */
	size_t size;
	struct call takes, tries, release;
	struct call waits;		/* releases it, and takes it again */
} locks[] = {
	{ "mutex", sizeof(pthread_mutex_t),
	    { { "pthread_mutex_lock", "pthread_mutex_timedlock",
	    "pthread_mutex_clocklock" }, "arg0", OKAY " || " DIED },
	    { { "pthread_mutex_trylock" }, "arg0", OKAY " || " DIED },
	    { { "pthread_mutex_unlock" }, "arg0", OKAY },
	    { { "pthread_cond_wait", "pthread_cond_timedwait",
	    "pthread_cond_clockwait" }, "arg1",
	    OKAY " || " DIED " || " TIMEOUT } },
	{ "reader", sizeof(pthread_rwlock_t),
	    { { "pthread_rwlock_rdlock", "pthread_rwlock_timedrdlock",
	    "pthread_rwlock_clockrdlock" }, "arg0", OKAY },
	    { { "pthread_rwlock_tryrdlock" }, "arg0", OKAY },
	    { { "pthread_rwlock_unlock" }, "arg0", OKAY }, { .lock = NULL } },
	{ "writer", sizeof(pthread_rwlock_t),
	    { { "pthread_rwlock_wrlock", "pthread_rwlock_timedwrlock",
	    "pthread_rwlock_clockwrlock" }, "arg0", OKAY },
	    { { "pthread_rwlock_trywrlock" }, "arg0", OKAY },
	    { { "pthread_rwlock_unlock" }, "arg0", OKAY }, { .lock = NULL } },
};
#define	NLOCKS	(sizeof(locks) / sizeof(locks[0]))

/* A part of the program: the clauses of one kind of lock and one call. */
struct part {
	FILE *fp;
	const struct locks *pl;
	const struct lock *lock;
	const struct call *call;
};

static void
describe(const struct part *p, const char *name)
{
	const char *const *f = p->call->funcs;

	for (int i = 0; i < MAXFUNCS && f[i] != NULL; i++)
		(void) fprintf(p->fp, "%spid$target::%s:%s", i > 0 ? ",\n" :
		    "", f[i], name);
	(void) fprintf(p->fp, "\n");
}

static void
clause(const struct part *p, const char *name, const char *predicate)
{
	describe(p, name);
	if (predicate != NULL)
		(void) fprintf(p->fp, "/%s/\n", predicate);
	(void) fprintf(p->fp, "{\n");
}

/* Aggregate the time from since to until by lock and stack. */
static void
aggregate(const struct part *p, const char *event, const char *lock,
    const char *until, const char *since)
{
	for (int times = 0; times <= p->pl->stacks; times++)
		(void) fprintf(p->fp, "\t@%s_%s%s[%s, ustack(%ld)] =\n"
		    "\t    %s(%s - %s);\n", p->lock->name, event,
		    times ? "_times" : "", lock, p->pl->depth,
		    times ? "quantize" : "avg", until, since);
}

/* self->size is nonzero while the thread is in a function that takes a lock. */
static void
write_begin(const struct part *p)
{
	clause(p, "entry", NULL);
	(void) fprintf(p->fp, "\tself->lock = (uint64_t)%s;\n"
	    "\tself->size = %zu;\n}\n", p->call->lock, p->lock->size);
}

static void
write_waited(const struct part *p)
{
	clause(p, "return", "self->began");
	aggregate(p, "block", "self->lock", "timestamp", "self->began");
	(void) fprintf(p->fp, "}\n");
}

/* A recursive lock is held from the first time that it is taken. */
static void
write_taken(const struct part *p)
{
	const char *name = p->lock->name;

	describe(p, "return");
	(void) fprintf(p->fp, "/self->size && (%s)/\n{\n"
	    "\tself->%s_depth[self->lock]++;\n"
	    "\tif (self->%s_depth[self->lock] == 1)\n"
	    "\t\tself->%s_since[self->lock] = timestamp;\n}\n",
	    p->call->succeeds, name, name, name);
}

static void
write_end(const struct part *p)
{
	clause(p, "return", NULL);
	(void) fprintf(p->fp, "\tself->size = 0;\n\tself->began = 0;\n}\n");
}

/* The entry records the time; the return has the result and the stack. */
static void
write_release_entry(const struct part *p)
{
	const char *lock = p->call->lock, *name = p->lock->name;

	describe(p, "entry");
	(void) fprintf(p->fp, "/self->%s_depth[(uint64_t)%s]/\n{\n"
	    "\tself->%s_freed = (uint64_t)%s;\n"
	    "\tself->until = timestamp;\n}\n", name, lock, name, lock);
}

static void
write_release_return(const struct part *p)
{
	const char *name = p->lock->name;
	char lock[64], since[128];

	(void) snprintf(lock, sizeof(lock), "self->%s_freed", name);
	(void) snprintf(since, sizeof(since), "self->%s_since[%s]", name,
	    lock);
	describe(p, "return");
	(void) fprintf(p->fp, "/%s && (%s) && self->%s_depth[%s] == 1/\n{\n",
	    lock, p->call->succeeds, name, lock);
	aggregate(p, "hold", lock, "self->until", since);
	(void) fprintf(p->fp, "\t%s = 0;\n}\n", since);
	describe(p, "return");
	(void) fprintf(p->fp, "/%s/\n{\n"
	    "\tif (%s)\n\t\tself->%s_depth[%s]--;\n"
	    "\t%s = 0;\n}\n", lock, p->call->succeeds, name, lock, lock);
}

static void
write_call(struct part *p, const struct call *c, bool waits, bool releases)
{
	p->call = c;
	if (releases)
		write_release_entry(p);
	write_begin(p);
	if (waits && p->pl->contention)
		write_waited(p);
	if (releases)
		write_release_return(p);
	if (p->pl->hold)
		write_taken(p);
	write_end(p);
}

static void
write_lock(FILE *fp, const struct locks *pl, const struct lock *l)
{
	struct part p = { .fp = fp, .pl = pl, .lock = l };

	write_call(&p, &l->takes, true, false);
	if (l->waits.lock != NULL)
		write_call(&p, &l->waits, true, pl->hold);
	if (!pl->hold)
		return;
	write_call(&p, &l->tries, false, false);
	p.call = &l->release;
	write_release_entry(&p);
	write_release_return(&p);
}

/* Only some operations of futex(2) wait; arg1 has the operation in low bits. */
static void
write_futex(FILE *fp)
{
	const unsigned int waits = 1u << FUTEX_WAIT | 1u << FUTEX_WAIT_BITSET |
	    1u << FUTEX_LOCK_PI | 1u << FUTEX_LOCK_PI2;

	(void) fprintf(fp, "syscall::futex:entry\n"
	    "/pid == $target && (uint64_t)arg0 - self->lock < self->size &&\n"
	    "    !self->began && (%#x >> (arg1 & 31) & 1)/\n"
	    "{\n\tself->began = timestamp;\n}\n", waits);
}

void
write_program(const void *cmd, FILE *fp)
{
	const struct locks *pl = cmd;

	(void) fputs("self uint64_t lock, size, began, until;\n", fp);
	if (pl->contention)
		write_futex(fp);
	for (size_t i = 0; i < NLOCKS; i++)
		write_lock(fp, pl, &locks[i]);
}
