/* SPDX-License-Identifier: MIT */
/*
 * operand.c - parses operands in assembler syntax.  Each is SIZE@VALUE, where a
 * negative size means a signed value, and one that ends in f a floating-point
 * number; SIZE@ may be missing.
 *
 *	x86	%reg  $number  number  number(%base)
 *		number(%base,%index,scale)  number(,%index,scale)
 *		%fs:number  %fs:number(%reg)  $number(%rip): the address itself
 *	arm64	reg  number  [base]  [base, number]  [base, index]
 *		[base, index, lsl n], and with sxtw or uxtw
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "prov/operand.h"

/* Why an operand cannot be read, and what to do. */
static const char bad_form[] =
    "its form is not known: pass the argument in memory";
static const char bad_size[] =
    "an argument has 1 to 8 bytes, and a floating-point number 4 or 8: pass "
    "its address";
static const char bad_register[] =
    "no engine reads this register: pass the argument in memory, or its "
    "address";
static const char bad_name[] =
    "the file's symbols have no variable of this name, or several: keep the "
    "symbols, and give it a name of its own";
#ifdef __x86_64__
static const char bad_label[] =
    "such a name of a constant is dropped: keep it (-Wa,-L "
    "-Wl,--discard-none), or pass the argument from a variable";
static const char in_vector[] =
    "the kernel shows no floating-point registers to probes: use the embedded "
    "engine (-x engine=vm), or pass the argument in memory";
static const char in_narrow[] =
    "the kernel does not show probes where a thread of 32-bit code has its "
    "variables: use the embedded engine (-x engine=vm)";
#endif

/* Move past a number, if there is one. */
static bool
number_at(const char **at, int64_t *value)
{
	char *end;

	*value = strtoll(*at, &end, 0);
	if (end == *at || isspace((unsigned char)**at))
		return false;
	*at = end;
	return true;
}

static bool
take(const char **at, char c)
{
	if (**at != c)
		return false;
	(*at)++;
	return true;
}

#ifdef __aarch64__

static const struct { const char *name; uint16_t off; } special[] = {
	{ "sp", 248 }, { "fp", 232 }, { "lr", 240 },
};

/* Is it x0 to x30, its lower half w0 to w30, or another name of one? */
static int
reg_at(const char **at)
{
	const char *s = *at;
	char *end;
	long n;

	for (size_t i = 0; i < sizeof(special) / sizeof(special[0]); i++)
		if (strncmp(s, special[i].name, 2) == 0) {
			*at = s + 2;
			return special[i].off;
		}
	if ((*s != 'x' && *s != 'w') || !isdigit((unsigned char)s[1]))
		return -1;
	n = strtol(s + 1, &end, 10);
	if (n > 30)
		return -1;
	*at = end;
	return (int)n * 8;
}

/* How the index is extended and shifted, after a comma. */
static bool
shift_at(const char **at, struct dt_uarg *a)
{
	static const struct { const char *name; uint8_t extend; } t[] = {
		{ "lsl", DT_EXTEND_NONE }, { "sxtx", DT_EXTEND_NONE },
		{ "uxtw", DT_EXTEND_ZERO }, { "sxtw", DT_EXTEND_SIGN },
	};
	size_t i = 0, n = sizeof(t) / sizeof(t[0]);
	int64_t shift;

	while (i < n && strncmp(*at, t[i].name, strlen(t[i].name)) != 0)
		i++;
	if (i == n)
		return false;
	*at += strlen(t[i].name);
	a->extend = t[i].extend;
	(void) take(at, ' ');
	(void) take(at, '#');
	if (!number_at(at, &shift))
		return true;
	a->scale = (uint8_t)(1 << (shift & 7));
	return shift >= 0 && shift <= 4;
}

static bool
offset_at(const char **at, struct dt_uarg *a)
{
	int index = reg_at(at);

	if (index < 0) {
		(void) take(at, '#');
		return number_at(at, &a->value);
	}
	a->index = (uint16_t)index;
	a->scale = 1;
	if (!take(at, ','))
		return true;
	(void) take(at, ' ');
	return shift_at(at, a);
}

