/* SPDX-License-Identifier: MIT */
/*
 * Tracing with few privileges or none: each failure names the privilege to
 * grant.  Each case runs in a child that drops the others.
 * emulated: shared
 */
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include "api.h"

#define NOBODY 65534
#define BIT(cap) (1ULL << (cap))

/* The findings of a child: cmocka's asserts are for its parent. */
struct found {
	int rc, err;
	int64_t count;
	char text[512];
};

static int set_caps(uint64_t caps)
{
	struct __user_cap_header_struct head = {
		.version = _LINUX_CAPABILITY_VERSION_3,
	};
	struct __user_cap_data_struct data[2] = {
		{ .effective = caps, .permitted = caps },
		{ .effective = caps >> 32, .permitted = caps >> 32 },
	};

	return syscall(SYS_capset, &head, data);
}

/* Drop all other capabilities; -1 if this process lacks one of these. */
static int keep_only(uint64_t caps)
{
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
		return -1;
	if (geteuid() == 0 &&
	    (prctl(PR_SET_KEEPCAPS, 1) != 0 || setgroups(0, NULL) != 0 ||
	     setresgid(NOBODY, NOBODY, NOBODY) != 0 ||
	     setresuid(NOBODY, NOBODY, NOBODY) != 0))
		return -1;
	return set_caps(caps);
}

/* Call f(, arg) in a process with only these capabilities. */
static struct found with_caps(uint64_t caps,
			       void (*f)(struct found *, const void *),
			       const void *arg)
{
	struct found got = { 0 };
	int pipefd[2], status;
	pid_t child;

	assert_int_equal(pipe(pipefd), 0);
	fflush(NULL);
	child = fork();
	if (child == 0) {
		if (keep_only(caps) != 0)
			_exit(77);
		f(&got, arg);
		_exit(write(pipefd[1], &got, sizeof(got)) != sizeof(got));
	}
	close(pipefd[1]);
	if (read(pipefd[0], &got, sizeof(got)) != sizeof(got))
		got.rc = -2;
	close(pipefd[0]);
	assert_int_equal(waitpid(child, &status, 0), child);
	if (WIFEXITED(status) && WEXITSTATUS(status) == 77)
		skip();
	assert_int_equal(status, 0);
	return got;
}

static void assert_says(const struct found *got, const char *what)
{
	if (!strstr(got->text, what))
		fail_msg("no \"%s\" in: %s", what, got->text);
}

static void assert_worked(const struct found *got, int64_t count)
{
	if (got->rc != 0)
		fail_msg("%s", got->text);
	assert_int_equal(got->count, count);
}

static int add(const dtrace_aggdata_t *agg, void *arg)
{
	*(int64_t *)arg += *api_value(agg);
	return DTRACE_AGGWALK_NEXT;
}

struct what {
	const char *engine;		/* NULL: as the library chooses */
	const char *program;
};

static int start(dtrace_hdl_t *dtp, const struct what *what)
{
	char pid[16], *argv[] = { (char *)"unpriv", pid, NULL };
	dtrace_prog_t *prog;

	snprintf(pid, sizeof(pid), "%d", getpid());
	if (dtrace_setopt(dtp, "bufsize", "64k") != 0 ||
	    dtrace_setopt(dtp, "aggsize", "64k") != 0 ||
	    dtrace_setopt(dtp, "argref", NULL) != 0 ||
	    (what->engine &&
	     dtrace_setopt(dtp, "engine", what->engine) != 0))
		return -1;
	prog = dtrace_program_strcompile(dtp, what->program,
					 DTRACE_PROBESPEC_NAME, 0, 2, argv);
	if (!prog || dtrace_program_exec(dtp, prog, NULL) != 0)
		return -1;
	return dtrace_go(dtp);
}

/* Run the program while this process calls getppid() once. */
static void run_keeping(struct found *got, const struct what *what, int keep)
{
	int err = 0;
	dtrace_hdl_t *dtp = dtrace_open(DTRACE_VERSION, 0, &err);

	got->rc = dtp ? start(dtp, what) : -1;
	if (got->rc == 0 && !keep)
		got->rc = set_caps(0);
	if (got->rc == 0) {
		syscall(SYS_getppid);
		got->rc = dtrace_stop(dtp) | dtrace_aggregate_snap(dtp) |
			dtrace_aggregate_walk(dtp, add, &got->count);
	}
	if (got->rc != 0) {
		got->err = dtp ? dtrace_errno(dtp) : err;
		snprintf(got->text, sizeof(got->text), "%s",
			 dtrace_errmsg(dtp, got->err));
	}
	dtrace_close(dtp);
}

static void run(struct found *got, const void *what)
{
	run_keeping(got, what, 1);
}

