/* SPDX-License-Identifier: MIT */
/*
 * elfsem.c - writes an object file of semaphores.  It has neither code nor
 * relocations, so only e_machine depends on the processor.
 */
#include <elf.h>
#include <string.h>
#include "sym/elfsem.h"

#ifdef __aarch64__
#define	MACHINE	EM_AARCH64
#else
#define	MACHINE	EM_X86_64
#endif

/* The sections.  STACK is .note.GNU-stack: no executable stack is needed. */
enum { NONE, PROBES, STACK, SYMTAB, STRTAB, SHSTRTAB, NSECTIONS };

static const struct {
	const char *name;
	Elf64_Shdr header;
} sections[NSECTIONS] = {
	[NONE] = { "", { 0 } },
	[PROBES] = { ".probes", { .sh_type = SHT_PROGBITS,
	    .sh_flags = SHF_ALLOC | SHF_WRITE, .sh_addralign = 2 } },
	[STACK] = { ".note.GNU-stack", { .sh_type = SHT_PROGBITS,
	    .sh_addralign = 1 } },
	[SYMTAB] = { ".symtab", { .sh_type = SHT_SYMTAB, .sh_link = STRTAB,
	    .sh_info = 1, .sh_addralign = 8,
	    .sh_entsize = sizeof(Elf64_Sym) } },
	[STRTAB] = { ".strtab", { .sh_type = SHT_STRTAB,
	    .sh_addralign = 1 } },
	[SHSTRTAB] = { ".shstrtab", { .sh_type = SHT_STRTAB,
	    .sh_addralign = 1 } },
};

struct writer {
	struct dt_buf *out;
	size_t start;			/* of the file in out */
	const char *const *names;
	uint32_t n;
	Elf64_Shdr headers[NSECTIONS];
};

static void
add_string(struct dt_buf *b, const char *s)
{
	dt_buf_add(b, s, strlen(s) + 1);
}

/*
 * Symbols are hidden: each program and library has its own semaphores, and its
 * code reads them without the GOT.
 */
static void
add_symbols(struct writer *w)
{
	Elf64_Sym sym = { 0 };

	dt_buf_add(w->out, &sym, sizeof(sym));
	sym.st_name = 1;
	sym.st_info = ELF64_ST_INFO(STB_GLOBAL, STT_OBJECT);
	sym.st_other = STV_HIDDEN;
	sym.st_shndx = PROBES;
	sym.st_size = sizeof(uint16_t);
	for (uint32_t i = 0; i < w->n; i++) {
		dt_buf_add(w->out, &sym, sizeof(sym));
		sym.st_name += (Elf64_Word)strlen(w->names[i]) + 1;
		sym.st_value += sizeof(uint16_t);
	}
}

static void
add_contents(struct writer *w, int section)
{
	switch (section) {
	case PROBES:
		(void) dt_buf_grow(w->out, w->n * sizeof(uint16_t));
		break;
	case SYMTAB:
		add_symbols(w);
		break;
	case STRTAB:
		add_string(w->out, "");
		for (uint32_t i = 0; i < w->n; i++)
			add_string(w->out, w->names[i]);
		break;
	case SHSTRTAB:
		for (int i = 0; i < NSECTIONS; i++)
			add_string(w->out, sections[i].name);
		break;
	}
}

static void
align(struct writer *w, size_t to)
{
	size_t odd = (w->out->len - w->start) % to;

	if (odd != 0)
		(void) dt_buf_grow(w->out, to - odd);
}

static void
add_section(struct writer *w, int i)
{
	Elf64_Shdr *h = &w->headers[i];

	*h = sections[i].header;
	if (h->sh_type == SHT_NULL)
		return;
	align(w, h->sh_addralign);
	h->sh_offset = w->out->len - w->start;
	add_contents(w, i);
	h->sh_size = w->out->len - w->start - h->sh_offset;
	for (int k = 0; k < i; k++)
		h->sh_name += (Elf64_Word)strlen(sections[k].name) + 1;
}

void
dt_elf_semaphores(struct dt_buf *out, const char *const *names, uint32_t n)
{
	struct writer w = { .out = out, .start = out->len, .names = names,
	    .n = n };
	Elf64_Ehdr h = {
		.e_ident = { ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64,
		    __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? ELFDATA2LSB :
		    ELFDATA2MSB, EV_CURRENT },
		.e_type = ET_REL, .e_machine = MACHINE, .e_version = EV_CURRENT,
		.e_ehsize = sizeof(h), .e_shentsize = sizeof(Elf64_Shdr),
		.e_shnum = NSECTIONS, .e_shstrndx = SHSTRTAB,
	};

	(void) dt_buf_grow(out, sizeof(h));
	for (int i = 0; i < NSECTIONS; i++)
		add_section(&w, i);
	align(&w, sizeof(uint64_t));
	h.e_shoff = out->len - w.start;
	dt_buf_add(out, w.headers, sizeof(w.headers));
	if (out->err == 0)
		memcpy(out->p + w.start, &h, sizeof(h));
}
