/* SPDX-License-Identifier: MIT */
/*
 * stacks.c - searches the symbols of a file for functions of tbl/stacks.h, and
 * the code of a program for instructions that switch stacks.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/regular.h"
#include "sym/branch.h"
#include "sym/elffile.h"
#include "sym/stacks.h"

#define	MAXCODE	(64u << 20)		/* bytes of a section */

enum where { USED, ANYWHERE };

static const struct row {
	const char *name;
	enum where where;
	const char *what;
} rows[] = {
#define	DT_STACKS(name, where, what) { name, where, what },
#include "tbl/stacks.h"
};
#define	NROWS	(sizeof(rows) / sizeof(rows[0]))

static const struct row *
find_row(const struct dt_elfname *name)
{
	for (size_t i = 0; i < NROWS; i++)
		if (name->p[0] == rows[i].name[0] &&
		    strncmp(name->p, rows[i].name, name->len) == 0 &&
		    rows[i].name[name->len] == '\0')
			return &rows[i];
	return NULL;
}

static bool
counts(const struct row *r, const GElf_Sym *sym, bool is_program)
{
	return r != NULL && (r->where == ANYWHERE || is_program ||
	    sym->st_shndx == SHN_UNDEF);
}

/* False: the file has no such table. */
static bool
search_table(struct dt_elffile *f, uint32_t type, bool is_program,
    struct dt_stacks *out)
{
	struct dt_elftable t;
	struct dt_elfname name;
	const struct row *r;
	GElf_Sym sym;

	if (!dt_elffile_table(f, type, &t))
		return false;
	while (out->name == NULL && dt_elftable_next(&t, &sym, &name)) {
		r = find_row(&name);
		if (counts(r, &sym, is_program)) {
			out->name = r->name;
			out->what = r->what;
		}
	}
	return true;
}

/* The local symbols of libraries are not searched: that takes long. */
static void
search_tables(struct dt_elffile *f, bool is_program, struct dt_stacks *out)
{
	bool is_dynamic = out->name == NULL &&
	    search_table(f, SHT_DYNSYM, is_program, out);

	if (out->name == NULL && (is_program || !is_dynamic))
		(void) search_table(f, SHT_SYMTAB, is_program, out);
}

/* Instructions are found one after another, as functions may lack symbols. */
static bool
switches_stack(const uint8_t *code, size_t n, bool is_32)
{
	struct dt_branch br;

	for (size_t at = 0; at < n; at += br.len != 0 ? br.len : 1) {
		(void) dt_branch_read(code + at, n - at, is_32, &br);
		if (br.switches_stack)
			return true;
	}
	return false;
}

/* A program may switch stacks by itself; in libraries it is the C library's. */
static void
search_code(void *arg, struct dt_elffile *f, Elf_Scn *scn,
    const GElf_Shdr *sh, const char *name)
{
	struct dt_stacks *out = arg;
	uint8_t *code;
	ssize_t n;

	(void) scn;
	(void) name;
	if (out->name != NULL || (sh->sh_flags & SHF_EXECINSTR) == 0 ||
	    sh->sh_type != SHT_PROGBITS || sh->sh_size > MAXCODE)
		return;
	code = malloc(sh->sh_size);
	n = code == NULL ? 0 : pread(f->fd, code, sh->sh_size,
	    (off_t)sh->sh_offset);
	if (n > 0 && switches_stack(code, (size_t)n,
	    dt_elffile_is_i386(f->fd))) {
		out->name = "an instruction";
		out->what = "switches stacks";
	}
	free(code);
}

static void
see_section(void *arg, struct dt_elffile *f, Elf_Scn *scn,
    const GElf_Shdr *sh, const char *name)
{
	static const char *const marks[] = { ".note.go.buildid",
		".gopclntab", ".data.rel.ro.gopclntab" };
	struct dt_stacks *out = arg;

	(void) f;
	(void) scn;
	(void) sh;
	for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++)
		if (strcmp(name, marks[i]) == 0)
			*out = (struct dt_stacks){ marks[i], "moves stacks",
				true };
}

void
dt_stacks_read(const char *path, bool is_program, struct dt_stacks *out)
{
	int fd = dt_regular_open(path, 0);
	struct dt_elffile f;

	*out = (struct dt_stacks){ 0 };
	if (fd < 0)
		return;
	if (dt_elffile_open(&f, fd) == 0) {
		dt_elffile_sections(&f, see_section, out);
		search_tables(&f, is_program, out);
		if (is_program)
			dt_elffile_sections(&f, search_code, out);
	}
	dt_elffile_close(&f);
	(void) close(fd);
}
