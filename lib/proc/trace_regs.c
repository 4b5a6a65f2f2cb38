/* SPDX-License-Identifier: MIT */
/* trace_regs.c - the registers that a stack is found by. */
#include <elf.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>
#include "proc/trace_priv.h"

#ifdef __aarch64__
#define	FP(r)		((r)->regs[29])
#define	PC(r)		((r)->pc)
#else
#define	FP(r)		((r)->rbp)
#define	PC(r)		((r)->rip)
#endif

/* What the kernel gives of a 32-bit thread, as numbers of words. */
#define	FP32	5		/* ebp */
#define	PC32	12		/* eip */
#define	NREGS32	17

void
dt_thread_regs(pid_t tid, struct dt_firing *f)
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
		f->user.fp = FP(&r.native);
		f->user.word = 8;
	} else if (iov.iov_len == sizeof(r.compat)) {
		f->user.pc = r.compat[PC32];
		f->user.fp = r.compat[FP32];
		f->user.word = 4;
	}
}
