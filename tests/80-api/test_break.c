/* SPDX-License-Identifier: MIT */
/*
 * Probes in difficult processes: recursion, non-local jumps, signals, children
 * of every kind, exec, threads that never sleep.  Each process counts its own
 * actions as well.
 * emulated: shared
 */
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <string.h>
#include <sys/time.h>
#include "../tracer.h"
#include "child.h"

#define NTHREADS 4
#define NSTEPS 3000

int brk_hit(int n);
int brk_leaf(int n);
/* At a level of optimization of its own, if the compiler can do that. */
#ifdef __clang__
#define COMPILED(level) __attribute__((noinline, used))
#else
#define COMPILED(level) __attribute__((noinline, used, optimize(level)))
#endif

int brk_tail(int n);
int brk_deep(int n);
void brk_out(int n);
int brk_jumper(int n);
long brk_step(long n);

__attribute__((noinline, used)) int brk_hit(int n)
{
	__asm__ volatile("" ::: "memory");
	return n + 1;
}

__attribute__((noinline, used)) int brk_leaf(int n)
{
	__asm__ volatile("" ::: "memory");
	return n + 1;
}

/* Ends in a tail call: the return of that function is its own. */
COMPILED("O2") int brk_tail(int n)
{
	__asm__ volatile("" ::: "memory");
	return brk_leaf(2 * n);
}

__attribute__((noinline, used)) int brk_deep(int n)
{
	volatile int own = n;

	return n == 0 ? 0 : brk_deep(n - 1) + own;
}

static jmp_buf jump;

__attribute__((noinline, used)) void brk_out(int n)
{
	__asm__ volatile("" ::: "memory");
	longjmp(jump, n);
}

COMPILED("O0") int brk_jumper(int n)
{
	if (setjmp(jump) == 0)
		brk_out(n + 1);
	return n;
}

/* A function that begins with an instruction that is not emulated. */
#ifdef __x86_64__
__asm__(".pushsection .rodata\n.balign 8\nbrk_seven: .quad 7\n"
	".popsection\n.pushsection .text\n.globl brk_step\n"
	".type brk_step, @function\nbrk_step:\n"
	"imul brk_seven(%rip), %rdi\nmov %rdi, %rax\nret\n"
	".size brk_step, . - brk_step\n.popsection");
#else
__attribute__((noinline, used)) long brk_step(long n)
{
	return n * 7;
}
#endif

/* The process's own counts. */
static struct counts {
	volatile long hits, wrong, ended, going;
} *own;

static void step_once(long n)
{
	if (brk_step(n) != 7 * n)
		own->wrong++;
	__atomic_fetch_add(&own->hits, 1, __ATOMIC_SEQ_CST);
}

static dtrace_hdl_t *run(void **state, const char *text, void (*act)(void *))
{
	dtrace_hdl_t *dtp;
	struct child c;

	own = shared(sizeof(*own));
	c = start(act, NULL);
	dtp = go_grabbed(state, text, c.pid);
	let_go(&c);
	await(&c);
	finish(dtp);
	end(&c);
	assert_int_equal(own->wrong, 0);
	return dtp;
}

/* --- calls that nest ---------------------------------------------------- */

static void nest(void *arg)
{
	(void)arg;
	for (int i = 0; i < 100; i++) {
		brk_tail(i);
		brk_deep(20);
		if (brk_jumper(i) != i)
			own->wrong++;
	}
}

#define BOTH(name, f) \
	"pid$1:a.out:" #f ":entry { @" name "e = count(); } " \
	"pid$1:a.out:" #f ":return { @" name "r = count(); " \
	"@" name "s = sum((int)arg1); } "

static void nested(void **state)
{
	dtrace_hdl_t *dtp = run(state, "#pragma D option returns=frames\n"
		BOTH("tail", brk_tail)
		BOTH("leaf", brk_leaf) BOTH("deep", brk_deep)
		BOTH("out", brk_out) BOTH("jumper", brk_jumper), nest);

	assert_int_equal(value_of(dtp, "taile"), 100);
	assert_int_equal(value_of(dtp, "tailr"), 100);
	assert_int_equal(value_of(dtp, "tails"), 10000);
	assert_int_equal(value_of(dtp, "leafe"), 100);
	assert_int_equal(value_of(dtp, "leafr"), 100);
	assert_int_equal(value_of(dtp, "leafs"), 10000);
	assert_int_equal(value_of(dtp, "deepe"), 2100);
	assert_int_equal(value_of(dtp, "deepr"), 2100);
	assert_int_equal(value_of(dtp, "deeps"), 100 * 1540);
	assert_int_equal(value_of(dtp, "oute"), 100);
	assert_int_equal(value_of(dtp, "outr"), 0);
	assert_int_equal(value_of(dtp, "jumpere"), 100);
	assert_int_equal(value_of(dtp, "jumperr"), 100);
	assert_int_equal(value_of(dtp, "jumpers"), 4950);
	dtrace_close(dtp);
}

