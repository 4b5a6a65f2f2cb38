/* SPDX-License-Identifier: MIT */
/*
 * elffile.h - opens and reads an ELF file, which may be malformed.  Sizes in
 * its headers are compared with the file before libelf allocates memory for
 * them; holes of a sparse file do not count.
 */
#ifndef DT_ELFFILE_H
#define DT_ELFFILE_H

#include <gelf.h>
#include <stdbool.h>
#include <stdint.h>

#define	DT_ELFTABLES_MB	512	/* all tables of one file that are read */

struct dt_elffile {
	Elf *elf;
	int fd;			/* -1: it is in memory */
	uint64_t size;		/* of the file; 0 in memory */
	uint64_t left;		/* bytes of tables that may still be read */
	const char *why;	/* why a table was refused, or NULL */
};

/* 0 or -ENOEXEC; close f in any case.  fd stays the caller's. */
int dt_elffile_open(struct dt_elffile *f, int fd);
int dt_elffile_memory(struct dt_elffile *f, char *mem, size_t len);
void dt_elffile_close(struct dt_elffile *f);

/* The contents of a section, valid until the close.  NULL: refused. */
Elf_Data *dt_elffile_data(struct dt_elffile *f, Elf_Scn *scn);

/* The offset in the file of this address.  false: nothing is loaded there. */
bool dt_elffile_offset(const struct dt_elffile *f, uint64_t vaddr,
    uint64_t *offset);

/* The address of the code at this offset in the file; false: none is there. */
bool dt_elffile_vaddr(const struct dt_elffile *f, uint64_t offset,
    uint64_t *vaddr);

/* A table of symbols and their names, valid until the close. */
struct dt_elftable {
	Elf_Data *syms;
	const char *names;
	size_t len;		/* bytes of names; the last one is NUL */
	int next;		/* number of the next symbol */
	Elf_Data *versions;	/* of the symbols, or NULL */
};

struct dt_elfname {
	const char *p;		/* as in the table: memcpy@@GLIBC_2.14 */
	size_t len;		/* without its version */
	bool is_old;		/* programs are not linked with this version */
};

/* Find the table of this type.  false: there is none that can be read. */
bool dt_elffile_table(struct dt_elffile *f, uint32_t type,
    struct dt_elftable *t);
/* The next symbol whose name is in the table.  false: there are no more. */
bool dt_elftable_next(struct dt_elftable *t, GElf_Sym *sym,
    struct dt_elfname *name);
/* The rank of a symbol; of several at one address the lowest is shown. */
uint32_t dt_elfname_rank(const struct dt_elfname *name, const GElf_Sym *sym);

/*
 * Call fn for each section.  The name of a damaged one is "".  If the table of
 * names cannot be read, there are no calls.
 */
typedef void dt_elfsection_f(void *arg, struct dt_elffile *f, Elf_Scn *scn,
    const GElf_Shdr *sh, const char *name);
void dt_elffile_sections(struct dt_elffile *f, dt_elfsection_f *fn, void *arg);

/* Has the file 32-bit x86 code? */
bool dt_elffile_is_i386(int fd);
/* Are all these bytes in the file, outside its holes? */
bool dt_elffile_stored(int fd, uint64_t offset, uint64_t size);

#endif /* DT_ELFFILE_H */
