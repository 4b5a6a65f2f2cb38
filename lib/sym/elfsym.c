/* SPDX-License-Identifier: MIT */
/*
 * elfsym.c - sorted arrays of symbols from ELF files.  A file may be malformed:
 * every number from it is checked before use.
 */
#include <errno.h>
#include <gelf.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "base/buf.h"
#include "sym/elfcode.h"
#include "sym/elffile.h"
#include "sym/elflink.h"
#include "sym/elfsym.h"

#define	MAXSEGS		128
#define	BEHIND		8		/* how deep symbols may be nested */

struct seg {
	uint64_t offset, filesz, vaddr, memsz;
	bool code;
};

struct sym {
	uint64_t value, size;
	uint32_t name;		/* offset in names */
	uint32_t rank : 31;
	uint32_t is_open : 1;	/* the file does not tell its size */
};

struct dt_elf {
	struct seg segs[MAXSEGS];
	uint32_t nsegs;
	struct sym *v;
	uint32_t n, cap;
	struct dt_buf names;	/* the string table of the symbols */
	bool stripped;
	struct dt_elflink link;
};

/* Ignore a segment that exceeds the address space. */
static void
add_segment(struct dt_elf *e, const GElf_Phdr *ph)
{
	if (ph->p_type != PT_LOAD || e->nsegs == MAXSEGS ||
	    ph->p_filesz > ph->p_memsz || ph->p_memsz == 0 ||
	    ph->p_vaddr + ph->p_memsz < ph->p_vaddr ||
	    ph->p_offset + ph->p_filesz < ph->p_offset)
		return;
	e->segs[e->nsegs++] = (struct seg){ ph->p_offset, ph->p_filesz,
	    ph->p_vaddr, ph->p_memsz, (ph->p_flags & PF_X) != 0 };
}

static void
read_segments(struct dt_elf *e, Elf *elf)
{
	GElf_Phdr ph;
	size_t n = 0;

	if (elf_getphdrnum(elf, &n) != 0)
		return;
	for (size_t i = 0; i < n && e->nsegs < MAXSEGS; i++)
		if (gelf_getphdr(elf, (int)i, &ph) != NULL)
			add_segment(e, &ph);
}

static const struct seg *
segment_of(const struct dt_elf *e, uint64_t vaddr)
{
	for (uint32_t i = 0; i < e->nsegs; i++)
		if (vaddr - e->segs[i].vaddr < e->segs[i].memsz)
			return &e->segs[i];
	return NULL;
}

static bool
read_section(Elf *elf, const GElf_Sym *s, GElf_Shdr *sh)
{
	Elf_Scn *scn = elf_getscn(elf, s->st_shndx);

	return scn != NULL && gelf_getshdr(scn, sh) != NULL;
}

/* Assembly code often lacks symbol types, so the section decides. */
static bool
is_code(Elf *elf, const GElf_Sym *s)
{
	GElf_Shdr sh;

	return read_section(elf, s, &sh) && (sh.sh_flags & SHF_EXECINSTR) != 0;
}

static bool
is_wanted(Elf *elf, const GElf_Sym *s, const struct dt_elfname *name)
{
	if (name->len == 0 || name->p[0] == '$' ||
	    s->st_shndx == SHN_UNDEF || s->st_shndx >= SHN_LORESERVE)
		return false;
	switch (GELF_ST_TYPE(s->st_info)) {
	case STT_FUNC:
	case STT_GNU_IFUNC:
	case STT_OBJECT:
		return true;
	case STT_NOTYPE:
		return is_code(elf, s);
	default:
		return false;
	}
}

static int
reserve(struct dt_elf *e)
{
	uint32_t cap = e->cap == 0 ? 256 : 2 * e->cap;
	struct sym *v;

	if (e->n < e->cap)
		return 0;
	v = reallocarray(e->v, cap, sizeof(*v));
	if (v == NULL)
		return -ENOMEM;
	e->v = v;
	e->cap = cap;
	return 0;
}

/*
 * The size of a symbol, or how far it can extend if the file does not tell:
 * to the end of its section.
 */
