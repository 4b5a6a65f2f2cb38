/* SPDX-License-Identifier: MIT */
/*
 * rt.h - what the kernel side and the consumer side agree on: every structure
 * that lives in a shared buffer.  Included by the restricted C of lib/rt, by
 * the code generator (for offsets) and by the readers of the buffers.
 *
 * A firing runs like this (the entry shim does all but the clauses):
 *
 *	activity word -> guard -> take a slot of this CPU -> read which half of
 *	each buffer is active -> fill struct dt_ctx -> clauses -> release
 *
 * A slot is a lock held for one firing: (cpu, level).  Level 0 is what an
 * ordinary firing gets; deeper levels serve a firing that interrupts another.
 * Who owns a slot owns that level's halves of both buffers of that CPU and its
 * struct dt_slot, and uses plain loads and stores on them.
 */
#ifndef DT_RT_H
#define DT_RT_H

#ifdef __bpf__
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long long uint64_t;
typedef int int32_t;
typedef long long int64_t;
#else
#include <stdint.h>
#endif

/* Words that threads share without a lock, one access each. */
#ifdef __bpf__
#define	DT_RELAXED_LOAD(p)	(*(volatile __typeof__(*(p)) *)(p))
#define	DT_RELAXED_STORE(p, v)	(*(volatile __typeof__(*(p)) *)(p) = (v))
#else
#define	DT_RELAXED_LOAD(p)	__atomic_load_n(p, __ATOMIC_RELAXED)
#define	DT_RELAXED_STORE(p, v)	__atomic_store_n(p, v, __ATOMIC_RELAXED)
#endif

#define	DT_LEVELS	4	/* nesting depth of firings on one CPU */
#define	DT_NARGS	10	/* arg0 .. arg9 */
#define	DT_NTHIS	128	/* this-> variables of one handle */
#define	DT_NSELF	1024	/* self-> variables of one handle, and one */
#define	DT_COMMLEN	16	/* execname, as the kernel keeps it */

/* The life of a tracing session; every shim compares with one of these. */
enum dt_activity {
	DT_OFF,			/* attached, nothing fires */
	DT_WARMUP,		/* only BEGIN fires */
	DT_ACTIVE,		/* everything but BEGIN and END fires */
	DT_DRAINING,		/* exit() or stop: nothing new fires */
	DT_COOLDOWN,		/* only END fires */
	DT_KILLED,		/* the consumer has not asked for too long */
};

/* Map "state": one element, mapped by the consumer. */
struct dt_state {
	uint32_t activity;	/* enum dt_activity */
	uint32_t filled;	/* fill policy: some buffer is full */
	int64_t wall_offset;	/* wall clock minus monotonic clock, ns */
	uint64_t last_status;	/* monotonic ns of the consumer's last status */
	uint64_t late_status;	/* last_status that a check found too old, */
	uint64_t late_time;	/* and when: deadman.h */
	uint64_t dyndrops;	/* failed updates of self-> and arrays */
	uint64_t dblerrors;	/* faults in ERROR clauses */
	uint64_t nospecs;	/* speculation() with no id free */
	uint64_t pad;		/* away from what each firing reads: */
	uint64_t nself;		/* entries of map self */
};

/*
 * Map "specs": a word for each speculation id from 1 on, mapped.  It counts
 * the changes of its id: even is free, odd is taken.  speculation() adds one,
 * and so does commit() or discard(), with an atomic exchange: an id is free as
 * soon as its speculation is decided, and each odd value is one use of the id,
 * never to come again.  {use, id} in one word names a speculation everywhere.
 *
 * That word stands behind the header of each record of a clause that has
 * speculate() or commit() in it; 0: the record is of no speculation.
 */
#define	DT_SPEC_IDBITS	16
#define	DT_SPEC_MAX	4096			/* ids */
#define	DT_SPEC_COMMIT	(1ull << 63)		/* commit() leaves this one */
#define	DT_SPEC_RECSIZE	24			/* header and word */

