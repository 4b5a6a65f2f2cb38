/* SPDX-License-Identifier: MIT */
/*
 * Processes are grabbed in all kinds of states and released unchanged; errors
 * explain why one cannot be grabbed; the data of killed ones are complete.
 * emulated: shared
 */
#include <grp.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include "same.h"

static volatile int *shared;

/* Start a child.  Skipped on emulated CPUs, as the kernel does not matter. */
static pid_t start(void (*run)(void))
{
	pid_t pid;

	if (getenv("DT_TEST_EMULATED"))
		skip();
	pid = fork();
	assert_true(pid >= 0);
	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		run();
		_exit(0);
	}
	return pid;
}

static const char *end(pid_t pid)
{
	kill(pid, SIGKILL);
	return await(pid, __WALL);
}

static char state_of(pid_t pid)
{
	char path[64], buf[512];
	int fd;
	ssize_t n;

	snprintf(path, sizeof(path), "/proc/%d/stat", pid);
	fd = open(path, O_RDONLY);
	n = read(fd, buf, sizeof(buf) - 1);
	close(fd);
	if (n <= 0)
		return '?';
	buf[n] = '\0';
	return strrchr(buf, ')')[2];
}

static void await_state(pid_t pid, const char *states)
{
	api_until(strchr(states, state_of(pid)));
}

static dtrace_hdl_t *grab(void **state, pid_t pid)
{
	dtrace_hdl_t *dtp = api_open(state);

	if (!dtrace_proc_grab(dtp, pid, 0))
		fail_msg("%s", dtrace_errmsg(dtp, dtrace_errno(dtp)));
	api_enable(dtp, "syscall:::entry { @ = count(); @m[probefunc] = "
		   "count(); } profile-97 { @n = count(); }");
	return dtp;
}

static int add(const dtrace_aggdata_t *agg, void *arg)
{
	if (strcmp(agg->dtada_desc->dtagd_name, "_") == 0)
		*(int64_t *)arg += *api_value(agg);
	return DTRACE_AGGWALK_NEXT;
}

static int64_t calls(dtrace_hdl_t *dtp)
{
	int64_t n = 0;

	api_ok(dtp, dtrace_aggregate_snap(dtp));
	api_ok(dtp, dtrace_aggregate_walk(dtp, add, &n));
	return n;
}

static void await_calls(dtrace_hdl_t *dtp, int64_t n)
{
	api_until(calls(dtp) >= n);
}

/* The process continues after its release. */
static void assert_runs(void)
{
	int before = *shared;

	api_until(*shared != before);
}

/* --- states ------------------------------------------------------------ */

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
	mark();
	return arg;
}

static void *bearing(void *arg)
{
	pthread_t t;

	for (;;) {
		if (pthread_create(&t, NULL, born, NULL) == 0)
			pthread_join(t, NULL);
		__atomic_fetch_add(shared, 1, __ATOMIC_RELAXED);
	}
	return arg;
}

/* A process whose threads start and end all the time. */
static void threads(void)
{
	pthread_t t;

	for (int i = 0; i < 4; i++)
		pthread_create(&t, NULL, bearing, NULL);
	for (int i = 0; i < 4; i++)
		pthread_create(&t, NULL, working, NULL);
	bearing(NULL);
}

static void forks(void)
{
	for (;;) {
		pid_t pid = fork();

		if (pid == 0) {
			mark();
			_exit(0);
		}
		waitpid(pid, NULL, 0);
		__atomic_fetch_add(shared, 1, __ATOMIC_RELAXED);
	}
}

/* A process whose first thread has ended. */
static void leaderless(void)
{
	pthread_t t;

	pthread_create(&t, NULL, working, NULL);
	pthread_exit(NULL);
}

/* Many times, since the moment matters. */
static void grab_and_let_go(void **state, void (*run)(void))
{
	pid_t pid = start(run);

	assert_runs();
	for (int i = 0; i < 10; i++) {
		dtrace_hdl_t *dtp = grab(state, pid);

		api_ok(dtp, dtrace_go(dtp));
		await_calls(dtp, 20);
		api_ok(dtp, dtrace_stop(dtp));
		dtrace_close(dtp);
		assert_runs();
	}
	assert_string_equal(end(pid), "signal 9");
}

static void with_threads(void **state)
{
	grab_and_let_go(state, threads);
}

static void with_forks(void **state)
{
	grab_and_let_go(state, forks);
}

static void without_leader(void **state)
{
	grab_and_let_go(state, leaderless);
}

static void work(void)
{
	working(NULL);
}

/*
 * A stopped process stays stopped, continues on SIGCONT, and stays stopped when
 * it is released.
 */
