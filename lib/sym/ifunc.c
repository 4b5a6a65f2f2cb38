/* SPDX-License-Identifier: MIT */
/*
 * ifunc.c - reads what the loader stored for indirect functions.  A relocation
 * for one in its own file names the resolver; those in other files name the
 * symbol.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/hash.h"
#include "base/regular.h"
#include "sym/elffile.h"
#include "sym/ifunc.h"
#include "sym/loader.h"
#include "sym/maps.h"
#include "sym/objects.h"

#ifdef __x86_64__
#define	IS_RESOLVED(type)	((type) == R_X86_64_IRELATIVE)
#define	IS_CALLED(type)		((type) == R_X86_64_JUMP_SLOT ||	\
    (type) == R_X86_64_GLOB_DAT || (type) == R_X86_64_64)
#else
#define	IS_RESOLVED(type)	((type) == R_AARCH64_IRELATIVE)
#define	IS_CALLED(type)		((type) == R_AARCH64_JUMP_SLOT ||	\
    (type) == R_AARCH64_GLOB_DAT || (type) == R_AARCH64_ABS64)
#endif

struct reader {
	uint64_t ino;
	struct dt_elffile file;		/* that has the indirect functions */
	struct dt_hash *names;		/* of these, to their symbols' values */
	struct dt_buf *out;
	int mem;			/* memory of the process */
	uint64_t bias;			/* of the file in it */
	/* The file whose relocations are read. */
	const struct dt_elffile *other;
	uint64_t other_bias;
	struct dt_elftable symbols;
};

/* --- the file ----------------------------------------------------------- */

static int
read_names(struct reader *r)
{
	struct dt_elftable t;
	struct dt_elfname name;
	struct dt_buf b = { 0 };
	GElf_Sym sym;
	int err = 0;

	if (!dt_elffile_table(&r->file, SHT_DYNSYM, &t))
		return 0;
	while (err == 0 && dt_elftable_next(&t, &sym, &name)) {
		if (GELF_ST_TYPE(sym.st_info) != STT_GNU_IFUNC ||
		    sym.st_shndx == SHN_UNDEF || sym.st_value == 0 ||
		    name.is_old)
			continue;
		dt_buf_reset(&b);
		dt_buf_add(&b, name.p, name.len);
		err = b.err != 0 ? b.err : dt_hash_put(r->names, b.p,
		    (void *)(uintptr_t)sym.st_value);
		err = err == -EEXIST ? 0 : err;
	}
	dt_buf_free(&b);
	return err;
}

static bool
bias_of(const struct dt_elffile *f, const struct dt_umap *m, uint64_t *bias)
{
	uint64_t vaddr;

	if (!dt_elffile_vaddr(f, m->offset, &vaddr))
		return false;
	*bias = m->start - vaddr;
	return true;
}

/* --- relocations -------------------------------------------------------- */

/*
 * Until a slot is needed it leads to code that asks the loader, as the file has
 * it.
 */
static bool
is_initial(const struct reader *r, uint64_t slot, uint64_t value)
{
	uint64_t offset, initial;

	return dt_elffile_offset(r->other, slot - r->other_bias, &offset) &&
	    pread(r->other->fd, &initial, sizeof(initial), (off_t)offset) ==
	    sizeof(initial) &&
	    (value == initial || value - r->other_bias == initial);
}

/* Store the function that the loader chose, unless it has not chosen yet. */
static void
add(struct reader *r, uint64_t resolver, uint64_t slot)
{
	struct dt_ifunc i;
	uint64_t chosen;

	if (pread(r->mem, &chosen, sizeof(chosen), (off_t)slot) !=
	    sizeof(chosen) || chosen - r->bias == resolver ||
	    is_initial(r, slot, chosen) ||
	    !dt_elffile_offset(&r->file, chosen - r->bias, &i.chosen) ||
	    !dt_elffile_offset(&r->file, resolver, &i.resolver))
		return;
	dt_buf_add(r->out, &i, sizeof(i));
}