/* --- signals ------------------------------------------------------------ */

static void on_alarm(int sig)
{
	(void)sig;
	step_once(3);
	brk_deep(0);
}

/* Take one signal a step at most, so that a slow machine makes progress. */
static void take_signals(void *arg)
{
	struct itimerval timer = { { 0, 0 }, { 0, 0 } };

	(void)arg;
	signal(SIGALRM, on_alarm);
	for (long i = 0; i < NSTEPS; i++) {
		timer.it_value.tv_usec = 1 + i * 7 % 300;
		setitimer(ITIMER_REAL, &timer, NULL);
		step_once(i);
	}
	timer.it_value.tv_usec = 0;
	setitimer(ITIMER_REAL, &timer, NULL);
}

static void signals(void **state)
{
	dtrace_hdl_t *dtp = run(state,
		"pid$1:a.out:brk_step:entry { @n = count(); } "
		"pid$1:a.out:brk_step:return { @r = count(); } ",
		take_signals);

	assert_in_range(own->hits, NSTEPS + 1, 100000000);
	assert_int_equal(value_of(dtp, "n"), own->hits);
	assert_int_equal(value_of(dtp, "r"), own->hits);
	dtrace_close(dtp);
}

/* --- children ----------------------------------------------------------- */

static void await_child(pid_t pid)
{
	int status;

	if (waitpid(pid, &status, 0) != pid || status != 0)
		own->wrong++;
	__atomic_fetch_add(&own->ended, 1, __ATOMIC_RELAXED);
}

static void *hit_on(void *arg)
{
	while (__atomic_load_n(&own->ended, __ATOMIC_RELAXED) <
	       (long)(intptr_t)arg) {
		brk_hit(1);
		__atomic_fetch_add(&own->hits, 1, __ATOMIC_SEQ_CST);
	}
	return NULL;
}

/* Create children while another thread hits the probe all the time. */
static void have_children(void *arg)
{
	pthread_t t;

	(void)arg;
	pthread_create(&t, NULL, hit_on, (void *)40);
	for (int i = 0; i < 40; i++) {
		pid_t pid = i % 2 ? fork() : vfork();

		if (pid == 0) {
			brk_hit(1);
			_exit(brk_hit(-1));
		}
		await_child(pid);
	}
	pthread_join(t, NULL);
}

static void children(void **state)
{
	dtrace_hdl_t *dtp = run(state,
		"pid$1:a.out:brk_hit:entry { @n = count(); }", have_children);

	assert_int_equal(own->ended, 40);
	assert_int_equal(value_of(dtp, "n"), own->hits);
	dtrace_close(dtp);
}

/* The process executes the same file again. */
static void new_program(void **state)
{
	char *argv[] = { (char *)"test_break", (char *)"10", NULL };
	dtrace_hdl_t *dtp = api_open(state);
	struct ps_prochandle *p;
	int status;

	p = dtrace_proc_create(dtp, "/proc/self/exe", argv);
	assert_non_null(p);
	api_enable(dtp, "pid$target:a.out:brk_hit:entry { @n = count(); } "
		   "pid$target:libc:rand:return { @r = count(); }");
	api_ok(dtp, dtrace_go(dtp));
	dtrace_proc_continue(dtp, p);
	assert_true(wait(&status) > 0);
	assert_int_equal(status, 0);
	finish(dtp);
	assert_int_equal(value_of(dtp, "n"), 20);
	assert_int_equal(value_of(dtp, "r"), 20);
	dtrace_proc_release(dtp, p);
	dtrace_close(dtp);
}

/* --- ends --------------------------------------------------------------- */

static void *never_rest(void *arg)
{
	for (;;) {
		brk_hit(1);
		step_once(5);
		brk_deep(3);
	}
	return arg;
}

static void be_busy(void *arg)
{
	pthread_t t;

	for (int i = 1; i < NTHREADS; i++)
		pthread_create(&t, NULL, never_rest, arg);
	never_rest(arg);
}

/* Threads that hit breakpoints all the time take emulated CPUs a minute. */
static int rounds(void)
{
	return getenv("DT_TEST_EMULATED") ? 1 : 10;
}

static const char busy[] = "pid$1:a.out:brk_hit:entry { @n = count(); } "
	"pid$1:a.out:brk_step:entry { @s = count(); } "
	"pid$1:a.out:brk_deep:return { @r = count(); }";