static void stopped(void **state)
{
	pid_t pid = start(work);
	dtrace_hdl_t *dtp;

	kill(pid, SIGSTOP);
	assert_string_equal(await(pid, WUNTRACED), "stop 19");
	dtp = grab(state, pid);
	api_ok(dtp, dtrace_go(dtp));
	ms(20);
	assert_int_equal(calls(dtp), 0);
	kill(pid, SIGCONT);
	assert_string_equal(await(pid, WCONTINUED), "goes on");
	await_calls(dtp, 20);
	kill(pid, SIGSTOP);
	assert_string_equal(await(pid, WUNTRACED), "stop 19");
	api_ok(dtp, dtrace_stop(dtp));
	dtrace_close(dtp);
	await_state(pid, "T");
	ms(20);
	assert_int_equal(state_of(pid), 'T');
	kill(pid, SIGCONT);
	assert_runs();
	assert_string_equal(end(pid), "signal 9");
}

/* --- the consumer dies ------------------------------------------------- */

/* The consumer dies; the process that it had grabbed does not. */
static void abandoned(void **state)
{
	pid_t pid = start(work), consumer;
	int pipefd[2];
	char byte;

	assert_int_equal(pipe(pipefd), 0);
	consumer = fork();
	if (consumer == 0) {
		dtrace_hdl_t *dtp = grab(state, pid);

		if (dtrace_go(dtp) != 0 || write(pipefd[1], "g", 1) != 1)
			_exit(1);
		pause();
	}
	assert_int_equal(read(pipefd[0], &byte, 1), 1);
	assert_runs();
	assert_string_equal(end(consumer), "signal 9");
	assert_runs();
	assert_string_equal(end(pid), "signal 9");
}

/* --- it dies ----------------------------------------------------------- */

#define NCALLS 100

static void call_and_die(void)
{
	while (*shared == 0)
		ms(1);
	for (int i = 0; i < NCALLS; i++)
		mark();
	raise(SIGKILL);
}

static int marks(const dtrace_aggdata_t *agg, void *arg)
{
	if (strcmp(agg->dtada_desc->dtagd_name, "m") == 0 &&
	    strcmp(api_key(agg), MARK) == 0)
		*(int64_t *)arg = *api_value(agg);
	return DTRACE_AGGWALK_NEXT;
}

static void killed(void **state)
{
	dtrace_hdl_t *dtp;
	int64_t n = 0;
	pid_t pid;

	*shared = 0;
	pid = start(call_and_die);
	dtp = grab(state, pid);
	api_ok(dtp, dtrace_go(dtp));
	*shared = 1;
	assert_string_equal(await(pid, 0), "signal 9");
	api_ok(dtp, dtrace_stop(dtp));
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	api_ok(dtp, dtrace_aggregate_walk(dtp, marks, &n));
	assert_int_equal(n, NCALLS);
	dtrace_close(dtp);
}

#define MOST_LATE 3000 /* us */

static void live_a_while(void)
{
	useconds_t life = (useconds_t)*shared;
	pthread_t t;

	for (int i = 0; i < 8; i++)
		pthread_create(&t, NULL, working, NULL);
	usleep(life);
}

/* The process may end at any time, also during the grab; nothing else fails. */
static void ending(void **state)
{
	srand(2);
	for (int i = 0; i < 100; i++) {
		dtrace_hdl_t *dtp = api_open(state);
		pid_t pid;

		*shared = rand() % MOST_LATE;
		pid = start(live_a_while);
		usleep((useconds_t)rand() % MOST_LATE);
		api_enable(dtp, "syscall:::entry { @ = count(); }");
		if (!dtrace_proc_grab(dtp, pid, 0) || dtrace_go(dtp) != 0)
			api_fails(dtp, -1, ESRCH);
		await(pid, 0);
		dtrace_close(dtp);
	}
}

/* --- those that cannot be ---------------------------------------------- */

/* Grabbing fails with this error, and these words in the message. */
static void refused(pid_t pid, int err, const char *words)
{
	void *vm = (void *)"vm";
	dtrace_hdl_t *dtp = api_open(&vm);
	int rc = -1;

	if (dtrace_proc_grab(dtp, pid, 0)) {
		api_enable(dtp, "syscall:::entry { @ = count(); }");
		rc = dtrace_go(dtp);
	}
	assert_int_equal(rc, -1);
	if (!strstr(dtrace_errmsg(dtp, dtrace_errno(dtp)), words))
		fail_msg("no \"%s\" in: %s", words,
			 dtrace_errmsg(dtp, dtrace_errno(dtp)));
	assert_int_equal(dtrace_errno(dtp), err);
	dtrace_close(dtp);
}

static void oneself(void **state)
{
	(void)state;
	refused(getpid(), EDEADLK, "this process itself");
}

static void gone(void **state)
{
	pid_t pid = fork();

	(void)state;
	if (pid == 0)
		_exit(0);
	await_state(pid, "Z");
	refused(pid, ESRCH, "has ended");
	await(pid, 0);
	refused(pid, ESRCH, "No such process");
}