/* As run(), without any capability from dtrace_go() on. */
static void run_dropped(struct found *got, const void *what)
{
	run_keeping(got, what, 0);
}

#define BEGIN_PROGRAM "BEGIN { @ = count(); x = 1; @ = count(); }"
#define SYSCALL_PROGRAM \
	"syscall::getppid: /pid == $1 && ppid > 0/ " \
	"{ @ = sum(uid == 65534 ? 1 : 100); @n[stack(1), execname] = " \
	"count(); self->v = vtimestamp; }"

static const struct what begin_auto = { NULL, BEGIN_PROGRAM },
	begin_kernel = { "kernel", BEGIN_PROGRAM },
	begin_vm = { "vm", BEGIN_PROGRAM },
	call_auto = { NULL, SYSCALL_PROGRAM },
	call_end = { "kernel", SYSCALL_PROGRAM "END { @ = sum(1000); }" },
	call_vm = { "vm", SYSCALL_PROGRAM };

/* Probes that only the library fires need no privilege. */
static void begin(void **state)
{
	struct found got;

	(void)state;
	got = with_caps(0, run, &begin_auto);
	assert_worked(&got, 2);
	got = with_caps(0, run, &begin_vm);
	assert_worked(&got, 2);
	got = with_caps(0, run, &begin_kernel);
	assert_int_equal(got.rc, -1);
	assert_int_equal(got.err, E_ACCESS);
	assert_says(&got, "lacks CAP_BPF and CAP_PERFMON");
}

static void no_caps(void **state)
{
	struct found got;

	(void)state;
	got = with_caps(0, run, &call_auto);
	assert_int_equal(got.rc, -1);
	assert_int_equal(got.err, E_ACCESS);
	assert_says(&got, "provider syscall");
	assert_says(&got, "lacks CAP_BPF and CAP_PERFMON");
	assert_says(&got, "setcap cap_bpf,cap_perfmon");
	got = with_caps(0, run, &call_vm);
	assert_int_equal(got.rc, -1);
	assert_int_equal(got.err, E_ACCESS);
	assert_says(&got, "engine is vm");
}

/* The message names just the missing capability. */
static void one_cap(void **state)
{
	struct found got;

	(void)state;
	got = with_caps(BIT(CAP_BPF), run, &call_auto);
	assert_int_equal(got.rc, -1);
	assert_int_equal(got.err, E_ACCESS);
	assert_says(&got, "lacks CAP_PERFMON:");
	got = with_caps(BIT(CAP_PERFMON), run, &call_auto);
	assert_int_equal(got.rc, -1);
	assert_int_equal(got.err, E_ACCESS);
	assert_says(&got, "lacks CAP_BPF:");
	got = with_caps(BIT(CAP_PERFMON) | BIT(CAP_SYSLOG), run, &begin_kernel);
	assert_says(&got, "lacks CAP_BPF:");
}

/* The capabilities named in messages are enough. */
static void enough(void **state)
{
	struct found got;

	(void)state;
	if (!api_usable("kernel"))
		skip();
	got = with_caps(BIT(CAP_BPF) | BIT(CAP_PERFMON), run, &call_auto);
	assert_worked(&got, 4);
	got = with_caps(BIT(CAP_SYS_ADMIN), run, &call_auto);
	assert_worked(&got, 4);
	got = with_caps(BIT(CAP_BPF) | BIT(CAP_PERFMON), run, &begin_kernel);
	assert_worked(&got, 2);
}

/* Stopping and reading need no capability, nor does END. */
static void dropped_after_go(void **state)
{
	struct found got;

	(void)state;
	if (!api_usable("kernel"))
		skip();
	got = with_caps(BIT(CAP_BPF) | BIT(CAP_PERFMON), run_dropped,
			&call_end);
	assert_worked(&got, 1004);
}

/* Make a call fail whatever the capabilities, as containers do. */
static int forbid(uint32_t nr, int err)
{
	struct sock_filter insns[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
			 offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, nr, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | err),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog prog = { sizeof(insns) / sizeof(insns[0]), insns };

	return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &prog);
}

/* The same effect as a high perf_event_paranoid. */
static int forbid_clocks(void)
{
	return forbid(SYS_perf_event_open, EACCES);
}

static void run_without_clocks(struct found *got, const void *what)
{
	if (forbid_clocks() != 0)
		_exit(77);
	run(got, what);
}

/*
 * Let the deadman's limit pass without a call.  Naps are counted, since it does
 * not check while the machine stands still.
 */
