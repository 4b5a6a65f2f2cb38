/* SPDX-License-Identifier: MIT */
/*
 * mkrt.c - build tool: writes the objects of this folder's restricted C as a C
 * table (table.h) to standard output.  It refuses what the linker cannot
 * handle: data sections, CO-RE and kernel-symbol relocations.
 *
 *	mkrt OBJECT... > rt_table.c
 */
#include <bpf/btf.h>
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <libelf.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "rt/table.h"

#define	R_LD64		1	/* R_BPF_64_64 */
#define	R_CALL		10	/* R_BPF_64_32 */
#define	MAXFUNCS	256
#define	MAXNAME		64

struct obj {
	const char *path;
	Elf *elf;
	struct btf *btf;
	Elf_Data *syms, *text, *rels, *ext;
	size_t nsyms, strndx, textndx;
	int fd;
};

struct func {
	char name[MAXNAME];
	struct obj *o;
	uint32_t start, n;		/* instructions of .text */
	uint32_t nrels;
};

struct table {
	struct func fn[MAXFUNCS];
	size_t n;
};

__attribute__((noreturn, format(printf, 2, 3))) static void
fail(const struct obj *o, const char *fmt, ...)
{
	va_list ap;

	fprintf(stderr, "mkrt: %s: ", o != NULL ? o->path : "arguments");
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
	exit(1);
}

static const char *
sym_name(const struct obj *o, const GElf_Sym *s)
{
	const char *name = elf_strptr(o->elf, o->strndx, s->st_name);

	return name != NULL ? name : "";
}

/* Refuse sections that would need a map or a loader at run time. */
static void
refuse_section(const struct obj *o, const char *name, const GElf_Shdr *h)
{
	static const char *const data[] = {
		".rodata", ".data", ".bss", ".maps", ".ksyms", ".kconfig",
	};
	size_t i;

	for (i = 0; i < sizeof(data) / sizeof(data[0]); i++)
		if (h->sh_size != 0 &&
		    strncmp(name, data[i], strlen(data[i])) == 0)
			fail(o, "has section %s", name);
	if ((h->sh_flags & SHF_EXECINSTR) && h->sh_size != 0 &&
	    strcmp(name, ".text") != 0)
		fail(o, "has code in section %s", name);
}

static void
take_section(struct obj *o, Elf_Scn *scn, const char *name, const GElf_Shdr *h)
{
	if (strcmp(name, ".text") == 0) {
		o->text = elf_getdata(scn, NULL);
		o->textndx = elf_ndxscn(scn);
	} else if (strcmp(name, ".rel.text") == 0) {
		o->rels = elf_getdata(scn, NULL);
	} else if (strcmp(name, ".BTF.ext") == 0) {
		o->ext = elf_getdata(scn, NULL);
	} else if (h->sh_type == SHT_SYMTAB) {
		o->syms = elf_getdata(scn, NULL);
		o->nsyms = h->sh_size / h->sh_entsize;
		o->strndx = h->sh_link;
	}
}

static void
scan_sections(struct obj *o)
{
	Elf_Scn *scn = NULL;
	const char *name;
	size_t strndx;
	GElf_Shdr h;

	if (elf_getshdrstrndx(o->elf, &strndx) != 0)
		fail(o, "no section names");
	while ((scn = elf_nextscn(o->elf, scn)) != NULL) {
		if (gelf_getshdr(scn, &h) == NULL)
			fail(o, "bad section header");
		name = elf_strptr(o->elf, strndx, h.sh_name);
		if (name == NULL)
			fail(o, "bad section name");
		refuse_section(o, name, &h);
		take_section(o, scn, name, &h);
	}
	if (o->text == NULL || o->syms == NULL)
		fail(o, "no code or no symbols");
}

/*
 * CO-RE relocations are the third part of .BTF.ext.  Its header has: magic and
 * version, length of the header, then offset and length of each part.
 */
static void
refuse_core(const struct obj *o)
{
	const uint32_t *h = o->ext != NULL ? o->ext->d_buf : NULL;

	if (h != NULL && o->ext->d_size >= 32 && h[1] >= 32 && h[7] != 0)
		fail(o, "has CO-RE relocations");
}

static void
open_obj(struct obj *o, const char *path)
{
	o->path = path;
	o->fd = open(path, O_RDONLY | O_CLOEXEC);
	if (o->fd < 0)
		fail(o, "%s", strerror(errno));
	o->elf = elf_begin(o->fd, ELF_C_READ, NULL);
	if (o->elf == NULL)
		fail(o, "%s", elf_errmsg(-1));
	scan_sections(o);
	refuse_core(o);
	o->btf = btf__parse_elf(path, NULL);
	if (o->btf == NULL)
		fail(o, "no BTF: compile with -g");
}

