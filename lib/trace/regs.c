/* SPDX-License-Identifier: MIT */
/*
 * regs.c - the registers of a stopped thread: where its stack begins, and the
 * state of the system call that it is in.
 */
#include <elf.h>
#include <errno.h>
#include <string.h>
#include <sys/uio.h>
#include <sys/user.h>
#include "trace/priv.h"

#ifdef __aarch64__
#define	FP(r)		((r)->regs[29])
#define	PC(r)		((r)->pc)
#define	SP(r)		((r)->sp)
#else
#define	FP(r)		((r)->rbp)
#define	PC(r)		((r)->rip)
#define	SP(r)		((r)->rsp)
#endif

/* Registers of a 32-bit thread, as indices of 32-bit words. */
#define	FP32	5		/* ebp */
#define	PC32	12		/* eip */
#define	NREGS32	17

void
dt_regs_stack(pid_t tid, struct dt_firing *f)
{
	union {
		struct user_regs_struct native;
		uint32_t compat[NREGS32];
	} r;
	struct iovec iov = { &r, sizeof(r) };

	if (ptrace(PTRACE_GETREGSET, tid, (void *)NT_PRSTATUS, &iov) != 0)
		return;
	if (iov.iov_len == sizeof(r.native)) {
		f->user.pc = PC(&r.native);
		f->user.sp = SP(&r.native);
		f->user.fp = FP(&r.native);
		f->user.word = 8;
	} else if (iov.iov_len == sizeof(r.compat)) {
		f->user.pc = r.compat[PC32];
		f->user.fp = r.compat[FP32];
		f->user.word = 4;
	}
}

#ifdef __x86_64__

/* struct user_regs_struct begins like struct pt_regs. */
bool
dt_regs_all(const struct dt_firing *f, uint64_t *v)
{
	struct user_regs_struct r;

	if (ptrace(PTRACE_GETREGS, f->mem, NULL, &r) != 0)
		return false;
	/* at a breakpoint, rip may be one byte after the instruction */
	if (f->user.word != 0)
		r.rip = f->user.pc;
	memcpy(v, &r, DT_NUREGS * sizeof(*v));
	return true;
}

/*
 * Results of a call that a signal or tracer has interrupted, as seen before the
 * kernel handles them: it restarts the call, or returns EINTR if a handler runs
 * first.
 */
#define	ERESTARTSYS	512
#define	ERESTARTNOINTR	513
#define	ERESTARTNOHAND	514
#define	ERESTART_RESTARTBLOCK	516	/* by calling restart_syscall */

/*
 * Some calls, such as epoll_wait(), return EINTR even if no handler runs: after
 * a stop by the tracer, and after an ignored signal, which wakes up tracees but
 * no other threads.
 */
bool
dt_regs_call_broken(pid_t tid)
{
	struct user_regs_struct r;

	return ptrace(PTRACE_GETREGS, tid, NULL, &r) == 0 &&
	    (long)r.orig_rax >= 0 && (long)r.rax == -EINTR;
}

bool
dt_regs_is_restart(int64_t rval)
{
	return rval == -ERESTARTSYS || rval == -ERESTARTNOINTR ||
	    rval == -ERESTARTNOHAND || rval == -ERESTART_RESTARTBLOCK;
}

int64_t
dt_regs_restarted_call(pid_t tid)
{
	struct user_regs_struct r;

	return ptrace(PTRACE_GETREGS, tid, NULL, &r) == 0 &&
	    (long)r.orig_rax >= 0 && dt_regs_is_restart((long)r.rax) ?
	    (int64_t)r.orig_rax : -1;
}

void
dt_regs_keep_call(pid_t tid)
{
	struct user_regs_struct r;

	if (ptrace(PTRACE_GETREGS, tid, NULL, &r) != 0)
		return;
	r.rax = (unsigned long)-ERESTARTNOHAND;
	(void) ptrace(PTRACE_SETREGS, tid, NULL, &r);
}

void
dt_regs_refuse_call(pid_t tid)
{
	struct user_regs_struct r;

	if (ptrace(PTRACE_GETREGS, tid, NULL, &r) != 0)
		return;
	r.orig_rax = ~0ul;
	r.rax = (unsigned long)-ENOSYS;
	(void) ptrace(PTRACE_SETREGS, tid, NULL, &r);
}

void
dt_regs_set_arg0(pid_t tid, bool compat, uint64_t value)
{
	struct user_regs_struct r;

	if (ptrace(PTRACE_GETREGS, tid, NULL, &r) != 0)
		return;
	*(compat ? &r.rbx : &r.rdi) = value;
	(void) ptrace(PTRACE_SETREGS, tid, NULL, &r);
}

void
dt_regs_put_arg0(pid_t tid, bool compat, uint64_t value)
{
	dt_regs_set_arg0(tid, compat, value);
}

#else

/* The number of the call at whose entry or end the thread is stopped, or -1. */
static int
call_of(pid_t tid, const struct user_regs_struct *r)
{
	struct __ptrace_syscall_info i;

	if (ptrace(PTRACE_GET_SYSCALL_INFO, tid, sizeof(i), &i) <= 0)
		return -1;
	switch (i.op) {
	case PTRACE_SYSCALL_INFO_ENTRY:
		return (int)i.entry.nr;
	case PTRACE_SYSCALL_INFO_SECCOMP:
		return (int)i.seccomp.nr;
	case PTRACE_SYSCALL_INFO_EXIT:
		return (int)r->regs[8];
	default:
		return -1;
	}
}

/* struct user_regs_struct begins like struct pt_regs. */
bool
dt_regs_all(const struct dt_firing *f, uint64_t *v)
{
	struct user_regs_struct r;
	struct iovec iov = { &r, sizeof(r) };

	if (ptrace(PTRACE_GETREGSET, f->mem, (void *)NT_PRSTATUS, &iov) != 0 ||
	    iov.iov_len != sizeof(r))
		return false;
	memcpy(v, &r, sizeof(r));
	v[34] = r.regs[0];
	v[35] = (uint32_t)call_of(f->mem, &r);
	return true;
}

/* On arm64 a call is prepared for its restart before the thread stops. */
bool
dt_regs_call_broken(pid_t tid)
{
	(void)tid;
	return false;
}

bool
dt_regs_is_restart(int64_t rval)
{
	(void)rval;
	return false;
}

int64_t
dt_regs_restarted_call(pid_t tid)
{
	(void)tid;
	return -1;
}

void
dt_regs_keep_call(pid_t tid)
{
	(void)tid;
}

/* Without a filter no stop precedes a call's own filters. */
void
dt_regs_refuse_call(pid_t tid)
{
	(void)tid;
}

void
dt_regs_set_arg0(pid_t tid, bool compat, uint64_t value)
{
	struct user_regs_struct r;
	struct iovec iov = { &r, sizeof(r) };

	if (compat || ptrace(PTRACE_GETREGSET, tid, (void *)NT_PRSTATUS,
	    &iov) != 0 || iov.iov_len != sizeof(r))
		return;
	r.regs[0] = value;
	(void) ptrace(PTRACE_SETREGSET, tid, (void *)NT_PRSTATUS, &iov);
}

/* At the end of a call this register holds its result. */
void
dt_regs_put_arg0(pid_t tid, bool compat, uint64_t value)
{
	(void)tid;
	(void)compat;
	(void)value;
}

#endif