static const char *
memory_at(const char **at, struct dt_uarg *a)
{
	int base = reg_at(at);

	if (base < 0)
		return bad_form;
	a->kind = DT_UARG_MEM;
	a->base = (uint16_t)base;
	if (take(at, ',')) {
		(void) take(at, ' ');
		if (!offset_at(at, a))
			return strchr(*at, ':') != NULL ? bad_name : bad_form;
	}
	return take(at, ']') ? NULL : bad_form;
}

static bool
is_zero(const char **at)
{
	if (strncmp(*at, "xzr", 3) != 0 && strncmp(*at, "wzr", 3) != 0)
		return false;
	*at += 3;
	return true;
}

static const char *
value_at(const char **at, struct dt_uarg *a)
{
	int reg;

	if (take(at, '['))
		return memory_at(at, a);
	reg = reg_at(at);
	if (reg >= 0) {
		a->kind = DT_UARG_REG;
		a->base = (uint16_t)reg;
		return NULL;
	}
	a->kind = DT_UARG_CONST;
	if (is_zero(at))
		return NULL;
	(void) take(at, '#');
	if (number_at(at, &a->value))
		return NULL;
	return strchr("bhsdqv", **at) != NULL ? bad_register : bad_form;
}

#else

#define	FSBASE	168			/* as in struct user_regs_struct */
#define	GSBASE	176
#define	NVECTORS	16

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
	/* bits 8 to 15 */
	{ { "ah", "ah", "ah", "ah" }, 81 }, { { "bh", "bh", "bh", "bh" }, 41 },
	{ { "ch", "ch", "ch", "ch" }, 89 }, { { "dh", "dh", "dh", "dh" }, 97 },
};

static bool
is_high_byte(int off)
{
	return off % 8 != 0;
}

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

static bool
set_index(struct dt_uarg *a, int reg)
{
	if (reg < 0 || a->scale != 0)
		return false;
	a->index = (uint16_t)reg;
	a->scale = 1;
	return true;
}

/* The base may be that of a segment: then the register here is an index. */
static bool
base_at(const char **at, struct dt_uarg *a)
{
	int reg = reg_at(at);

	if (reg < 0)
		return **at == ',';
	if (a->kind == DT_UARG_MEM)
		return set_index(a, reg);
	a->kind = DT_UARG_MEM;
	a->base = (uint16_t)reg;
	return true;
}

/* ",%index,scale", where the scale may be missing. */
static bool
index_at(const char **at, struct dt_uarg *a)
{
	int64_t scale;

	if (!take(at, ','))
		return true;
	if (!set_index(a, reg_at(at)))
		return false;
	if (!take(at, ','))
		return true;
	a->scale = 0;
	if (number_at(at, &scale) && scale >= 1 && scale <= 8)
		a->scale = (uint8_t)scale;
	return a->scale != 0;
}

/* Why there is no number at `at`. */
static const char *
no_number(const char *at)
{
	if (strncmp(at, ".L", 2) == 0)
		return bad_label;
	return isalpha((unsigned char)*at) || *at == '_' ? bad_name : bad_form;
}

/* "number(%base,%index,scale)", of which parts may be missing. */
static const char *
memory_at(const char **at, struct dt_uarg *a)
{
	bool has_number = number_at(at, &a->value);

	if (take(at, '(')) {
		if (!base_at(at, a) || !index_at(at, a) || !take(at, ')'))
			return bad_form;
	} else if (!has_number) {
		return no_number(*at);
	}
	if (a->kind == DT_UARG_NONE)
		a->kind = DT_UARG_ABS;
	return **at == '+' || **at == '@' ? bad_name : NULL;
}