static void
read_relocation(struct reader *r, const GElf_Rela *rel, bool is_own)
{
	uint64_t slot = r->other_bias + rel->r_offset;
	uint32_t type = (uint32_t)GELF_R_TYPE(rel->r_info);
	const char *name;
	GElf_Sym sym;
	void *value;

	if (is_own && IS_RESOLVED(type))
		add(r, (uint64_t)rel->r_addend, slot);
	if (!IS_CALLED(type) || gelf_getsym(r->symbols.syms,
	    (int)GELF_R_SYM(rel->r_info), &sym) == NULL ||
	    sym.st_name >= r->symbols.len)
		return;
	name = r->symbols.names + sym.st_name;
	value = dt_hash_get(r->names, name);
	if (value != NULL)
		add(r, (uintptr_t)value, slot);
}

struct relocations {
	struct reader *r;
	bool is_own;
};

static void
read_section(void *arg, struct dt_elffile *f, Elf_Scn *scn,
    const GElf_Shdr *sh, const char *name)
{
	const struct relocations *rs = arg;
	Elf_Data *data;
	GElf_Rela rel;

	(void) name;
	if (sh->sh_type != SHT_RELA)
		return;
	data = dt_elffile_data(f, scn);
	for (int i = 0; data != NULL && gelf_getrela(data, i, &rel) != NULL;
	    i++)
		read_relocation(rs->r, &rel, rs->is_own);
}

static void
read_mapping(struct reader *r, pid_t pid, const struct dt_umap *m)
{
	struct relocations rs = { r, m->ino == r->ino };
	struct dt_elffile f;
	int fd = dt_maps_open(pid, m);

	if (fd < 0)
		return;
	if (dt_elffile_open(&f, fd) == 0 && bias_of(&f, m, &r->other_bias)) {
		/* a static program has no such table */
		if (!dt_elffile_table(&f, SHT_DYNSYM, &r->symbols))
			r->symbols = (struct dt_elftable){ .syms = NULL };
		r->other = &f;
		dt_elffile_sections(&f, read_section, &rs);
	}
	dt_elffile_close(&f);
	(void) close(fd);
}

/* --- the process -------------------------------------------------------- */

/* Find the file among the mappings. */
static bool
find_file(struct reader *r, char *text)
{
	struct dt_umap m;

	while (dt_maps_next(&text, &m))
		if (m.ino == r->ino)
			return bias_of(&r->file, &m, &r->bias);
	return false;
}

static int
read_process(void *arg, pid_t pid)
{
	struct reader *r = arg;
	struct dt_buf text = { 0 }, copy = { 0 };
	char path[64], *at;
	struct dt_umap m;
	uint64_t last = 0;
	int err = dt_maps_read(pid, &text);

	(void) snprintf(path, sizeof(path), "/proc/%d/mem", (int)pid);
	r->mem = err == 0 ? open(path, O_RDONLY | O_CLOEXEC) : -1;
	if (err == 0 && r->mem < 0)
		err = -errno;
	dt_buf_add(&copy, text.p, text.len);
	if (err == 0 && copy.err == 0 && text.len != 0 &&
	    find_file(r, copy.p)) {
		at = text.p;
		while (dt_maps_next(&at, &m)) {
			if (m.ino != last && m.ino != 0)
				read_mapping(r, pid, &m);
			last = m.ino;
		}
	}
	if (r->mem >= 0)
		(void) close(r->mem);
	dt_buf_free(&text);
	dt_buf_free(&copy);
	return err;
}

static int
read_ifuncs(struct reader *r, pid_t pid, bool may_run)
{
	char program[PATH_MAX + 64];
	size_t before = r->out->len;
	int err = read_names(r);

	if (err == 0)
		err = read_process(r, pid);
	if (err == 0 && r->out->len == before && may_run &&
	    dt_object_program(pid, program, sizeof(program)) == 0)
		err = dt_loader_run(pid, program, read_process, r);
	return err != 0 && err != -ENOENT ? err : r->out->err;
}

int
dt_ifuncs_read(pid_t pid, const char *path, bool may_run, struct dt_buf *out)
{
	struct reader r = { .out = out, .names = dt_hash_create() };
	int fd = dt_regular_open(path, 0), err = -ENOMEM;
	struct stat st;

	if (fd < 0 || fstat(fd, &st) != 0)
		err = -errno;
	else if (r.names != NULL)
		err = dt_elffile_open(&r.file, fd);
	if (err == 0) {
		r.ino = st.st_ino;
		err = read_ifuncs(&r, pid, may_run);
	}
	dt_elffile_close(&r.file);
	dt_hash_destroy(r.names);
	if (fd >= 0)
		(void) close(fd);
	return err;
}
