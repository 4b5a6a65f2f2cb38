/* SPDX-License-Identifier: MIT */
/*
 * elfnote.c - reads the notes that <sys/sdt.h> leaves: three addresses (of the
 * place, of section .stapsdt.base when it was linked, of the semaphore) and
 * three strings (provider, name, operands).
 */
#include <errno.h>
#include <string.h>
#include <unistd.h>
#include "base/regular.h"
#include "sym/elffile.h"
#include "sym/elfglobal.h"
#include "sym/elfnote.h"
#include "sym/elfsym.h"

#define	NOTES		".note.stapsdt"
#define	BASE		".stapsdt.base"
#define	OWNER		"stapsdt"
#define	TYPE		3

struct search {
	struct dt_elffile file;
	struct dt_elf *syms;		/* NULL: functions have no names */
	uint64_t base;			/* address of section BASE; 0: none */
	bool is_linked, is_narrow;	/* addresses of 4 bytes */
	dt_elfnote_f *fn;
	void *arg;
};

static Elf_Scn *
find_section(const struct search *s, const char *wanted, GElf_Shdr *sh)
{
	Elf_Scn *scn = NULL;
	const char *name;
	size_t names;

	if (elf_getshdrstrndx(s->file.elf, &names) != 0)
		return NULL;
	while ((scn = elf_nextscn(s->file.elf, scn)) != NULL) {
		name = gelf_getshdr(scn, sh) != NULL ?
		    elf_strptr(s->file.elf, names, sh->sh_name) : NULL;
		if (name != NULL && strcmp(name, wanted) == 0)
			return scn;
	}
	return NULL;
}

/* Return the string at *at and move *at past its NUL; NULL: it has none. */
static const char *
next_string(const char **at, const char *end)
{
	const char *s = *at;
	const char *nul = memchr(s, '\0', (size_t)(end - s));

	if (nul == NULL)
		return NULL;
	*at = nul + 1;
	return s;
}

static const char *
function_at(const struct search *s, uint64_t vaddr)
{
	struct dt_elfsym sym;

	return s->syms != NULL && dt_elf_lookup(s->syms, vaddr, &sym) == 0 ?
	    sym.name : "";
}

/* Copy the addresses of a note at *at to v; false: it is too short. */
static bool
take_addresses(const struct search *s, const char **at, const char *end,
    uint64_t v[3])
{
	size_t size = s->is_narrow ? sizeof(uint32_t) : sizeof(uint64_t);
	uint32_t word;

	if ((size_t)(end - *at) < 3 * size)
		return false;
	for (int i = 0; i < 3; i++, *at += size) {
		memcpy(&word, *at, sizeof(word));
		if (s->is_narrow)
			v[i] = word;
		else
			memcpy(&v[i], *at, sizeof(v[i]));
	}
	return true;
}

/*
 * Addresses in a note are those of link time.  If the file was moved since, as
 * prelink does, the section BASE has moved by the same distance.
 */
static int
visit(struct search *s, const char *at, size_t size)
{
	const char *end = at + size;
	char args[1024];
	struct dt_elfnote n = { 0 };
	uint64_t v[3], moved;

	if (!take_addresses(s, &at, end, v))
		return 0;
	moved = s->base != 0 ? s->base - v[1] : 0;
	n.provider = next_string(&at, end);
	n.name = n.provider != NULL ? next_string(&at, end) : NULL;
	n.args = n.name != NULL ? next_string(&at, end) : NULL;
	if (n.args == NULL)
		return 0;
	n.func = "";
	n.is_narrow = s->is_narrow;
	if (!s->is_linked)
		return s->fn(s->arg, &n);
	if (!dt_elffile_offset(&s->file, v[0] + moved, &n.offset) ||
	    (v[2] != 0 && !dt_elffile_offset(&s->file, v[2] + moved,
	    &n.semaphore)))
		return 0;
	n.func = function_at(s, v[0] + moved);
	if (dt_elf_globals(&s->file, n.args, v[0] + moved, args, sizeof(args)))
		n.args = args;
	return s->fn(s->arg, &n);
}

static int
visit_notes(struct search *s, Elf_Data *data)
{
	size_t at = 0, name, desc;
	GElf_Nhdr h;
	int rc = 0;

	while (rc == 0 && (at = gelf_getnote(data, at, &h, &name, &desc)) !=
	    0)
		if (h.n_type == TYPE && h.n_namesz == sizeof(OWNER) &&
		    memcmp((char *)data->d_buf + name, OWNER,
		    sizeof(OWNER)) == 0)
			rc = visit(s, (char *)data->d_buf + desc, h.n_descsz);
	return rc;
}

/* Can its probes be enabled?  Those of a 32-bit program only in a process. */
static bool
take_class(struct search *s)
{
	s->is_narrow = gelf_getclass(s->file.elf) == ELFCLASS32;
	return !s->is_narrow || (s->is_linked &&
	    dt_elffile_is_i386(s->file.fd));
}

/* Look for notes before the symbols are read, which takes longer. */
static int
visit_file(struct search *s, int fd)
{
	GElf_Shdr sh;
	Elf_Data *data;
	const char *why;

	if (!take_class(s))
		return 0;
	if (find_section(s, BASE, &sh) != NULL)
		s->base = sh.sh_addr;
	data = dt_elffile_data(&s->file, find_section(s, NOTES, &sh));
	if (data == NULL || data->d_buf == NULL || sh.sh_type != SHT_NOTE)
		return 0;
	if (s->is_linked && dt_elf_read(fd, &s->syms, &why) == -ENOMEM)
		return -ENOMEM;
	return visit_notes(s, data);
}

static int
search(const char *path, bool is_linked, dt_elfnote_f *fn, void *arg)
{
	struct search s = { .is_linked = is_linked, .fn = fn, .arg = arg };
	int fd = dt_regular_open(path, 0), rc;

	if (fd < 0)
		return -errno;
	rc = dt_elffile_open(&s.file, fd);
	if (rc == 0)
		rc = visit_file(&s, fd);
	dt_elf_destroy(s.syms);
	dt_elffile_close(&s.file);
	(void) close(fd);
	return rc;
}

int
dt_elf_notes(const char *path, dt_elfnote_f *fn, void *arg)
{
	return search(path, true, fn, arg);
}

int
dt_elf_unlinked_notes(const char *path, dt_elfnote_f *fn, void *arg)
{
	return search(path, false, fn, arg);
}
