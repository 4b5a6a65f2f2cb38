/* SPDX-License-Identifier: MIT */
/*
 * The proc provider: a command does everything a known number of times, and the
 * probes must fire as often.  The command is this program with an argument.
 * emulated: shared
 */
#include <dirent.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "../tracer.h"
#include "api.h"
#include "maps.h"

#define NTHREADS 3
#define NOWHERE "/nowhere/at/all"
#define SELF "/proc/self/exe"

/* --- the command ------------------------------------------------------- */

static void *thread(void *arg)
{
	return arg;
}

static void on_signal(int sig)
{
	(void)sig;
}

static void threads(void)
{
	pthread_t t[NTHREADS];
	int i;

	for (i = 0; i < NTHREADS; i++)
		pthread_create(&t[i], NULL, thread, NULL);
	for (i = 0; i < NTHREADS; i++)
		pthread_join(t[i], NULL);
}

/* Run a child that ends in this way; returns its status. */
static int child(void (*end)(void))
{
	int status = -1;
	pid_t pid = fork();

	if (pid == 0) {
		end();
		_exit(0);
	}
	waitpid(pid, &status, 0);
	return status;
}

static void end_by_exec(void)
{
	char path[] = NOWHERE;

	execl(path, "x", (char *)NULL);
	execl("/etc/passwd", "x", (char *)NULL);
	execl(SELF, "work", "exit", (char *)NULL);
}

static void end_quietly(void)
{
}

static void end_by_signal(void)
{
	raise(SIGKILL);
}

static char dumps[] = "/tmp/lives.XXXXXX";	/* may get a file */

static void end_by_abort(void)
{
	const struct rlimit all = { RLIM_INFINITY, RLIM_INFINITY };

	if (chdir(dumps) != 0)
		_exit(1);
	setrlimit(RLIMIT_CORE, &all);
	signal(SIGABRT, SIG_DFL);
	raise(SIGABRT);
}

#define BURNT 50000000			/* ns on a CPU */

static void burn(void)
{
	struct timespec ts;

	do
		clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ts);
	while (ts.tv_sec == 0 && ts.tv_nsec < BURNT);
}

/* exec in a thread other than the first, which ends the first. */
static void *exec_thread(void *arg)
{
	burn();
	execl(SELF, "work", "exit", (char *)NULL);
	return arg;
}

static void end_by_thread_exec(void)
{
	pthread_t t;

	pthread_create(&t, NULL, exec_thread, NULL);
	pthread_join(t, NULL);
}

static void *exit_thread(void *arg)
{
	(void)arg;
	_exit(0);
}

/* Many threads end at once. */
static void *pause_thread(void *arg)
{
	pause();
	return arg;
}

static void end_with_threads(void)
{
	pthread_t t;
	int i;

	for (i = 0; i < 8; i++)
		pthread_create(&t, NULL, pause_thread, NULL);
	pthread_create(&t, NULL, exit_thread, NULL);
	pause();
}

/* Both at once, as the work of a separate process. */
static int exec_work(void)
{
	child(end_by_thread_exec);
	return 0;
}

static void signals(void)
{
	struct timespec none = { 0, 0 };
	sigset_t set, old;
	int i;

	signal(SIGUSR1, on_signal);
	signal(SIGUSR2, SIG_IGN);
	kill(getpid(), SIGUSR1);
	raise(SIGUSR1);
	kill(getpid(), 0);
	for (i = 0; i < 4; i++)
		kill(getpid(), SIGUSR2);
	sigemptyset(&set);
	sigaddset(&set, SIGTERM);
	sigprocmask(SIG_BLOCK, &set, &old);
	sigtimedwait(&set, NULL, &none);
	for (i = 0; i < 2; i++) {
		kill(getpid(), SIGTERM);
		sigwaitinfo(&set, NULL);
	}
	sigprocmask(SIG_SETMASK, &old, NULL);
}

static void remove_dumps(void)
{
	DIR *dir = opendir(dumps);
	struct dirent *d;

	while (dir && (d = readdir(dir)) != NULL)
		unlinkat(dirfd(dir), d->d_name, 0);
	closedir(dir);
	rmdir(dumps);
}

/* The exit status tells whether memory was dumped. */
static int work(void)
{
	int status;

	if (!mkdtemp(dumps))
		return 2;

	threads();
	child(end_by_exec);
	child(end_by_signal);
	child(end_by_thread_exec);
	child(end_with_threads);
	signals();
	status = child(end_by_abort);
	remove_dumps();
	return WCOREDUMP(status) ? 1 : 0;
}

/* --- what is seen of it ------------------------------------------------ */

/* The number of firings for each named value and key. */
struct expected {
	const char *name;
	int64_t key, count;
};

struct seen {
	const char *name;
	int64_t key, count, total;
};

