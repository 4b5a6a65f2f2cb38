/* SPDX-License-Identifier: MIT */
/*
 * rt.h - the structures in shared buffers.  Included by the restricted C of
 * lib/rt, by the code generator (for offsets) and by the readers of the
 * buffers.
 *
 * A firing runs like this; the entry shim does everything but the clauses:
 *
 *	guards -> row -> take a slot of this CPU -> activity word -> read
 *	which half of each buffer is active -> fill struct dt_ctx -> clauses
 *	-> release
 *
 * A slot, (cpu, level), is a lock held for one firing.  Ordinary firings get
 * level 0; a firing that interrupts another gets a deeper one.  The owner of a
 * slot also owns its struct dt_slot, and the active half for that level of each
 * buffer of the CPU.  It accesses these with plain loads and stores.
 */
#ifndef DT_RT_H
#define DT_RT_H

#ifdef __bpf__
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long long uint64_t;
typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long long int64_t;
#else
#include <stdint.h>
#endif

#include "tbl/limits.h"

/*
 * A function that becomes a part of its callers.  The Makefile tells clang to
 * inline these and no others, so that a program has the same functions and
 * loops whichever clang compiles it, and the verifier the same work.
 */
#define	DT_INLINE	static inline __attribute__((always_inline))

/* Single accesses to words that threads share without a lock. */
#ifdef __bpf__
#define	DT_RELAXED_LOAD(p)	(*(volatile __typeof__(*(p)) *)(p))
#define	DT_RELAXED_STORE(p, v)	(*(volatile __typeof__(*(p)) *)(p) = (v))
#else
#define	DT_RELAXED_LOAD(p)	__atomic_load_n(p, __ATOMIC_RELAXED)
#define	DT_RELAXED_STORE(p, v)	__atomic_store_n(p, v, __ATOMIC_RELAXED)
#endif

#define	DT_LEVELS	4	/* nesting depth of firings on one CPU */
#define	DT_NARGS	10	/* arg0 .. arg9 */
#define	DT_COMMLEN	16	/* size of execname in the kernel */

/*
 * The states of a tracing session; every shim compares with one of these.  Each
 * CPU has a copy in its struct dt_ctl.  dt_set_activity() writes the copies, or
 * dt_end_cpus() if a firing or the deadman ends the session.
 */
enum dt_activity {
	DT_OFF,			/* attached, but nothing fires */
	DT_WARMUP,		/* only BEGIN fires */
	DT_ACTIVE,		/* all probes but BEGIN and END fire */
	DT_DRAINING,		/* exit() or stop: no new firings */
	DT_COOLDOWN,		/* only END fires */
	DT_KILLED,		/* the consumer has asked for no status */
};

enum dt_bufkind { DT_BUF_AGG, DT_BUF_PRIN, DT_NBUFS };

/* The words that a firing on a CPU reads and writes first: one for each CPU. */
struct dt_ctl {
	uint32_t busy[DT_LEVELS];	/* 1: the slot is owned */
	uint32_t seq[DT_LEVELS];	/* counts releases of the slot */
	uint32_t active[DT_NBUFS];	/* half for new owners, 0 or 1 */
	uint32_t activity;		/* enum dt_activity, as in dt_state */
	/* of the CPU, set only if a clause calls a function dt_cpu_*() */
	uint32_t mhz;			/* its highest clock; 0: not known */
	int32_t chip, node;		/* its package, its memory node */
	uint64_t unused;
	/* most firings access only the line above */
	uint64_t busy_drops[DT_NBUFS];	/* lost for want of a slot (atomic) */
	uint64_t pad[6];		/* 128 bytes in all */
};

/* Map "state": one element, mapped by the consumer. */
struct dt_state {
	uint32_t activity;	/* enum dt_activity */
	uint32_t filled;	/* policy fill: a buffer is full */
	int64_t wall_offset;	/* wall clock minus monotonic clock, ns */
	uint64_t last_status;	/* monotonic ns of the consumer's last status */
	uint64_t late_status;	/* a last_status that was too old, */
	uint64_t late_time;	/* and when that was found: deadman.h */
	uint64_t dyndrops;	/* failed updates of self-> and arrays */
	uint64_t dblerrors;	/* faults in ERROR clauses */
	uint64_t nospecs;	/* speculation() without a free id */
	uint64_t nself;		/* entries of map self */
	uint64_t pad[7];	/* 128 bytes in all */
	struct dt_ctl ctl[];	/* of each CPU */
};

