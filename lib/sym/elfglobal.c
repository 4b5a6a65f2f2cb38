/* SPDX-License-Identifier: MIT */
/*
 * elfglobal.c - compilers leave the names of variables in operands, because
 * addresses are not known before the program is linked.
 *
 *	8+name(%rip)  name+8(%rip)	by its distance from the place
 *	name  name(,%rax,8)  $name	at a fixed address
 *	name@GOTPCREL(%rip)		the address, in a table
 *	%fs:name@tpoff			each thread has one
 *	name@gottpoff(%rip)		the offset of that, in a table
 *	[x0, #:lo12:name]		the low bits of the address
 */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "sym/elfglobal.h"

#define	BASE		"(%rip)"
#define	LOW		":lo12:"
#define	LOW_MASK	0xfff

/* What the name stands for. */
enum how { PLAIN, OFFSET, OFFSET_IN_TABLE, ADDRESS_IN_TABLE, LOW_BITS };

static const struct { const char *suffix; enum how how; } suffixes[] = {
	{ "@gotpcrelx", ADDRESS_IN_TABLE }, { "@gotpcrel", ADDRESS_IN_TABLE },
	{ "@gottpoff", OFFSET_IN_TABLE },
	{ "@tpoff", OFFSET }, { "@ntpoff", OFFSET },
};

struct global {
	const char *name;
	size_t len;
	enum how how;
	uint64_t add;		/* to its address; may wrap around */
	GElf_Sym sym;
	bool is_found, is_ambiguous;
};

struct operands {
	struct dt_elffile *file;
	uint64_t place;
	bool is_fixed;		/* the file is loaded where it was linked */
	bool has_bare_registers;	/* whose names could be variables' */
};

/* Static variables of several files may have one name. */
static void
find_in(struct dt_elffile *f, uint32_t type, struct global *g)
{
	struct dt_elftable t;
	struct dt_elfname name;
	GElf_Sym sym;

	if (!dt_elffile_table(f, type, &t))
		return;
	while (dt_elftable_next(&t, &sym, &name)) {
		if (sym.st_shndx == SHN_UNDEF || name.len != g->len ||
		    memcmp(name.p, g->name, g->len) != 0)
			continue;
		g->is_ambiguous = g->is_ambiguous ||
		    (g->is_found && g->sym.st_value != sym.st_value);
		g->is_found = true;
		g->sym = sym;
	}
}

static bool
find(struct dt_elffile *f, struct global *g)
{
	bool is_own = g->how == OFFSET || g->how == OFFSET_IN_TABLE;

	find_in(f, SHT_SYMTAB, g);
	if (!g->is_found)
		find_in(f, SHT_DYNSYM, g);
	return g->is_found && !g->is_ambiguous &&
	    is_own == (GELF_ST_TYPE(g->sym.st_info) == STT_TLS);
}

static bool
is_name(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '.' || c == '$';
}

/* Add the number at *at, if it is after a sign, and move past it. */
static void
add_number(const char **at, struct global *g)
{
	char *end;

	if (**at != '+' && **at != '-')
		return;
	g->add += (uint64_t)strtoll(*at, &end, 0);
	*at = end;
}

static void
take_suffix(const char **at, struct global *g)
{
	for (size_t i = 0; i < sizeof(suffixes) / sizeof(suffixes[0]); i++) {
		size_t len = strlen(suffixes[i].suffix);

		if (strncasecmp(*at, suffixes[i].suffix, len) != 0 ||
		    is_name((*at)[len]))
			continue;
		g->how = suffixes[i].how;
		*at += len;
		return;
	}
}

/* Is it a variable at *at?  If so move past it. */
static bool
global_at(const char **at, struct global *g)
{
	const char *s = *at;
	char *end;

	*g = (struct global){ .add = (uint64_t)strtoll(s, &end, 0) };
	if (end != s && *end != '+')
		return false;
	s = end + (end != s);
	if (strncmp(s, LOW, sizeof(LOW) - 1) == 0) {
		g->how = LOW_BITS;
		s += sizeof(LOW) - 1;
	}
	if (isdigit((unsigned char)*s) || *s == '$')
		return false;
	g->name = s;
	while (is_name(s[g->len]))
		g->len++;
	s += g->len;
	add_number(&s, g);
	take_suffix(&s, g);
	add_number(&s, g);
	*at = s;
	return g->len != 0;
}

/*
 * The offset of a variable from the end of its thread's own memory, which for a
 * program is where the segment register points.
 */