static uint64_t
size_of(Elf *elf, const GElf_Sym *s)
{
	GElf_Shdr sh;

	if (s->st_size != 0 || !read_section(elf, s, &sh) ||
	    s->st_value - sh.sh_addr >= sh.sh_size)
		return s->st_size;
	return sh.sh_size - (s->st_value - sh.sh_addr);
}

static int
add_symbol(struct dt_elf *e, Elf *elf, const GElf_Sym *s,
    const struct dt_elfname *name)
{
	char *version;
	int err;

	if (segment_of(e, s->st_value) == NULL)
		return 0;
	err = reserve(e);
	if (err != 0)
		return err;
	e->v[e->n++] = (struct sym){ s->st_value, size_of(elf, s),
	    s->st_name, dt_elfname_rank(name, s), s->st_size == 0 };
	/* an old version is part of the name: memcpy@GLIBC_2.2.5 */
	version = e->names.p + s->st_name + name->len;
	if (!name->is_old)
		*version = '\0';
	return 0;
}

static int
read_type(struct dt_elf *e, struct dt_elffile *f, uint32_t type)
{
	struct dt_elftable t;
	struct dt_elfname name;
	GElf_Sym s;
	int err;

	if (!dt_elffile_table(f, type, &t))
		return 0;
	dt_buf_reset(&e->names);
	dt_buf_add(&e->names, t.names, t.len);
	err = e->names.err;
	while (err == 0 && dt_elftable_next(&t, &s, &name))
		if (is_wanted(f->elf, &s, &name))
			err = add_symbol(e, f->elf, &s, &name);
	return err;
}

static int
compare(const void *lp, const void *rp, void *arg)
{
	const struct sym *l = lp, *r = rp;
	const char *names = arg;

	if (l->value != r->value)
		return l->value < r->value ? -1 : 1;
	if (l->rank != r->rank)
		return l->rank < r->rank ? -1 : 1;
	return strcmp(names + l->name, names + r->name);
}

/* Does the size of the other symbol say more than that of this one? */
static bool
is_better(const struct sym *other, const struct sym *s)
{
	return other->is_open == s->is_open ? other->size > s->size :
	    s->is_open;
}

/* Keep one symbol per address, with the largest size of those there. */
static void
unite(struct dt_elf *e)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < e->n; i++) {
		const struct sym *s = &e->v[i];

		if (n == 0 || e->v[n - 1].value != s->value) {
			e->v[n++] = *s;
		} else if (is_better(s, &e->v[n - 1])) {
			e->v[n - 1].size = s->size;
			e->v[n - 1].is_open = s->is_open;
		}
	}
	e->n = n;
}

/*
 * How far code without a size extends.  A stripped file may have code without a
 * symbol after it, so there the instructions decide.
 */
static uint64_t
extent_of(const struct dt_elf *e, const struct dt_elffile *f,
    const struct sym *s, const struct sym *next, uint64_t room)
{
	uint64_t offset;

	if (s->size != 0 && s->size < room)
		room = s->size;
	if (next != NULL && next->value - s->value < room)
		room = next->value - s->value;
	return !e->stripped || !segment_of(e, s->value)->code || f->fd < 0 ||
	    !dt_elffile_offset(f, s->value, &offset) ? room :
	    dt_elfcode_extent(f->fd, offset, room);
}

/* End each symbol at the end of its segment at the latest. */
static void
limit(struct dt_elf *e, const struct dt_elffile *f)
{
	for (uint32_t i = 0; i < e->n; i++) {
		struct sym *s = &e->v[i];
		const struct seg *g = segment_of(e, s->value);
		uint64_t room = g->vaddr + g->memsz - s->value;

		if (s->is_open)
			s->size = extent_of(e, f, s, i + 1 < e->n ?
			    &e->v[i + 1] : NULL, room);
		else if (s->size > room)
			s->size = room;
	}
}

static int
read_symbols(struct dt_elf *e, struct dt_elffile *f)
{
	int err = read_type(e, f, SHT_SYMTAB);

	e->stripped = e->n == 0;
	if (err == 0 && e->stripped)
		err = read_type(e, f, SHT_DYNSYM);
	if (err != 0 || e->n == 0)
		return err;
	qsort_r(e->v, e->n, sizeof(e->v[0]), compare, e->names.p);
	unite(e);
	limit(e, f);
	return 0;
}

