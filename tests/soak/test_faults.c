/* SPDX-License-Identifier: MIT */
/*
 * dtrace, intrstat and plockstat while the n-th allocation, open, new thread or
 * process fails: every n in a long run, a sample of them in a short one.  Each
 * run has its usual output and status 0, or fails with a message, as after a
 * loss that is counted; none crashes or hangs.  tests/preload/fail.c makes the
 * requests fail.
 */
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include "../80-api/api.h"
#include "soak.h"

#define LIMIT_MS 60000
#define LONG 60			/* seconds; a longer run tries every n */
#define SAMPLE 16		/* runs of a short sweep, about */
#define SLOW 4			/* the same for a slow scenario */

static const char program[] =
	"struct pt { int x; char s[8]; };"
	"BEGIN { this->p = (struct pt *)alloca(sizeof(struct pt));"
	"  printf(\"%d %s\\n\", this->p->x, strjoin(\"a\", \"b\")); }"
	"BEGIN { spec = speculation(); } BEGIN { speculate(spec); trace(1); }"
	"BEGIN { commit(spec); }"
	"syscall::exit_group:entry /pid == $target/ {"
	"  @c[probefunc] = count(); @q = quantize(arg0);"
	"  printf(\"%s %d\\n\", probefunc, arg0); }"
	"END { printf(\"end\\n\"); }";

static const struct scenario {
	const char *name, *engine;
	const char *argv[8];
	bool same;			/* output is the same each time */
	bool slow;			/* takes a second without a failure */
} scenarios[] = {
	{ "dtrace on the vm", "vm", { "dtrace", "-x", "strict",
	  "-qn", program, "-c", "sh -c \"exit 3\"" }, true, false },
	{ "dtrace on the kernel", "kernel", { "dtrace", "-x", "strict",
	  "-qn", program, "-c", "sh -c \"exit 3\"" }, true, false },
	{ "intrstat", "kernel", { "intrstat", "1", "1" }, false, true },
	{ "plockstat", "kernel", { "plockstat", "-A", "true" }, false, true },
	{ "intrstat without its engine", "vm", { "intrstat", "1", "1" }, true,
	  false },
};

static const char *const kinds[] = { "alloc", "open", "thread", "process" };

struct result {
	int status;			/* as of waitpid() */
	bool hung, reached;
	long requests;			/* of a run that exits */
	char out[8192], err[8192];
};

static char here[PATH_MAX];		/* the build directory */

static int file(void)
{
	char path[] = "/tmp/dt_faults_XXXXXX";
	int fd = mkostemp(path, O_CLOEXEC);

	soak_need(fd >= 0, path);
	unlink(path);
	return fd;
}

static void take(int fd, char *buf, size_t size)
{
	ssize_t n = pread(fd, buf, size - 1, 0);

	buf[n < 0 ? 0 : n] = '\0';
	close(fd);
}

/* Run the command in the child.  n 0: nothing fails. */
static void become(const struct scenario *s, const char *kind, long n,
		   const int fds[3])
{
	char path[PATH_MAX + 32], text[64];

	dup2(open("/dev/null", O_RDONLY), 0);
	dup2(fds[0], 1);
	dup2(fds[1], 2);
	setenv("DTRACE_ENGINE", s->engine, 1);
	if (n != 0) {
		snprintf(path, sizeof(path), "%s/fail.so", here);
		setenv("LD_PRELOAD", path, 1);
		snprintf(text, sizeof(text), "%s:%ld", kind, n);
		setenv("DT_FAIL", text, 1);
		fcntl(fds[2], F_SETFD, 0);
		snprintf(text, sizeof(text), "%d", fds[2]);
		setenv("DT_FAIL_FD", text, 1);
	}
	snprintf(path, sizeof(path), "%s/%s", here, s->argv[0]);
	execv(path, (char **)(uintptr_t)s->argv);
	_exit(127);
}

static void run(const struct scenario *s, const char *kind, long n,
		struct result *r)
{
	int fds[3] = { file(), file(), file() };
	int64_t end = soak_now() + LIMIT_MS * SOAK_MS;
	char mark[32];
	pid_t pid = fork();

	soak_need(pid >= 0, "fork");
	if (pid == 0)
		become(s, kind, n, fds);
	r->hung = false;
	while (waitpid(pid, &r->status, WNOHANG) == 0) {
		r->hung = r->hung || soak_now() > end;
		if (r->hung)
			kill(pid, SIGKILL);
		usleep(2000);
	}
	take(fds[0], r->out, sizeof(r->out));
	take(fds[1], r->err, sizeof(r->err));
	take(fds[2], mark, sizeof(mark));
	r->reached = mark[0] == 'x';
	r->requests = atol(mark + r->reached);
}

/* What is wrong with a result, or NULL. */
static const char *verdict(const struct scenario *s, const struct result *r,
			   const struct result *all)
{
	if (r->hung)
		return "hangs";
	if (WIFSIGNALED(r->status))
		return strsignal(WTERMSIG(r->status));
	if (WEXITSTATUS(r->status) != 0)
		return r->err[0] != '\0' ? NULL : "fails without a message";
	if (s->same ? strcmp(r->out, all->out) != 0 : r->out[0] == '\0')
		return "has status 0 without all data";
	return NULL;
}

/* Fail each n from first on by a step; returns how many results are wrong. */
static int sweep(const struct scenario *s, const struct result *all,
		 const char *kind, long first, long step)
{
	static struct result r;
	const char *why;
	int bad = 0;

	for (long n = first;; n += step) {
		run(s, kind, n, &r);
		why = verdict(s, &r, all);
		if (why) {
			bad++;
			print_error("%s: %s %ld: %s: %s%s\n", s->name, kind, n,
				    why, r.err, r.out);
		}
		if (!r.reached)
			return bad;
	}
}

static int sweep_kind(const struct scenario *s, const struct result *all,
		      const char *kind)
{
	static struct result r;
	long step;

	if (soak_env("DT_SOAK_SECONDS", 2) >= LONG)
		return sweep(s, all, kind, 1, 1);
	run(s, kind, LONG_MAX, &r);
	step = r.requests / (s->slow ? SLOW : SAMPLE) + 1;
	return sweep(s, all, kind, 1 + soak_now() / 1000 % step, step);
}

static void faults(void **state)
{
	const struct scenario *s = *state;
	static struct result all;
	int bad = 0;

	/* The handling of failures does not depend on the kernel. */
	if (getenv("DT_TEST_EMULATED"))
		skip();
	if (strcmp(s->engine, "kernel") == 0 && !api_usable("kernel"))
		skip();
	run(s, NULL, 0, &all);
	if (!WIFEXITED(all.status) ||
	    (strcmp(s->argv[0], "dtrace") == 0 && all.status != 0))
		fail_msg("%s: %s", s->name, all.err);
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		bad += sweep_kind(s, &all, kinds[i]);
	assert_int_equal(bad, 0);
}

int main(int argc, char **argv)
{
	struct CMUnitTest tests[sizeof(scenarios) / sizeof(scenarios[0])];

	(void)argc;
	soak_need(realpath(argv[0], here) != NULL, argv[0]);
	*strrchr(here, '/') = '\0';
	*strrchr(here, '/') = '\0';
	for (size_t i = 0; i < sizeof(tests) / sizeof(tests[0]); i++)
		tests[i] = (struct CMUnitTest){ scenarios[i].name, faults,
			NULL, NULL, (void *)(uintptr_t)&scenarios[i] };
	return cmocka_run_group_tests(tests, NULL, NULL);
}
