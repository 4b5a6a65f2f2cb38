/* SPDX-License-Identifier: MIT */
/*
 * A consumer that is a daemon, with a fast timer and few descriptors.
 * emulated: shared
 */
#include <dirent.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/time.h>
#include "api.h"

static const char program[] =
	"BEGIN { @[probename] = count(); @q = quantize(1); trace(1); } "
	"tick-1h { @t[\"tick\"] = sum(arg1); printf(\"%s\", execname); }";

static void on_alarm(int sig)
{
	(void)sig;
}

/* A signal at each interval; calls are not restarted. */
static void ring(int usec)
{
	struct sigaction act = { .sa_handler = on_alarm };
	struct itimerval every = { { 0, usec }, { 0, usec } };

	assert_int_equal(sigaction(SIGALRM, &act, NULL), 0);
	assert_int_equal(setitimer(ITIMER_REAL, &every, NULL), 0);
}

/* The kernel loads no program for a thread with a pending signal. */
static void timer_of_its_own(void **state)
{
	dtrace_hdl_t *dtp = api_open(state);
	sigset_t before, after;

	sigprocmask(SIG_BLOCK, NULL, &before);
	api_enable(dtp, program);
	ring(1000);
	api_ok(dtp, dtrace_go(dtp));
	api_ok(dtp, dtrace_stop(dtp));
	ring(0);
	sigprocmask(SIG_BLOCK, NULL, &after);
	for (int sig = 1; sig < NSIG; sig++)
		assert_int_equal(sigismember(&before, sig),
				 sigismember(&after, sig));
	dtrace_close(dtp);
}

static int descriptors(int *highest)
{
	DIR *dir = opendir("/proc/self/fd");
	struct dirent *d;
	int n = 0;

	assert_non_null(dir);
	*highest = 0;
	while ((d = readdir(dir))) {
		n++;
		if (atoi(d->d_name) > *highest)
			*highest = atoi(d->d_name);
	}
	closedir(dir);
	return n;
}

/* The message of a failure with so few descriptors, or NULL. */
static const char *with_limit(void **state, int limit)
{
	static char text[1024];
	struct rlimit before, few;
	dtrace_hdl_t *dtp = api_open(state);
	int rc;

	api_enable(dtp, program);
	assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
	few = (struct rlimit){ limit, before.rlim_max };
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
	rc = dtrace_go(dtp);
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
	snprintf(text, sizeof(text), "%s",
		 rc ? dtrace_errmsg(dtp, dtrace_errno(dtp)) : "");
	dtrace_close(dtp);
	return rc ? text : NULL;
}

/*
 * The message names the limit, whichever descriptor fails.  An emulated CPU
 * would load programs for minutes.
 */
static void few_descriptors(void **state)
{
	const char *text;
	int highest, now, more = 1;
	int before = descriptors(&highest);

	if (getenv("DT_TEST_EMULATED"))
		skip();
	while ((text = with_limit(state, highest + more))) {
		if (!strstr(text, "ulimit -n"))
			fail_msg("%d more: %s", more, text);
		assert_in_range(++more, 2, 200);
	}
	assert_int_equal(descriptors(&now), before);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON_BOTH(timer_of_its_own),
		ON_KERNEL(few_descriptors),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
