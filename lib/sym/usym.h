/* SPDX-License-Identifier: MIT */
/*
 * usym.h - addresses of user processes to names.  What has been mapped in a
 * process is remembered, so that its addresses keep their names when it has
 * ended.  Any thread may call.
 */
#ifndef DT_USYM_H
#define DT_USYM_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct dt_usyms;

int dt_usym_create(struct dt_usyms **usp);
void dt_usym_destroy(struct dt_usyms *us);

/* Look at what is mapped in a process now.  0 or -errno. */
int dt_usym_read(struct dt_usyms *us, pid_t pid);
/* In all that are known and live.  0 or -ENOMEM. */
int dt_usym_reread(struct dt_usyms *us);
/*
 * A new round: what is unknown then is worth another look at its process,
 * which within a round is looked at once.
 */
void dt_usym_round(struct dt_usyms *us);

/*
 * These addresses are in the process's code, which is stopped: if one is of
 * nothing that is known, look at the process now.
 */
void dt_usym_saw(struct dt_usyms *us, pid_t pid, const uint64_t *pcs,
    uint32_t n);

/* A part of a process with code in it, as the kernel tells of it. */
struct dt_umap {
	uint64_t start, end, offset;
	uint64_t ino;
	const char *path;
};

/* Something was mapped; a process has a child, which has the same mapped. */
int dt_usym_mapped(struct dt_usyms *us, pid_t pid, const struct dt_umap *m);
int dt_usym_forked(struct dt_usyms *us, pid_t parent, pid_t child);

struct dt_usym {
	const char *object;	/* last part of the file's name; [vdso] */
	const char *name;	/* NULL: of no symbol */
	uint64_t value, size;	/* of the symbol */
	uint64_t start;		/* of the object in the process */
	const char *why;	/* once: the reason why symbols are missing */
};

/* What is at an address: 0, or -ENOENT.  Strings live as long as us. */
int dt_usym_lookup(struct dt_usyms *us, pid_t pid, uint64_t addr,
    struct dt_usym *out);

#endif
