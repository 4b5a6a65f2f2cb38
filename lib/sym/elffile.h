/* SPDX-License-Identifier: MIT */
/*
 * elffile.h - an ELF file that anybody may have made, open for reading.  What
 * its headers claim is compared with the file before libelf allocates memory
 * for it: a claim costs nothing, and a hole in the file has any size.
 */
#ifndef DT_ELFFILE_H
#define DT_ELFFILE_H

#include <gelf.h>
#include <stdbool.h>
#include <stdint.h>

#define	DT_ELFTABLES_MB	512	/* all tables that are read of one file */

struct dt_elffile {
	Elf *elf;
	int fd;			/* -1: it is in memory */
	uint64_t size;		/* of the file; 0 in memory */
	uint64_t left;		/* bytes of tables that may still be read */
	const char *why;	/* a table was refused for this; or NULL */
};

/* 0, or -ENOEXEC; f is to be closed in any case.  fd stays the caller's. */
int dt_elffile_open(struct dt_elffile *f, int fd);
int dt_elffile_memory(struct dt_elffile *f, char *mem, size_t len);
void dt_elffile_close(struct dt_elffile *f);

/* The contents of a section, which live until the close; NULL: refused. */
Elf_Data *dt_elffile_data(struct dt_elffile *f, Elf_Scn *scn);

/* Where in the file is what it loads at this address?  false: nowhere. */
bool dt_elffile_offset(const struct dt_elffile *f, uint64_t vaddr,
    uint64_t *offset);

/* Are these bytes within the file, and none of them in a hole? */
bool dt_elffile_stored(int fd, uint64_t offset, uint64_t size);

#endif /* DT_ELFFILE_H */
