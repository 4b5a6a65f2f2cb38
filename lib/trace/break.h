/* SPDX-License-Identifier: MIT */
/*
 * break.h - breakpoints in the code of traced processes.
 *
 *	space.c		which there are in an address space, and their end
 *	break.c		a thread hits one
 *	frame.c		functions whose return is awaited
 *	emulate.c	what the instruction under it would do
 *
 * A breakpoint is not lifted while probes fire: other threads would pass it
 * meanwhile.  The instruction under it is emulated, or a copy of it is executed
 * elsewhere.
 */
#ifndef DT_BREAK_H
#define DT_BREAK_H

#include <sys/user.h>
#include "engine/site.h"
#include "sym/insn.h"
#include "trace/priv.h"

#define	DT_BREAKHASH	4096
#define	DT_NSPARES	16
#define	DT_NENDED	8

struct dt_break {
	struct dt_break *next;		/* of its bucket */
	uint64_t addr;
	uint32_t site, nsites;		/* those here, in the table */
	bool planted;			/* the byte is, or was, ours */
	uint8_t code[DT_INSN_MAX + 1];	/* what is under it */
	struct dt_insn insn;
};

/*
 * The memory of one process.  A process that shares its memory with the one
 * that has made it, as by vfork(), has the same space until its exec.
 */
struct dt_space {
	struct dt_space *next;
	pid_t pid;			/* whose probes fire */
	uint32_t refs;			/* threads */
	int mem;			/* /proc/PID/mem */
	bool over;			/* its memory is as it was before */
	struct dt_break *hash[DT_BREAKHASH];
	struct dt_change {
		struct dt_patch *patch;
		uint32_t site;		/* whose semaphore it is */
		bool seen;		/* that is mapped still */
	} *changes;
	uint32_t nchanges, maxchanges;
	uint64_t spare[DT_NSPARES];	/* addresses of unused bytes */
	uint32_t nspares;
	struct dt_patch *spare_patch;	/* of those in use */
};

/* A function that has been entered. */
struct dt_frame {
	uint64_t sp, ret;		/* its return address, and where */
	uint32_t probe;
};

/* space.c */
/* The thread's process has memory of its own.  0 or -errno. */
int dt_space_begin(struct dt_trace *t, struct dt_thread *th);
/*
 * A child is born, and has not run yet.  One with memory of its own gets the
 * probes of descriptions that name all processes.
 */
void dt_space_birth(struct dt_trace *t, const struct dt_thread *parent,
    struct dt_thread *child);
void dt_space_drop(struct dt_trace *t, struct dt_thread *th);
/* Libraries have come or gone.  0 or -errno. */
int dt_space_load(struct dt_trace *t, struct dt_space *s);
/* Leave the memory of all processes as it was. */
void dt_space_end(struct dt_trace *t);
struct dt_break *dt_break_find(const struct dt_space *s, uint64_t addr);
/* The one at this address, which is planted if need be; NULL: it cannot be. */
struct dt_break *dt_break_at(struct dt_trace *t, struct dt_space *s,
    uint64_t addr);
/*
 * A child may run before its birth is known: clean its memory if it has the
 * breakpoint of another space at addr.
 */
bool dt_space_stray(struct dt_trace *t, const struct dt_thread *th,
    uint64_t addr);
/* Unused bytes that an instruction at addr can be executed in; 0: none. */
uint64_t dt_space_spare(struct dt_space *s, uint64_t addr);
void dt_space_spared(struct dt_space *s);	/* it has been */

/* break.c: it stopped by SIGTRAP.  False: that is an ordinary signal. */
bool dt_break_hit(struct dt_trace *t, struct dt_thread *th);
/* It stopped by something else, and will stop by SIGTRAP next. */
bool dt_break_is_due(const struct dt_thread *th);

/* frame.c */
/* A function is entered whose return address is at sp. */
void dt_frame_enter(struct dt_trace *t, struct dt_thread *th, uint32_t probe,
    uint64_t sp);
/* The next probe of a function that has returned to addr; 0: none. */
uint32_t dt_frame_leave(struct dt_thread *th, uint64_t addr, uint64_t sp);
/* It is about to leave frames, with the registers of such a call. */
void dt_frame_jump(struct dt_thread *th, const struct user_regs_struct *r);
void dt_frame_drop(struct dt_thread *th);

/*
 * emulate.c.  or_copy: can the instruction be emulated, or else have its effect
 * as a copy elsewhere?  emulate: false: it has to be executed.
 */
bool dt_emulate_or_copy(const struct dt_break *b);
bool dt_emulate(pid_t tid, const struct dt_break *b,
    struct user_regs_struct *r);

#endif /* DT_BREAK_H */