enum dt_bufkind { DT_BUF_AGG, DT_BUF_PRIN, DT_NBUFS };

/* Map "ctl": one of these a CPU, mapped. */
struct dt_ctl {
	uint32_t busy[DT_LEVELS];	/* 1: the slot is owned */
	uint32_t seq[DT_LEVELS];	/* counts releases of the slot */
	uint32_t active[DT_NBUFS];	/* half that a new owner uses, 0 or 1 */
	uint64_t busy_drops[DT_NBUFS];	/* lost for want of a slot (atomic) */
	uint64_t pad[9];		/* 128 bytes in all */
};

/*
 * Aggregation buffer: header, index, records.  The index is open-addressed: a
 * word is the byte offset of a record divided by 8, plus the base; one that is
 * no greater than the base is empty.  Who takes the records raises the base
 * above all words of now, and leaves them where they are: most are in no cache
 * of his.  Records are appended from agg.data on; an insert relies on zeroed
 * memory after `used`.
 */
struct dt_aggbuf {
	uint32_t used;		/* bytes in use; 0 means nothing yet */
	uint32_t base;
	uint64_t drops;		/* aggregating actions lost, this half */
	uint64_t pad[6];
	/* uint32_t index[agg.nidx]; then records */
};

struct dt_aggrec {
	uint32_t hash;		/* of form and key words */
	uint16_t form;		/* struct dt_form.id */
	uint16_t kw;		/* key words; value words follow them */
	uint64_t word[];
};

/*
 * The hash of a record: its low 32 bits count.  A multiplication carries
 * upwards only, so the upper bytes are what all bits of a word are in: they go
 * to the lower end, which places a record.  Each word but the first has a
 * factor of its own, before and after, and is then added: no word waits for
 * another one, which is what a long key would cost.  The step is that one of
 * many random ones which spreads keys best that differ in two bytes.
 * Generated code does the same for short keys, see bpf/isel_find.c.
 */
#define	DT_HASH_FORM	0x9e3779b97f4a7c15ull
#define	DT_HASH_WORD	0xd6e8feb86659fd93ull
#define	DT_HASH_STEP	0xdfb8f095206cee2eull

static inline uint64_t
dt_hash_form(uint32_t form)
{
	return (form + 1) * DT_HASH_FORM;
}

static inline uint64_t
dt_hash_factor(uint64_t i)
{
	return DT_HASH_WORD + i * DT_HASH_STEP;
}

/* h with a word that is not the first, by its factor. */
static inline uint64_t
dt_hash_add(uint64_t h, uint64_t factor, uint64_t word)
{
	return h + __builtin_bswap64(word * factor) * factor;
}

/* h with word i of the key. */
static inline uint64_t
dt_hash_word(uint64_t h, uint32_t i, uint64_t word)
{
	if (i == 0)
		return __builtin_bswap64((h ^ word) * dt_hash_factor(0));
	return dt_hash_add(h, dt_hash_factor(i), word);
}

/* The first 8 bytes of a record, besides the hash. */
static inline uint64_t
dt_rec_head(uint32_t form, uint32_t kw)
{
	return (uint64_t)(uint16_t)form << 32 | (uint64_t)kw << 48;
}

/* What happens to a record that does not fit behind the last one. */
enum dt_policy {
	DT_POLICY_SWITCH,	/* it is dropped; of two halves one is read */
	DT_POLICY_FILL,		/* it and what follows is left out: the end */
	DT_POLICY_RING,		/* it goes to the start, over the oldest */
};

/*
 * Principal buffer: header, then records one after another.  Offsets here do
 * not count the header.
 *
 * In a ring, lap by lap: the records of this lap are at 0 .. used; of the lap
 * before those are left that begin at `used` or later, and at `torn` or later.
 * As each record knows how long the one before it is, a reader walks back from
 * `used`, then from `lap`.
 */
