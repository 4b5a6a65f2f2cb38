/* SPDX-License-Identifier: MIT */
/*
 * unwind.h - rules that find the caller of a frame in code without frame
 * pointers, and the map with the rules of a run.
 *
 * The canonical frame address (CFA) is the value of the stack pointer before
 * the call; the return address is in the word below it.
 */
#ifndef DT_UNWIND_H
#define DT_UNWIND_H

#include "rt/rt.h"

enum dt_unwhow {
	DT_UNW_NONE,		/* no rule: follow the frame pointer */
	DT_UNW_END,		/* the outermost frame */
	DT_UNW_SP,		/* CFA = stack pointer + cfa */
	DT_UNW_FP,		/* CFA = frame pointer + cfa */
	DT_UNW_DEREF,		/* CFA = the word at frame pointer + cfa; the
				 * caller's frame pointer is at ours */
	DT_UNW_PLT,		/* CFA = stack pointer + cfa, plus a word if
				 * pc % 16 >= fp */
	DT_UNW_SIGNAL,		/* a struct ucontext is on top of the stack */
};

/* The rule from one instruction to that of the next row. */
struct dt_unwrow {
	uint32_t at;		/* offset in the file */
	int16_t cfa;		/* in words */
	int8_t fp;		/* words from the CFA to the caller's frame
				 * pointer; 0: it is unchanged */
	uint8_t how;		/* enum dt_unwhow */
};
#define	DT_UNW_FRAMES	128	/* of a stack, at most */
#define	DT_UNW_LOST	(-128)	/* fp: it cannot be found */

struct dt_unwregs {
	uint64_t pc, sp, fp;
};

/*
 * Map "unwind": a table of files, then their rows, sorted by `at` in each file.
 * A table has the files in the order of their keys, and a key above all others
 * in unused places.  There are two, so that files can be added while programs
 * read: the one not in use is written, and comes into use as a whole.
 */
#define	DT_UNW_FILES	256	/* a power of two */
struct dt_unwfile {
	uint64_t key;		/* dt_file_key() in unwind.bpf.c */
	uint32_t first, n;	/* of its rows */
};
struct dt_unwmap {
	uint64_t used;		/* atomic: which table, 0 or 1 */
	struct dt_unwfile files[2][DT_UNW_FILES];
	struct dt_unwrow rows[];
};

/* The state of a walk through a stack. */
struct dt_unwind {
	struct dt_unwregs r;
	uint64_t back;		/* pc - back is in the rule's code */
	uint64_t start, end;	/* the mapping found last */
	uint64_t offset;	/* of its start in the file */
	uint64_t first, n;	/* rows of the file; n 0: it has none */
	uint64_t returns;	/* struct return_instance, or 0 */
};

#endif /* DT_UNWIND_H */