/*
 * Map "specs", mapped: a word for each speculation id from 1 on, which counts
 * the changes of the id; even means free, odd taken.  speculation(), commit()
 * and discard() add one, by an atomic exchange.  So an id is free as soon as
 * its speculation is decided, and each odd value stands for one use of the id
 * and never returns.  A word {use, id} names a speculation everywhere.
 *
 * In a clause with speculate() or commit(), that word follows the header of
 * each record; 0: the record belongs to no speculation.
 */
#define	DT_SPEC_IDBITS	16
#define	DT_SPEC_MAX	4096			/* ids */
#define	DT_SPEC_COMMIT	(1ull << 63)		/* the record of a commit() */
#define	DT_SPEC_RECSIZE	24			/* header and word */

/*
 * Aggregation buffer: header, index, records.  The index is open-addressed: a
 * word is a record's byte offset divided by 8, plus the base; a word no greater
 * than the base is empty.  A reader that takes the records raises the base
 * above all current words and leaves these in place, since most are not in its
 * cache.  Records are appended from agg.data on; an insert relies on zeroed
 * memory after `used`.
 *
 * The first small records without a key each have a place in the header, so
 * that generated code finds them without a search: see run/join.c.  The words
 * of a record that does not exist are 0; no record begins with 8 zero bytes.
 */
#define	DT_AGGPLACES	6	/* words */
struct dt_aggbuf {
	uint32_t used;		/* bytes in use; 0: still empty */
	uint32_t base;
	uint64_t drops;		/* aggregating actions lost in this half */
	uint64_t places[DT_AGGPLACES];
	/* uint32_t index[agg.nidx]; then records */
};

struct dt_aggrec {
	uint32_t hash;		/* of the form and the key words */
	uint16_t form;		/* struct dt_form.id */
	uint16_t kw;		/* key words; the value words follow */
	uint64_t word[];
};

/*
 * The hash of a record; its low 32 bits are used.  A multiplication carries
 * only upwards, so its upper bytes depend on all bits of a word; the bytes are
 * swapped, because the low end determines the place in the index.  Each word
 * but the first has its own factor before and after, and is then added, so that
 * no word waits for another, which would make long keys slow.  Of many random
 * values DT_HASH_STEP spreads best those keys that differ in two bytes.
 * Generated code does the same for short keys: see bpf/isel_find.c.
 */
#define	DT_HASH_FORM	0x9e3779b97f4a7c15ull
#define	DT_HASH_WORD	0xd6e8feb86659fd93ull
#define	DT_HASH_STEP	0xdfb8f095206cee2eull

DT_INLINE uint64_t
dt_hash_form(uint32_t form)
{
	return (form + 1) * DT_HASH_FORM;
}

DT_INLINE uint64_t
dt_hash_factor(uint64_t i)
{
	return DT_HASH_WORD + i * DT_HASH_STEP;
}

/* Add a word that is not the first, with its factor, to h. */
DT_INLINE uint64_t
dt_hash_add(uint64_t h, uint64_t factor, uint64_t word)
{
	return h + __builtin_bswap64(word * factor) * factor;
}

/* Add word i of the key to h. */
DT_INLINE uint64_t
dt_hash_word(uint64_t h, uint32_t i, uint64_t word)
{
	if (i == 0)
		return __builtin_bswap64((h ^ word) * dt_hash_factor(0));
	return dt_hash_add(h, dt_hash_factor(i), word);
}

/* The first 8 bytes of a record, without the hash. */
DT_INLINE uint64_t
dt_rec_head(uint32_t form, uint32_t kw)
{
	return (uint64_t)(uint16_t)form << 32 | (uint64_t)kw << 48;
}

/* What happens to a record that does not fit after the last one. */
enum dt_policy {
	DT_POLICY_SWITCH,	/* dropped; two halves, one being read */
	DT_POLICY_FILL,		/* left out, with all later ones */
	DT_POLICY_RING,		/* put at the start, over the oldest */
};

/*
 * Principal buffer: header, then records one after another.  Offsets exclude
 * the header.
 *
 * In a ring, the records of this lap are at 0 .. used.  Of the previous lap,
 * those that begin at or after both `used` and `torn` remain.  Each record
 * holds the length of the one before it, so that a reader walks back from
 * `used`, then from `lap`.
 */