static int visit(const dtrace_aggdata_t *agg, void *arg)
{
	const dtrace_aggdesc_t *d = agg->dtada_desc;
	const char *name = agg->dtada_data + d->dtagd_rec[1].dtrd_offset;
	struct seen *s = arg;
	int64_t key;

	memcpy(&key, agg->dtada_data + d->dtagd_rec[2].dtrd_offset,
	       sizeof(key));
	if (strcmp(name, s->name) != 0)
		return DTRACE_AGGWALK_NEXT;
	s->total += *api_value(agg);
	if (key == s->key)
		s->count = *api_value(agg);
	return DTRACE_AGGWALK_NEXT;
}

static struct seen seen(dtrace_hdl_t *dtp, const char *name, int64_t key)
{
	struct seen s = { name, key, 0, 0 };

	api_ok(dtp, dtrace_aggregate_walk(dtp, visit, &s));
	return s;
}

static void on_end(struct ps_prochandle *p, const char *msg, void *arg)
{
	(void)p;
	(void)msg;
	*(bool *)arg = true;
}

static dtrace_hdl_t *run(void **state, const char *text, const char *what)
{
	char *argv[] = { (char *)"work", (char *)what, NULL };
	dtrace_hdl_t *dtp = api_open(state);
	struct ps_prochandle *p;
	bool over = false;

	api_ok(dtp, dtrace_handle_proc(dtp, on_end, &over));
	api_ok(dtp, dtrace_setopt(dtp, "statusrate", "10s"));
	p = dtrace_proc_create(dtp, api_self(), argv);
	if (!p)
		fail_msg("%s", dtrace_errmsg(dtp, dtrace_errno(dtp)));
	api_enable(dtp, text);
	api_ok(dtp, dtrace_go(dtp));
	dtrace_proc_continue(dtp, p);
	while (!over)
		dtrace_sleep(dtp);
	api_ok(dtp, dtrace_stop(dtp));
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	return dtp;
}

#define MINE "/progenyof($target)/"
#define BY(probes, key) \
	probes MINE "{ @[probename, (long)" key "] = count(); }\n"

static const char text[] =
	BY("proc:::create, proc:::start, proc:::exec-success, proc:::exec,"
	   "proc:::lwp-create, proc:::lwp-start, proc:::lwp-exit", "0")
	BY("proc:::exit, proc:::exec-failure, proc:::signal-handle,"
	   "proc:::signal-clear", "arg0")
	BY("proc:::signal-discard, proc:::signal-send", "arg2");

#define ANY -1

static void check(dtrace_hdl_t *dtp, const struct expected *e)
{
	for (; e->name; e++) {
		struct seen s = seen(dtp, e->name, e->key);
		int64_t n = e->key == ANY ? s.total : s.count;

		if (n != e->count)
			fail_msg("%s (%d): %d, not %d", e->name, (int)e->key,
				 (int)n, (int)e->count);
	}
}

/* One child has a thread that replaces it, and one has 9. */
#define NCHILDREN 5
#define NLWPS (NCHILDREN + NTHREADS + 1 + 9)

static void counts(void **state)
{
	dtrace_hdl_t *dtp = run(state, text, "work");
	int64_t dumped = seen(dtp, "exit", CLD_DUMPED).count;
	const struct expected all[] = {
		{ "create", 0, NCHILDREN },
		{ "start", 0, NCHILDREN },
		{ "lwp-create", 0, NLWPS },
		{ "lwp-start", 0, NLWPS },
		{ "lwp-exit", 0, NLWPS + 1 },
		{ "exec", 0, 4 },
		{ "exec-failure", ENOENT, 1 },
		{ "exec-failure", EACCES, 1 },
		{ "exec-failure", ANY, 2 },
		{ "exec-success", 0, 2 },
		{ "exit", CLD_EXITED, NCHILDREN - 2 + 1 },
		{ "exit", CLD_KILLED, 2 - dumped },
		{ "exit", ANY, NCHILDREN + 1 },
		{ "signal-handle", SIGUSR1, 2 },
		{ "signal-handle", ANY, 2 },
		{ "signal-clear", SIGTERM, 2 },
		{ "signal-clear", ANY, 2 },
		{ "signal-send", SIGUSR1, 2 },
		{ "signal-send", SIGUSR2, 4 },
		{ "signal-send", SIGTERM, 2 },
		{ "signal-send", SIGKILL, 1 },
		{ "signal-send", SIGABRT, 1 },
		{ "signal-send", 0, 0 },
		{ "signal-discard", SIGUSR1, 0 },
		{ "signal-discard", SIGUSR2, 4 },
		{ "signal-discard", SIGTERM, 0 },
		{ NULL, 0, 0 },
	};

	assert_in_range(dumped, 0, 1);
	check(dtp, all);
	dtrace_close(dtp);
}

