/* SPDX-License-Identifier: MIT */
/*
 * break.h - breakpoints in the code of traced processes.
 *
 *	space.c		the breakpoints of an address space
 *	place.c		places them where the files of sites are mapped
 *	break.c		handles a thread that hits one
 *	frame.c		functions whose return is awaited
 *	emulate.c	emulates the instruction under a breakpoint
 *
 * A breakpoint stays in place while its probes fire, as other threads would
 * pass it otherwise.  The instruction under it is emulated, or a copy of it is
 * executed elsewhere.
 *
 * vm/sites.c accepts files for x86 only, so other processors have none.
 */
#ifndef DT_BREAK_H
#define DT_BREAK_H

#include <sys/user.h>
#include "engine/site.h"
#include "rt/arch.h"
#include "sym/insn.h"
#include "trace/priv.h"

#define	DT_BREAKHASH	4096
#define	DT_NENDED	8

struct dt_break {
	struct dt_break *next;		/* of its bucket */
	uint64_t addr;
	uint32_t site, nsites;		/* its sites, in the table */
	bool planted;			/* the breakpoint is or was there */
	bool listed;			/* by its space */
	struct dt_patch *patch;		/* of it; NULL: it is not there */
	uint8_t code[DT_INSN_MAX + 1];	/* the instruction under it */
	struct dt_insn insn;
};

/* A mapping with code. */
struct dt_code {
	uint64_t start, end, offset, ino;
	uint32_t file;			/* in the table, or DT_NOFILE */
	uint64_t spare;			/* address of unused bytes, or 0 */
};
#define	DT_NOFILE	UINT32_MAX

/*
 * The memory of one process.  A child that shares its parent's memory, as by
 * vfork(), has the parent's space until its exec.
 */
struct dt_space {
	struct dt_space *next;
	pid_t pid;			/* whose probes fire */
	uint32_t refs;			/* threads */
	int mem;			/* /proc/PID/mem */
	bool over;			/* its breakpoints have been removed */
	struct dt_break *hash[DT_BREAKHASH];
	struct dt_listed {
		uint64_t addr;
		struct dt_break *b;
	} *listed;			/* breakpoints that may be there */
	uint32_t nlisted, maxlisted;
	struct dt_raised {
		struct dt_patch *patch;
		uint32_t site;
		bool seen;		/* it is still mapped */
	} *raised;			/* semaphores */
	uint32_t nraised, maxraised;
	struct dt_code *code;
	uint32_t ncode;
	uint32_t nsites, nfiles;	/* of the tables, that are placed */
	struct dt_patch *spare_patch;	/* of the spare bytes in use */
};

/* A call of a function whose return is awaited. */
struct dt_frame {
	uint64_t sp, ret;		/* ret: the return address, at sp */
	uint32_t probe;
	uint32_t word;			/* bytes of ret */
};

/* Is the thread in 32-bit code? */
static inline bool
dt_is_32(const struct user_regs_struct *r)
{
#ifdef __x86_64__
	return r->cs == DT_ARCH_USER32;
#else
	(void) r;
	return false;
#endif
}

/* The bytes of an address on its stack. */
static inline uint32_t
dt_word(const struct user_regs_struct *r)
{
	return dt_is_32(r) ? 4 : 8;
}

/* space.c */
/* Start a space for the thread's process and its memory.  0 or -errno. */
int dt_space_begin(struct dt_trace *t, struct dt_thread *th);
/*
 * A child is born, and has not run yet.  One with memory of its own gets the
 * probes of descriptions that name all processes.
 */
void dt_space_birth(struct dt_trace *t, const struct dt_thread *parent,
    struct dt_thread *child);
void dt_space_drop(struct dt_trace *t, struct dt_thread *th);
/* A change that is about to be made; NULL: there is no room to record it. */
struct dt_patch *dt_space_patch(const struct dt_trace *t,
    const struct dt_space *s, enum dt_patchkind kind, uint64_t addr,
    uint8_t old);
/* Restore the memory of all processes. */
void dt_space_end(struct dt_trace *t);
struct dt_break *dt_break_find(const struct dt_space *s, uint64_t addr);
/* Is it there?  Another file may have been mapped over it. */
bool dt_break_is_there(const struct dt_space *s, const struct dt_break *b);
/* It is not there: its memory has been unmapped. */
void dt_break_forget(struct dt_break *b);
/*
 * The breakpoint at this address of 32-bit or 64-bit code; it is placed if need
 * be.  NULL: failed.
 */
struct dt_break *dt_break_at(struct dt_trace *t, struct dt_space *s,
    uint64_t addr, bool is_32);
/*
 * A child may run before its birth is known: clean its memory if it has the
 * breakpoint of another space at addr.
 */
bool dt_space_stray(struct dt_trace *t, const struct dt_thread *th,
    uint64_t addr);
/* Unused bytes for a copy of the instruction under it; 0: none. */
uint64_t dt_space_spare(struct dt_space *s, const struct dt_break *b);
/* The copy has been executed. */
void dt_space_spared(struct dt_space *s);

/* place.c: update the breakpoints to what is mapped.  0 or -errno */
int dt_space_load(struct dt_trace *t, struct dt_space *s);
/* The loader has loaded or unloaded libraries, or is about to. */
void dt_space_loaded(struct dt_trace *t, struct dt_space *s);

/* break.c: handle a stop by SIGTRAP.  False: it is an ordinary signal. */
bool dt_break_hit(struct dt_trace *t, struct dt_thread *th);
/* Will a thread that stopped for another reason stop by SIGTRAP next? */
bool dt_break_is_due(const struct dt_thread *th);

/* frame.c */
/*
 * Await the return of a function just entered; its return address is on top of
 * the stack.
 */
void dt_frame_enter(struct dt_trace *t, struct dt_thread *th, uint32_t probe,
    const struct user_regs_struct *r);
/* Where on the stack the address is that a thread has returned to. */
uint64_t dt_frame_place(const struct dt_thread *th,
    const struct user_regs_struct *r);
/* The next probe of a function that has returned to addr; 0: none. */
uint32_t dt_frame_leave(struct dt_thread *th, uint64_t addr, uint64_t place);
/* Drop the frames that a non-local jump leaves; r is at the call that jumps. */
void dt_frame_jump(struct dt_thread *th, const struct user_regs_struct *r);
void dt_frame_drop(struct dt_thread *th);

/*
 * emulate.c.  dt_emulate_or_copy(): can the instruction be emulated, or a copy
 * of it be executed elsewhere?  dt_emulate(): false if it must be executed.
 */
bool dt_emulate_or_copy(const struct dt_break *b);
bool dt_emulate(pid_t tid, const struct dt_break *b,
    struct user_regs_struct *r);

#endif /* DT_BREAK_H */
