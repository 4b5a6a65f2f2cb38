/* SPDX-License-Identifier: MIT */
/*
 * usym.h - names of addresses in user processes.  Mappings are kept, so that
 * addresses have names after the process has ended.  Any thread may call this.
 */
#ifndef DT_USYM_H
#define DT_USYM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct dt_usyms;

int dt_usym_create(struct dt_usyms **usp);
void dt_usym_destroy(struct dt_usyms *us);

/* Read the current mappings of a process.  0 or -errno. */
int dt_usym_read(struct dt_usyms *us, pid_t pid);
/* Read the mappings of all known processes that run.  0 or -ENOMEM. */
int dt_usym_reread(struct dt_usyms *us);
/*
 * Start a new round.  In each round, the first unknown address of a process
 * causes its mappings to be read again.
 */
void dt_usym_round(struct dt_usyms *us);

/*
 * Addresses of code in a stopped process were found: if one is in no known
 * mapping, read the mappings now.
 */
void dt_usym_saw(struct dt_usyms *us, pid_t pid, const uint64_t *pcs,
    uint32_t n);

/* A mapping with code, as the kernel reports it. */
struct dt_umap {
	uint64_t start, end, offset;
	uint64_t ino;
	const char *path;
};

/* A process has a new mapping; a child has the mappings of its parent. */
int dt_usym_mapped(struct dt_usyms *us, pid_t pid, const struct dt_umap *m);
int dt_usym_forked(struct dt_usyms *us, pid_t parent, pid_t child);

struct dt_usym {
	const char *object;	/* last part of the file's name; [vdso] */
	const char *name;	/* NULL: in no symbol */
	uint64_t value, size;	/* of the symbol */
	uint64_t offset;	/* of the address; 0 where an entry probe of the
				 * symbol is */
	bool is_signal;		/* here the handler of a signal returns */
	uint64_t start;		/* of the object in the process */
	const char *why;	/* why symbols are missing; once per file */
};

/*
 * The symbol at an address; is_return: of the call that returns there, which
 * may be the last instruction of its function.  0, or -ENOENT.  Strings live as
 * long as us.
 */
int dt_usym_lookup(struct dt_usyms *us, pid_t pid, uint64_t addr,
    bool is_return, struct dt_usym *out);

#endif
