/* SPDX-License-Identifier: MIT */
/* pidwhy.c - why no function or instruction of a process matches. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include "base/demangle.h"
#include "prov/pid.h"
#include "sym/body.h"
#include "sym/elfcode.h"
#include "sym/elffunc.h"

/* How far a search got: the module, the function, the code at the offset. */
struct why {
	struct dt_psearch base;
	uint64_t offset, size, before;
	bool has_module, has_func, is_middle, is_indirect;
	bool is_stripped;
	char clone[DTRACE_FUNCNAMELEN];	/* of the function, if that is gone */
	bool is_endless, is_unknown;	/* no exits, or not all are known */
	enum dt_elfreturn how;
};

static int
find_before(void *arg, uint64_t at, enum dt_break how)
{
	struct why *w = arg;

	(void) how;
	if (at < w->offset)
		w->before = at;
	return at > w->offset ? 1 : 0;
}

/* Remember a clone of the function that the description names. */
static void
see_clone(struct why *w, const char *name)
{
	char pattern[DTRACE_FUNCNAMELEN + 2];

	if (w->clone[0] != '\0' || dt_process_is_pattern(w->base.part[2]))
		return;
	(void) snprintf(pattern, sizeof(pattern), "%s.*", w->base.part[2]);
	if (dt_demangle_matches(pattern, name))
		(void) snprintf(w->clone, sizeof(w->clone), "%s", name);
}

static void
see_exits(struct why *w, const struct dt_elffunc *f)
{
	struct dt_bodyfile *code = dt_bodyfile_open(w->base.site.path, f->fd,
	    false);
	struct dt_body b = { 0 };

	w->is_unknown = code == NULL ||
	    dt_body_read(code, f->offset, f->size, &b) != 0 || !b.is_whole;
	w->is_endless = !w->is_unknown && b.exits.len == 0;
	dt_body_free(&b);
	dt_bodyfile_close(code);
}

static int
see_function(void *arg, const struct dt_elffunc *f)
{
	struct why *w = arg;

	if (!dt_demangle_matches(w->base.part[2], f->name)) {
		see_clone(w, f->name);
		return 0;
	}
	w->has_func = true;
	w->is_indirect = f->is_indirect;
	w->how = f->is_start ? DT_RETURN_NEVER : dt_elffunc_return(f->name);
	see_exits(w, f);
	w->size = f->size;
	w->is_middle = w->offset < f->size;
	if (w->is_middle)
		(void) dt_elfcode_walk(w->base.site.path, f->offset, f->size,
		    find_before, w);
	return w->is_middle ? 1 : 0;
}

static int
see_module(struct dt_psearch *base)
{
	struct why *w = (struct why *)base;

	w->has_module = true;
	w->is_stripped = w->is_stripped || dt_elf_is_stripped(base->site.path);
	return dt_elf_functions(base->site.path, see_function, w) == 1;
}

static void
explain_offset(const struct why *w, char *buf, size_t n)
{
	const char *const *part = w->base.part;

	if (strcmp(part[2], DT_PID_NOFUNC) == 0)
		(void) snprintf(buf, n, "%s: no instruction of a known "
		    "function begins at this address of %s", part[3], part[1]);
	else if (w->is_middle)
		(void) snprintf(buf, n, "%s: this is within an instruction "
		    "of %s, which begins at %llx", part[3], part[2],
		    (unsigned long long)w->before);
	else
		(void) snprintf(buf, n, "%s: function %s has %llx bytes",
		    part[3], part[2], (unsigned long long)w->size);
}

/* A process lacks the module: say which name of it works here. */
static void
explain_module(const struct why *w, char *buf, size_t n)
{
	const char *name = w->base.part[1];
	size_t stem = strcspn(name, ".");
	bool is_mac = strncasecmp(name, "libsystem", 9) == 0;

	(void) snprintf(buf, n, "process %d has no module %s",
	    (int)w->base.pid, name);
	n -= strlen(buf);
	buf += strlen(buf);
	if (is_mac)
		(void) snprintf(buf, n, ", which is macOS's: write libc");
	else if (strncmp(name + stem, ".so.", 4) == 0)
		(void) snprintf(buf, n, ": %.*s matches a library of any "
		    "version", (int)stem, name);
}

