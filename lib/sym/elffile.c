/* SPDX-License-Identifier: MIT */
/* elffile.c - checks headers of an ELF file before libelf relies on them. */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "sym/elffile.h"

#define	OLD		0x8000	/* bit of a version: elf.h has no name for it */
#define	MB		((uint64_t)1 << 20)
#define	TEXT(x)		TEXT_(x)
#define	TEXT_(x)	#x

bool
dt_elffile_stored(int fd, uint64_t offset, uint64_t size)
{
	struct stat st;
	off_t hole;

	if (size == 0)
		return true;
	if (fstat(fd, &st) != 0 || offset > (uint64_t)st.st_size ||
	    size > (uint64_t)st.st_size - offset)
		return false;
	/* a file system without SEEK_HOLE reports no holes */
	hole = lseek(fd, (off_t)offset, SEEK_HOLE);
	return hole < 0 || (uint64_t)hole >= offset + size;
}

bool
dt_elffile_is_i386(int fd)
{
	Elf32_Ehdr h;

	return pread(fd, &h, sizeof(h), 0) == sizeof(h) &&
	    memcmp(h.e_ident, ELFMAG, SELFMAG) == 0 &&
	    h.e_ident[EI_CLASS] == ELFCLASS32 && h.e_machine == EM_386;
}

/* The counts and offsets of other headers in an ELF header. */
struct counts {
	uint64_t shoff;
	uint32_t shnum, shentsize, phnum;
};

static bool
read_counts(int fd, struct counts *c)
{
	union {
		unsigned char ident[EI_NIDENT];
		Elf32_Ehdr e32;
		Elf64_Ehdr e64;
	} h;
	ssize_t n = pread(fd, &h, sizeof(h), 0);

	if (n < (ssize_t)sizeof(h.e32) ||
	    memcmp(h.ident, ELFMAG, SELFMAG) != 0)
		return false;
	if (h.ident[EI_CLASS] == ELFCLASS32)
		*c = (struct counts){ h.e32.e_shoff, h.e32.e_shnum,
		    h.e32.e_shentsize, h.e32.e_phnum };
	else if (n == (ssize_t)sizeof(h))
		*c = (struct counts){ h.e64.e_shoff, h.e64.e_shnum,
		    h.e64.e_shentsize, h.e64.e_phnum };
	else
		return false;
	return true;
}

/*
 * libelf allocates memory for every section and segment when it opens a file,
 * so a file is refused if 16 bits cannot count them.
 */
static bool
is_sane(int fd, const struct counts *c)
{
	return c->phnum != PN_XNUM && (c->shnum != 0 || c->shoff == 0) &&
	    dt_elffile_stored(fd, c->shoff,
	    (uint64_t)c->shnum * c->shentsize);
}

static int
init(struct dt_elffile *f, int fd, Elf *elf)
{
	struct stat st;

	*f = (struct dt_elffile){ .elf = elf, .fd = fd,
	    .left = DT_ELFTABLES_MB * MB };
	if (fd >= 0 && fstat(fd, &st) == 0)
		f->size = (uint64_t)st.st_size;
	return elf != NULL && elf_kind(elf) == ELF_K_ELF ? 0 : -ENOEXEC;
}

/* Read the file instead of mapping it: truncation would cause a SIGBUS. */
int
dt_elffile_open(struct dt_elffile *f, int fd)
{
	struct counts c;
	bool is_elf = read_counts(fd, &c), sane = is_elf && is_sane(fd, &c);
	int err;

	(void) elf_version(EV_CURRENT);
	err = init(f, fd, sane ? elf_begin(fd, ELF_C_READ, NULL) : NULL);
	if (is_elf && !sane)
		f->why = "its section headers are not all in the file, or "
		    "more than 65,279";
	return err;
}

int
dt_elffile_memory(struct dt_elffile *f, char *mem, size_t len)
{
	(void) elf_version(EV_CURRENT);
	return init(f, -1, elf_memory(mem, len));
}

void
dt_elffile_close(struct dt_elffile *f)
{
	(void) elf_end(f->elf);
	f->elf = NULL;
}

Elf_Data *
dt_elffile_data(struct dt_elffile *f, Elf_Scn *scn)
{
	GElf_Shdr sh;

	if (scn == NULL || gelf_getshdr(scn, &sh) == NULL ||
	    sh.sh_type == SHT_NOBITS)
		return NULL;
	if (sh.sh_size > f->left) {
		f->why = "its tables of symbols and names take more than "
		    TEXT(DT_ELFTABLES_MB) " MB";
		return NULL;
	}
	if (f->fd >= 0 && !dt_elffile_stored(f->fd, sh.sh_offset, sh.sh_size)) {
		f->why = "a table of symbols or names is not all in the file";
		return NULL;
	}
	f->left -= sh.sh_size;
	return elf_getdata(scn, NULL);
}

