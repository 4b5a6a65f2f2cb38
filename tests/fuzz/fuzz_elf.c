/* SPDX-License-Identifier: MIT */
/*
 * fuzz_elf - libFuzzer on the reader of ELF files: for any bytes, all symbols
 * are in what is loaded, have names, and are found by their addresses;
 * functions and places for probes are in the file, and types have names and a
 * layout.  Good seeds are small programs and libraries, of 32 and 64 bits, with
 * and without such places and debug information.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "base/buf.h"
#include "prov/operand.h"
#include "sym/dwinfo.h"
#include "sym/elffunc.h"
#include "sym/elflink.h"
#include "sym/elfnote.h"
#include "sym/elfsym.h"
#include "sym/objtype.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The name of the separate file has an end and no directory. */
static void
check_link(const struct dt_elf *e)
{
	const struct dt_elflink *l;

	(void) dt_elf_stripped(e, &l);
	if (memchr(l->name, '\0', sizeof(l->name)) == NULL ||
	    strchr(l->name, '/') != NULL || l->idlen > DT_ELFID)
		abort();
}

static void
check(const struct dt_elf *e, const struct dt_elfsym *s)
{
	struct dt_elfsym t;
	uint64_t lo, hi;

	dt_elf_extent(e, &lo, &hi);
	if (s->name[0] == '\0' || s->value < lo || s->size > hi - s->value)
		abort();
	if (s->size != 0 && (dt_elf_lookup(e, s->value, &t) != 0 ||
	    t.value != s->value))
		abort();
}

static int
check_function(void *arg, const struct dt_elffunc *f)
{
	if (f->name[0] == '\0' || f->offset >= *(size_t *)arg ||
	    dt_elffunc_entry(f->fd, f->offset).body < f->offset)
		abort();
	return 0;
}

struct file {
	size_t size;
	const char *path;
	struct dt_types *ts;
	struct dt_objtypes *types;
};

/* All that a type has inside, and what it points to, at most n times. */
static void
check_members(struct dt_types *ts, struct dt_type t, int n)
{
	struct dt_buf text = { 0 };

	(void) dt_type_layout(ts, &t, &text);
	dt_buf_free(&text);
	while (n-- > 0 && dt_type_pointee(ts, &t, &t) == 0)
		if (dt_type_complete(ts, &t) == 0 && dt_type_isstruct(&t))
			check_members(ts, t, n);
}

static void
check_type(struct file *f, const struct dt_dwtype *t)
{
	const struct dt_objfile file = { f->path, 1, 0 };
	const struct dt_objtype *own;

	if (memchr(t->name, '\0', sizeof(t->name)) == NULL)
		abort();
	if (t->at == 0 ||
	    dt_objtypes_find(f->types, &file, t->at, &own) != 0)
		return;
	if (own->full[0] == '\0')
		abort();
	check_members(f->ts, own->type, 3);
}

static int
check_types(void *arg, uint64_t offset, struct dt_dwfunc *f)
{
	struct dt_dwtypes t;
	struct file *file = arg;

	if (offset >= file->size)
		abort();
	if (!dt_dwfunc_types(f, &t))
		return 0;
	if (t.nargs > DT_NARGS)
		abort();
	check_type(file, &t.result);
	for (uint32_t i = 0; i < t.nargs; i++) {
		if (t.arg[i].name[0] == '\0')
			abort();
		check_type(file, &t.arg[i]);
	}
	return 0;
}

static void
check_debug(const char *path, size_t size)
{
	struct file f = { size, path, NULL, NULL };

	if (dt_types_create(&f.ts) == 0 &&
	    dt_objtypes_create(&f.types, f.ts) == 0)
		(void) dt_dw_functions(path, check_types, &f);
	dt_objtypes_destroy(f.types);
	dt_types_destroy(f.ts);
}

static int
check_note(void *arg, const struct dt_elfnote *n)
{
	struct dt_operand v[DT_NARGS];
	int i, k;

	if (n->offset >= *(size_t *)arg || n->semaphore >= *(size_t *)arg ||
	    strlen(n->provider) + strlen(n->name) + strlen(n->func) >
	    *(size_t *)arg)
		abort();
	k = dt_operands(n->args, v);
	for (i = 0; i < k; i++)
		if (v[i].at.size < 1 || v[i].at.size > 8)
			abort();
	return 0;
}

/* Call the functions that read a file. */
static void
check_file(const uint8_t *data, size_t size)
{
	char path[64];
	int fd = memfd_create("fuzz_elf", MFD_CLOEXEC);

	if (fd >= 0 && write(fd, data, size) == (ssize_t)size) {
		(void) snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
		(void) dt_elf_functions(path, check_function, &size);
		(void) dt_elf_notes(path, check_note, &size);
		check_debug(path, size);
	}
	if (fd >= 0)
		(void) close(fd);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *mem = malloc(size + 1);
	struct dt_elfsym s;
	struct dt_elf *e;
	uint64_t v;

	if (mem == NULL)
		return 0;
	check_file(data, size);
	memcpy(mem, data, size);
	if (dt_elf_image(mem, size, &e) == 0) {
		for (uint32_t i = 0; dt_elf_symbol(e, i, &s) == 0; i++)
			check(e, &s);
		check_link(e);
		(void) dt_elf_vaddr(e, size / 2, &v);
		(void) dt_elf_lookup(e, UINT64_MAX, &s);
		dt_elf_destroy(e);
	}
	free(mem);
	return 0;
}
