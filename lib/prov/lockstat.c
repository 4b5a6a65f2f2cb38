/* SPDX-License-Identifier: MIT */
/*
 * lockstat.c - locks of the kernel, named as on Solaris.  Waits are from the
 * tracepoints contention_begin and contention_end: a probe fires when the
 * thread has the lock.  Taking and releasing are calls of functions.
 */
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include "prov/prov.h"
#include "prov/tpargs.h"

#define	FIRST_ID	13056

enum { LOCK, RESULT };			/* arguments of contention_end */
enum { WRITER, READER };		/* RW_WRITER and RW_READER in D */

#define	IS(f)		{ WAITED(flags), DT_TP_EQ, VALUE(f) }
#define	HAS_LOCK	{ INTARG(RESULT), DT_TP_EQ, VALUE(0) }

#define	WAIT(f, n, ...) { \
	.tp = "contention_end", .waits = DT_WAITS_LOCK, \
	.nconds = 2, .conds = { IS(f), HAS_LOCK }, \
	.nargs = (n), .args = { ARG(LOCK), WAITED(ns), __VA_ARGS__ } \
}
#define	RW_WAIT(f, kind)	WAIT(f, 5, VALUE(kind), WAITED(writer), \
				    WAITED(readers))

static const struct dt_tpsrc adaptive_block[] = { WAIT(DT_LOCK_MUTEX, 2) };
static const struct dt_tpsrc adaptive_spin[] = {
	WAIT(DT_LOCK_MUTEX | DT_LOCK_SPIN, 2),
};
static const struct dt_tpsrc spin_spin[] = { WAIT(DT_LOCK_SPIN, 2) };
static const struct dt_tpsrc rw_block[] = {
	RW_WAIT(DT_LOCK_READ, READER), RW_WAIT(DT_LOCK_WRITE, WRITER),
};
static const struct dt_tpsrc rw_spin[] = {
	RW_WAIT(DT_LOCK_READ | DT_LOCK_SPIN, READER),
	RW_WAIT(DT_LOCK_WRITE | DT_LOCK_SPIN, WRITER),
};

/* Waits for a mutex can fail: by a signal, or because locks form a cycle. */
static const int16_t mutexes[] = {
	DT_LOCK_MUTEX, DT_LOCK_MUTEX | DT_LOCK_SPIN,
};
static const struct dt_tpsrc adaptive_error[] = {
	{
		.tp = "contention_end", .waits = DT_WAITS_LOCK, .nconds = 2,
		.conds = {
			{ WAITED(flags), DT_TP_IN, SET(mutexes) },
			{ INTARG(RESULT), DT_TP_NE, VALUE(0) },
		},
		.nargs = 2,
		.args = {
			ARG(LOCK),
			{ .from = DT_TP_ARG, .n = RESULT, .size = 4,
			    .is_signed = true, .negated = true },
		},
	},
};

/* --- taking and releasing ----------------------------------------------- */

#define	TAKEN(f, n, ...) { \
	.tp = (f), .is_function = true, .at_return = true, \
	.nargs = (n), .args = { ARG(LOCK), __VA_ARGS__ } \
}
/* The lock is taken if the function returns this. */
#define	TAKEN_IF(result, f, n, ...) { \
	.tp = (f), .is_function = true, .at_return = true, .nconds = 1, \
	.conds = { { { .from = DT_TP_RESULT, .size = 4 }, DT_TP_EQ, \
	    VALUE(result) } }, \
	.nargs = (n), .args = { ARG(LOCK), __VA_ARGS__ } \
}
#define	CALLED(f, n, ...) { \
	.tp = (f), .is_function = true, \
	.nargs = (n), .args = { ARG(LOCK), __VA_ARGS__ } \
}

