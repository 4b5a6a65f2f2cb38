/* SPDX-License-Identifier: MIT */
/*
 * compat.c - where it matters to a program that it is traced.
 *
 * A child that is not to be traced is all the same: it inherits the filter,
 * and what that stops fails without a tracer.  So the flag that asks for it is
 * taken out of the call and put back when the call is over.
 *
 * A thread has one tracer.  Who asks to be traced by its parent is let go of
 * if it can do without us; if it cannot its call fails, which is noted.  So is
 * that a program had not the rights of its file.
 */
#include <errno.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include "base/procfs.h"
#include "trace/priv.h"

enum kind { CLONE, CLONE3, TRACE };

static const struct right {
	uint32_t row;
	enum kind kind;
} rights[] = {
#ifdef __x86_64__
	{ IA32(120), CLONE }, { IA32(435), CLONE3 }, { IA32(26), TRACE },
#endif
	{ SYS_clone, CLONE },
	{ SYS_clone3, CLONE3 },
	{ SYS_ptrace, TRACE },
};

static const struct right *
right_of(uint32_t row)
{
	for (size_t i = 0; i < sizeof(rights) / sizeof(rights[0]); i++)
		if (rights[i].row == row)
			return &rights[i];
	return NULL;
}

enum dt_right
dt_right_stops(uint32_t row)
{
	const struct right *r = right_of(row);

	return r == NULL ? DT_RIGHT_NONE :
	    r->kind == CLONE ? DT_RIGHT_UNTRACED : DT_RIGHT_ANY;
}

static bool
is_compat(uint32_t row)
{
	return row >= DT_ROW_COMPAT;
}

static void
hide(struct dt_thread *th, const struct right *r, uint64_t flags, uint64_t at)
{
	uint64_t less = flags & ~(uint64_t)CLONE_UNTRACED;

	if (less == flags)
		return;
	if (r->kind == CLONE)
		dt_regs_set_arg0(th->tid, is_compat(r->row), less);
	else if (ptrace(PTRACE_POKEDATA, th->tid, at, less) != 0)
		return;
	th->right = r->row;
	th->asked = flags;
	th->asked_at = at;
}

static void
hide_in_memory(struct dt_thread *th, const struct right *r, uint64_t at)
{
	long flags;

	errno = 0;
	flags = ptrace(PTRACE_PEEKDATA, th->tid, at, NULL);
	if (errno == 0)
		hide(th, r, (uint64_t)flags, at);
}

static bool
enter_trace(struct dt_trace *t, struct dt_thread *th, const struct right *r,
    const uint64_t args[6])
{
	if (args[0] == PTRACE_TRACEME && !t->filter) {
		dt_trace_note(t, DT_NOTE_LEFT);
		dt_trace_gone(t, th);
		(void) ptrace(PTRACE_DETACH, th->tid, NULL, NULL);
		dt_thread_drop(t, th->tid);
		return false;
	}
	if (args[0] == PTRACE_TRACEME || args[0] == PTRACE_ATTACH ||
	    args[0] == PTRACE_SEIZE) {
		th->right = r->row;
		th->asked = args[0];
		th->asked_at = args[1];
	}
	return true;
}

bool
dt_right_enter(struct dt_trace *t, struct dt_thread *th, uint32_t row,
    const uint64_t args[6])
{
	const struct right *r = right_of(row);

	th->right = 0;
	if (r == NULL)
		return true;
	if (r->kind == TRACE)
		return enter_trace(t, th, r, args);
	if (r->kind == CLONE)
		hide(th, r, args[0], 0);
	else
		hide_in_memory(th, r, args[0]);
	return true;
}

void
dt_right_restore(struct dt_thread *th)
{
	const struct right *r = right_of(th->right);

	if (th->right == 0)
		return;
	if (r->kind == CLONE)
		dt_regs_put_arg0(th->tid, is_compat(r->row), th->asked);
	else if (r->kind == CLONE3)
		(void) ptrace(PTRACE_POKEDATA, th->tid, th->asked_at,
		    th->asked);
	th->right = 0;
}

/* The child has the same in its registers, and in its memory if that is its. */
void
dt_right_inherit(struct dt_thread *child, const struct dt_thread *parent)
{
	const struct right *r = right_of(parent->right);

	if (parent->right == 0 || r->kind == TRACE ||
	    (r->kind == CLONE3 && (parent->asked & CLONE_VM) != 0))
		return;
	child->right = parent->right;
	child->asked = parent->asked;
	child->asked_at = parent->asked_at;
}

void
dt_right_leave(struct dt_trace *t, struct dt_thread *th, int64_t rval)
{
	if (th->right == 0)
		return;
	if (right_of(th->right)->kind != TRACE)
		dt_right_restore(th);
	else if (rval == -EPERM && (th->asked == PTRACE_TRACEME ||
	    dt_thread_find(t, (pid_t)th->asked_at) != NULL))
		dt_trace_note(t, DT_NOTE_PTRACE);
	th->right = 0;
}

/* --- the rights of files ------------------------------------------------ */

/* The effective one of the four ids of a line. */
static uint32_t
effective(const char *status, const char *key)
{
	const char *s = strstr(status, key);
	char *end;

	if (s == NULL)
		return 0;
	(void) strtoul(s + strlen(key), &end, 10);
	return (uint32_t)strtoul(end, NULL, 10);
}

bool
dt_right_lost(pid_t tid)
{
	char path[64], status[4096], caps[64];
	struct statvfs fs;
	struct stat st;

	(void) snprintf(path, sizeof(path), "/proc/%d/exe", (int)tid);
	if (stat(path, &st) != 0)
		return false;
	if ((st.st_mode & (S_ISUID | S_ISGID)) == 0 &&
	    getxattr(path, "security.capability", caps, sizeof(caps)) <= 0)
		return false;
	if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1 ||
	    statvfs(path, &fs) != 0 || (fs.f_flag & ST_NOSUID) != 0 ||
	    dt_procfs_read(tid, "status", status, sizeof(status)) <= 0)
		return false;
	if ((st.st_mode & S_ISUID) != 0)
		return effective(status, "\nUid:\t") != st.st_uid;
	if ((st.st_mode & S_ISGID) != 0)
		return (st.st_mode & S_IXGRP) != 0 &&
		    effective(status, "\nGid:\t") != st.st_gid;
	return dt_procfs_set(status, "\nCapEff:\t") == 0;
}

void
dt_right_exec(struct dt_trace *t, const struct dt_thread *th)
{
	if (dt_right_lost(th->tid))
		dt_trace_note(t, DT_NOTE_SETUID);
}
