/* SPDX-License-Identifier: MIT */
/*
 * The tracer of the embedded engine (dt_tracer) is killed at any time: this is
 * reported, nothing waits for it, the data collected so far are complete, and
 * the traced processes continue if they can.
 * emulated: shared
 */
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <sched.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include "same.h"

#define ROUNDS 40

static volatile int *shared;

static void kill_tracer(pid_t victim)
{
	pid_t pid = tracer_of(victim);

	assert_true(pid > 0);
	assert_int_equal(kill(pid, SIGKILL), 0);
}

static void *working(void *arg)
{
	for (;;) {
		mark();
		__atomic_fetch_add(shared, 1, __ATOMIC_RELAXED);
	}
	return arg;
}

static void *born(void *arg)
{
	return arg;
}

/* Calls in two threads, and threads that start and end. */
static pid_t start(void)
{
	pid_t pid = fork();
	pthread_t t;

	assert_true(pid >= 0);
	if (pid != 0)
		return pid;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	pthread_create(&t, NULL, working, NULL);
	pthread_create(&t, NULL, working, NULL);
	for (;;)
		if (pthread_create(&t, NULL, born, NULL) == 0)
			pthread_join(t, NULL);
}

static void assert_runs(void)
{
	int before = *shared;

	api_until(*shared != before);
}

struct sum {
	const char *name;
	int64_t n;
};

static int add(const dtrace_aggdata_t *agg, void *arg)
{
	struct sum *s = arg;

	if (strcmp(agg->dtada_desc->dtagd_name, s->name) == 0)
		s->n += *api_value(agg);
	return DTRACE_AGGWALK_NEXT;
}

static int64_t sum_of(dtrace_hdl_t *dtp, const char *name)
{
	struct sum s = { name, 0 };

	api_ok(dtp, dtrace_aggregate_walk(dtp, add, &s));
	return s.n;
}

static int64_t calls(dtrace_hdl_t *dtp)
{
	return sum_of(dtp, "n");
}

static int each(const dtrace_probedata_t *data, void *arg)
{
	(void)data;
	++*(int *)arg;
	return DTRACE_CONSUME_THIS;
}

static int on_drop(const dtrace_dropdata_t *drop, void *arg)
{
	if (drop->dtdda_kind == DTRACEDROP_PRINCIPAL)
		*(int *)arg += (int)drop->dtdda_drops;
	return DTRACE_HANDLE_OK;
}

/* The call that notices it fails once; then the run is over.  pid 0: any. */
static void assert_told(dtrace_hdl_t *dtp, pid_t pid)
{
	char words[64];

	snprintf(words, sizeof(words), pid == 0 ? "traces process " :
		 "traces process %d (dt_tracer, ", pid);
	api_until(dtrace_status(dtp) == -1);
	assert_int_equal(dtrace_errno(dtp), E_BRICKED);
	assert_non_null(strstr(dtrace_errmsg(dtp, E_BRICKED), words));
	assert_non_null(strstr(dtrace_errmsg(dtp, E_BRICKED),
			       "signal 9 (Killed)"));
	assert_int_equal(dtrace_status(dtp), DTRACE_STATUS_STOPPED);
	api_ok(dtp, dtrace_stop(dtp));
}

static const char program[] =
	"syscall:::entry { @n = count(); @u[ustack(3)] = count(); "
	"self->x = timestamp; } "
	"syscall:::return { @r = count(); @t = sum(timestamp - self->x); "
	"self->x = 0; trace(errno); } profile-97 { @p = count(); } "
	"END { trace(1); }";

/* Skip here, as api_open() would skip and leave a child behind. */
static void need_vm(void)
{
	void *vm = (void *)"vm";

	dtrace_close(api_open(&vm));
}

/* Kill the tracer at a random time; no call counted before that is lost. */
static void kill_once(FILE *null, pid_t pid)
{
	void *vm = (void *)"vm";
	dtrace_hdl_t *dtp = api_open(&vm);
	int64_t before = 0;
	int nrecs = 0, lost = 0;

	api_ok(dtp, dtrace_handle_drop(dtp, on_drop, &lost));
	if (!dtrace_proc_grab(dtp, pid, 0))
		fail_msg("%s", dtrace_errmsg(dtp, dtrace_errno(dtp)));
	api_enable(dtp, program);
	api_ok(dtp, dtrace_go(dtp));
	while (before == 0) {
		usleep(2000 + (useconds_t)rand() % 5000);
		api_ok(dtp, dtrace_aggregate_snap(dtp));
		before = calls(dtp);
	}
	kill_tracer(pid);
	assert_told(dtp, pid);
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	assert_true(calls(dtp) >= before);
	api_ok(dtp, dtrace_aggregate_print(dtp, null, NULL));
	api_ok(dtp, dtrace_consume(dtp, null, each, api_skip_rec, &nrecs));
	/*
	 * END makes one record, the killed firing perhaps none, and a record
	 * may find the buffer full.
	 */
	assert_in_range(sum_of(dtp, "r") - (nrecs + lost - 1), 0, 1);
	assert_runs();
	dtrace_close(dtp);
}