void
dt_elffile_sections(struct dt_elffile *f, dt_elfsection_f *fn, void *arg)
{
	Elf_Scn *scn = NULL;
	const char *name;
	GElf_Shdr sh;
	size_t names;

	if (elf_getshdrstrndx(f->elf, &names) != 0 ||
	    dt_elffile_data(f, elf_getscn(f->elf, names)) == NULL)
		return;
	while ((scn = elf_nextscn(f->elf, scn)) != NULL) {
		if (gelf_getshdr(scn, &sh) == NULL)
			continue;
		name = elf_strptr(f->elf, names, sh.sh_name);
		fn(arg, f, scn, &sh, name != NULL ? name : "");
	}
}

bool
dt_elffile_offset(const struct dt_elffile *f, uint64_t vaddr, uint64_t *offset)
{
	GElf_Phdr ph;
	size_t n = 0;

	if (elf_getphdrnum(f->elf, &n) != 0)
		return false;
	for (size_t i = 0; i < n; i++) {
		if (gelf_getphdr(f->elf, (int)i, &ph) == NULL ||
		    ph.p_type != PT_LOAD || vaddr - ph.p_vaddr >= ph.p_filesz)
			continue;
		*offset = vaddr - ph.p_vaddr + ph.p_offset;
		return *offset < f->size;
	}
	return false;
}

/* Segments are mapped by pages, so the page of their start counts, too. */
bool
dt_elffile_vaddr(const struct dt_elffile *f, uint64_t offset, uint64_t *vaddr)
{
	const uint64_t page = 4096;
	GElf_Phdr ph;
	size_t n = 0;

	if (elf_getphdrnum(f->elf, &n) != 0)
		return false;
	for (size_t i = 0; i < n; i++) {
		if (gelf_getphdr(f->elf, (int)i, &ph) == NULL ||
		    ph.p_type != PT_LOAD || (ph.p_flags & PF_X) == 0 ||
		    offset - (ph.p_offset & -page) >= ph.p_filesz + page)
			continue;
		*vaddr = offset - ph.p_offset + ph.p_vaddr;
		return true;
	}
	return false;
}

/* The first section of a type, or NULL. */
static Elf_Scn *
find_section(const struct dt_elffile *f, uint32_t type, GElf_Shdr *sh)
{
	Elf_Scn *scn = NULL;

	while ((scn = elf_nextscn(f->elf, scn)) != NULL)
		if (gelf_getshdr(scn, sh) != NULL && sh->sh_type == type)
			break;
	return scn;
}

static bool
read_table(struct dt_elffile *f, Elf_Scn *scn, const GElf_Shdr *sh,
    struct dt_elftable *t)
{
	GElf_Shdr other;
	Elf_Data *names;

	*t = (struct dt_elftable){ .syms = dt_elffile_data(f, scn), .next = 1 };
	names = dt_elffile_data(f, elf_getscn(f->elf, sh->sh_link));
	if (t->syms == NULL || names == NULL || names->d_buf == NULL)
		return false;
	t->names = names->d_buf;
	t->len = names->d_size;
	while (t->len > 0 && t->names[t->len - 1] != '\0')
		t->len--;
	if (sh->sh_type == SHT_DYNSYM)
		t->versions = dt_elffile_data(f, find_section(f,
		    SHT_GNU_versym, &other));
	return true;
}

/* A file has at most one table of a type. */
bool
dt_elffile_table(struct dt_elffile *f, uint32_t type, struct dt_elftable *t)
{
	GElf_Shdr sh;
	Elf_Scn *scn = find_section(f, type, &sh);

	return scn != NULL && read_table(f, scn, &sh, t);
}

/* A table for the dynamic linker has versions apart, others after an @. */
static bool
is_old(const struct dt_elftable *t, int i, const char *version)
{
	GElf_Versym v;

	if (t->versions != NULL && gelf_getversym(t->versions, i, &v) != NULL)
		return (v & OLD) != 0;
	return version[0] == '@' && version[1] != '@';
}

bool
dt_elftable_next(struct dt_elftable *t, GElf_Sym *sym, struct dt_elfname *name)
{
	while (gelf_getsym(t->syms, t->next++, sym) != NULL)
		if (sym->st_name < t->len) {
			name->p = t->names + sym->st_name;
			name->len = strcspn(name->p, "@");
			name->is_old = is_old(t, t->next - 1,
			    name->p + name->len);
			return true;
		}
	return false;
}

/*
 * Names that programs are linked with rank first, then symbols with a type,
 * then global ones, then those with the fewest leading underscores, which mark
 * internal names, then strong ones.
 */
uint32_t
dt_elfname_rank(const struct dt_elfname *name, const GElf_Sym *sym)
{
	uint32_t under = (uint32_t)strspn(name->p, "_");

	return (name->is_old ? 1u << 11 : 0) +
	    (GELF_ST_TYPE(sym->st_info) == STT_NOTYPE ? 1u << 10 : 0) +
	    (GELF_ST_BIND(sym->st_info) == STB_LOCAL ? 1u << 9 : 0) +
	    2 * (under < 15 ? under : 15) +
	    (GELF_ST_BIND(sym->st_info) == STB_WEAK);
}
