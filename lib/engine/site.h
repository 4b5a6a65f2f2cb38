/* SPDX-License-Identifier: MIT */
/*
 * site.h - the places in the code of processes where probes fire, and the
 * changes made there, as tables that several processes share.
 */
#ifndef DT_SITE_H
#define DT_SITE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include "rt/rt.h"

/* A file with code; processes may map it under any name. */
struct dt_sitefile {
	uint64_t dev, ino;
	uint64_t end;		/* where its code ends; 0: not known */
	bool is_32;		/* its code is 32-bit */
};

enum dt_sitekind {
	DT_SITE_ENTRY,
	DT_SITE_RETURN,		/* of the function that begins here */
	DT_SITE_EXIT,		/* an instruction that may leave its function */
	DT_SITE_USDT,
	DT_SITE_INSN,
	DT_SITE_LOADED,		/* no probe: libraries have changed */
	DT_SITE_JUMP,		/* no probe: a jump leaves frames */
};

/* Sorted by process, file and offset. */
struct dt_site {
	int32_t pid;
	uint32_t file;
	uint64_t offset;	/* in the file */
	uint64_t semaphore;	/* offset in the file; 0: there is none */
	uint32_t kind;		/* enum dt_sitekind */
	uint32_t probe;		/* id */
	union {
		struct dt_uarg arg[DT_NARGS];	/* of USDT */
		struct dt_exitplace exit;	/* of EXIT */
	};
};

/*
 * A change that the tracer makes in a process.  It is recorded before it is
 * made, so that another process can undo it if the tracer is killed.
 */
enum dt_patchkind {
	DT_PATCH_NONE,
	DT_PATCH_TAKEN,		/* not made yet */
	DT_PATCH_CODE,		/* a byte of code is a breakpoint */
	DT_PATCH_SPARE,		/* unused bytes after the code are written */
	DT_PATCH_SEMAPHORE,	/* a semaphore is larger by 1 */
};

#define	DT_SPARE_LEN	16	/* unused bytes that are needed */
#define	DT_BREAKPOINT	0xcc	/* the instruction */

struct dt_patch {
	uint32_t kind;		/* atomic: enum dt_patchkind */
	int32_t pid;
	int32_t root;		/* the process given to the tracer */
	uint8_t old;		/* of CODE */
	uint64_t addr;
};

/* The tables at their addresses in one process. */
struct dt_sites {
	const struct dt_site *v;
	uint32_t n;
	const struct dt_sitefile *files;
	uint32_t nfiles;
	struct dt_patch *patches;
	uint32_t npatches;
	uint32_t *next_patch;	/* atomic: where to look for a free one */
};

/* Take a free patch, whose kind is set last; NULL: there are no more. */
struct dt_patch *dt_patch_new(const struct dt_sites *s);
/* The memory of a process, for the calls below: a descriptor or -errno. */
int dt_patch_open(pid_t pid);
/* Is the breakpoint of a patch of code there? */
bool dt_patch_is_there(const struct dt_patch *p, int fd);
/* Undo it in the process whose memory is open as fd. */
void dt_patch_undo(struct dt_patch *p, int fd);
/*
 * Undo the patches of a tracer that was killed.  Several processes may call
 * this: one of them undoes a patch.  undone (unless NULL) gets copies of those
 * that this one has undone; the result is their number.
 */
uint32_t dt_patches_undo(const struct dt_sites *s, pid_t root,
    struct dt_patch *undone);

#endif /* DT_SITE_H */
