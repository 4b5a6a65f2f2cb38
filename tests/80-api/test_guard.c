/* SPDX-License-Identifier: MIT */
/*
 * The tracer of probes in functions is killed, alone or with the consumer: the
 * traced processes live and compute what they compute untraced, although the
 * consumer does nothing.
 * emulated: shared
 */
#include <sys/resource.h>
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

/* A thread that skips the first instruction, or repeats it, dies soon. */
long grd_push(long n);

#ifdef __x86_64__
__asm__(".pushsection .text\n.globl grd_push\n.type grd_push, @function\n"
	"grd_push: push %rbx\nmov %rdi, %rbx\nlea 1(%rbx), %rax\npop %rbx\n"
	"ret\n.size grd_push, . - grd_push\n.popsection");
#else
long grd_push(long n)
{
	return n + 1;
}
#endif

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

/* Some victims die of a signal: leave no core file. */
static void begin_victim(void)
{
	const struct rlimit none = { 0, 0 };

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	setrlimit(RLIMIT_CORE, &none);
	signal(SIGSEGV, SIG_DFL);
}

static struct victim start_victim(void)
{
	int ask[2], answer[2];
	struct victim v;

	assert_int_equal(pipe(ask) + pipe(answer), 0);
	v.pid = fork();
	if (v.pid == 0) {
		begin_victim();
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
	struct victim v;
	pid_t pid;

	dtrace_close(api_open(state));	/* skips here, not in the consumer */
	v = start_victim();
	pid = start_consumer(state, v.pid);
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

/* What cannot be saved is reported: here the SIGTRAP is on its way. */
static void note_lost(struct ps_prochandle *p, const char *msg, void *arg)
{
	(void)p;
	if (msg && strstr(msg, "SIGTRAP ends its process"))
		*(bool *)arg = true;
}

static void of_lost(void **state)
{
	struct victim v = start_victim();
	dtrace_hdl_t *dtp = api_open(state);
	struct ps_prochandle *p = dtrace_proc_grab(dtp, v.pid, 0);
	bool told = false;
	pid_t tracer;
	int status;

	assert_non_null(p);
	api_ok(dtp, dtrace_handle_proc(dtp, note_lost, &told));
	run_with(dtp, PROGRAM, v.pid, 0);
	tracer = tracer_of(v.pid);
	ask(&v, 'c');
	assert_computes(&v);
	api_until(state_of(v.pid) == 'S');
	assert_int_equal(kill(tracer, SIGSTOP), 0);
	api_until(strchr("Tt", state_of(tracer)));
	ask(&v, 'c');
	api_until(state_of(v.pid) == 't');
	assert_int_equal(kill(tracer, SIGKILL), 0);
	assert_int_equal(waitpid(v.pid, &status, 0), v.pid);
	assert_int_equal(status & 0x7f, SIGTRAP);
	api_until(dtrace_status(dtp) == -1);
	finish(dtp);
	dtrace_proc_release(dtp, p);
	assert_true(told);
}

/* A victim that counts up calls, which it checks, for ever. */
static pid_t start_loop(volatile long *n)
{
	pid_t pid = fork();

	if (pid != 0)
		return pid;
	begin_victim();
	*n = 0;
	for (long was = 0; grd_push(was) == was + 1; was++)
		++*n;
	_exit(1);
}

/* SIGTRAP may end it, but it does nothing wrong. */
static void in_loop(void **state)
{
	volatile long *n = shared(sizeof(*n));

	for (int i = 0; i < api_kills(10); i++) {
		pid_t pid = start_loop(n), ended = 0;
		dtrace_hdl_t *dtp = go_grabbed(state,
			"pid$1:a.out:grd_push:entry { @n = count(); }", pid);
		long before = *n;
		int status = SIGTRAP;

		api_until(*n > before + 100 * i);
		kill_tracer(pid);
		before = *n;
		api_until(*n > before + 1 ||
			  (ended = waitpid(pid, &status, WNOHANG)) == pid);
		assert_int_equal(status & 0x7f, SIGTRAP);
		if (!ended) {
			kill(pid, SIGKILL);
			assert_int_equal(waitpid(pid, NULL, 0), pid);
		}
		dtrace_close(dtp);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON_VM_X86(of_tracer),
		ON_VM_X86(of_group),
		ON_VM_X86(before_birth),
		ON_VM_X86(of_lost),
		ON_VM_X86(in_loop),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