static void be_late_without_clocks(struct found *got, const void *what)
{
	int err = 0;
	dtrace_hdl_t *dtp;

	if (forbid_clocks() != 0)
		_exit(77);
	dtp = dtrace_open(DTRACE_VERSION, 0, &err);
	got->rc = dtrace_setopt(dtp, "deadman", "1s") | start(dtp, what);
	if (got->rc == 0) {
		for (int i = 0; i < 250; i++)
			usleep(10000);
		got->rc = dtrace_status(dtp);
	}
	got->err = dtrace_errno(dtp);
	snprintf(got->text, sizeof(got->text), "%s",
		 dtrace_errmsg(dtp, got->err));
	dtrace_close(dtp);
}

#define PROFILE_PROGRAM "profile-97 /pid == $1/ { @ = count(); }"

/* Everything works but clocks, and the deadman is active. */
static void without_clocks(void **state)
{
	static const struct what call = { "kernel", SYSCALL_PROGRAM },
		profile = { "kernel", PROFILE_PROGRAM };
	const uint64_t caps = BIT(CAP_BPF) | BIT(CAP_PERFMON);
	struct found got;

	(void)state;
	if (!api_usable("kernel"))
		skip();
	got = with_caps(caps, run_without_clocks, &call);
	assert_worked(&got, 4);
	got = with_caps(caps, run_without_clocks, &profile);
	assert_int_equal(got.rc, -1);
	assert_int_equal(got.err, EACCES);
	assert_says(&got, "kernel.perf_event_paranoid");
	assert_says(&got, "CAP_SYS_ADMIN");
	got = with_caps(caps, be_late_without_clocks, &call);
	assert_int_equal(got.rc, -1);
	assert_int_equal(got.err, E_BRICKED);
}

static void tell(struct found *got, dtrace_hdl_t *dtp)
{
	got->err = dtrace_errno(dtp);
	snprintf(got->text, sizeof(got->text), "%s",
		 dtrace_errmsg(dtp, got->err));
	dtrace_close(dtp);
}

static void start_without_ptrace(struct found *got, const void *what)
{
	char *argv[] = { (char *)"true", NULL };
	dtrace_hdl_t *dtp = dtrace_open(DTRACE_VERSION, 0, NULL);

	(void)what;
	if (prctl(PR_SET_DUMPABLE, 1) != 0 || forbid(SYS_ptrace, EPERM) != 0)
		_exit(77);
	got->rc = dtrace_proc_create(dtp, "true", argv) ? 0 : -1;
	tell(got, dtp);
}

static void grab_without_ptrace(struct found *got, const void *what)
{
	dtrace_hdl_t *dtp = dtrace_open(DTRACE_VERSION, 0, NULL);
	pid_t child;

	/* dropping root's capabilities has made this process undumpable */
	(void)prctl(PR_SET_DUMPABLE, 1);
	child = fork();
	if (child == 0) {
		pause();
		_exit(0);
	}
	if (forbid(SYS_ptrace, EPERM) != 0)
		_exit(77);
	got->rc = dtrace_proc_grab(dtp, child, 0) ? start(dtp, what) : -1;
	tell(got, dtp);
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
}

/* The message names what forbids tracing a process. */
static void without_ptrace(void **state)
{
	struct found got;

	(void)state;
	got = with_caps(0, start_without_ptrace, NULL);
	assert_int_equal(got.rc, -1);
	assert_int_equal(got.err, EPERM);
	assert_says(&got, "a seccomp filter forbids ptrace()");
	got = with_caps(0, grab_without_ptrace, &call_vm);
	assert_int_equal(got.rc, -1);
	assert_int_equal(got.err, EPERM);
	assert_says(&got, "a seccomp filter forbids ptrace()");
}

static void start_undumpable(struct found *got, const void *what)
{
	char *argv[] = { (char *)"true", NULL };
	dtrace_hdl_t *dtp = dtrace_open(DTRACE_VERSION, 0, NULL);

	(void)what;
	if (prctl(PR_SET_DUMPABLE, 0) != 0)
		_exit(77);
	got->rc = dtrace_proc_create(dtp, "true", argv) ? 0 : -1;
	tell(got, dtp);
}

/* As a process is after it has dropped root's privileges. */
static void undumpable(void **state)
{
	struct found got;

	(void)state;
	got = with_caps(0, start_undumpable, NULL);
	assert_int_equal(got.rc, -1);
	assert_int_equal(got.err, EPERM);
	assert_says(&got, "PR_SET_DUMPABLE");
}

static void on_end(struct ps_prochandle *p, const char *msg, void *arg)
{
	(void)p;
	(void)msg;
	*(int *)arg = 1;
}

