/* SPDX-License-Identifier: MIT */
/* elffunc.c - finds the functions of an ELF file in its symbol tables. */
#include <errno.h>
#include <string.h>
#include <unistd.h>
#include "base/buf.h"
#include "base/glob.h"
#include "base/regular.h"
#include "sym/elfcode.h"
#include "sym/elffile.h"
#include "sym/elffunc.h"
#include "sym/elflink.h"
#include "sym/insn.h"

#define	MAXOPEN		4096	/* bytes of a function without a size */

struct search {
	const struct dt_elffile *file;	/* the program or library itself */
	uint64_t start;			/* address of the entry point */
	struct dt_buf name;		/* without its version */
	dt_elffunc_f *fn;
	void *arg;
};

/*
 * The length of what precedes the entry probe of a function.  A leading endbr64
 * or endbr32 is skipped: the kernel single-steps it, which takes 20 times as
 * long as emulating the push that usually follows.  So is a leading instruction
 * of AVX-512, as Linux 6.18 corrupts a process that single-steps one, and one
 * of AVX that the kernel refuses, as it takes the opcode of vpxor for that of
 * an output to a port.  None of them changes the arguments or the stack.
 */
static size_t
skipped(const uint8_t *code, size_t n, bool is_32)
{
#ifdef __x86_64__
	static const uint8_t endbr[][4] = { { 0xf3, 0x0f, 0x1e, 0xfa },
	    { 0xf3, 0x0f, 0x1e, 0xfb } };
	struct dt_insn insn;
	size_t at = 0;

	if (n >= sizeof(endbr[0]) &&
	    memcmp(code, endbr[is_32], sizeof(endbr[0])) == 0)
		at = sizeof(endbr[0]);
	if (at < n && dt_insn_decode(code + at, n - at, is_32, &insn) &&
	    insn.is_vex && (code[at] == DT_INSN_EVEX ||
	    insn.map == DT_INSN_0F) &&
	    dt_elfcode_first(code + at, n - at, is_32) == DT_BREAK_NO)
		at += insn.len;
	return at;
#else
	(void) code;
	(void) n;
	(void) is_32;
	return 0;
#endif
}

struct dt_elfentry
dt_elffunc_entry(int fd, uint64_t offset)
{
	uint8_t code[DT_ELFFUNC_SKIP + DT_INSN_MAX];
	bool is_32 = dt_elffile_is_i386(fd);
	ssize_t n = pread(fd, code, sizeof(code), (off_t)offset);
	size_t at = n > 0 ? skipped(code, (size_t)n, is_32) : 0;

	return (struct dt_elfentry){ offset + at, n <= 0 ? DT_BREAK_NO :
	    dt_elfcode_first(code + at, (size_t)n - at, is_32) };
}

enum dt_elfreturn
dt_elffunc_return(const char *name)
{
	static const struct {
		const char *pattern;
		enum dt_elfreturn how;
	} odd[] = {
		{ "*setjmp", DT_RETURN_AGAIN },
		{ "*getcontext", DT_RETURN_AGAIN },
		{ "*.cold*", DT_RETURN_NEVER },	/* jumps lead there */
		{ "_start", DT_RETURN_NEVER },
		{ "_dl_start_user", DT_RETURN_NEVER },
		{ "_dl_runtime_resolve*", DT_RETURN_NEVER },
		{ "_dl_runtime_profile*", DT_RETURN_NEVER },
		{ "__restore_rt", DT_RETURN_NEVER },
	};

	for (size_t i = 0; i < sizeof(odd) / sizeof(odd[0]); i++)
		if (dt_glob_match(odd[i].pattern, name))
			return odd[i].how;
	return DT_RETURN_ONCE;
}

static bool
is_part(const char *name)
{
	return strstr(name, ".cold") != NULL || strstr(name, ".part.") != NULL;
}

static const char *
without_version(struct dt_buf *b, const struct dt_elfname *name)
{
	if (name->p[name->len] == '\0')
		return name->p;
	dt_buf_reset(b);
	dt_buf_add(b, name->p, name->len);
	return dt_buf_text(b);
}

static int
visit(struct search *s, const GElf_Sym *sym, const struct dt_elfname *name)
{
	struct dt_elffunc f = { .size = sym->st_size, .fd = s->file->fd };

	f.is_indirect = GELF_ST_TYPE(sym->st_info) == STT_GNU_IFUNC;
	f.is_part = is_part(name->p);
	if ((GELF_ST_TYPE(sym->st_info) != STT_FUNC && !f.is_indirect) ||
	    sym->st_shndx == SHN_UNDEF ||
	    !dt_elffile_offset(s->file, sym->st_value, &f.offset))
		return 0;
	if (f.size == 0)
		f.size = dt_elfcode_extent(f.fd, f.offset, MAXOPEN);
	f.name = without_version(&s->name, name);
	f.rank = dt_elfname_rank(name, sym);
	f.is_start = sym->st_value == s->start;
	return f.name[0] != '\0' ? s->fn(s->arg, &f) : s->name.err;
}

/* Visit the functions of a table.  -ENOENT: there is no such table. */
static int
visit_type(struct search *s, struct dt_elffile *from, uint32_t type)
{
	struct dt_elftable t;
	struct dt_elfname name;
	GElf_Sym sym;
	int rc = 0;

	if (!dt_elffile_table(from, type, &t))
		return -ENOENT;
	while (rc == 0 && dt_elftable_next(&t, &sym, &name))
		rc = visit(s, &sym, &name);
	return rc;
}

static int
visit_symbols(void *arg, struct dt_elffile *from)
{
	return visit_type(arg, from, SHT_SYMTAB);
}

static int
visit_file(struct search *s, struct dt_elffile *f, const char *path)
{
	GElf_Ehdr eh;
	int rc;

	s->file = f;
	s->start = gelf_getehdr(f->elf, &eh) != NULL ? eh.e_entry : 0;
	rc = visit_symbols(s, f);
	if (rc == -ENOENT)
		rc = dt_elflink_visit(f, path, visit_symbols, s);
	if (rc == -ENOENT)
		rc = visit_type(s, f, SHT_DYNSYM);
	return rc == -ENOENT ? 0 : rc;
}

int
dt_elf_functions(const char *path, dt_elffunc_f *fn, void *arg)
{
	struct search s = { .fn = fn, .arg = arg };
	struct dt_elffile f;
	int fd = dt_regular_open(path, 0), rc;

	if (fd < 0)
		return -errno;
	rc = dt_elffile_open(&f, fd);
	if (rc == 0)
		rc = visit_file(&s, &f, path);
	dt_elffile_close(&f);
	dt_buf_free(&s.name);
	(void) close(fd);
	return rc;
}

static int
find_symbols(void *arg, struct dt_elffile *f)
{
	struct dt_elftable t;

	(void) arg;
	return dt_elffile_table(f, SHT_SYMTAB, &t) ? 0 : -ENOENT;
}

bool
dt_elf_is_stripped(const char *path)
{
	struct dt_elffile f;
	int fd = dt_regular_open(path, 0);
	bool stripped = false;

	if (fd < 0)
		return false;
	if (dt_elffile_open(&f, fd) == 0)
		stripped = find_symbols(NULL, &f) != 0 &&
		    dt_elflink_visit(&f, path, find_symbols, NULL) != 0;
	dt_elffile_close(&f);
	(void) close(fd);
	return stripped;
}
