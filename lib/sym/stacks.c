/* SPDX-License-Identifier: MIT */
/* stacks.c - searches the symbols of a file for functions of tbl/stacks.h. */
#include <string.h>
#include <unistd.h>
#include "base/regular.h"
#include "sym/elffile.h"
#include "sym/stacks.h"

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

/* What a library contains only for itself is not searched: it takes long. */
static void
search_tables(struct dt_elffile *f, bool is_program, struct dt_stacks *out)
{
	bool is_dynamic = out->name == NULL &&
	    search_table(f, SHT_DYNSYM, is_program, out);

	if (out->name == NULL && (is_program || !is_dynamic))
		(void) search_table(f, SHT_SYMTAB, is_program, out);
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
	}
	dt_elffile_close(&f);
	(void) close(fd);
}