/*
 * The created process is the one that starts, by its id; a process sends all
 * signals but those about children to itself.  On both engines args[] show this
 * with the names of Solaris and FreeBSD.
 */
static const char ids_d[] =
	"proc:::create" MINE "{ made[args[0]->p_pid] = args[0]->td_tid; }\n"
	"proc:::start" MINE "{ @[probename, made[pid] == tid] = count(); }\n"
	"proc:::lwp-create" MINE
	"{ lwp[args[0]->pr_lwpid] = args[1]->pr_pid;"
	"  @[probename, args[0]->p_pid == args[1]->td_tid] = count(); }\n"
	"proc:::lwp-start" MINE "{ @[probename, lwp[tid] == pid] = count(); }\n"
	"proc:::signal-send" MINE "{ self->to = args[1]; }\n"
	"proc:::signal-send" MINE
	"{ @[args[2] == 17 ? \"child\" : probename, self->to->pr_pid == pid &&"
	"    args[0]->p_pid == pid] = count(); }\n";

static void ids(void **state)
{
	static const struct expected all[] = {
		{ "start", 1, NCHILDREN },
		{ "start", ANY, NCHILDREN },
		{ "lwp-create", 1, NLWPS },
		{ "lwp-create", ANY, NLWPS },
		{ "lwp-start", 1, NLWPS },
		{ "lwp-start", ANY, NLWPS },
		{ "signal-send", 1, 10 },
		{ NULL, 0, 0 },
	};
	dtrace_hdl_t *dtp;

	if (!api_has_types())
		skip();
	dtp = run(state, ids_d, "work");
	check(dtp, all);
	dtrace_close(dtp);
}

/*
 * After its exec, a thread that is not the first keeps its variables and CPU
 * time, though its id changes.  The first thread reads its own until its end.
 */
static const char variables_d[] =
	"proc:::lwp-start /progenyof($target) && pid != tid/\n"
	"{ self->n = tid; self->s = \"text\"; self->a[1, \"one\"] = tid;"
	"  self->b[2] = \"text\"; self->v = vtimestamp; }\n"
	"proc:::start" MINE "{ self->first = tid; }\n"
	"proc:::exec-success" MINE "\n"
	"{ @[probename, self->n != 0 && self->n != tid && pid == tid &&"
	"    self->s == \"text\" && self->a[1, \"one\"] == self->n &&"
	"    self->b[2] == \"text\" && self->first == 0 &&"
	"    vtimestamp - self->v > 25000000 &&"
	"    vtimestamp - self->v < 10000000000] = count();"
	"  self->execed = 1; }\n"
	"proc:::lwp-exit" MINE "\n"
	"{ @[probename, self->first ? self->first == tid :"
	"    self->execed ? 2 : 3] = count(); }\n"
	"proc:::exit" MINE "{ @[probename, self->execed] = count(); }\n";

static void variables(void **state)
{
	static const struct expected all[] = {
		{ "exec-success", 1, 1 },
		{ "exec-success", ANY, 1 },
		{ "lwp-exit", 1, 1 },
		{ "lwp-exit", 2, 1 },
		{ "exit", 1, 1 },
		{ NULL, 0, 0 },
	};
	dtrace_hdl_t *dtp = run(state, variables_d, "exec");

	check(dtp, all);
	dtrace_close(dtp);
}

static void count_times(const struct bpf_map_info *info, void *arg)
{
	uint64_t key, *prev = NULL;
	int fd;

	if (strcmp(info->name, "dt_vtime") != 0)
		return;
	fd = bpf_map_get_fd_by_id(info->id);
	assert_true(fd >= 0);
	for (; bpf_map_get_next_key(fd, prev, &key) == 0; prev = &key)
		++*(int *)arg;
	close(fd);
}

/* No CPU times of 2000 ended processes are kept. */
static void times(void **state)
{
	dtrace_hdl_t *dtp = api_open(state);
	int before = 0, after = 0, i;

	api_enable(dtp, "proc:::exit /pid == $pid/ { trace(vtimestamp); }");
	api_ok(dtp, dtrace_go(dtp));
	child(end_quietly);
	maps_do(count_times, &before);
	assert_true(before > 0);
	for (i = 0; i < 2000; i++)
		child(end_quietly);
	maps_do(count_times, &after);
	assert_in_range(after, 0, before + 1000);
	dtrace_close(dtp);
}

static int main_test(void)
{
	const struct CMUnitTest tests[] = {
		ON_BOTH(counts),
		ON_BOTH(ids),
		ON_BOTH(variables),
		ON_KERNEL(times),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

int main(int argc, char **argv)
{
	if (argc > 1 && strcmp(argv[1], "work") == 0)
		return work();
	if (argc > 1 && strcmp(argv[1], "exec") == 0)
		return exec_work();
	if (argc > 1)
		return strcmp(argv[1], "exit") == 0 ? 0 : 2;
	return main_test();
}
