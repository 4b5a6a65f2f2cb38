/* SPDX-License-Identifier: MIT */
/*
 * elfglobal.c - compilers leave the names of global variables in operands, as
 * in 8+name(%rip) and name+8(%rip), because the address of the place is not
 * known before the program is linked.
 */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "sym/elfglobal.h"

#define	BASE	"(%rip)"

struct global {
	const char *name;
	size_t len;
	uint64_t value;
	bool is_found, is_ambiguous;
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
		    (g->is_found && g->value != sym.st_value);
		g->is_found = true;
		g->value = sym.st_value;
	}
}

static bool
find(struct dt_elffile *f, struct global *g)
{
	find_in(f, SHT_SYMTAB, g);
	if (!g->is_found)
		find_in(f, SHT_DYNSYM, g);
	return g->is_found && !g->is_ambiguous;
}

static bool
is_name(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '.' || c == '$';
}

/*
 * Is it a variable at *at, up to its BASE?  If so move *at there, and set the
 * name and what is added to its address.
 */
static bool
global_at(const char **at, struct global *g, int64_t *add)
{
	const char *s = *at;
	char *end;

	*add = strtoll(s, &end, 0);
	if (end != s && *end != '+')
		return false;
	s = end + (end != s);
	if (isdigit((unsigned char)*s))
		return false;
	*g = (struct global){ .name = s };
	while (is_name(s[g->len]))
		g->len++;
	s += g->len;
	if (g->len != 0 && (*s == '+' || *s == '-')) {
		*add += strtoll(s, &end, 0);
		s = end;
	}
	*at = s;
	return g->len != 0 && strncmp(s, BASE, sizeof(BASE) - 1) == 0;
}

bool
dt_elf_globals(struct dt_elffile *f, const char *args, uint64_t place,
    char *buf, size_t n)
{
	struct global g;
	const char *s;
	size_t len;
	int64_t add;

	while (*args != '\0') {
		len = strcspn(args, "@ ");
		len += args[len] != '\0';
		if (len >= n)
			return false;
		memcpy(buf, args, len);
		buf[len] = '\0';
		s = args;
		args += len;
		if (global_at(&s, &g, &add)) {
			if (!find(f, &g))
				return false;
			len = (size_t)snprintf(buf, n, "%" PRId64,
			    (int64_t)(g.value - place) + add);
			if (len >= n)
				return false;
			args = s;
		}
		buf += len;
		n -= len;
	}
	return n != 0;
}
