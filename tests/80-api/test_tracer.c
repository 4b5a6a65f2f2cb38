/* SPDX-License-Identifier: MIT */
/*
 * The tracer of the embedded engine (dt_tracer) is killed, at any time: this is
 * reported, nothing waits for it, the data collected so far is there, and the
 * traced processes continue if they can.
 */
#include <dirent.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include "same.h"

#define ROUNDS 40

static volatile int *shared;

/* Our child of that name, or 0. */
static pid_t tracer(void)
{
	DIR *dir = opendir("/proc");
	struct dirent *d;
	pid_t found = 0;

	assert_non_null(dir);
	while (!found && (d = readdir(dir))) {
		int pid, ppid;
		char path[300], comm[64];
		FILE *fp;

		snprintf(path, sizeof(path), "/proc/%s/stat", d->d_name);
		fp = d->d_name[0] >= '1' && d->d_name[0] <= '9' ?
			     fopen(path, "r") : NULL;
		if (fp && fscanf(fp, "%d (%63[^)]) %*c %d", &pid, comm,
		    &ppid) == 3 && ppid == getpid() &&
		    strcmp(comm, "dt_tracer") == 0)
			found = pid;
		if (fp)
			fclose(fp);
	}
	closedir(dir);
	return found;
}

static void kill_tracer(void)
{
	pid_t pid = tracer();

	assert_true(pid > 0);
	assert_int_equal(kill(pid, SIGKILL), 0);
}

static void *working(void *arg)
{
	for (;;) {
		mark();
		++*shared;
	}
	return arg;
}

static void *born(void *arg)
{
	return arg;
}

/* Calls in two threads, and threads that come and go. */
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

static int skip_rec(const dtrace_probedata_t *data,
		    const dtrace_recdesc_t *rec, void *arg)
{
	(void)data;
	(void)rec;
	(void)arg;
	return DTRACE_CONSUME_NEXT;
}

/* The call that finds out says so, once; then the run is over.  pid 0: any. */
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

/* Many times, as it is a matter of when. */
static void at_work(void **state)
{
	FILE *null = fopen("/dev/null", "w");
	pid_t pid = start();

	(void)state;
	assert_non_null(null);
	srand(1);
	assert_runs();
	for (int i = 0; i < ROUNDS; i++) {
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
		kill_tracer();
		assert_told(dtp, pid);
		api_ok(dtp, dtrace_aggregate_snap(dtp));
		assert_true(calls(dtp) >= before);
		api_ok(dtp, dtrace_aggregate_print(dtp, null, NULL));
		api_ok(dtp, dtrace_consume(dtp, null, each, skip_rec,
					   &nrecs));
		/*
		 * END has one, the firing that was killed may have none, and
		 * who reads late finds the buffer full
		 */
		assert_in_range(sum_of(dtp, "r") - (nrecs + lost - 1), 0, 1);
		assert_runs();
		dtrace_close(dtp);
	}
	fclose(null);
	assert_runs();
	kill(pid, SIGKILL);
	assert_string_equal(await(pid, 0), "signal 9");
}

/* Whose calls would fail without a tracer ends with it. */
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
	kill_tracer();
	assert_told(dtp, 0);
	assert_true(calls(dtp) > 0);
	dtrace_close(dtp);
}

/* It has not begun: that it cannot is told, too. */
static void of_held(void **state)
{
	char *const argv[] = { (char *)"true", NULL };
	dtrace_hdl_t *dtp = api_open(state);
	struct ps_prochandle *p = dtrace_proc_create(dtp, "true", argv);

	assert_non_null(p);
	api_enable(dtp, "syscall:::entry /pid == $target/ { @n = count(); }");
	api_ok(dtp, dtrace_go(dtp));
	kill_tracer();
	assert_told(dtp, 0);
	dtrace_proc_continue(dtp, p);
	assert_int_equal(calls(dtp), 0);
	dtrace_close(dtp);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(at_work),
		cmocka_unit_test(of_command),
		ON_BOTH(of_held),
	};

	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
