/* SPDX-License-Identifier: MIT */
/* macro.c - macro variables: $1, $$1, $pid and others. */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "front/lex.h"

static long my_pid(void) { return getpid(); }
static long my_ppid(void) { return getppid(); }
static long my_tid(void) { return gettid(); }
static long my_uid(void) { return getuid(); }
static long my_euid(void) { return geteuid(); }
static long my_gid(void) { return getgid(); }
static long my_egid(void) { return getegid(); }
static long my_pgid(void) { return getpgrp(); }
static long my_sid(void) { return getsid(0); }
static long my_none(void) { return 0; }

/*
 * Macro variables that are ids of this process.  Linux does not have projects,
 * their tasks or zones, so these ids are 0.
 */
static const struct macro {
	const char *name;
	long (*value)(void);
} macros[] = {
	{ "egid", my_egid }, { "euid", my_euid }, { "gid", my_gid },
	{ "pgid", my_pgid }, { "pid", my_pid }, { "ppid", my_ppid },
	{ "projid", my_none }, { "sid", my_sid }, { "taskid", my_none },
	{ "tid", my_tid }, { "uid", my_uid }, { "zoneid", my_none },
};

static const char *
number_text(struct dt_lex *l, long v)
{
	const char *s = dt_arena_printf(l->arena, "%ld", v);

	if (s == NULL)
		dt_diag_nomem(l->diag);
	return s;
}

static const char *
target_text(struct dt_lex *l)
{
	if (l->env->target > 0)
		return number_text(l, l->env->target);
	dt_diag_set(l->diag, D_MACRO_UNDEF, l->tok.line,
	    "$target has no value: create or grab a process first (option -c "
	    "or -p of dtrace)");
	return NULL;
}

static const char *
named_text(struct dt_lex *l, const char *name, size_t len)
{
	size_t i;

	if (len == 6 && strncmp(name, "target", len) == 0)
		return target_text(l);
	for (i = 0; i < sizeof(macros) / sizeof(macros[0]); i++)
		if (strlen(macros[i].name) == len &&
		    strncmp(macros[i].name, name, len) == 0)
			break;
	if (i == sizeof(macros) / sizeof(macros[0])) {
		dt_diag_set(l->diag, D_MACRO_UNDEF, l->tok.line,
		    "there is no macro variable $%.*s: use $target, $pid, "
		    "$ppid, $tid, $uid, $euid, $gid, $egid, $pgid, $sid or an "
		    "argument, $0, $1 ...", (int)len, name);
		return NULL;
	}
	return number_text(l, macros[i].value());
}

/* The n-th argument; a missing one is dflt if option defaultargs is set. */
static const char *
arg_text(struct dt_lex *l, const char *digits, size_t len,
    const char *dflt)
{
	long n = 0;
	size_t i;

	for (i = 0; i < len && n < 100000; i++)
		n = n * 10 + (digits[i] - '0');
	if (i < len) {
		dt_diag_set(l->diag, D_MACRO_OFLOW, l->tok.line,
		    "macro argument $%.*s is not defined: its number is too "
		    "large", (int)len, digits);
		return NULL;
	}
	if (n < l->src->argc) {
		l->argused[n] = true;
		return l->src->argv[n];
	}
	if (l->cflags & DTRACE_C_DEFARG)
		return dflt;
	dt_diag_set(l->diag, D_MACRO_UNDEF, l->tok.line,
	    "macro argument $%ld is not defined: the program has %d "
	    "argument%s, and option defaultargs is not set", n,
	    l->src->argc > 1 ? l->src->argc - 1 : 0,
	    l->src->argc == 2 ? "" : "s");
	return NULL;
}

/* The length of the name after the dollar signs; 0 with the message set. */
static size_t
name_length(struct dt_lex *l, const char *p)
{
	const char *e = p;
	bool digits = p < l->end && isdigit((unsigned char)*p);

	while (e < l->end && (digits ? isdigit((unsigned char)*e) :
	    dt_lex_isident(*e)))
		e++;
	if (e == p)
		dt_diag_set(l->diag, D_SYNTAX, l->tok.line,
		    "$ must be followed by a name or a number, as in $pid "
		    "or $1");
	return (size_t)(e - p);
}