struct dt_prinbuf {
	uint32_t used;		/* bytes of records */
	uint32_t full;		/* fill: END alone records from now on */
	uint64_t drops;		/* records lost, this half */
	uint64_t nrecs;
	uint64_t full_ts;	/* fill: time of the first one left out */
	uint32_t end;		/* fill: END's records begin here (consumer) */
	uint32_t last;		/* ring: words of the last record, 0 none */
	uint32_t lap;		/* ring: end of the lap before, 0: none */
	uint32_t lap_last;	/* ring: words of its last record */
	uint32_t torn;		/* ring: end of what was begun, then not kept */
	uint32_t pad[3];
};

/*
 * The first 16 bytes of a record.  The data records that follow are laid out
 * as the consumer sees them: dtrd_offset counts from here.
 */
struct dt_rechdr {
	uint32_t epid;
	uint32_t ts_hi;
	uint32_t ts_lo;
	uint16_t words;		/* of 8 bytes, header and padding included */
	uint16_t back;		/* ring: words of the record before, 0 none */
};

static inline uint32_t
dt_recsize(const struct dt_rechdr *h)
{
	return h->words * 8u;
}

/* What a clause can ask about its firing.  The shim fills what is needed. */
struct dt_ctx {
	uint64_t ts;		/* timestamp of the firing, monotonic ns */
	uint64_t args[DT_NARGS];
	uint64_t task;		/* struct task_struct *, never dereferenced */
	uint64_t vts;		/* vtimestamp */
	uint64_t caller, ucaller;
	int64_t err;		/* errno built-in */
	uint32_t pid, tid, ppid, uid, gid, cpu;
	uint32_t probe;		/* probe id */
	uint32_t epid;		/* of the clause that runs now */
	uint32_t nameix;	/* row of this probe in map "names" */
	uint32_t stackdepth, ustackdepth;
	uint32_t level;
	char execname[DT_COMMLEN];
	/* set by a clause that faults, read by the shim */
	uint32_t fault;		/* DTRACEFLT_* */
	uint32_t fault_action;	/* 1-based, 0 the predicate */
	uint64_t fault_addr;
	uint64_t mem;		/* what a clause read last: see bpf/isel.c */
	/* principal record in progress */
	uint32_t rec_off;	/* offset in the buffer, 0 none */
	uint32_t rec_size;
	uint64_t changed;	/* thread whose priority has just changed, */
	uint64_t old_prio;	/* and what it was; or no thread: 0 */
	uint64_t scratch_at;	/* address of map "scratch" */
	uint64_t scratch;	/* bytes of it that this firing has taken */
	uint64_t chill_from;	/* a second begins, in which */
	uint64_t chilled;	/* chill() has waited so many ns */
	struct {		/* kept while ERROR's clauses run: error.h */
		uint64_t args[DT_NARGS];
		uint32_t probe, epid, nameix, pad;
	} fired;
};

/*
 * Map "slots": number cpu * DT_LEVELS + level.  Sized per run: after the
 * fixed part come the key words and the temporaries that the planner lays out
 * (spills, string values); then, laid out by the engine, the this-> strings and
 * the key of an associative array.
 */
struct dt_slot {
	struct dt_ctx ctx;
	uint64_t this_var[DT_NTHIS];
	uint64_t key[];
};

/*
 * A string value at run time is a byte offset in the slot, of one of these.
 * Bytes between len and the next multiple of 8 are zero, so that strings hash
 * and compare by words.
 */
struct dt_str {
	uint64_t len;		/* without the NUL */
	char s[];
};

/* The bit of an associative array's id that says it is a thread's. */
#define	DT_DYN_SELF	(1u << 31)
#define	DT_DYN_SHORT	8	/* key words of map "dynvar", at most */

/* What n bytes of scratch memory take: a zero byte follows them. */
static inline uint64_t
dt_scratch_bytes(uint64_t n)
{
	return (n & ~7ull) + 8;
}

/* Bytes of a place for any string: the runtime may touch all of them. */
static inline uint32_t
dt_strbytes(uint32_t strsize)
{
	uint32_t n = ((strsize + 7) & ~7u) + 8;

	return sizeof(struct dt_str) + (n < DT_COMMLEN ? DT_COMMLEN : n);
}