static void read_without_call(struct found *got, const void *what)
{
	char *argv[] = { (char *)"cat", (char *)"/dev/null", NULL };
	dtrace_hdl_t *dtp = dtrace_open(DTRACE_VERSION, 0, NULL);
	struct ps_prochandle *p;
	int ended = 0;

	if (prctl(PR_SET_DUMPABLE, 1) != 0 ||
	    forbid(SYS_process_vm_readv, EPERM) != 0)
		_exit(77);
	p = dtrace_proc_create(dtp, "cat", argv);
	got->rc = !p || dtrace_handle_proc(dtp, on_end, &ended) != 0 ||
		start(dtp, what) != 0;
	if (got->rc == 0)
		dtrace_proc_continue(dtp, p);
	while (got->rc == 0 && !ended)
		dtrace_sleep(dtp);
	if (got->rc == 0)
		got->rc = dtrace_stop(dtp) | dtrace_aggregate_snap(dtp) |
			dtrace_aggregate_walk(dtp, add, &got->count);
	tell(got, dtp);
}

/* Memory is read even where process_vm_readv() is forbidden. */
static void without_readv(void **state)
{
	static const struct what opened = { "vm",
		"syscall::openat:entry /pid == $target/ "
		"{ @ = sum(copyinstr(arg1) == \"/dev/null\" ? 1 : 0); }" };
	struct found got;

	(void)state;
	got = with_caps(0, read_without_call, &opened);
	assert_worked(&got, 1);
}

static void run_in_userns(struct found *got, const void *what)
{
	if (unshare(CLONE_NEWUSER) != 0)
		_exit(77);
	run(got, what);
}

/* All capabilities of a user namespace are not enough for bpf(). */
static void in_userns(void **state)
{
	struct found got;

	(void)state;
	got = with_caps(0, run_in_userns, &begin_kernel);
	assert_int_equal(got.rc, -1);
	assert_int_equal(got.err, E_ACCESS);
	assert_says(&got, "user namespace");
	got = with_caps(0, run_in_userns, &begin_auto);
	assert_worked(&got, 2);
}

/* The address of a kernel function, which the parent may know. */
static uint64_t a_function(void)
{
	FILE *fp = fopen("/proc/kallsyms", "r");
	unsigned long addr = 0, found = 0;
	char name[128];

	while (fp && !found &&
	       fscanf(fp, "%lx %*s %127s%*[^\n]", &addr, name) == 2)
		if (strcmp(name, "schedule") == 0)
			found = addr;
	if (fp)
		fclose(fp);
	return found ? found : 0xffffffff81000000;
}

static void look_up(struct found *got, const void *arg)
{
	uint64_t addr = *(const uint64_t *)arg;
	dtrace_hdl_t *dtp = dtrace_open(DTRACE_VERSION, 0, NULL);
	dtrace_syminfo_t info;
	GElf_Sym sym;

	got->rc = dtrace_lookup_by_addr(dtp, addr, &sym, &info);
	got->err = dtrace_errno(dtp);
	snprintf(got->text, sizeof(got->text), "%s", got->rc == 0 ?
		 info.dts_name : dtrace_errmsg(dtp, got->err));
	/* an address without a name is shown as a number */
	got->count = dtrace_addr2str(dtp, addr, NULL, 0);
	dtrace_close(dtp);
}

/* The administrator decides whether addresses are visible to all. */
static int hidden_from_all(void)
{
	int level = 2;
	FILE *fp = fopen("/proc/sys/kernel/perf_event_paranoid", "r");

	if (fp && fscanf(fp, "%d", &level) != 1)
		level = 2;
	if (fp)
		fclose(fp);
	return level > 1;
}

static void symbols(void **state)
{
	uint64_t addr = a_function();
	struct found got;

	(void)state;
	if (!hidden_from_all())
		skip();
	got = with_caps(0, look_up, &addr);
	assert_int_equal(got.rc, -1);
	assert_int_equal(got.err, E_NOSYMADDR);
	assert_says(&got, "CAP_SYSLOG");
	assert_int_equal(got.count, strlen("0xffffffff81000000"));
	got = with_caps(BIT(CAP_BPF) | BIT(CAP_PERFMON), look_up, &addr);
	assert_int_equal(got.rc, -1);
	assert_says(&got, "CAP_SYSLOG");
	got = with_caps(BIT(CAP_SYSLOG), look_up, &addr);
	assert_int_equal(got.rc, 0);
	assert_string_equal(got.text, "schedule");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(begin), cmocka_unit_test(no_caps),
		cmocka_unit_test(one_cap), cmocka_unit_test(enough),
		cmocka_unit_test(dropped_after_go),
		cmocka_unit_test(without_clocks),
		cmocka_unit_test(without_ptrace), cmocka_unit_test(undumpable),
		cmocka_unit_test(without_readv), cmocka_unit_test(in_userns),
		cmocka_unit_test(symbols),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