static const char *
macro_text(struct dt_lex *l, const char **pp,
    const char *dflt)
{
	const char *name = *pp;
	size_t len = name_length(l, name);

	if (len == 0)
		return NULL;
	*pp = name + len;
	if (isdigit((unsigned char)*name))
		return arg_text(l, name, len, dflt);
	return named_text(l, name, len);
}

const char *
dt_lex_macrotext(struct dt_lex *l, const char **pp)
{
	++*pp;
	if (*pp < l->end && **pp == '$')
		++*pp;
	return macro_text(l, pp, "");
}

/* The end of the quoted string, integer or name at s; s if there is none. */
static const char *
token_end(const char *s)
{
	const char *e = s;

	if (*s == '"') {
		for (e++; *e != '"'; e++) {
			e += *e == '\\' && e[1] != '\0';
			if (*e == '\0')
				return s;
		}
		return e + 1;
	}
	while (dt_lex_isident(*e))
		e++;
	return e;
}

static void
put_string(struct dt_lex *l, const char *text)
{
	l->tok.id = DT_TOK_STR;
	l->tok.slen = strlen(text);
	l->tok.str = dt_arena_strdup(l->arena, text);
	if (l->tok.str == NULL)
		dt_diag_nomem(l->diag);
}

/* Make the token that the text has in a program. */
static void
read_value(struct dt_lex *l, const char *s, const char *end)
{
	struct dt_lex sub = *l;

	sub.p = s;
	sub.end = end;
	sub.mode = DT_LEX_BODY;
	sub.dump = NULL;
	dt_lex_next(&sub);
	l->tok.id = sub.tok.id;
	l->tok.str = sub.tok.str;
	l->tok.slen = sub.tok.slen;
	l->tok.type = sub.tok.type;
	l->tok.value = sub.tok.value;
}

/*
 * Make the text of $1 a token: a signed integer, a name or "a string".  Other
 * text is a string without quotes.
 */
static void
put_token(struct dt_lex *l, const char *text)
{
	const char *s = text + (*text == '-' || *text == '+');
	const char *e = token_end(s);
	struct dt_type type;
	uint64_t v;
	bool is_number = isdigit((unsigned char)*s);
	int rc = is_number ?
	    dt_type_literal(l->types, s, (size_t)(e - s), &type, &v) : 0;

	if (*e != '\0' || e == s || (s != text && !is_number) ||
	    rc == -EINVAL) {
		put_string(l, text);
		return;
	}
	if (rc == -ERANGE) {
		dt_diag_set(l->diag, D_MACRO_OFLOW, l->tok.line,
		    "the value of %.*s, \"%.60s\", is too large: the largest "
		    "integers are 9223372036854775807 and 0xffffffffffffffff",
		    (int)(l->p - l->tok.text), l->tok.text, text);
		return;
	}
	read_value(l, s, e);
	if (*text == '-')
		l->tok.value = dt_type_wrap(&l->tok.type, -l->tok.value);
}

static bool
is_target(const char *p, const char *end)
{
	static const char name[] = "target";
	size_t len = sizeof(name) - 1;

	return (size_t)(end - p) >= len && memcmp(p, name, len) == 0 &&
	    (p + len == end || !dt_lex_isident(p[len]));
}

/* $target becomes a variable, as its value depends on the run. */
static void
put_target(struct dt_lex *l)
{
	if (target_text(l) == NULL)
		return;
	l->p += sizeof("target") - 1;
	l->tok.id = DT_TOK_IDENT;
	l->tok.str = "$target";
}

void
dt_lex_macro(struct dt_lex *l)
{
	const char *text;
	bool string;

	l->p++;
	string = l->p < l->end && *l->p == '$';
	l->p += string;
	if (!string && is_target(l->p, l->end)) {
		put_target(l);
		return;
	}
	text = macro_text(l, &l->p, string ? "" : "0");
	if (text == NULL)
		return;
	if (string)
		put_string(l, text);
	else
		put_token(l, text);
}

int
dt_lex_checkargs(struct dt_lex *l)
{
	int last = l->src->argc - 1;

	if (last < 1 || (l->cflags & DTRACE_C_ARGREF) || l->argused[last])
		return 0;
	return dt_diag_set(l->diag, D_MACRO_UNUSED, 0, "extraneous argument "
	    "'%.60s' ($%d is not referenced): leave it out, or set option "
	    "argref", l->src->argv[last], last);
}
