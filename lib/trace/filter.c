/* SPDX-License-Identifier: MIT */
/*
 * filter.c - a seccomp filter in the traced process, so that only calls with
 * probes stop it and all others run at full speed.  The probes are known at
 * dtrace_go(), when the process is held at its exec.  The tracer makes it
 * install the filter: it sets the registers, puts a system call instruction at
 * the program counter, and restores both.
 */
#include <errno.h>
#include <sched.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include "base/buf.h"
#include "trace/priv.h"

static bool
wanted(const struct dt_trace_conf *c, uint32_t row)
{
	return c->enter[row] != 0 || c->leave[row] != 0 ||
	    dt_event_wants(c, row);
}

bool
dt_trace_wants_calls(const struct dt_trace_conf *c)
{
	uint32_t row = 0;

	while (row < DT_NSYSROWS && !wanted(c, row))
		row++;
	return row < DT_NSYSROWS;
}

#ifdef __x86_64__

#define	BELOW_STACK	(48 * 1024)	/* an exec leaves more room than this */
#define	SYSCALL_INSN	0x050full
#define	USER64_CS	0x33
#define	SHOW		(SECCOMP_RET_TRACE | DT_FILTER_DATA)

/* Does the call stop, for a probe or for compat.c? */
static bool
stops(const struct dt_trace_conf *c, uint32_t row)
{
	return wanted(c, row) || dt_compat_stops(row) == DT_COMPAT_ANY;
}

static void
add(struct dt_buf *b, uint16_t code, uint32_t k, uint8_t yes, uint8_t no)
{
	struct sock_filter insn = { code, yes, no, k };

	dt_buf_add(b, &insn, sizeof(insn));
}

/* Stop at call nr if its first argument has CLONE_UNTRACED. */
static void
add_untraced(struct dt_buf *b, uint32_t nr)
{
	add(b, BPF_JMP | BPF_JEQ | BPF_K, nr, 0, 4);
	add(b, BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args),
	    0, 0);
	add(b, BPF_JMP | BPF_JSET | BPF_K, CLONE_UNTRACED, 0, 1);
	add(b, BPF_RET | BPF_K, SHOW, 0, 0);
	add(b, BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0, 0);
}

/*
 * Filter the calls of one ABI, rows [first, first + n): two comparisons for
 * each range of calls that stop.
 */
static void
add_ranges(struct dt_buf *b, const struct dt_trace_conf *c, uint32_t first,
    uint32_t n)
{
	uint32_t i, end;

	add(b, BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr),
	    0, 0);
	for (i = 0; i < n; i++)
		if (dt_compat_stops(first + i) == DT_COMPAT_UNTRACED &&
		    !wanted(c, first + i))
			add_untraced(b, i);
	for (i = 0; i < n; ) {
		if (!stops(c, first + i)) {
			i++;
			continue;
		}
		for (end = i; end < n && stops(c, first + end); end++)
			;
		add(b, BPF_JMP | BPF_JGE | BPF_K, i, 0, 2);
		add(b, BPF_JMP | BPF_JGE | BPF_K, end, 1, 0);
		add(b, BPF_RET | BPF_K, SHOW, 0, 0);
		i = end;
	}
	add(b, BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0, 0);
}

/* The filter's program.  Out of memory: err of the buffer is set. */
static struct dt_buf
make_filter(const struct dt_trace_conf *c)
{
	struct dt_buf b = { 0 }, native = { 0 };

	add_ranges(&native, c, 0, DT_ROW_COMPAT);
	add(&b, BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch),
	    0, 0);
	add(&b, BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 1, 0);
	add(&b, BPF_JMP | BPF_JA,
	    (uint32_t)(native.len / sizeof(struct sock_filter)), 0, 0);
	if (native.err == 0)
		dt_buf_add(&b, native.p, native.len);
	add(&b, BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_I386, 1, 0);
	add(&b, BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0, 0);
	add_ranges(&b, c, DT_ROW_COMPAT, DT_NSYSROWS - DT_ROW_COMPAT);
	if (native.err != 0)
		b.err = native.err;
	dt_buf_free(&native);
	return b;
}

/* A stopped process that makes calls for the tracer, and its saved state. */
struct remote {
	pid_t pid;
	struct user_regs_struct regs;
	long text;
	uint64_t mask;
	bool stopped;			/* it received a SIGSTOP meanwhile */
};