struct dt_prinbuf {
	uint32_t used;		/* bytes of records */
	uint32_t full;		/* fill: from now on only END records */
	uint64_t drops;		/* records lost in this half */
	uint64_t nrecs;
	uint64_t full_ts;	/* fill: time of the first record left out */
	uint32_t end;		/* fill: where END's records begin (consumer) */
	uint32_t last;		/* ring: words of the last record; 0: none */
	uint32_t lap;		/* ring: end of the previous lap; 0: none */
	uint32_t lap_last;	/* ring: words of its last record */
	uint32_t torn;		/* ring: end of a record that was cancelled */
	uint32_t pad[3];
};

/*
 * The first 16 bytes of a record.  The data follow, laid out as the consumer
 * sees them: dtrd_offset counts from here.
 */
struct dt_rechdr {
	uint32_t epid;
	uint32_t ts_hi;
	uint32_t ts_lo;
	uint16_t words;		/* of 8 bytes, with header and padding */
	uint16_t back;		/* ring: words of the previous one, or 0 */
};

DT_INLINE uint32_t
dt_recsize(const struct dt_rechdr *h)
{
	return h->words * 8u;
}

/* The context of a firing.  The shim fills the members that clauses need. */
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
	/* set by a clause that faults, for the shim */
	uint32_t fault;		/* DTRACEFLT_* */
	uint32_t fault_action;	/* 1-based; 0: the predicate */
	uint64_t fault_addr;
	uint64_t mem;		/* word read last: see bpf/isel.c */
	/* principal record in progress */
	uint32_t rec_off;	/* offset in the buffer; 0: none */
	uint32_t rec_size;
	uint64_t changed;	/* thread whose priority has just changed, */
	uint64_t old_prio;	/* and its old one; no thread: 0 */
	uint64_t scratch_at;	/* address of map "scratch" or "globals" */
	uint64_t scratch;	/* bytes of it taken by this firing */
	uint64_t chill_from;	/* start of a second in which */
	uint64_t chilled;	/* chill() has waited this many ns */
	struct {		/* kept while ERROR's clauses run: error.h */
		uint64_t args[DT_NARGS];
		uint32_t probe, epid, nameix, pad;
	} fired;
};

/*
 * Map "slots": number cpu * DT_LEVELS + level.  The size depends on the run.
 * After the fixed part, bpf/plan.c lays out key words and temporaries (spills,
 * strings); after those, the engine lays out the this-> strings and the key of
 * an associative array.
 */
struct dt_slot {
	struct dt_ctx ctx;
	uint64_t this_var[DT_NTHIS];
	uint64_t key[];
};

/*
 * A string at run time is a byte offset in the slot, of one of these.  Bytes
 * from len to the next multiple of 8 are zero, so that strings are hashed and
 * compared by words.
 */
struct dt_str {
	uint64_t len;		/* without the NUL */
	char s[];
};

/* The bit in the id of an associative array that each thread has of its own. */
#define	DT_DYN_SELF	(1u << 31)
#define	DT_DYN_SHORT	8	/* most key words in map "dynvar" */

/* The size of n bytes in scratch memory, with a zero byte after them. */
DT_INLINE uint64_t
dt_scratch_bytes(uint64_t n)
{
	return (n & ~7ull) + 8;
}

/* The size of a place for any string: the runtime may access all of it. */
DT_INLINE uint32_t
dt_strbytes(uint32_t strsize)
{
	uint32_t n = ((strsize + 7) & ~7u) + 8;

	return sizeof(struct dt_str) + (n < DT_COMMLEN ? DT_COMMLEN : n);
}

/* The result of a clause, for the shim. */
enum dt_rc {
	DT_RC_OK = 0,		/* also if the predicate is false */
	DT_RC_FAULT = 1,	/* ctx.fault is the fault */
	DT_RC_EXIT = 2,		/* exit(): skip the firing's later clauses */
};

/* Map "names": the names of a probe, row ctx.nameix, padded as in dt_str. */
enum dt_namepart { DT_NAME_PROV, DT_NAME_MOD, DT_NAME_FUNC, DT_NAME_NAME };
#define	DT_NAMEWORDS	16	/* 128 bytes for each part */
struct dt_names {
	struct {
		uint64_t len;
		uint64_t s[DT_NAMEWORDS];
	} part[4];
};