/* A constant, or the address of a variable. */
static const char *
immediate_at(const char **at, struct dt_uarg *a)
{
	int base;

	if (!number_at(at, &a->value))
		return no_number(*at);
	a->kind = DT_UARG_CONST;
	if (!take(at, '('))
		return NULL;
	base = reg_at(at);
	if (base < 0 || !take(at, ')'))
		return bad_form;
	a->kind = DT_UARG_ADDR;
	a->base = (uint16_t)base;
	return NULL;
}

static const char *
vector_at(const char **at, struct dt_uarg *a)
{
	int64_t n;

	if (strncmp(*at, "%xmm", 4) != 0 || !isdigit((unsigned char)(*at)[4]))
		return bad_register;
	*at += 4;
	if (!number_at(at, &n) || n >= NVECTORS)
		return bad_register;
	a->kind = DT_UARG_VECTOR;
	a->base = (uint16_t)(n * 16);
	return NULL;
}

static const char *
value_at(const char **at, struct dt_uarg *a)
{
	bool is_fs = strncmp(*at, "%fs:", 4) == 0;
	int reg = reg_at(at);

	if (reg >= 0) {
		a->kind = DT_UARG_REG;
		a->base = (uint16_t)reg;
		if (is_high_byte(reg))
			a->size = 1;
		return NULL;
	}
	if (take(at, '$'))
		return immediate_at(at, a);
	if (is_fs || strncmp(*at, "%gs:", 4) == 0) {
		*at += 4;
		a->kind = DT_UARG_MEM;
		a->base = is_fs ? FSBASE : GSBASE;
	} else if (**at == '%') {
		return vector_at(at, a);
	}
	return memory_at(at, a);
}

#endif

/* The size before @, which may be missing; 0: an invalid one. */
static void
size_at(const char **at, struct dt_operand *o)
{
	const char *s = *at;
	int64_t size;
	bool is_float;

	o->at.size = 8;
	if (!number_at(&s, &size))
		return;
	is_float = take(&s, 'f');
	if (!take(&s, '@'))
		return;
	*at = s;
	o->is_float = is_float;
	o->at.is_signed = size < 0 && !is_float;
	o->at.size = size >= -8 && size <= 8 ? (uint8_t)llabs(size) : 0;
}

/* Without a form that is known, only why it is not. */
static void
parse(struct dt_operand *o)
{
	const char *at = o->text;

	size_at(&at, o);
	if (o->at.size == 0 ||
	    (o->is_float && o->at.size != 4 && o->at.size != 8))
		o->why = bad_size;
	else
		o->why = value_at(&at, &o->at);
	if (o->why == NULL && at != o->text + o->len)
		o->why = bad_form;
	if (o->why != NULL)
		o->at = (struct dt_uarg){ .size = 8 };
}

/* The length of the operand at s, up to a blank outside of brackets. */
static size_t
length(const char *s)
{
	size_t len = 0;
	bool is_inside = false;

	for (; s[len] != '\0' && (is_inside || s[len] != ' '); len++)
		is_inside = s[len] == '[' || (is_inside && s[len] != ']');
	return len;
}

int
dt_operands(const char *text, struct dt_operand v[DT_NARGS])
{
	int n = 0;

	memset(v, 0, DT_NARGS * sizeof(v[0]));
	for (text += strspn(text, " "); *text != '\0' && n < DT_NARGS;
	    text += strspn(text, " ")) {
		v[n].text = text;
		v[n].len = length(text);
		parse(&v[n]);
		text += v[n++].len;
	}
	return n;
}

const char *
dt_operand_why(const struct dt_operand *o, bool in_kernel, bool is_narrow)
{
#ifdef __x86_64__
	bool is_own = o->at.kind == DT_UARG_MEM &&
	    (o->at.base == FSBASE || o->at.base == GSBASE);

	if (in_kernel && o->at.kind == DT_UARG_VECTOR)
		return in_vector;
	if (in_kernel && is_narrow && is_own)
		return in_narrow;
#else
	(void)in_kernel;
	(void)is_narrow;
#endif
	return o->why;
}