static const struct dt_tpsrc adaptive_acquire[] = {
	TAKEN("mutex_lock", 1),
	TAKEN_IF(0, "mutex_lock_interruptible", 1),
	TAKEN_IF(0, "mutex_lock_killable", 1),
	TAKEN_IF(1, "mutex_trylock", 1),
};
static const struct dt_tpsrc adaptive_release[] = { CALLED("mutex_unlock", 1) };
static const struct dt_tpsrc rw_acquire[] = {
	TAKEN("down_read", 2, VALUE(READER)),
	TAKEN_IF(0, "down_read_interruptible", 2, VALUE(READER)),
	TAKEN_IF(0, "down_read_killable", 2, VALUE(READER)),
	TAKEN_IF(1, "down_read_trylock", 2, VALUE(READER)),
	TAKEN("down_write", 2, VALUE(WRITER)),
	TAKEN_IF(0, "down_write_killable", 2, VALUE(WRITER)),
	TAKEN_IF(1, "down_write_trylock", 2, VALUE(WRITER)),
};
static const struct dt_tpsrc rw_release[] = {
	CALLED("up_read", 2, VALUE(READER)),
	CALLED("up_write", 2, VALUE(WRITER)),
};
static const struct dt_tpsrc rw_downgrade[] = { CALLED("downgrade_write", 1) };

/* --- probes ------------------------------------------------------------- */

#define	NS	"uint64_t"

static const char *const mutex_types[] = { "struct mutex *", NS, NULL };
static const char *const error_types[] = { "struct mutex *", "int", NULL };
static const char *const spin_types[] = { "struct qspinlock *", NS, NULL };
static const char *const sem_types[] = { "struct rw_semaphore *", NS, "int",
	"int", "uint64_t", NULL };
static const char *const held_types[] = { "struct mutex *", NULL };
static const char *const sem_held_types[] = { "struct rw_semaphore *", "int",
	NULL };
static const char *const rw_types[] = { "struct qrwlock *", NS, "int", "int",
	"uint64_t", NULL };

/* The position of a row determines its probe's id: add at the end. */
static const struct dt_tpprobe rows[] = {
	TPROW("adaptive-block", 2, adaptive_block, mutex_types),
	TPROW("adaptive-spin", 2, adaptive_spin, mutex_types),
	TPROW("adaptive-acquire-error", 2, adaptive_error, error_types),
	TPROW("spin-spin", 2, spin_spin, spin_types),
	TPROW("rw-block", 5, rw_block, sem_types),
	TPROW("rw-spin", 5, rw_spin, rw_types),
	TPROW("adaptive-acquire", 1, adaptive_acquire, held_types),
	TPROW("adaptive-release", 1, adaptive_release, held_types),
	TPROW("rw-acquire", 2, rw_acquire, sem_held_types),
	TPROW("rw-release", 2, rw_release, sem_held_types),
	TPROW("rw-downgrade", 1, rw_downgrade, sem_held_types),
};

/* Explain probes of other systems that Linux cannot have. */
static bool
explain(const char *const part[4], char *buf, size_t n)
{
	static const struct {
		const char *name, *why;
	} others[] = {
		{ "spin-acquire", "each firing of a probe takes spin locks" },
		{ "spin-release", "each firing of a probe takes spin locks" },
		{ "rw-upgrade", "a reader cannot become a writer on Linux" },
		{ "thread-spin", "Linux has no locks of threads" },
	};
	size_t i = 0;

	if (part[0] == NULL || strcmp(part[0], "lockstat") != 0 ||
	    part[3] == NULL)
		return false;
	while (i < N(others) && strcmp(part[3], others[i].name) != 0)
		i++;
	if (i < N(others))
		(void) snprintf(buf, n, "there is no %s: %s", part[3],
		    others[i].why);
	return i < N(others);
}

const struct dt_prov dt_prov_lockstat = {
	.name = "lockstat",
	.attrs = DT_PA_LOCKSTAT,
	.explain = explain,
	.tps = rows,
	.ntps = N(rows),
	.tps_id = FIRST_ID,
};