/* Map "rows" of a point with many probes: the clauses of one of them. */
#define	DT_ROWMASK	16	/* words of the clause mask: 1024 clauses */
struct dt_row {
	uint32_t probe;		/* 0: nothing enabled */
	uint32_t epid;		/* of its first clause; the others follow */
	uint32_t nameix;
	uint16_t nrec;		/* records and aggregating actions of a */
	uint16_t nagg;		/* firing, for drops */
	uint64_t mask[DT_ROWMASK];
};

/* An index has all 64 bits of its register, or 32 that are extended. */
enum dt_extend { DT_EXTEND_NONE, DT_EXTEND_ZERO, DT_EXTEND_SIGN };

DT_INLINE uint64_t
dt_extended(uint64_t index, uint32_t extend)
{
	if (extend == DT_EXTEND_NONE)
		return index;
	return extend == DT_EXTEND_ZERO ? (uint32_t)index :
	    (uint64_t)(int32_t)index;
}

/* The location of an argument of a USDT place. */
struct dt_uarg {
	enum dt_uargkind {
		DT_UARG_NONE,
		DT_UARG_CONST,		/* value */
		DT_UARG_REG,		/* register base */
		DT_UARG_MEM,		/* at base + index * scale + value */
		DT_UARG_ABS,		/* at index * scale + value */
		DT_UARG_ADDR,		/* base + value */
		DT_UARG_VECTOR		/* vector register at base; vm only */
	} kind;
	uint8_t size;			/* bytes, 1 to 8 */
	uint8_t is_signed;
	uint8_t scale;			/* 0: no index */
	uint8_t extend;			/* enum dt_extend, of the index */
	/*
	 * Offsets in struct pt_regs; behind it on x86, as in struct
	 * user_regs_struct, the bases of the segments fs and gs
	 */
	uint16_t base, index;
	int64_t value;
};

/*
 * Map "rows" of the program that makes memory present at places of processes.
 * Element 0 shows which threads wait for a page, and the processes that are
 * left alone because a page did not arrive.  The other elements are the places.
 */
#define	DT_MAXTOUCHES	4
#define	DT_TOUCHWAITS	8
#define	DT_TOUCHREFUSED	4
struct dt_touchwatch {
	struct {
		uint64_t since;		/* ns; 0: nothing waits */
		uint64_t pid;		/* in the initial namespace */
	} wait[DT_TOUCHWAITS];
	uint32_t refused[DT_TOUCHREFUSED];
};
struct dt_touchplace {
	uint64_t n;
	struct dt_touchat {
		struct dt_uarg arg;
		int64_t off;
	} at[DT_MAXTOUCHES];
};
union dt_touchmap {
	struct dt_touchwatch watch;
	struct dt_touchplace place;
};

/* After the rows of a USDT point: the row of each place, and its arguments. */
struct dt_place {
	uint64_t row;
	struct dt_uarg arg[DT_NARGS];
};

/* When the instruction of an exit leaves its function. */
#define	DT_BODYPARTS	2	/* into which a compiler splits a function */
struct dt_leave {
	enum dt_leavehow {
		DT_LEAVE_ALWAYS,
		DT_LEAVE_IF,		/* if condition cond is true */
		DT_LEAVE_TO		/* if `to` is outside all parts */
	} how;
	uint32_t cond;			/* as in opcodes of x86 */
	struct dt_uarg to;		/* the target of a jump */
	struct dt_part {
		int64_t from;		/* relative to the instruction */
		uint64_t size;
	} part[DT_BODYPARTS];
};

/* Is condition `cond` of an x86 opcode true with these flags? */
DT_INLINE int
dt_x86_condition(uint64_t flags, uint32_t cond)
{
	int cf = flags & 1, pf = flags >> 2 & 1, zf = flags >> 6 & 1;
	int sf = flags >> 7 & 1, of = flags >> 11 & 1, v;

	switch (cond >> 1 & 7) {
	case 0:
		v = of;
		break;
	case 1:
		v = cf;
		break;
	case 2:
		v = zf;
		break;
	case 3:
		v = cf | zf;
		break;
	case 4:
		v = sf;
		break;
	case 5:
		v = pf;
		break;
	case 6:
		v = sf != of;
		break;
	default:
		v = (sf != of) | zf;
		break;
	}
	return v != (int)(cond & 1);
}

