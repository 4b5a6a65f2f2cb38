/* SPDX-License-Identifier: MIT */
/*
 * Traced programs behave as untraced ones: seccomp filters, invalid call
 * numbers and 32-bit calls, the kernel's state of a thread, and ptrace as far
 * as possible.
 */
#include <limits.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <pthread.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/rseq.h>
#include <sys/user.h>
#include "same.h"

/* --- filters ----------------------------------------------------------- */

/* Install a filter with this action for getpgid(). */
static long install(uint32_t action, unsigned int flags)
{
	struct sock_filter insns[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
			 offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_getpgid, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, action),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog prog = { sizeof(insns) / sizeof(insns[0]), insns };

	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &prog);
}

static void call_it(const char *name, uint32_t action)
{
	long rc = install(action, 0), got;

	mark();
	errno = 0;
	got = syscall(SYS_getpgid, 0);
	say("%s: %ld, %s, %s\n", name, rc, got > 0 ? "got" : "failed",
	    strerror(errno));
	mark();
}

static void on_sys(int sig, siginfo_t *si, void *uc)
{
	(void)uc;
	say("signal %d, code %d, call %d, arch %d\n", sig, si->si_code,
	    si->si_syscall == SYS_getpgid, si->si_arch == AUDIT_ARCH_X86_64);
}

static void by_errno(void)
{
	call_it("errno", SECCOMP_RET_ERRNO | EXDEV);
}

static void by_trap(void)
{
	struct sigaction sa = { .sa_sigaction = on_sys,
		.sa_flags = SA_SIGINFO };

	sigaction(SIGSYS, &sa, NULL);
	call_it("trap", SECCOMP_RET_TRAP);
}

static void by_trace(void)
{
	call_it("trace", SECCOMP_RET_TRACE | 5);
}

static void by_log(void)
{
	call_it("allow", SECCOMP_RET_ALLOW);
}

static void by_kill(void)
{
	const struct rlimit none = { 0, 0 };

	setrlimit(RLIMIT_CORE, &none);
	call_it("kill", SECCOMP_RET_KILL_PROCESS);
}

static void *kill_thread(void *arg)
{
	install(SECCOMP_RET_KILL_THREAD, 0);
	mark();
	syscall(SYS_getpgid, 0);
	return arg;
}

static void by_kill_thread(void)
{
	pthread_t t;

	pthread_create(&t, NULL, kill_thread, NULL);
	pthread_join(t, NULL);
	say("one thread is dead\n");
}

/* Another thread, which gets the filter by SECCOMP_FILTER_FLAG_TSYNC. */
static void *sync_thread(void *arg)
{
	pthread_barrier_wait(arg);
	pthread_barrier_wait(arg);
	say("thread: %ld\n", syscall(SYS_getpgid, 0));
	return NULL;
}

static void by_sync(void)
{
	pthread_barrier_t barrier;
	pthread_t t;

	pthread_barrier_init(&barrier, NULL, 2);
	pthread_create(&t, NULL, sync_thread, &barrier);
	pthread_barrier_wait(&barrier);
	say("sync %ld\n", install(SECCOMP_RET_ERRNO | EXDEV,
				  SECCOMP_FILTER_FLAG_TSYNC));
	pthread_barrier_wait(&barrier);
	pthread_join(t, NULL);
}

/* Answer request i by the call's value or "continue"; print each once. */
static int answer(int fd, int i, int *told)
{
	struct seccomp_notif n = { 0 };
	struct seccomp_notif_resp r = { 0 };

	if (ioctl(fd, SECCOMP_IOCTL_NOTIF_RECV, &n) != 0)
		return -1;
	r.id = n.id;
	if (i == 0)
		r.val = 4711;
	else
		r.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
	if (*told == i) {
		say("asked, call %d\n", n.data.nr == SYS_getpgid);
		++*told;
	}
	return ioctl(fd, SECCOMP_IOCTL_NOTIF_SEND, &r);
}

/*
 * Another thread sets the value of the first call; the second one runs.  A call
 * that is interrupted sends its request again: see seccomp_unotify(2).
 */
