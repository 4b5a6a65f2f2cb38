/* SPDX-License-Identifier: MIT */
/*
 * The tracer of probes in functions is killed, alone or with the consumer: the
 * traced processes live and compute what they compute untraced, although the
 * consumer does nothing.
 */
#include "../tracer.h"
#include "child.h"

#define CALLS 1000

#define PROGRAM "pid$1:a.out:grd_hit:entry { @n = count(); } " \
	"pid$1:a.out:grd_hit:return { @r = count(); }"

long grd_hit(long n);

__attribute__((noinline, used)) long grd_hit(long n)
{
	__asm__ volatile("" ::: "memory");
	return n + 1;
}

static long compute(void)
{
	long n = 0;

	for (int i = 0; i < CALLS; i++)
		n = grd_hit(n);
	return n;
}

/* A process that answers each byte with a sum; after 'f' a child does. */
struct victim {
	pid_t pid;
	int ask, answer;
};

static _Noreturn void serve(int ask, int answer)
{
	long n;
	char b;

	while (read(ask, &b, 1) == 1) {
		if (b == 'f' && fork() != 0)
			continue;
		n = compute();
		if (write(answer, &n, sizeof(n)) != sizeof(n) || b == 'f')
			break;
	}
	_exit(0);
}

static struct victim start_victim(void)
{
	int ask[2], answer[2];
	struct victim v;

	assert_int_equal(pipe(ask) + pipe(answer), 0);
	v.pid = fork();
	if (v.pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		close(ask[1]);
		close(answer[0]);
		serve(ask[0], answer[1]);
	}
	assert_true(v.pid > 0);
	close(ask[0]);
	close(answer[1]);
	v.ask = ask[1];
	v.answer = answer[0];
	return v;
}

static void ask(const struct victim *v, char what)
{
	assert_int_equal(write(v->ask, &what, 1), 1);
}

static void assert_computes(const struct victim *v)
{
	long n = 0;

	assert_int_equal(read(v->answer, &n, sizeof(n)), sizeof(n));
	assert_int_equal(n, CALLS);
}

static void end_victim(const struct victim *v)
{
	int status = -1;

	close(v->ask);
	assert_int_equal(waitpid(v->pid, &status, 0), v->pid);
	assert_int_equal(status, 0);
	close(v->answer);
}

/* The victim calls nothing while its tracer ends. */
static void kill_tracer(pid_t victim)
{
	assert_int_equal(kill(tracer_of(victim), SIGKILL), 0);
	api_until(tracer_of(victim) == 0);
}

static void of_tracer(void **state)
{
	struct victim v = start_victim();
	dtrace_hdl_t *dtp = go_grabbed(state, PROGRAM, v.pid);

	ask(&v, 'c');
	assert_computes(&v);
	kill_tracer(v.pid);
	ask(&v, 'c');
	assert_computes(&v);
	api_until(dtrace_status(dtp) == -1);
	assert_int_equal(dtrace_errno(dtp), E_BRICKED);
	finish(dtp);
	assert_int_equal(value_of(dtp, "n"), CALLS);
	assert_int_equal(value_of(dtp, "r"), CALLS);
	end_victim(&v);
}

/* Start a consumer in a process group of its own, which its tracer shares. */
static pid_t start_consumer(void **state, pid_t victim)
{
	int ready[2];
	pid_t pid;
	char b;

	assert_int_equal(pipe(ready), 0);
	pid = fork();
	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		setpgid(0, 0);
		go_grabbed(state, PROGRAM, victim);
		if (write(ready[1], "", 1) == 1)
			pause();
		_exit(1);
	}
	close(ready[1]);
	assert_int_equal(read(ready[0], &b, 1), 1);
	close(ready[0]);
	return pid;
}

static void of_group(void **state)
{
	struct victim v = start_victim();
	pid_t pid = start_consumer(state, v.pid);

	assert_int_equal(getpgid(tracer_of(v.pid)), pid);
	ask(&v, 'c');
	assert_computes(&v);
	assert_int_equal(kill(-pid, SIGKILL), 0);
	assert_int_equal(waitpid(pid, NULL, 0), pid);
	api_until(tracer_of(v.pid) == 0);
	ask(&v, 'c');
	assert_computes(&v);
	end_victim(&v);
}

static bool has_child(pid_t pid)
{
	char name[32], b;
	bool has;
	FILE *fp;

	snprintf(name, sizeof(name), "task/%d/children", (int)pid);
	fp = proc_file(pid, name);
	has = fread(&b, 1, 1, fp) == 1;
	fclose(fp);
	return has;
}

/* A child of fork() has breakpoints until its tracer handles its birth. */
static void before_birth(void **state)
{
	struct victim v = start_victim();
	dtrace_hdl_t *dtp = go_grabbed(state, PROGRAM, v.pid);
	pid_t tracer = tracer_of(v.pid);

	ask(&v, 'c');
	assert_computes(&v);
	api_until(state_of(v.pid) == 'S');
	assert_int_equal(kill(tracer, SIGSTOP), 0);
	api_until(strchr("Tt", state_of(tracer)));
	ask(&v, 'f');
	api_until(has_child(v.pid));
	kill_tracer(v.pid);
	assert_computes(&v);
	ask(&v, 'c');
	assert_computes(&v);
	api_until(dtrace_status(dtp) == -1);
	finish(dtp);
	end_victim(&v);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON_VM_X86(of_tracer),
		ON_VM_X86(of_group),
		ON_VM_X86(before_birth),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