/* What a clause function returns to the shim. */
enum dt_rc {
	DT_RC_OK = 0,		/* also: predicate was false */
	DT_RC_FAULT = 1,	/* ctx.fault says which */
	DT_RC_EXIT = 2,		/* exit() ran: no later clause of this firing */
};

/* Map "names": strings of a probe, row ctx.nameix, padded as in dt_str. */
enum dt_namepart { DT_NAME_PROV, DT_NAME_MOD, DT_NAME_FUNC, DT_NAME_NAME };
#define	DT_NAMEWORDS	16	/* 128 bytes for each part */
struct dt_names {
	struct {
		uint64_t len;
		uint64_t s[DT_NAMEWORDS];
	} part[4];
};

/* Map "rows" of a point that stands for many probes: what one of them runs. */
#define	DT_ROWMASK	4	/* words of the clause mask: 256 clauses */
struct dt_row {
	uint32_t probe;		/* 0: nothing enabled */
	uint32_t epid;		/* of its first clause; the next ones follow */
	uint32_t nameix;
	uint16_t nrec;		/* records and aggregating actions of one */
	uint16_t nagg;		/* firing, for the drop counters */
	uint64_t mask[DT_ROWMASK];
};

/* Where an argument of a place is. */
struct dt_uarg {
	enum dt_uargkind {
		DT_UARG_NONE,
		DT_UARG_CONST,		/* value */
		DT_UARG_REG,		/* register base */
		DT_UARG_MEM		/* at base + index * scale + value */
	} kind;
	uint8_t size;			/* bytes, 1 to 8 */
	uint8_t is_signed;
	uint8_t scale;			/* 0: there is no index */
	uint16_t base, index;		/* offsets in struct pt_regs */
	int64_t value;
};

/* Behind the rows of a USDT point: the row of each place, and its arguments. */
struct dt_place {
	uint64_t row;
	struct dt_uarg arg[DT_NARGS];
};

/*
 * Maps "self" and "selfstr" are hashes.  What belongs to a thread is kept under
 * the address of its task, here and in the keys of arrays (funcs.h), and lives
 * as long as the thread can fire a probe:
 *
 *	- The address is the thread's from its first probe to its last.  Its ids
 *	  are not: a thread that is not the first gets another one at exec, and
 *	  one that has ended has none in a PID namespace.
 *	- The engine forgets all of it after the last probe of the run that the
 *	  thread can fire, so that another thread may have the address next.
 *
 * kernel/sweep.c says which probe is the last one.  The vm engine makes the
 * address up (vm/task.c) from the serial number of the thread (trace/life.c).
 */
struct dt_selfkey {
	uint64_t var;
	uint64_t task;		/* ctx.task */
};

/*
 * Map "prios": the priorities of threads that a system call may be about to
 * change, from where the call is entered to where it returns.  In an entry of
 * thread 0 prio is how many there are.
 */
struct dt_priokey {
	uint64_t me;		/* the calling thread, a task_struct */
	uint64_t task;		/* the other one */
};
struct dt_prioval {
	int32_t prio, normal;	/* with what is lent to the thread, without */
};

/* Where a walk of the threads that such a call is about is. */
struct dt_priowalk {
	uint64_t me;		/* the calling thread */
	int64_t result;		/* of the call, when it returns */
	uint64_t first;		/* process where it began; 0: one thread only */
	uint64_t process;
	uint64_t thread;	/* the next one; 0: none left in the process */
	uint64_t group;		/* struct pid of PRIO_PGRP, or 0 */
	int64_t uid;		/* of PRIO_USER; -1: all */
	uint64_t task;		/* found: a thread whose priority has changed */
	int32_t old;		/* its old priority */
	int32_t asked;		/* priority by the nice value of setpriority */
	uint32_t done;		/* that was the last thread */
	uint32_t n;		/* entries of map prios that were made or met */
};

#endif /* DT_RT_H */
