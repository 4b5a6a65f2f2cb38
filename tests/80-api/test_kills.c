/* SPDX-License-Identifier: MIT */
/*
 * The tracer and the consumer are killed at random, with a started command and
 * a grabbed process: counts are exact, a grabbed process continues, a command
 * ends, and no process is left.  DT_TEST_KILLS is the number of repetitions of
 * each of the four.
 * emulated: shared
 */
#include <dirent.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include "same.h"

#define KILLS 5

/* The calls have consecutive numbers, so that lost and repeated ones show. */
static const char program[] =
	"syscall::" MARK ":entry /pid == $target/ "
	"{ @n = count(); @lo = min(arg1); @hi = max(arg1); self->x = 1; } "
	"syscall::" MARK ":return /self->x/ { @u[ustack(3)] = count(); "
	"self->x = 0; } profile-97 { @p = count(); }";

static volatile long *shared;
static unsigned seed = 1;

static void nap(void)
{
	usleep((useconds_t)(rand_r(&seed) % 8000));
}

static _Noreturn void work(void)
{
	for (;;) {
		syscall(SYS_getpriority, PRIO_PROCESS, *shared % 1000000);
		++*shared;
	}
}

static void *map(const char *path)
{
	int fd = open(path, O_RDWR);
	void *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

	close(fd);
	return p;
}

static char path[] = "test_kills.XXXXXX";

static pid_t start(void)
{
	pid_t pid = fork();

	assert_true(pid >= 0);
	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		execl(api_self(), "work", "work", path, NULL);
		_exit(1);
	}
	return pid;
}

static void assert_runs(void)
{
	long before = *shared;

	api_until(*shared != before);
}

struct sums {
	int64_t n, lo, hi;
};

static int add(const dtrace_aggdata_t *agg, void *arg)
{
	struct sums *s = arg;
	const char *name = agg->dtada_desc->dtagd_name;
	int64_t *to = strcmp(name, "n") == 0 ? &s->n :
		      strcmp(name, "lo") == 0 ? &s->lo :
		      strcmp(name, "hi") == 0 ? &s->hi : NULL;

	if (to)
		*to = *api_value(agg);
	return DTRACE_AGGWALK_NEXT;
}

static struct sums sums_of(dtrace_hdl_t *dtp)
{
	struct sums s = { 0, 0, 0 };

	api_ok(dtp, dtrace_aggregate_snap(dtp));
	api_ok(dtp, dtrace_aggregate_walk(dtp, add, &s));
	return s;
}

/* Trace process pid, or a command of our own if that is 0. */
static dtrace_hdl_t *trace(pid_t pid)
{
	char *argv[] = { (char *)"work", (char *)"work", path, NULL };
	void *vm = (void *)"vm";
	dtrace_hdl_t *dtp = api_open(&vm);
	struct ps_prochandle *p = pid ? dtrace_proc_grab(dtp, pid, 0) :
				  dtrace_proc_create(dtp, api_self(),
						     argv);

	if (!p)
		fail_msg("%s", dtrace_errmsg(dtp, dtrace_errno(dtp)));
	api_enable(dtp, program);
	api_ok(dtp, dtrace_go(dtp));
	dtrace_proc_continue(dtp, p);
	return dtp;
}

/* Kill the tracer; the killed firing may be counted without its number. */
static void kill_tracer(pid_t grabbed)
{
	dtrace_hdl_t *dtp = trace(grabbed);
	pid_t victim = grabbed ? grabbed : only_child();
	struct sums s;

	do {
		nap();
	} while (sums_of(dtp).n == 0);
	nap();
	assert_int_equal(kill(tracer_of(victim), SIGKILL), 0);
	api_until(dtrace_status(dtp) == -1);
	assert_int_equal(dtrace_errno(dtp), E_BRICKED);
	api_ok(dtp, dtrace_stop(dtp));
	s = sums_of(dtp);
	assert_in_range(s.n - (s.hi - s.lo + 1), 0, 1);
	dtrace_close(dtp);
}

/* Is there a process of this session? */
static bool session_runs(pid_t session)
{
	DIR *dir = opendir("/proc");
	bool found = false;
	struct dirent *d;

	assert_non_null(dir);
	while (!found && (d = readdir(dir))) {
		char file[300], state;
		int sid;
		FILE *fp;

		snprintf(file, sizeof(file), "/proc/%s/stat", d->d_name);
		fp = atoi(d->d_name) > 0 ? fopen(file, "r") : NULL;
		found = fp && fscanf(fp, "%*d (%*[^)]) %c %*d %*d %d", &state,
				     &sid) == 2 && sid == session &&
			state != 'Z';
		if (fp)
			fclose(fp);
	}
	closedir(dir);
	return found;
}

static void kill_consumer(pid_t grabbed)
{
	int ready[2];
	pid_t pid;
	char c;

	assert_int_equal(pipe(ready), 0);
	pid = fork();
	if (pid == 0) {
		dtrace_hdl_t *dtp;

		setsid();
		dtp = trace(grabbed);
		while (sums_of(dtp).n == 0)
			nap();
		(void)!write(ready[1], "", 1);
		for (;;)
			sums_of(dtp);
	}
	close(ready[1]);
	assert_int_equal(read(ready[0], &c, 1), 1);
	close(ready[0]);
	nap();
	kill(pid, SIGKILL);
	assert_string_equal(await(pid, 0), "signal 9");
	api_until(!session_runs(pid));
}

static void of_command(void **state)
{
	(void)state;
	for (int i = 0; i < api_kills(KILLS); i++) {
		kill_tracer(0);
		assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
		kill_consumer(0);
	}
}

static void of_process(void **state)
{
	pid_t pid = start();

	(void)state;
	for (int i = 0; i < api_kills(KILLS); i++) {
		assert_runs();
		kill_tracer(pid);
		assert_runs();
		kill_consumer(pid);
		assert_runs();
		api_until(tracer_of(pid) == 0);
	}
	kill(pid, SIGKILL);
	assert_string_equal(await(pid, 0), "signal 9");
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(of_command),
		cmocka_unit_test(of_process),
	};
	int fd, failed;

	if (argc == 3) {
		shared = map(argv[2]);
		work();
	}
	fd = mkstemp(path);
	if (fd < 0 || ftruncate(fd, 4096) != 0)
		return 1;
	close(fd);
	shared = map(path);
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	unlink(path);
	return failed;
}