static void *supervise(void *arg)
{
	int i = 0, told = 0;

	while (i < 2) {
		if (answer(*(int *)arg, i, &told) == 0) {
			i++;
		} else if (errno != ENOENT) {
			say("%s\n", strerror(errno));
			break;
		}
	}
	return arg;
}

static void by_notice(void)
{
	int fd = (int)install(SECCOMP_RET_USER_NOTIF,
			      SECCOMP_FILTER_FLAG_NEW_LISTENER);
	pthread_t t;
	long got;

	pthread_create(&t, NULL, supervise, &fd);
	got = syscall(SYS_getpgid, 0);
	say("first %ld\n", got);
	got = syscall(SYS_getpgid, 0);
	say("then %d\n", got == getpgrp());
	pthread_join(t, NULL);
}

/* Of two filters the stricter action applies, not the newer one. */
static void by_two(void)
{
	install(SECCOMP_RET_TRACE, 0);
	by_errno();
	say("child %s\n", await(child(by_trace), 0));
}

static void filters(void)
{
	say("errno %s\n", await(child(by_errno), 0));
	say("trap %s\n", await(child(by_trap), 0));
	say("trace %s\n", await(child(by_trace), 0));
	say("allow %s\n", await(child(by_log), 0));
	say("kill %s\n", await(child(by_kill), 0));
	say("kill thread %s\n", await(child(by_kill_thread), 0));
	say("sync %s\n", await(child(by_sync), 0));
	say("notice %s\n", await(child(by_notice), 0));
	say("two %s\n", await(child(by_two), 0));
}
#define NFILTERMARKS (2 + 2 + 2 + 2 + 1 + 1 + 2 + 2)

/* --- numbers ----------------------------------------------------------- */

static void number(long nr)
{
	long rc;

	errno = 0;
	rc = syscall(nr, -1, -1, -1, -1, -1, -1);
	say("%lx: %ld, %s\n", nr, rc, strerror(errno));
}

#ifdef __x86_64__
/* A call as 32-bit programs make it, with their numbers. */
static long compat(long nr, long arg)
{
	long rc;

	__asm__ volatile("int $0x80" : "=a"(rc) : "0"(nr), "b"(arg), "c"(0),
	    "d"(0), "S"(0), "D"(0) : "memory", "r8", "r9", "r10", "r11");
	return rc;
}

static void compats(void)
{
	say("getpid %d\n", compat(20, 0) == getpid());
	say("getpriority %ld\n", compat(96, 99));
	say("-1: %ld\n", compat(-1, 0));
	say("9999: %ld\n", compat(9999, 0));
	say("close %ld\n", compat(6, -1));
	if (compat(2, 0) == 0) {	/* fork */
		mark();
		compat(252, 14);	/* exit_group */
	}
	say("child %s\n", await(-1, 0) ? "there" : "");
}
#else
static void compats(void)
{
	mark();
}
#endif

#ifdef __x86_64__
#define NNUMBERMARKS 2			/* a native call and a 32-bit one */
#else
#define NNUMBERMARKS 1
#endif

static void numbers(void)
{
	static const long nrs[] = { -1, -2, -38, 1000, 512, 511, 100000,
		0x40000000 | 39, 0x40000000 | 141, 0x40000000 | 9999,
		LONG_MAX, LONG_MIN, 0xffffffffL, 0x100000027L };

	for (size_t i = 0; i < sizeof(nrs) / sizeof(nrs[0]); i++)
		if ((nrs[i] & 0xffffffff) != SYS_getpid)
			number(nrs[i]);
		else
			say("%d\n", syscall(nrs[i]) == getpid());
	compats();
}

/* --- what the kernel keeps for a thread -------------------------------- */

static pthread_mutex_t robust;

static void *die_with_it(void *arg)
{
	pthread_mutex_lock(&robust);
	return arg;
}

static void robust_lists(void)
{
	pthread_mutexattr_t attr;
	pthread_t t;

	pthread_mutexattr_init(&attr);
	pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_ROBUST);
	pthread_mutex_init(&robust, &attr);
	pthread_create(&t, NULL, die_with_it, NULL);
	pthread_join(t, NULL);
	say("robust %d\n", pthread_mutex_lock(&robust) == EOWNERDEAD);
}