static void
close_obj(struct obj *o)
{
	btf__free(o->btf);
	elf_end(o->elf);
	close(o->fd);
}

static void
add_funcs(struct table *t, struct obj *o)
{
	struct func *f;
	GElf_Sym s;
	size_t i;

	for (i = 0; i < o->nsyms; i++) {
		if (gelf_getsym(o->syms, i, &s) == NULL ||
		    GELF_ST_TYPE(s.st_info) != STT_FUNC)
			continue;
		if (s.st_shndx != o->textndx || s.st_size % 8 != 0)
			fail(o, "odd function %s", sym_name(o, &s));
		if (GELF_ST_BIND(s.st_info) != STB_GLOBAL)
			fail(o, "function %s is static: use DT_INLINE",
			    sym_name(o, &s));
		if (t->n == MAXFUNCS)
			fail(o, "more than %d functions", MAXFUNCS);
		f = &t->fn[t->n++];
		f->o = o;
		f->start = s.st_value / 8;
		f->n = s.st_size / 8;
		snprintf(f->name, sizeof(f->name), "%s", sym_name(o, &s));
	}
}

static int
by_name(const void *a, const void *b)
{
	return strcmp(((const struct func *)a)->name,
	    ((const struct func *)b)->name);
}

static const struct func *
func_at(const struct table *t, const struct obj *o, uint32_t insn)
{
	size_t i;

	for (i = 0; i < t->n; i++)
		if (t->fn[i].o == o && t->fn[i].start == insn)
			return &t->fn[i];
	fail(o, "a call to instruction %u, where no function starts", insn);
}

static bool
is_call(const struct bpf_insn *i)
{
	return dt_insn_is_call(i) && i->src_reg == BPF_PSEUDO_CALL;
}

static const struct bpf_insn *
insns(const struct func *f)
{
	return (const struct bpf_insn *)f->o->text->d_buf + f->start;
}

static void
put_insns(const struct func *f)
{
	const struct bpf_insn *in = insns(f);
	bool rel;
	uint32_t i;

	printf("static const struct bpf_insn insns_%s[] = {\n", f->name);
	for (i = 0; i < f->n; i++) {
		/* a relocation fills in the value */
		rel = is_call(&in[i]);
		printf("\t{ 0x%02x, %u, %u, %d, %d },\n", in[i].code,
		    in[i].dst_reg, in[i].src_reg, in[i].off,
		    rel ? -1 : in[i].imm);
	}
	printf("};\n");
}

/* Find the symbol of the relocation at the instruction, if any. */
static bool
find_rel(const struct obj *o, uint32_t insn, GElf_Sym *s, uint32_t *type)
{
	size_t i, n = o->rels != NULL ? o->rels->d_size / sizeof(Elf64_Rel) : 0;
	GElf_Rel r;

	for (i = 0; i < n; i++) {
		if (gelf_getrel(o->rels, i, &r) == NULL ||
		    r.r_offset != insn * 8ull)
			continue;
		if (gelf_getsym(o->syms, GELF_R_SYM(r.r_info), s) == NULL)
			fail(o, "a relocation without a symbol");
		*type = GELF_R_TYPE(r.r_info);
		if (*type != R_LD64 && *type != R_CALL)
			fail(o, "relocation of type %u at %u", *type, insn);
		return true;
	}
	return false;
}

static void
put_call(const struct table *t, const struct func *f, uint32_t i)
{
	const struct bpf_insn *in = &insns(f)[i];
	const char *name;
	uint32_t type;
	GElf_Sym s;

	if (!find_rel(f->o, f->start + i, &s, &type))
		name = func_at(t, f->o, f->start + i + 1 + in->imm)->name;
	else if (GELF_ST_TYPE(s.st_info) == STT_SECTION)
		name = func_at(t, f->o, in->imm + 1)->name;
	else
		name = sym_name(f->o, &s);
	printf("\t{ %u, %s, \"%s\", 0 },\n", i, strcmp(name, DT_CAST) == 0 ?
	    "DT_REL_KFUNC" : "DT_REL_FUNC", name);
}

static const char *
ld64_kind(const struct func *f, const GElf_Sym *s, const char *sym)
{
	if (GELF_ST_TYPE(s->st_info) == STT_FUNC ||
	    strncmp(sym, "dt_fn_", 6) == 0)
		return "DT_REL_FUNCADDR";
	if (strncmp(sym, "dt_map_", 7) == 0)
		return "DT_REL_MAP";
	if (strncmp(sym, "dt_val_", 7) == 0)
		return "DT_REL_MAPVAL";
	if (strncmp(sym, "dt_imm_", 7) == 0)
		return "DT_REL_IMM";
	fail(f->o, "%s uses the unknown symbol %s", f->name, sym);
}