static void traced(void **state)
{
	pid_t pid = start(work);
	char words[64];

	(void)state;
	assert_int_equal(ptrace(PTRACE_SEIZE, pid, NULL, NULL), 0);
	snprintf(words, sizeof(words), "traced already, by process %d (",
		 getpid());
	refused(pid, EPERM, words);
	assert_runs();
	assert_string_equal(end(pid), "signal 9");
}

/* A process of another consumer cannot be grabbed, and is not disturbed. */
static void grabbed_twice(void **state)
{
	pid_t pid = start(work);
	dtrace_hdl_t *dtp = grab(state, pid);

	api_ok(dtp, dtrace_go(dtp));
	refused(pid, EPERM, "(dt_tracer)");
	await_calls(dtp, 20);
	api_ok(dtp, dtrace_stop(dtp));
	await_calls(dtp, 20);
	dtrace_close(dtp);
	assert_runs();
	assert_string_equal(end(pid), "signal 9");
}

/* Grabbed twice by one consumer, it is released after two releases. */
static void grabbed_again(void **state)
{
	pid_t pid = start(work);
	dtrace_hdl_t *dtp = grab(state, pid);
	struct ps_prochandle *p = dtrace_proc_grab(dtp, pid, 0);

	assert_non_null(p);
	assert_ptr_equal(dtrace_proc_grab(dtp, pid, 0), p);
	api_ok(dtp, dtrace_go(dtp));
	dtrace_proc_release(dtp, p);
	dtrace_proc_release(dtp, p);
	await_calls(dtp, 20);
	dtrace_proc_release(dtp, p);
	dtrace_proc_release(dtp, p);
	dtrace_close(dtp);
	assert_runs();
	assert_string_equal(end(pid), "signal 9");
}

static void *tell_tid(void *arg)
{
	*(pid_t *)arg = gettid();
	pause();
	return arg;
}

static void a_thread(void **state)
{
	volatile pid_t tid = 0;
	char words[64];
	pthread_t t;

	(void)state;
	assert_int_equal(pthread_create(&t, NULL, tell_tid, (void *)&tid), 0);
	while (tid == 0)
		ms(1);
	snprintf(words, sizeof(words), "a thread of process %d", getpid());
	dtrace_hdl_t *dtp = api_handle();

	assert_null(dtrace_proc_grab(dtp, tid, 0));
	assert_non_null(strstr(dtrace_errmsg(dtp, dtrace_errno(dtp)), words));
	dtrace_close(dtp);
}

/* kthreadd, unless a namespace hides it. */
static void kernel_thread(void **state)
{
	char comm[32] = "";
	FILE *fp = fopen("/proc/2/comm", "r");

	(void)state;
	if (fp && !fgets(comm, sizeof(comm), fp))
		comm[0] = '\0';
	if (fp)
		fclose(fp);
	if (strcmp(comm, "kthreadd\n") != 0)
		skip();
	refused(2, EPERM, "a thread of the kernel");
}

static void as_nobody(pid_t pid, const char *words)
{
	if (setgroups(0, NULL) != 0 || setresgid(65534, 65534, 65534) != 0 ||
	    setresuid(65534, 65534, 65534) != 0)
		_exit(77);
	refused(pid, EPERM, words);
	_exit(0);
}

static void be_secret(void)
{
	if (setgroups(0, NULL) != 0 || setresgid(65534, 65534, 65534) != 0 ||
	    setresuid(65534, 65534, 65534) != 0)
		_exit(77);
	prctl(PR_SET_DUMPABLE, 0);
	*shared = -1;
	pause();
}

static void of_others(void **state)
{
	pid_t pid, nobody;

	(void)state;
	if (geteuid() != 0)
		skip();
	pid = start(work);
	nobody = fork();
	if (nobody == 0)
		as_nobody(pid, "it belongs to user 0");
	assert_string_equal(await(nobody, 0), "exit 0");
	assert_string_equal(end(pid), "signal 9");
	pid = start(be_secret);
	while (*shared != -1)
		ms(1);
	nobody = fork();
	if (nobody == 0)
		as_nobody(pid, "protects its memory");
	assert_string_equal(await(nobody, 0), "exit 0");
	assert_string_equal(end(pid), "signal 9");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON_VM(with_threads), ON_VM(with_forks), ON_VM(without_leader),
		ON_VM(stopped), ON_VM(abandoned), ON_VM(killed),
		ON_VM(ending),
		ON_VM(oneself), ON_VM(gone), ON_VM(traced),
		ON_VM(grabbed_twice), ON_VM(grabbed_again), ON_VM(a_thread),
		ON_VM(kernel_thread),
		ON_VM(of_others),
	};

	shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (shared == MAP_FAILED)
		return 1;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
