/* SPDX-License-Identifier: MIT */
/*
 * elfnote.h - the places that an ELF file has made for probes: the notes of
 * <sys/sdt.h>.  The file may be damaged.
 */
#ifndef DT_ELFNOTE_H
#define DT_ELFNOTE_H

#include <stdint.h>

struct dt_elfnote {
	const char *provider, *name;
	const char *args;	/* operands, as <sys/sdt.h> writes them */
	const char *func;	/* that it is in; "" if it has no name */
	uint64_t offset;	/* in the file */
	uint64_t semaphore;	/* the same; 0: there is none */
};

/* A nonzero return ends the search, and is its result. */
typedef int dt_elfnote_f(void *arg, const struct dt_elfnote *n);

/*
 * Call fn for each place of the file at path.  0, what fn returned, or -errno:
 * -ENOEXEC if it is not an ELF file.
 */
int dt_elf_notes(const char *path, dt_elfnote_f *fn, void *arg);
/* The same for an object file, which has no offsets and functions yet. */
int dt_elf_unlinked_notes(const char *path, dt_elfnote_f *fn, void *arg);

#endif /* DT_ELFNOTE_H */
