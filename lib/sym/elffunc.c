/* SPDX-License-Identifier: MIT */
/* elffunc.c - finds the functions of an ELF file by its tables of symbols. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>
#include "sym/elffile.h"
#include "sym/elffunc.h"
#include "sym/elflink.h"

#define	MAXNAME		256

struct search {
	const struct dt_elffile *file;	/* the program or library itself */
	dt_elffunc_f *fn;
	void *arg;
};

/*
 * A mark for indirect branches comes first in many functions.  The kernel has
 * to step over it with a trap, which takes 20 times as long as to emulate what
 * follows; and nobody jumps past it.
 */
static uint64_t
body_of(const struct search *s, uint64_t offset)
{
#ifdef __x86_64__
	static const uint8_t endbr64[] = { 0xf3, 0x0f, 0x1e, 0xfa };
	uint8_t code[sizeof(endbr64)];

	if (pread(s->file->fd, code, sizeof(code), (off_t)offset) ==
	    sizeof(code) && memcmp(code, endbr64, sizeof(code)) == 0)
		return offset + sizeof(endbr64);
#else
	(void) s;
#endif
	return offset;
}

/* Part of another function that the compiler has moved away. */
static bool
is_part(const char *name)
{
	return strstr(name, ".cold") != NULL || strstr(name, ".part.") != NULL;
}

/* As for addresses: see elfsym.c. */
static uint32_t
rank_of(const GElf_Sym *sym, const char *name)
{
	uint32_t under = (uint32_t)strspn(name, "_");

	return (GELF_ST_BIND(sym->st_info) == STB_LOCAL ? 1u << 16 : 0) +
	    2 * (under < 15 ? under : 15) +
	    (GELF_ST_BIND(sym->st_info) == STB_WEAK);
}

/* The name up to its version, as in memcpy@@GLIBC_2.14; "": it is too long. */
static const char *
without_version(const char *name, char *buf, size_t size)
{
	size_t len = strcspn(name, "@");

	if (name[len] == '\0')
		return name;
	if (len >= size)
		len = 0;
	memcpy(buf, name, len);
	buf[len] = '\0';
	return buf;
}

static int
visit(const struct search *s, const GElf_Sym *sym, const char *name)
{
	struct dt_elffunc f = { .name = name };
	char buf[MAXNAME];

	if (GELF_ST_TYPE(sym->st_info) != STT_FUNC || sym->st_size == 0 ||
	    sym->st_shndx == SHN_UNDEF || is_part(name) ||
	    !dt_elffile_offset(s->file, sym->st_value, &f.offset))
		return 0;
	f.name = without_version(name, buf, sizeof(buf));
	f.body = body_of(s, f.offset);
	f.rank = rank_of(sym, f.name);
	return f.name[0] != '\0' ? s->fn(s->arg, &f) : 0;
}

static int
visit_table(const struct search *s, struct dt_elffile *from, Elf_Scn *scn,
    uint32_t link)
{
	Elf_Data *data = dt_elffile_data(from, scn);
	Elf_Data *names = dt_elffile_data(from, elf_getscn(from->elf, link));
	GElf_Sym sym;
	int rc = 0;

	if (data == NULL || names == NULL || names->d_buf == NULL ||
	    names->d_size == 0 ||
	    ((char *)names->d_buf)[names->d_size - 1] != '\0')
		return 0;
	for (int i = 1; rc == 0 && gelf_getsym(data, i, &sym) != NULL; i++)
		if (sym.st_name < names->d_size)
			rc = visit(s, &sym, (char *)names->d_buf +
			    sym.st_name);
	return rc;
}

/* -ENOENT: there is no such table. */
static int
visit_type(const struct search *s, struct dt_elffile *from, uint32_t type)
{
	Elf_Scn *scn = NULL;
	GElf_Shdr sh;

	while ((scn = elf_nextscn(from->elf, scn)) != NULL)
		if (gelf_getshdr(scn, &sh) != NULL && sh.sh_type == type)
			return visit_table(s, from, scn, sh.sh_link);
	return -ENOENT;
}

static int
visit_separate(const struct search *s, struct dt_elffile *f, const char *path)
{
	struct dt_elflink link = { 0 };
	struct dt_elffile other;
	int fd, rc;

	dt_elflink_read(f, &link);
	fd = dt_elflink_open(&link, path);
	if (fd < 0)
		return -ENOENT;
	rc = dt_elffile_open(&other, fd);
	if (rc == 0)
		rc = visit_type(s, &other, SHT_SYMTAB);
	dt_elffile_close(&other);
	(void) close(fd);
	return rc == -ENOEXEC ? -ENOENT : rc;
}

static int
visit_file(struct search *s, struct dt_elffile *f, const char *path)
{
	int rc;

	s->file = f;
	rc = visit_type(s, f, SHT_SYMTAB);
	if (rc == -ENOENT)
		rc = visit_separate(s, f, path);
	if (rc == -ENOENT)
		rc = visit_type(s, f, SHT_DYNSYM);
	return rc == -ENOENT ? 0 : rc;
}

int
dt_elf_functions(const char *path, dt_elffunc_f *fn, void *arg)
{
	struct search s = { .fn = fn, .arg = arg };
	struct dt_elffile f;
	int fd = open(path, O_RDONLY | O_CLOEXEC), rc;

	if (fd < 0)
		return -errno;
	rc = dt_elffile_open(&f, fd);
	if (rc == 0)
		rc = visit_file(&s, &f, path);
	dt_elffile_close(&f);
	(void) close(fd);
	return rc;
}