static void
put_ld64(const struct func *f, uint32_t i)
{
	const struct bpf_insn *in = &insns(f)[i];
	const char *name;
	uint32_t type;
	GElf_Sym s;

	if (!find_rel(f->o, f->start + i, &s, &type))
		return;
	name = sym_name(f->o, &s);
	printf("\t{ %u, %s, \"%s\", %d },\n", i, ld64_kind(f, &s, name),
	    name, in->imm);
}

static uint32_t
put_rels(const struct table *t, const struct func *f)
{
	const struct bpf_insn *in = insns(f);
	uint32_t i, n = 0, type;
	GElf_Sym s;

	printf("static const struct dt_reloc rels_%s[] = {\n", f->name);
	for (i = 0; i < f->n; i++) {
		bool rel = find_rel(f->o, f->start + i, &s, &type);

		if (is_call(&in[i]))
			put_call(t, f, i);
		else if (dt_insn_is_wide(&in[i]))
			put_ld64(f, i);
		else if (rel)
			fail(f->o, "%s: a relocation where none can be",
			    f->name);
		n += is_call(&in[i]) || rel;
		i += dt_insn_is_wide(&in[i]);
	}
	printf("\t{ 0, 0, NULL, 0 }\n};\n");
	return n;
}

static const struct btf_type *
bare_type(const struct btf *btf, uint32_t id)
{
	const struct btf_type *t = btf__type_by_id(btf, id);

	while (btf_is_mod(t) || btf_is_typedef(t))
		t = btf__type_by_id(btf, t->type);
	return t;
}

/* The parameter type of a pointer, by the name of its target. */
static const char *
pointee(const struct btf *btf, uint32_t id)
{
	const struct btf_type *t = bare_type(btf, id);

	if (!btf_is_ptr(t))
		return "";
	t = bare_type(btf, t->type);
	return btf_is_struct(t) ? btf__name_by_offset(btf, t->name_off) :
	    "void";
}

static enum dt_param
param_of(const struct func *f, uint32_t id)
{
	static const char *const names[] = {
#define	DT_PARAM(id, pointee, ...)	pointee,
#include "tbl/params.h"
#undef DT_PARAM
	};
	const char *name = pointee(f->o->btf, id);
	int i;

	for (i = 0; i < DT_NPARAMS; i++)
		if (strcmp(names[i], name) == 0)
			return i;
	fail(f->o, "%s has a parameter of type %s *", f->name, name);
}

static void
put_params(const struct func *f)
{
	const struct btf *btf = f->o->btf;
	int32_t id = btf__find_by_name_kind(btf, f->name, BTF_KIND_FUNC);
	const struct btf_type *t;
	bool is_static = false;
	enum dt_param param;
	uint32_t i;

	if (id < 0)
		fail(f->o, "no BTF of %s", f->name);
	t = btf__type_by_id(btf, btf__type_by_id(btf, id)->type);
	if (btf_vlen(t) > DT_MAXPARAMS)
		fail(f->o, "%s has too many parameters", f->name);
	printf("\t\t%u, { ", btf_vlen(t));
	for (i = 0; i < btf_vlen(t); i++) {
		param = param_of(f, btf_params(t)[i].type);
		is_static |= param == DT_PARAM_OPAQUE;
		printf("%d, ", param);
	}
	printf("%s}, %d, NULL },\n", i == 0 ? "0 " : "", !is_static);
}

static void
put_table(struct table *t)
{
	size_t i;

	printf("/* Made by mkrt from lib/rt. */\n#include \"rt/table.h\"\n\n");
	for (i = 0; i < t->n; i++) {
		put_insns(&t->fn[i]);
		t->fn[i].nrels = put_rels(t, &t->fn[i]);
	}
	printf("\nstatic const struct dt_func funcs[] = {\n");
	for (i = 0; i < t->n; i++) {
		const char *name = t->fn[i].name;

		printf("\t{ \"%s\", insns_%s, %u, %u, rels_%s,\n", name, name,
		    t->fn[i].n, t->fn[i].nrels, name);
		put_params(&t->fn[i]);
	}
	printf("};\n\nconst struct dt_rt_table dt_rt_table = { funcs, %zu };\n",
	    t->n);
}

int
main(int argc, char **argv)
{
	struct obj *objs = calloc(argc, sizeof(*objs));
	struct table *t = calloc(1, sizeof(*t));
	int i;

	if (argc < 2 || objs == NULL || t == NULL)
		fail(NULL, "usage: mkrt OBJECT...");
	elf_version(EV_CURRENT);
	for (i = 1; i < argc; i++) {
		open_obj(&objs[i], argv[i]);
		add_funcs(t, &objs[i]);
	}
	qsort(t->fn, t->n, sizeof(t->fn[0]), by_name);
	put_table(t);
	for (i = 1; i < argc; i++)
		close_obj(&objs[i]);
	free(objs);
	free(t);
	return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 1;
}
