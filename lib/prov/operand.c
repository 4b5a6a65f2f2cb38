/* SPDX-License-Identifier: MIT */
/*
 * operand.c - parses operands in assembler syntax.  Each is SIZE@VALUE, where a
 * negative size means a signed value, and SIZE@ may be missing.
 *
 *	x86	%reg  $number  number(%base)  number(%base,%index,scale)
 *	arm64	reg  number  [base]  [base, number]
 */
#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "prov/operand.h"

#ifdef __aarch64__

static const struct { const char *name; uint16_t off; } regs[] = {
	{ "sp", 248 },
};

/* Parse x0 to x30, their lower halves w0 to w30, or sp. */
static int
reg_at(const char **at)
{
	const char *s = *at;
	char *end;
	long n;

	if (strncmp(s, regs[0].name, 2) == 0) {
		*at = s + 2;
		return regs[0].off;
	}
	if ((*s != 'x' && *s != 'w') || !isdigit((unsigned char)s[1]))
		return -1;
	n = strtol(s + 1, &end, 10);
	*at = end;
	return n <= 30 ? (int)n * 8 : -1;
}

static bool
memory_at(const char **at, struct dt_uarg *a)
{
	const char *s = *at + 1;
	int base = reg_at(&s);
	char *end;

	if (base < 0)
		return false;
	a->kind = DT_UARG_MEM;
	a->base = (uint16_t)base;
	if (*s == ',') {
		a->value = strtoll(s + 1, &end, 0);
		s = end;
	}
	*at = s + 1;
	return *s == ']';
}

static bool
value_at(const char **at, struct dt_uarg *a)
{
	char *end;
	int reg;

	if (**at == '[')
		return memory_at(at, a);
	reg = reg_at(at);
	if (reg >= 0) {
		a->kind = DT_UARG_REG;
		a->base = (uint16_t)reg;
		return true;
	}
	a->kind = DT_UARG_CONST;
	a->value = strtoll(*at, &end, 0);
	if (end == *at)
		return false;
	*at = end;
	return true;
}

#else

/* Registers, by the names of their 64, 32, 16 and 8 bits. */
static const struct {
	const char *name[4];
	uint16_t off;
} regs[] = {
	{ { "rax", "eax", "ax", "al" }, 80 },
	{ { "rbx", "ebx", "bx", "bl" }, 40 },
	{ { "rcx", "ecx", "cx", "cl" }, 88 },
	{ { "rdx", "edx", "dx", "dl" }, 96 },
	{ { "rsi", "esi", "si", "sil" }, 104 },
	{ { "rdi", "edi", "di", "dil" }, 112 },
	{ { "rbp", "ebp", "bp", "bpl" }, 32 },
	{ { "rsp", "esp", "sp", "spl" }, 152 },
	{ { "r8", "r8d", "r8w", "r8b" }, 72 },
	{ { "r9", "r9d", "r9w", "r9b" }, 64 },
	{ { "r10", "r10d", "r10w", "r10b" }, 56 },
	{ { "r11", "r11d", "r11w", "r11b" }, 48 },
	{ { "r12", "r12d", "r12w", "r12b" }, 24 },
	{ { "r13", "r13d", "r13w", "r13b" }, 16 },
	{ { "r14", "r14d", "r14w", "r14b" }, 8 },
	{ { "r15", "r15d", "r15w", "r15b" }, 0 },
	{ { "rip", "rip", "rip", "rip" }, 128 },
};

/* The offset of the register at *at, which moves past it; -1: none. */
static int
reg_at(const char **at)
{
	size_t len = 0;

	if (**at != '%')
		return -1;
	while (isalnum((unsigned char)(*at)[1 + len]))
		len++;
	for (size_t i = 0; i < sizeof(regs) / sizeof(regs[0]); i++)
		for (int k = 0; k < 4; k++)
			if (strlen(regs[i].name[k]) == len &&
			    memcmp(regs[i].name[k], *at + 1, len) == 0) {
				*at += 1 + len;
				return regs[i].off;
			}
	return -1;
}

/* "(%base,%index,scale)"; the index and its scale may be missing. */
static bool
address_at(const char **at, struct dt_uarg *a)
{
	const char *s = *at + 1;
	int base = reg_at(&s), index;
	char *end;

	if (**at != '(' || base < 0)
		return false;
	a->kind = DT_UARG_MEM;
	a->base = (uint16_t)base;
	if (*s == ',') {
		s++;
		index = reg_at(&s);
		if (index < 0)
			return false;
		a->index = (uint16_t)index;
		a->scale = 1;
		if (*s == ',') {
			a->scale = (uint8_t)strtoul(s + 1, &end, 10);
			s = end;
		}
	}
	*at = s + 1;
	return *s == ')';
}

static bool
value_at(const char **at, struct dt_uarg *a)
{
	bool is_const = **at == '$';
	char *end;
	int reg = reg_at(at);

	if (reg >= 0) {
		a->kind = DT_UARG_REG;
		a->base = (uint16_t)reg;
		return true;
	}
	a->value = strtoll(*at + is_const, &end, 0);
	if (is_const) {
		a->kind = DT_UARG_CONST;
		is_const = end != *at + 1;
		*at = end;
		return is_const;
	}
	*at = end;
	return address_at(at, a);
}

#endif

static bool
operand_at(const char **at, struct dt_uarg *a)
{
	const char *s = strchr(*at, '@');
	long size = 8;
	char *end;

	*a = (struct dt_uarg){ 0 };
	if (s != NULL && s < *at + strcspn(*at, " ")) {
		size = strtol(*at, &end, 10);
		if (end != s)
			return false;
		*at = s + 1;
	}
	a->is_signed = size < 0;
	a->size = (uint8_t)labs(size);
	return a->size >= 1 && a->size <= 8 && labs(size) <= 8 &&
	    value_at(at, a) && (**at == ' ' || **at == '\0');
}

int
dt_operands(const char *text, struct dt_uarg args[DT_NARGS])
{
	int n = 0;

	memset(args, 0, DT_NARGS * sizeof(args[0]));
	for (text += strspn(text, " "); *text != '\0' && n < DT_NARGS;
	    text += strspn(text, " "))
		if (!operand_at(&text, &args[n++]))
			return -1;
	return n;
}