static bool
own_offset(struct dt_elffile *f, const struct global *g, int64_t *value)
{
	GElf_Phdr ph;
	uint64_t align;
	size_t n = 0;

	(void) elf_getphdrnum(f->elf, &n);
	for (size_t i = 0; i < n; i++) {
		if (gelf_getphdr(f->elf, (int)i, &ph) == NULL ||
		    ph.p_type != PT_TLS)
			continue;
		align = ph.p_align != 0 ? ph.p_align : 1;
		*value = (int64_t)(g->sym.st_value -
		    (ph.p_memsz + align - 1) / align * align + g->add);
		return true;
	}
	return false;
}

/* Is this the variable's only address, whatever else the process loads? */
static bool
is_final(const struct operands *o, const struct global *g)
{
	return o->is_fixed || GELF_ST_BIND(g->sym.st_info) == STB_LOCAL ||
	    GELF_ST_VISIBILITY(g->sym.st_other) != STV_DEFAULT;
}

/*
 * Write a number for the name to buf, and move *at past what it also stands
 * for.  The length; -1: the name is left.
 */
static int
put(const struct operands *o, const char **at, const struct global *g,
    char *buf, size_t n)
{
	size_t base = strncmp(*at, BASE, sizeof(BASE) - 1) == 0 ?
	    sizeof(BASE) - 1 : 0;
	int64_t value = (int64_t)(g->sym.st_value + g->add);
	int64_t distance = (int64_t)(g->sym.st_value + g->add - o->place);
	bool is_end = **at == '\0' || **at == ' ';

	switch (g->how) {
	case LOW_BITS:
		return snprintf(buf, n, "%" PRId64, value & LOW_MASK);
	case OFFSET:
	case OFFSET_IN_TABLE:
		if (!own_offset(o->file, g, &value) ||
		    (g->how == OFFSET_IN_TABLE && base == 0))
			return -1;
		*at += g->how == OFFSET_IN_TABLE ? base : 0;
		return snprintf(buf, n, "%s%" PRId64,
		    g->how == OFFSET_IN_TABLE ? "$" : "", value);
	case ADDRESS_IN_TABLE:
		return base == 0 || !is_final(o, g) ? -1 :
		    snprintf(buf, n, "$%" PRId64, distance);
	case PLAIN:
		break;
	}
	if (base != 0)
		return snprintf(buf, n, "%" PRId64, distance);
	if (o->is_fixed)
		return snprintf(buf, n, "%" PRId64, value);
	return is_end ? snprintf(buf, n, "%" PRId64 "(%%rip)", distance) : -1;
}

/* Of an operand at s: its size, and what else precedes a name. */
static size_t
prefix(const char *s)
{
	size_t len = strspn(s, "-0123456789f");

	len = s[len] == '@' ? len + 1 : 0;
	s += len;
	if (strncmp(s, "%fs:", 4) == 0 || strncmp(s, "%gs:", 4) == 0)
		return len + 4;
	return *s == '$' || *s == '#' ? len + 1 : len;
}

/* Room for text that is written. */
struct out {
	char *at;
	size_t n;
};

static bool
copy(struct out *to, const char **from, size_t len)
{
	if (len >= to->n)
		return false;
	memcpy(to->at, *from, len);
	to->at[len] = '\0';
	to->at += len;
	to->n -= len;
	*from += len;
	return true;
}

/* Write a number for the name at *at, if it is one. */
static bool
replace(const struct operands *o, const char **at, struct out *to)
{
	struct global g;
	const char *s = *at;
	int len;

	if (!global_at(&s, &g) || (o->has_bare_registers &&
	    g.how != LOW_BITS) || !find(o->file, &g))
		return true;
	len = put(o, &s, &g, to->at, to->n);
	if (len >= 0 && (size_t)len >= to->n)
		return false;
	if (len >= 0) {
		*at = s;
		to->at += len;
		to->n -= (size_t)len;
	}
	return true;
}

bool
dt_elf_globals(struct dt_elffile *f, const char *args, uint64_t place,
    char *buf, size_t n)
{
	struct operands o = { .file = f, .place = place };
	struct out to = { buf, n };
	GElf_Ehdr eh;

	if (n == 0 || gelf_getehdr(f->elf, &eh) == NULL)
		return false;
	buf[0] = '\0';
	o.is_fixed = eh.e_type == ET_EXEC;
	o.has_bare_registers = eh.e_machine == EM_AARCH64;
	while (*args != '\0') {
		size_t blanks = strspn(args, " ");

		if (!copy(&to, &args, blanks + prefix(args + blanks)) ||
		    !replace(&o, &args, &to) ||
		    !copy(&to, &args, strcspn(args, " ")))
			return false;
	}
	return true;
}