/* The process has the function, but no such probe of it. */
static void
explain_function(const struct why *w, char *buf, size_t n)
{
	const char *const *part = w->base.part;
	bool is_return = dt_part_matches(part[3], "return");

	if (is_return && w->how == DT_RETURN_NEVER)
		(void) snprintf(buf, n, "function %s is not called by another "
		    "one, so it has no return: use entry", part[2]);
	else if (is_return && w->is_endless)
		(void) snprintf(buf, n, "no instruction of function %s "
		    "returns: use entry", part[2]);
	else if (is_return && w->is_unknown)
		(void) snprintf(buf, n, "not all instructions that return from "
		    "function %s are known; its return can be traced by its "
		    "address (-x returns=frames) if no stack is switched or "
		    "unwound", part[2]);
	else if (is_return && w->how == DT_RETURN_AGAIN)
		(void) snprintf(buf, n, "the kernel cannot trace the return of "
		    "a function %s by its address, which the function keeps "
		    "for a jump: trace it by its instructions "
		    "(-x returns=sites)", part[2]);
	else
		(void) snprintf(buf, n, "function %s has no such probe",
		    part[2]);
}

static void
explain_name(const struct why *w, bool is_offset, char *buf, size_t n)
{
	const char *const *part = w->base.part;
	int pid = (int)w->base.pid;

	if (!w->has_module)
		explain_module(w, buf, n);
	else if (is_offset && part[2] != NULL && (w->has_func ||
	    strcmp(part[2], DT_PID_NOFUNC) == 0))
		explain_offset(w, buf, n);
	else if (w->has_func && w->is_indirect)
		(void) snprintf(buf, n, "function %s stands for one of several "
		    "that process %d has not chosen yet: name the process "
		    "when it runs (-p)", part[2], pid);
	else if (w->has_func)
		explain_function(w, buf, n);
	else if (w->clone[0] != '\0')
		(void) snprintf(buf, n, "the compiler has replaced function %s "
		    "by variants of it, such as %s: write %s.*", part[2],
		    w->clone, part[2]);
	else
		(void) snprintf(buf, n, "process %d has no function %s%sthere, "
		    "or %s", pid, part[2] != NULL ? part[2] : "",
		    part[2] != NULL && *part[2] != '\0' ? " " : "",
		    w->is_stripped ? "its symbols have been stripped" :
		    "all its calls have been inlined");
}

bool
dt_pid_explain(const char *const part[4], char *buf, size_t n)
{
	struct why w = { .base.read = see_module };
	bool is_offset;
	int rc;

	if (!dt_psearch_init(&w.base, NULL, part)) {
		(void) snprintf(buf, n, "%s: the id of a process follows pid, "
		    "as in pid$target or pid123", part[0]);
		return strncmp(part[0], DT_PID_PREFIX,
		    sizeof(DT_PID_PREFIX) - 1) == 0;
	}
	if (!dt_pid_init(&w.base, NULL, part))
		return false;
	is_offset = dt_pid_offset(part[3], &w.offset);
	rc = dt_psearch_run(&w.base);
	if (rc < 0)
		(void) snprintf(buf, n, "the code of process %d cannot be "
		    "read: %s", (int)w.base.pid, strerror(-rc));
	else if (!is_offset && !dt_part_matches(part[3], "entry") &&
	    !dt_part_matches(part[3], "return"))
		(void) snprintf(buf, n, "%s: functions of a process have the "
		    "probes entry and return, and offsets in hexadecimal",
		    part[3]);
	else
		explain_name(&w, is_offset, buf, n);
	return true;
}
