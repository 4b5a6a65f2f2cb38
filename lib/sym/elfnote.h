/* SPDX-License-Identifier: MIT */
/*
 * elfnote.h - reads the notes of <sys/sdt.h>: the places in an ELF file that
 * were built for probes.  The file may be damaged.
 */
#ifndef DT_ELFNOTE_H
#define DT_ELFNOTE_H

#include <stdbool.h>
#include <stdint.h>

struct dt_elfnote {
	const char *provider, *name;
	/*
	 * Operands, as <sys/sdt.h> writes them, but with numbers for the names
	 * of variables that have one address
	 */
	const char *args;
	const char *func;	/* the function that contains it, or "" */
	uint64_t offset;	/* in the file */
	uint64_t semaphore;	/* offset in the file; 0: none */
	bool is_narrow;		/* 32-bit code */
};

/* A nonzero result ends the search and is returned. */
typedef int dt_elfnote_f(void *arg, const struct dt_elfnote *n);

/*
 * Call fn for each note of the file at path.  0, the result of fn, or -errno:
 * -ENOEXEC if it is not an ELF file.
 */
int dt_elf_notes(const char *path, dt_elfnote_f *fn, void *arg);
/* The same for an object file; offset, semaphore and func are not set. */
int dt_elf_unlinked_notes(const char *path, dt_elfnote_f *fn, void *arg);

#endif /* DT_ELFNOTE_H */