/* Run to the next entry or return of a call. */
static int
step(struct remote *p)
{
	int status;

	for (;;) {
		if (ptrace(PTRACE_SYSCALL, p->pid, NULL, NULL) != 0)
			return -errno;
		while (waitpid(p->pid, &status, __WALL) < 0)
			if (errno != EINTR)
				return -errno;
		if (!WIFSTOPPED(status))
			return -ESRCH;
		if (WSTOPSIG(status) == DT_STOP_SYSCALL)
			return 0;
		if (WSTOPSIG(status) == SIGSTOP)
			p->stopped = true;
	}
}

static long
call(struct remote *p, long nr, uint64_t a, uint64_t b, uint64_t c)
{
	struct user_regs_struct regs = p->regs;
	int err;

	regs.rax = (unsigned long)nr;
	regs.orig_rax = ~0ul;
	regs.rdi = a;
	regs.rsi = b;
	regs.rdx = c;
	regs.r10 = regs.r8 = 0;		/* as prctl(2) requires */
	if (ptrace(PTRACE_SETREGS, p->pid, NULL, &regs) != 0)
		return -errno;
	err = step(p);
	err = err ? err : step(p);
	if (err == 0 && ptrace(PTRACE_GETREGS, p->pid, NULL, &regs) != 0)
		err = -errno;
	return err != 0 ? err : (long)regs.rax;
}

/* Block all signals; step() handles SIGSTOP, which cannot be blocked. */
static int
save_state(struct remote *p)
{
	uint64_t all = ~0ull;
	long word;

	if (ptrace(PTRACE_GETREGS, p->pid, NULL, &p->regs) != 0)
		return -errno;
	if (p->regs.cs != USER64_CS)
		return -ENOTSUP;
	errno = 0;
	p->text = ptrace(PTRACE_PEEKTEXT, p->pid, p->regs.rip, NULL);
	if (errno != 0)
		return -errno;
	word = (long)(((uint64_t)p->text & ~0xffffull) | SYSCALL_INSN);
	if (ptrace(PTRACE_GETSIGMASK, p->pid, sizeof(p->mask), &p->mask) != 0 ||
	    ptrace(PTRACE_POKETEXT, p->pid, p->regs.rip, word) != 0 ||
	    ptrace(PTRACE_SETSIGMASK, p->pid, sizeof(all), &all) != 0)
		return -errno;
	return 0;
}

static int
restore_state(struct remote *p)
{
	if (ptrace(PTRACE_POKETEXT, p->pid, p->regs.rip, p->text) != 0 ||
	    ptrace(PTRACE_SETREGS, p->pid, NULL, &p->regs) != 0 ||
	    ptrace(PTRACE_SETSIGMASK, p->pid, sizeof(p->mask), &p->mask) != 0)
		return -errno;
	if (p->stopped)
		(void) kill(p->pid, SIGSTOP);
	return 0;
}

static int
write_to(const struct remote *p, uint64_t addr, const void *buf, size_t n)
{
	struct iovec from = { (void *)buf, n },
	    to = { (void *)(uintptr_t)addr, n };

	return process_vm_writev(p->pid, &from, 1, &to, 1, 0) == (ssize_t)n ?
	    0 : -EFAULT;
}

/*
 * Without privilege a filter needs PR_SET_NO_NEW_PRIVS.  That takes the
 * privileges from set-user-id programs, so it is set only if necessary.
 */
static int
install(struct remote *p, const struct dt_buf *filter)
{
	uint64_t at = (p->regs.rsp - BELOW_STACK) & ~15ull;
	struct sock_fprog prog = {
		(uint16_t)(filter->len / sizeof(struct sock_filter)),
		(void *)(uintptr_t)(at + sizeof(prog)),
	};
	long rc = write_to(p, at, &prog, sizeof(prog));

	if (rc == 0)
		rc = write_to(p, at + sizeof(prog), filter->p, filter->len);
	if (rc != 0)
		return (int)rc;
	rc = call(p, SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, at);
	if (rc == -EACCES)
		rc = call(p, SYS_prctl, PR_SET_NO_NEW_PRIVS, 1, 0);
	else
		return (int)rc;
	if (rc == 0)
		rc = call(p, SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, at);
	return (int)rc;
}

int
dt_trace_filter(const struct dt_trace_conf *conf, pid_t child)
{
	struct dt_buf filter = { 0 };
	struct remote p = { .pid = child };
	int err, back;

	if (!dt_trace_wants_calls(conf))
		return 1;
	filter = make_filter(conf);
	err = filter.err;
	if (err == 0)
		err = save_state(&p);
	if (err == 0) {
		err = install(&p, &filter);
		back = restore_state(&p);
		err = err ? err : back;
	}
	dt_buf_free(&filter);
	return err;
}

#else

int
dt_trace_filter(const struct dt_trace_conf *conf, pid_t child)
{
	(void)conf;
	(void)child;
	return -ENOTSUP;
}

#endif