static void rseqs(void)
{
	cpu_set_t one;
	int here = sched_getcpu();

	CPU_ZERO(&one);
	CPU_SET(here, &one);
	sched_setaffinity(0, sizeof(one), &one);
	for (int i = 0; i < 100; i++)
		mark();
	say("cpu %d\n", sched_getcpu() == here);
}

/* Write invalid CPUs to the rseq area: the calls must still be counted. */
static void spoil_rseq(void)
{
	struct rseq *area = (struct rseq *)
		((char *)__builtin_thread_pointer() + __rseq_offset);
	volatile uint32_t none = 0, *cpu = __rseq_size ? &area->cpu_id : &none;
	uint32_t here = *cpu;

	for (int i = 0; i < 10; i++) {
		*cpu = i % 2 == 0 ? 1000000 : 0x80000001;
		mark();
	}
	*cpu = here;
}

static void keeps(void)
{
	sigset_t set;
	int sigs = 0;

	robust_lists();
	rseqs();
	spoil_rseq();
	sigprocmask(SIG_BLOCK, NULL, &set);
	for (int i = 1; i < 32; i++)
		sigs += sigismember(&set, i) == 1;
	say("blocked %d, death signal %d, dumpable %d\n", sigs,
	    prctl(PR_GET_PDEATHSIG, &sigs) == 0 ? sigs : -1,
	    prctl(PR_GET_DUMPABLE));
	prctl(PR_SET_DUMPABLE, 0);
	mark();
	say("child %s\n", await(child((void (*)(void))mark), 0));
}

/* --- ptrace ------------------------------------------------------------ */

/* A debugger of its own child, which is traced already if this process is. */
static void debug(void)
{
	pid_t pid = fork();
	const char *first;
	long rc;

	if (pid == 0) {
		rc = ptrace(PTRACE_TRACEME, 0, NULL, NULL);
		raise(SIGSTOP);
		_exit(rc == 0 ? 15 : 16);
	}
	first = await(pid, WUNTRACED);
	say("%s, ", first);
	rc = ptrace(PTRACE_CONT, pid, NULL, NULL);
	if (rc != 0)
		kill(pid, SIGCONT);
	say("%s, debugged %d\n", await(pid, 0), rc == 0);
}

/* ----------------------------------------------------------------------- */

static const struct workload workloads[] = {
	{ "filters", filters, NFILTERMARKS },
	{ "numbers", numbers, NNUMBERMARKS },
	{ "keeps", keeps, 112 },
	{ NULL, NULL, 0 },
};

/* A debugger does not work the same, which a message reports. */
static const struct workload debugger = { "debug", debug, 0 };

static void on_note(struct ps_prochandle *p, const char *msg, void *arg)
{
	(void)p;
	if (msg)
		snprintf(arg, 256, "%s", msg);
}

/* The output of the debugger; note is the library's message. */
static const char *debugged(bool grab, char *note)
{
	const struct way *way = &same_ways[grab ? 2 : 0];
	char path[] = "dt_same_XXXXXX";
	char *argv[] = { (char *)"work", (char *)"work", (char *)"debug",
		same_file(path), NULL, NULL };
	static struct outcome o;

	same_handler = on_note;
	same_handler_arg = note;
	same_traced(way, &debugger, argv, &o);
	return o.text;
}

static void debuggers(void **state)
{
	char note[256] = "";

	(void)state;
	assert_string_equal(debugged(true, note),
			    "stop 19, exit 15, debugged 1\n");
	assert_non_null(strstr(note, "was released, because it asked"));
	assert_string_equal(debugged(false, note),
			    "stop 19, exit 16, debugged 0\n");
	assert_non_null(strstr(note, "a call of ptrace failed"));
}

int main(int argc, char **argv)
{
	static const struct CMUnitTest more[] = {
		cmocka_unit_test(debuggers),
	};

	if (argc > 3 && strcmp(argv[2], "debug") == 0)
		return same_work(&debugger, argv);
	return same_main(workloads, more, 1, argc, argv);
}
