/* SPDX-License-Identifier: MIT */
/*
 * site.h - the places in the code of processes where probes fire, as tables
 * that several processes share.  Nothing in them depends on how a place gets
 * the attention of what fires the probe.
 */
#ifndef DT_SITE_H
#define DT_SITE_H

#include <stdint.h>
#include <sys/types.h>
#include "rt/rt.h"

/* A file with code.  A process has it mapped under any name. */
struct dt_sitefile {
	uint64_t dev, ino;
	uint64_t end;		/* where its code ends; 0: not known */
};

enum dt_sitekind {
	DT_SITE_ENTRY,
	DT_SITE_RETURN,		/* of the function that begins here */
	DT_SITE_USDT,
	DT_SITE_INSN,
	DT_SITE_LOADED,		/* no probe: libraries have come or gone */
	DT_SITE_JUMP,		/* no probe: frames are left */
};

/* Ordered by process, file and offset. */
struct dt_site {
	int32_t pid;
	uint32_t file;
	uint64_t offset;	/* in the file */
	uint64_t semaphore;	/* the same; 0: there is none */
	uint32_t kind;		/* enum dt_sitekind */
	uint32_t probe;		/* id */
	struct dt_uarg arg[DT_NARGS];	/* of USDT */
};

/*
 * What the tracer has changed in a process.  It is recorded before it is done,
 * so that another process can undo it if the tracer is killed.
 */
enum dt_patchkind {
	DT_PATCH_NONE,
	DT_PATCH_TAKEN,		/* nothing is done yet */
	DT_PATCH_CODE,		/* one byte is a breakpoint */
	DT_PATCH_SPARE,		/* unused bytes behind the code */
	DT_PATCH_SEMAPHORE,	/* is larger by 1 */
};

#define	DT_SPARE_LEN	16	/* unused bytes that are needed */
#define	DT_BREAKPOINT	0xcc	/* the instruction */

struct dt_patch {
	uint32_t kind;		/* atomic: enum dt_patchkind */
	int32_t pid;
	int32_t root;		/* the process that the tracer was given */
	uint8_t old;		/* of CODE */
	uint64_t addr;
};

/* The tables, as one process sees them. */
struct dt_sites {
	const struct dt_site *v;
	uint32_t n;
	const struct dt_sitefile *files;
	uint32_t nfiles;
	struct dt_patch *patches;
	uint32_t npatches;
	uint32_t *next_patch;	/* atomic: where to look for a free one */
};

/* A patch to be filled in, whose kind is set last; NULL: there are no more. */
struct dt_patch *dt_patch_new(const struct dt_sites *s);
/* Undo it in the process whose memory is open as fd. */
void dt_patch_undo(struct dt_patch *p, int fd);
/* Undo what a tracer has left that has been killed. */
void dt_patches_undo(const struct dt_sites *s, pid_t root);

#endif /* DT_SITE_H */