/* After the rows of an exit point, for each place. */
struct dt_exitplace {
	uint64_t row;
	uint64_t offset;		/* from the function's start: arg0 */
	struct dt_leave leave;
};

/*
 * Maps "self" and "selfstr" are hashes.  The data of a thread are found by the
 * address of its task, here and in the keys of arrays (funcs.h), and live as
 * long as the thread can fire a probe:
 *
 *	- The address is the thread's from its first probe to its last.  Its ids
 *	  are not: at exec a thread that is not the first gets another one, and
 *	  a thread that has ended has none in a PID namespace.
 *	- The engine deletes all of the data after the last probe of the run
 *	  that the thread can fire, since another thread may get the address.
 *
 * kernel/sweep.c says which probe is the last one.  The vm engine makes the
 * address (vm/task.c) from the thread's serial number (trace/life.c).
 */
struct dt_selfkey {
	uint64_t var;
	uint64_t task;		/* ctx.task */
};

/*
 * Map "prios": the priorities of threads that a system call may change, between
 * its entry and its return.  The entry of thread 0 counts the others.
 */
struct dt_priokey {
	uint64_t me;		/* the calling thread's task_struct */
	uint64_t task;		/* the other one */
};
struct dt_prioval {
	int32_t prio, normal;	/* with and without a priority lent to it */
};

/* The state of a walk over the threads that such a call names. */
struct dt_priowalk {
	uint64_t me;		/* the calling thread */
	int64_t result;		/* of the call, when it returns */
	uint64_t first;		/* first process; 0: only one thread */
	uint64_t process;
	uint64_t thread;	/* the next one; 0: the process has no more */
	uint64_t group;		/* struct pid of PRIO_PGRP, or 0 */
	int64_t uid;		/* of PRIO_USER; -1: all */
	uint64_t task;		/* a thread whose priority has changed */
	int32_t old;		/* its old priority */
	int32_t asked;		/* the priority that setpriority asks for */
	uint32_t done;		/* the last thread was visited */
	uint32_t n;		/* entries of map prios created or found */
};

/*
 * Map "waits": the threads that wait for locks of the kernel, or for transfers
 * of block devices.  Each thread has a set of places, chosen by its address.
 * Only the thread itself, and the interrupts on top of it, take and free places
 * in its name.
 */
#define	DT_NWAITS	8192
#define	DT_WAITSET	8		/* places of a set, in one cache line */

struct dt_wait {
	uint64_t lock;			/* bio or buffer; 0: not known yet */
	union {
		struct {
			uint64_t began;
			uint64_t ns;	/* set when it ends */
			uint64_t flags;	/* of contention_begin; no DT_LOCK_SPIN
					 * once the thread has slept */
			/* that held it when the wait began */
			uint64_t writer, readers;
		};
		struct {		/* of a transfer, at its start */
			uint64_t bdev, sector, bytes;
			uint64_t opf;	/* as bi_opf */
			uint64_t status;	/* blk_status_t, at its end */
		};
	};
};

struct dt_waits {
	uint64_t task[DT_NWAITS];	/* 0: the place is free */
	struct dt_wait v[DT_NWAITS];
};

/* Flags of the tracepoint contention_begin. */
enum dt_lockflag {
	DT_LOCK_SPIN = 1, DT_LOCK_READ = 2, DT_LOCK_WRITE = 4,
	DT_LOCK_MUTEX = 32,
};

/*
 * Map "ios", an array searched by struct bio: a transfer from its start until
 * it is done.  The kernel changes the bio: it counts down what is left, and may
 * send it to another device.  It may also split it, and parts are done in any
 * order.
 */
struct dt_io {
	uint64_t bio;		/* 0: the place is free */
	uint64_t bdev, sector;
	uint32_t bytes, flags;
	uint32_t left;		/* bytes of parts that are not done */
	uint32_t pad[5];	/* a line of the cache in all */
};

/* A walk over the bios of a request of which some bytes are done. */
struct dt_iowalk {
	uint64_t next;		/* the bio to look at */
	uint64_t bio;		/* the one that is done, or 0, and its start: */
	uint64_t bdev, sector;
	uint32_t bytes, flags;
	uint32_t status;	/* blk_status_t; 0: no error */
	uint32_t left;		/* bytes that are done, of this and others */
	uint32_t whole;		/* an entry is done, whatever its size is */
	uint32_t more;		/* the kernel has more to do for the request */
};

#endif /* DT_RT_H */
