/* SPDX-License-Identifier: MIT */
/*
 * clause.h - what a clause asks of its firing and how its keys and records
 * travel: what ir/ decides and every later stage reads.
 */
#ifndef DT_CLAUSE_H
#define DT_CLAUSE_H

#include "rt/rt.h"

/* Fields of struct dt_ctx that the shim must fill (always: probe, epid, cpu) */
enum dt_need {
	DT_NEED_TS	= 1 << 0,
	DT_NEED_ARGS	= 1 << 1,	/* args: those of DT_NEED_ARG() */
	DT_NEED_TASK	= 1 << 2,
	DT_NEED_PID	= 1 << 3,	/* pid and tid */
	DT_NEED_PPID	= 1 << 4,
	DT_NEED_UID	= 1 << 5,	/* uid and gid */
	DT_NEED_ERRNO	= 1 << 6,
	DT_NEED_COMM	= 1 << 7,
	DT_NEED_VTS	= 1 << 8,
	DT_NEED_CALLER	= 1 << 9,	/* caller, ucaller */
	DT_NEED_DEPTH	= 1 << 10,	/* stackdepth, ustackdepth */
	DT_NEED_NAMES	= 1 << 11,	/* row of map "names" */
	DT_NEED_SELF	= 1 << 12,	/* task; the self map */
	DT_NEED_THIS	= 1 << 13,	/* this_var zeroed first */
	DT_NEED_SELFSTR	= 1 << 14,	/* the selfstr map; with NEED_SELF */
	DT_NEED_DYN	= 1 << 15,	/* the dyn maps: arrays */
	DT_NEED_DYNSTR	= 1 << 16,	/* some of them hold strings */
	DT_NEED_SCRATCH	= 1 << 17,	/* ctx.scratch zeroed first */
	DT_NEED_PROGENY	= 1 << 18,	/* task; its ancestors can be read */
	DT_NEED_KERNEL	= 1 << 19,	/* structures of the kernel itself */
	DT_NEED_SPEC	= 1 << 20,	/* the specs map: speculations */
	DT_NEED_DYNSELF	= 1 << 21,	/* some are of self->; TASK */
	DT_NEED_HERE	= 1 << 22,	/* the probe's thread is the current:
					 * its memory or its stack is wanted */
	DT_NEED_CPU	= 1 << 23,	/* the CPU that it fires on is seen */
};
/* What a clause takes of the scratch memory of a firing. */
struct dt_scratch {
	uint64_t known;		/* bytes, where sizes are constants */
	int any;		/* there are other sizes */
};

/* Those after the registers of a call are rare and share a bit. */
#define	DT_NEED_ARG(n)	(1u << (24 + ((n) < 6 ? (n) : 6)) | DT_NEED_ARGS)
#define	DT_NEED_ALLARGS	(0x7fu << 24 | DT_NEED_ARGS)
#define	DT_NEED_PRIO	(1u << 31)	/* changed, old_prio */

/*
 * A conjunct of the predicate that needs nothing but a register: the shim may
 * test it before it takes a slot.  The clause tests it again, those that are
 * exact and stand first in the predicate in DT_GUARDINSNS instructions each at
 * its very start: who has tested them may begin behind these.
 */
enum dt_guardvar { DT_GUARD_PID, DT_GUARD_TID, DT_GUARD_UID };
struct dt_guard {
	enum dt_guardvar var;
	uint32_t value;		/* var == value */
	int target;		/* or var == $target: value once enabled */
	int exact;		/* and that is all that the conjunct says */
};
#define	DT_GUARDINSNS	4
#define	DT_MAXGUARDS	4

/*
 * Where the frame of a clause holds its parameters: offsets from the frame
 * pointer.  The aggregation buffer is in a register instead if one is left.
 */
#define	DT_FP_AGG	(-8)
#define	DT_FP_PRIN	(-16)
#define	DT_FP_CTX	(-24)

/* How a key travels in the kernel; agg/ expands it to the public record. */
enum dt_keykind {
	DT_KEY_INT,		/* 1 word, sign- or zero-extended */
	DT_KEY_STR,		/* length, then ceil(length / 8) words */
	/* 1 word: probe id */
	DT_KEY_PROV, DT_KEY_MOD, DT_KEY_FUNC, DT_KEY_NAME,
	DT_KEY_COMM,		/* 2 words */
	/* what an action records; of a process: behind the process id */
	DT_KEY_STACK,		/* frames, then that many words */
	DT_KEY_SYM,		/* 1 word: address */
};

struct dt_keydesc {
	uint16_t kind;		/* enum dt_keykind */
	uint16_t is_signed;	/* INT */
	uint16_t action;	/* DTRACEACT_* of a STACK or SYM, or 0 */
	uint32_t size;		/* bytes of the public record */
	uint32_t nframes;	/* of a stack */
};

/* What a record of kind DTRACEACT_LIBACT asks for: its dtrd_arg. */
enum dt_libact {
#define	DT_LIBACT(id, ...)	DT_LIB_##id,
#include "tbl/acts.h"
	DT_NLIBACTS
};

/*
 * What an argument of printf(), a traced value or a key is: dtrd_arg of its
 * record, unless the action says so already.
 */
enum dt_pfarg {
	DT_PF_SIGNED, DT_PF_UNSIGNED, DT_PF_STRING,
	DT_PF_LITERAL,		/* a string of the program's text */
	DT_PF_LAYOUT,		/* of print(): its format is a type's layout */
	DT_PF_ACTION = 1 << 16	/* or'd to the DTRACEACT_* that made it */
};

/* What of processes a clause wants to be named. */
enum dt_naming {
	DT_NAMES_USER	= 1 << 0,	/* their addresses */
	DT_NAMES_FRAMES	= 1 << 1,	/* their stacks */
};

#endif /* DT_CLAUSE_H */