static void read_code(pid_t pid, const unsigned char *from,
		      unsigned char *code, size_t n)
{
	char path[64];
	int fd;

	snprintf(path, sizeof(path), "/proc/%d/mem", (int)pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	assert_true(fd >= 0);
	assert_int_equal(pread(fd, code, n, (off_t)(uintptr_t)from), n);
	close(fd);
}

/* Does the code of the program in the process differ from that in this one? */
static bool is_changed(pid_t pid)
{
	extern const unsigned char __executable_start[], etext[];
	size_t n = (size_t)(etext - __executable_start) & ~4095ul;
	unsigned char *code = malloc(n), *here = malloc(n);
	bool changed;

	read_code(pid, etext - n, code, n);
	read_code(getpid(), etext - n, here, n);
	changed = memcmp(code, here, n) != 0;
	free(code);
	free(here);
	return changed;
}

static struct child start_busy(void)
{
	struct child c;

	own = shared(sizeof(*own));
	c = start(be_busy, NULL);
	let_go(&c);
	return c;
}

static void assert_goes_on(const struct child *c)
{
	long before = own->hits;

	api_until(own->hits > before + 100 || state_of(c->pid) == 'Z');
	assert_int_not_equal(state_of(c->pid), 'Z');
	assert_int_equal(own->wrong, 0);
}

static void stopped(void **state)
{
	struct child c = start_busy();

	for (int i = 0; i < rounds(); i++) {
		dtrace_hdl_t *dtp = go_grabbed(state, busy, c.pid);

		assert_goes_on(&c);
		assert_true(is_changed(c.pid));
		api_ok(dtp, dtrace_stop(dtp));
		dtrace_close(dtp);
		api_until(!is_changed(c.pid));
		assert_goes_on(&c);
	}
	end(&c);
}

/*
 * Can the consumer be killed now?  The embedded engine may lose it at any
 * moment.  But Linux leaves a breakpoint behind if it cannot finish placing it;
 * its log then has "failed to unregister, leaking uprobe".
 */
static bool may_kill(void **state, pid_t consumer, pid_t pid)
{
	if (own->going || state_of(consumer) == 'Z')
		return true;
	return strcmp(*state, "vm") == 0 && is_changed(pid);
}

static void have_child(void *arg)
{
	pid_t pid = fork();

	(void)arg;
	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		pause();
		_exit(0);
	}
	own->going = pid;
	pause();
}

/* The copy of the code that a child gets has no breakpoints. */
static void clean_child(void **state)
{
	struct child c;
	dtrace_hdl_t *dtp;

	own = shared(sizeof(*own));
	c = start(have_child, NULL);
	dtp = go_grabbed(state, busy, c.pid);
	let_go(&c);
	api_until(own->going != 0);
	assert_true(is_changed(c.pid));
	assert_false(is_changed((pid_t)own->going));
	finish(dtp);
	dtrace_close(dtp);
	end(&c);
}

static void killed(void **state)
{
	struct child c = start_busy();

	for (int i = 0; i < api_kills(rounds()); i++) {
		pid_t consumer;

		own->going = 0;
		consumer = fork();
		if (consumer == 0) {
			prctl(PR_SET_PDEATHSIG, SIGKILL);
			go_grabbed(state, busy, c.pid);
			own->going = 1;
			for (;;)
				pause();
		}
		api_until(may_kill(state, consumer, c.pid));
		assert_goes_on(&c);
		kill(consumer, SIGKILL);
		assert_int_equal(waitpid(consumer, NULL, 0), consumer);
		api_until(!is_changed(c.pid));
		assert_goes_on(&c);
		api_until(tracer_of(c.pid) == 0);
	}
	end(&c);
}

static void hit_all(void *arg)
{
	(void)arg;
	for (int i = 0; i < 100; i++) {
		brk_hit(i);
		step_once(i);
		brk_deep(3);
	}
}

/* The consumer removes the breakpoints that a killed tracer has left. */
static void without_tracer(void **state)
{
	for (int i = 0; i < api_kills(rounds()); i++) {
		dtrace_hdl_t *dtp;
		struct child c;

		own = shared(sizeof(*own));
		c = start(hit_all, NULL);
		settle(&c);
		dtp = go_grabbed(state, busy, c.pid);
		assert_true(is_changed(c.pid));
		assert_int_equal(kill(tracer_of(c.pid), SIGKILL), 0);
		api_until(dtrace_status(dtp) == -1);
		assert_int_equal(dtrace_errno(dtp), E_BRICKED);
		assert_false(is_changed(c.pid));
		let_go(&c);
		await(&c);
		assert_int_equal(own->wrong, 0);
		dtrace_close(dtp);
		end(&c);
	}
}

int main(int argc, char **argv)
{
	static const struct CMUnitTest tests[] = {
		ON_BOTH(nested), ON_BOTH(signals), ON_BOTH(children),
		ON_BOTH(new_program), ON_BOTH(stopped), ON_VM(clean_child),
		ON_BOTH(killed),
		ON_VM(without_tracer),
	};

	for (int i = 0; argc > 1 && i < 10; i++) {
		brk_hit(i);
		(void)rand();
	}
	if (argc == 2)
		execl("/proc/self/exe", argv[0], argv[1], "again", NULL);
	if (argc > 1)
		return 0;
	return cmocka_run_group_tests_name("break", tests, NULL, NULL);
}
