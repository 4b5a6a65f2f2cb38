/* SPDX-License-Identifier: MIT */
/*
 * clause.h - the needs of a clause, and the representation of its keys and
 * records.  lib/ir decides these, and every later stage reads them.
 */
#ifndef DT_CLAUSE_H
#define DT_CLAUSE_H

#include "rt/rt.h"

/*
 * Members of struct dt_ctx that the shim fills for clauses that need them.  It
 * always fills probe, epid and cpu.
 */
enum dt_need {
	DT_NEED_TS	= 1 << 0,
	DT_NEED_ARGS	= 1 << 1,	/* those of DT_NEED_ARG() */
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
	DT_NEED_DYNSTR	= 1 << 16,	/* some arrays hold strings */
	DT_NEED_SCRATCH	= 1 << 17,	/* ctx.scratch zeroed first */
	DT_NEED_PROGENY	= 1 << 18,	/* task, with readable ancestors */
	DT_NEED_KERNEL	= 1 << 19,	/* structures of the kernel itself */
	DT_NEED_SPEC	= 1 << 20,	/* the specs map: speculations */
	DT_NEED_DYNSELF	= 1 << 21,	/* some arrays are of self->; TASK */
	DT_NEED_HERE	= 1 << 22,	/* memory or user stack of the probe's
					 * thread, which is the current one */
	DT_NEED_CPU	= 1 << 23,	/* the CPU of the firing is visible */
};
/* Each needs the probe's thread to be the current one. */
#define	DT_NEEDS_THREAD	(DT_NEED_HERE | DT_NEED_CALLER | DT_NEED_DEPTH)

/* Scratch memory that a clause takes. */
struct dt_scratch {
	uint64_t known;		/* bytes, of constant sizes */
	int any;		/* there are other sizes */
};

/* Arguments that a call has on its stack are rare and share a bit. */
#define	DT_NEED_ARG(n)	(1u << (24 + ((n) < 6 ? (n) : 6)) | DT_NEED_ARGS)
#define	DT_NEED_ALLARGS	(0x7fu << 24 | DT_NEED_ARGS)
#define	DT_NEED_PRIO	(1u << 31)	/* changed, old_prio */

/*
 * A conjunct of the predicate that the shim may test before it takes a slot.
 * The clause tests it again.  The exact ones that the predicate begins with are
 * at the start of the code, with DT_GUARDINSNS instructions each, and a shim
 * that has tested them skips these instructions.
 */
enum dt_guardvar { DT_GUARD_PID, DT_GUARD_TID, DT_GUARD_UID };
struct dt_guard {
	enum dt_guardvar var;
	uint32_t value;		/* var == value */
	int target;		/* var == $target: value set when enabled */
	int exact;		/* the guard is the whole conjunct */
};
#define	DT_GUARDINSNS	4
#define	DT_MAXGUARDS	4

/* Memory of the process that a clause reads: at argument arg + off. */
struct dt_touch {
	uint32_t arg;
	int32_t off;
};

/*
 * Offsets from the frame pointer of a clause: its parameters, of which the
 * aggregation buffer is in a register instead if one is free, and the first
 * spilled register, which others follow downwards.
 */
#define	DT_FP_AGG	(-8)
#define	DT_FP_PRIN	(-16)
#define	DT_FP_CTX	(-24)
#define	DT_FP_SPILL	(-56)

/* The representation of a key in buffers; agg/ makes the public record. */
enum dt_keykind {
	DT_KEY_INT,		/* 1 word, sign- or zero-extended */
	DT_KEY_STR,		/* length, then ceil(length / 8) words */
	/* 1 word: probe id */
	DT_KEY_PROV, DT_KEY_MOD, DT_KEY_FUNC, DT_KEY_NAME,
	DT_KEY_COMM,		/* 2 words */
	/* recorded by an action; those of a process begin with its id */
	DT_KEY_STACK,		/* their number, then the frames */
	DT_KEY_SYM,		/* 1 word: address */
	DT_KEY_BYTES,		/* as STR, with `size` bytes of any value */
};

struct dt_keydesc {
	uint16_t kind;		/* enum dt_keykind */
	uint16_t is_signed;	/* INT */
	uint16_t action;	/* DTRACEACT_* of a STACK or SYM, or 0 */
	uint16_t is_literal;	/* STR: its text is in the program */
	uint32_t size;		/* bytes of the public record */
	uint32_t nframes;	/* of a stack */
};

/* dtrd_arg of a record of kind DTRACEACT_LIBACT. */
enum dt_libact {
#define	DT_LIBACT(id, ...)	DT_LIB_##id,
#include "tbl/acts.h"
	DT_NLIBACTS
};

/* Is it an action on an aggregation? */
DT_INLINE int dt_libact_isagg(uint64_t arg)
{
	return arg < DT_LIB_SETOPT;
}

/*
 * The type of an argument of printf(), a traced value or a key: dtrd_arg of its
 * record, except where the action implies it.
 */
enum dt_pfarg {
	DT_PF_SIGNED, DT_PF_UNSIGNED, DT_PF_STRING,
	DT_PF_LITERAL,		/* a string in the program's text */
	DT_PF_LAYOUT,		/* of print(): its format is a type's layout */
	DT_PF_BYTES,		/* a struct, a union or an array */
	DT_PF_ACTION = 1 << 16	/* or'd to the DTRACEACT_* of the value */
};

/* What a clause prints of processes. */
enum dt_naming {
	DT_NAMES_USER	= 1 << 0,	/* their addresses */
	DT_NAMES_FRAMES	= 1 << 1,	/* their stacks */
	DT_NAMES_CALLER	= 1 << 2,	/* it reads ucaller or ustackdepth */
	DT_NAMES_ALL	= (1 << 3) - 1
};

#endif /* DT_CLAUSE_H */