static int
read_elf(struct dt_elffile *f, struct dt_elf **out)
{
	struct dt_elf *e = calloc(1, sizeof(*e));
	int err;

	if (e == NULL)
		return -ENOMEM;
	read_segments(e, f->elf);
	err = e->nsegs == 0 ? -ENOEXEC : read_symbols(e, f);
	if (err != 0) {
		dt_elf_destroy(e);
		return err;
	}
	dt_elflink_read(f, &e->link);
	*out = e;
	return 0;
}

int
dt_elf_read(int fd, struct dt_elf **out, const char **why)
{
	struct dt_elffile f;
	int err = dt_elffile_open(&f, fd);

	if (err == 0)
		err = read_elf(&f, out);
	*why = f.why;
	dt_elffile_close(&f);
	return err;
}

int
dt_elf_image(char *mem, size_t len, struct dt_elf **out)
{
	struct dt_elffile f;
	int err = dt_elffile_memory(&f, mem, len);

	if (err == 0)
		err = read_elf(&f, out);
	dt_elffile_close(&f);
	return err;
}

void
dt_elf_destroy(struct dt_elf *e)
{
	if (e == NULL)
		return;
	free(e->v);
	dt_buf_free(&e->names);
	free(e);
}

bool
dt_elf_stripped(const struct dt_elf *e, const struct dt_elflink **link)
{
	*link = &e->link;
	return e->stripped;
}

void
dt_elf_adopt(struct dt_elf *e, struct dt_elf *debug)
{
	struct dt_buf names = e->names;
	struct sym *v = e->v;

	if (!debug->stripped) {
		e->v = debug->v;
		e->n = debug->n;
		e->cap = debug->cap;
		e->names = debug->names;
		e->stripped = false;
		debug->v = v;
		debug->names = names;
	}
	dt_elf_destroy(debug);
}

/*
 * Only segments with code count.  Files are mapped by pages, so the first page
 * of a segment may also contain the end of another one.
 */
int
dt_elf_vaddr(const struct dt_elf *e, uint64_t offset, uint64_t *vaddr)
{
	const uint64_t page = 4096;

	for (uint32_t i = 0; i < e->nsegs; i++) {
		const struct seg *s = &e->segs[i];
		uint64_t before = s->offset % page;

		if (!s->code || offset - (s->offset - before) >=
		    s->filesz + before)
			continue;
		*vaddr = s->vaddr - before + (offset - (s->offset - before));
		return 0;
	}
	return -ENOENT;
}

void
dt_elf_extent(const struct dt_elf *e, uint64_t *lo, uint64_t *hi)
{
	*lo = UINT64_MAX;
	*hi = 0;
	for (uint32_t i = 0; i < e->nsegs; i++) {
		const struct seg *s = &e->segs[i];

		if (s->vaddr < *lo)
			*lo = s->vaddr;
		if (s->vaddr + s->memsz > *hi)
			*hi = s->vaddr + s->memsz;
	}
}

static void
describe(const struct dt_elf *e, const struct sym *s, struct dt_elfsym *out)
{
	*out = (struct dt_elfsym){ e->names.p + s->name, s->value, s->size };
}

int
dt_elf_lookup(const struct dt_elf *e, uint64_t vaddr, struct dt_elfsym *out)
{
	uint32_t lo = 0, hi = e->n, tries = BEHIND;

	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;

		if (e->v[mid].value <= vaddr)
			lo = mid + 1;
		else
			hi = mid;
	}
	for (; lo > 0 && tries > 0; tries--) {
		const struct sym *s = &e->v[--lo];

		if (vaddr - s->value < s->size) {
			describe(e, s, out);
			return 0;
		}
	}
	return -ENOENT;
}

int
dt_elf_symbol(const struct dt_elf *e, uint32_t i, struct dt_elfsym *out)
{
	if (i >= e->n)
		return -ENOENT;
	describe(e, &e->v[i], out);
	return 0;
}
