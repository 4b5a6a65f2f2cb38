/* SPDX-License-Identifier: MIT */
/*
 * demangle.c - libiberty's demanglers, with bounds.  A mangled name can refer
 * to parts of itself, so a short one may stand for a text without end.
 */
#include <libiberty/demangle.h>
#include <setjmp.h>
#include <string.h>
#include "base/demangle.h"
#include "base/glob.h"

#define	MAXMANGLED	4096
#define	MAXTEXT		(32 << 10)

struct text {
	struct dt_buf *to;
	size_t left;
	jmp_buf full;
};

/*
 * The demanglers have no other way to end early.  What they hold at this point
 * is on the stack.
 */
static void
add(const char *s, size_t n, void *arg)
{
	struct text *t = arg;

	if (n > t->left || t->to->err != 0)
		longjmp(t->full, 1);
	t->left -= n;
	dt_buf_add(t->to, s, n);
}

static bool
is_mangled(const char *name)
{
	return (name[0] == '_' && (name[1] == 'Z' || name[1] == 'R')) ||
	    strncmp(name, "_GLOBAL_", 8) == 0;
}

/* Names of Rust before 2025 look like those of C++, so they come first. */
static bool
demangle(const char *name, int options, struct text *t)
{
	if (setjmp(t->full) != 0)
		return false;
	return rust_demangle_callback(name, options, add, t) != 0 ||
	    cplus_demangle_v3_callback(name, options, add, t) != 0;
}

/*
 * What gcc appends to the names of clones and parts of a function; "" if it is
 * none.
 */
static const char *
clone_of(const char *name)
{
	static const char *const what[] = { ".constprop", ".isra", ".part",
	    ".cold" };
	const char *dot = strchr(name, '.');

	for (size_t i = 0; i < sizeof(what) / sizeof(what[0]) && dot != NULL;
	    i++)
		if (strncmp(dot, what[i], strlen(what[i])) == 0)
			return dot;
	return "";
}

bool
dt_demangle(const char *name, enum dt_demangle how, struct dt_buf *to)
{
	struct text t = { .to = to, .left = MAXTEXT };
	bool full = how == DT_DEMANGLE_FULL;
	size_t len = to->len;

	if (!is_mangled(name) || strnlen(name, MAXMANGLED) == MAXMANGLED)
		return false;
	if (demangle(name, full ? DMGL_PARAMS | DMGL_ANSI | DMGL_RET_DROP :
	    DMGL_RET_DROP, &t) && to->len != len) {
		if (!full)
			dt_buf_str(to, clone_of(name));
		return true;
	}
	to->len = len;
	if (to->p != NULL)
		to->p[len] = '\0';
	return false;
}

static bool
matches(const char *pattern, const char *name, enum dt_demangle how)
{
	struct dt_buf b = { 0 };
	bool found = dt_demangle(name, how, &b) &&
	    dt_glob_match(pattern, dt_buf_text(&b));

	dt_buf_free(&b);
	return found;
}

bool
dt_demangle_matches(const char *pattern, const char *name)
{
	return dt_part_matches(pattern, name) ||
	    matches(pattern, name, DT_DEMANGLE_SHORT) ||
	    (strpbrk(pattern, "?([") != NULL &&
	    matches(pattern, name, DT_DEMANGLE_FULL));
}