/* In many rounds, as the outcome depends on the moment of the kill. */
static void at_work(void **state)
{
	FILE *null = fopen("/dev/null", "w");
	pid_t pid;

	(void)state;
	need_vm();
	pid = start();
	assert_non_null(null);
	srand(1);
	assert_runs();
	for (int i = 0; i < ROUNDS; i++)
		kill_once(null, pid);
	fclose(null);
	assert_runs();
	kill(pid, SIGKILL);
	assert_string_equal(await(pid, 0), "signal 9");
}

/* A process whose calls would fail without a tracer ends with it. */
static void of_command(void **state)
{
	char *const argv[] = { (char *)"sh", (char *)"-c",
			       (char *)"while :; do kill -0 $$; done", NULL };
	void *vm = (void *)"vm";
	dtrace_hdl_t *dtp = api_open(&vm);
	struct ps_prochandle *p = dtrace_proc_create(dtp, "sh", argv);

	(void)state;
	assert_non_null(p);
	api_enable(dtp, "syscall::kill:entry { @n = count(); }");
	api_ok(dtp, dtrace_go(dtp));
	dtrace_proc_continue(dtp, p);
	while (calls(dtp) == 0) {
		api_ok(dtp, dtrace_aggregate_snap(dtp));
		ms(1);
	}
	kill_tracer(only_child());
	assert_told(dtp, 0);
	assert_true(calls(dtp) > 0);
	dtrace_close(dtp);
}

/* A command that has not started cannot start, which is reported. */
static void of_held(void **state)
{
	char *const argv[] = { (char *)"true", NULL };
	dtrace_hdl_t *dtp = api_open(state);
	struct ps_prochandle *p = dtrace_proc_create(dtp, "true", argv);

	assert_non_null(p);
	api_enable(dtp, "syscall:::entry /pid == $target/ { @n = count(); }");
	api_ok(dtp, dtrace_go(dtp));
	kill_tracer(only_child());
	assert_told(dtp, 0);
	dtrace_proc_continue(dtp, p);
	assert_int_equal(calls(dtp), 0);
	dtrace_close(dtp);
}

static void forbid_execveat(void)
{
	struct sock_filter insns[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
			 offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_execveat, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog prog = { 4, insns };

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &prog) != 0)
		_exit(77);
}

/* Forbid execution of memfds, in a PID namespace of a child. */
static void forbid_memfd(void)
{
	int status;
	pid_t pid;

	if (unshare(CLONE_NEWPID) != 0)
		_exit(77);
	pid = fork();
	if (pid == 0) {
		int fd = open("/proc/sys/vm/memfd_noexec", O_RDWR | O_CLOEXEC);
		if (fd < 0 || write(fd, "2", 1) != 1)
			_exit(77);
		return;
	}
	_exit(waitpid(pid, &status, 0) == pid && WIFEXITED(status) ?
	      WEXITSTATUS(status) : 1);
}

/* If the tracer's program may not be executed, the error gives the reason. */
static void refused(void (*forbid)(void), const char *why)
{
	char *const argv[] = { (char *)"true", NULL };
	void *vm = (void *)"vm";
	int status;
	pid_t pid;

	need_vm();
	pid = fork();
	if (pid == 0) {
		dtrace_hdl_t *dtp;

		forbid();
		dtp = api_open(&vm);
		if (dtrace_proc_create(dtp, "true", argv))
			_exit(1);
		if (!strstr(dtrace_errmsg(dtp, dtrace_errno(dtp)), why)) {
			fprintf(stderr, "%s\n",
				dtrace_errmsg(dtp, dtrace_errno(dtp)));
			_exit(2);
		}
		if (waitpid(-1, NULL, WNOHANG) != -1)
			_exit(3);
		dtrace_close(dtp);
		_exit(0);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	if (WIFEXITED(status) && WEXITSTATUS(status) == 77)
		skip();
	assert_int_equal(status, 0);
}

static void no_execveat(void **state)
{
	(void)state;
	refused(forbid_execveat, "cannot start true: Operation not supported; "
		"the tracer cannot be executed: a seccomp filter forbids");
}

static void no_memfd(void **state)
{
	(void)state;
	refused(forbid_memfd, "the tracer cannot be executed: "
		"vm.memfd_noexec is 2: set it to 0 or 1");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(at_work),
		cmocka_unit_test(of_command),
		ON_BOTH(of_held),
		cmocka_unit_test(no_execveat),
		cmocka_unit_test(no_memfd),
	};

	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
