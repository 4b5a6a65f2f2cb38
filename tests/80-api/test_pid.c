/* SPDX-License-Identifier: MIT */
/*
 * Functions of processes: the probes that a description finds, their arguments
 * and counts; the process is left unchanged.
 */
#include <dlfcn.h>
#include <fcntl.h>
#include <libproc.h>
#include <pthread.h>
#include <stdbool.h>
#include <string.h>
#include "child.h"

#define NTHREADS 4
#define MANY 10000

/* The functions that are traced; nothing else calls them. */
long pid_test_ten(long a, long b, long c, long d, long e, long f, long g,
		  long h, long i, long j);
int pid_test_hit(int n);
int pid_test_called(int n);

__attribute__((noinline, used))
long pid_test_ten(long a, long b, long c, long d, long e, long f, long g,
		  long h, long i, long j)
{
	__asm__ volatile("" ::: "memory");
	return a + b + c + d + e + f + g + h + i + j;
}

__attribute__((noinline, used)) int pid_test_hit(int n)
{
	__asm__ volatile("" ::: "memory");
	return -n;
}

extern int __pid_test_other(int n) __attribute__((alias("pid_test_hit")));

static void hit(void *arg)
{
	for (int i = 0; i < (int)(intptr_t)arg; i++)
		pid_test_hit(i);
}

static void ten(void *arg)
{
	(void)arg;
	pid_test_ten(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
}

/* A function without a copy or a part elsewhere; clang makes none. */
#ifdef __clang__
#define AS_IS __attribute__((noinline, used))
#else
#define AS_IS __attribute__((noinline, noclone, used))
#endif

/* Arguments of several types; those behind the double are not known. */
struct pid_test_big { long v[5]; };
int pid_test_typed(int a, const char *text, unsigned char c, const short *s,
		   struct pid_test_big *big, double d, int last);
struct pid_test_big pid_test_returns(int n);

AS_IS
int pid_test_typed(int a, const char *text, unsigned char c, const short *s,
		   struct pid_test_big *big, double d, int last)
{
	__asm__ volatile("" :: "r"(text), "r"(big) : "memory");
	return a * c + *s + (int)d + last;
}

AS_IS
struct pid_test_big pid_test_returns(int n)
{
	__asm__ volatile("" ::: "memory");
	return (struct pid_test_big){ { n } };
}

static void call_typed(void *arg)
{
	const short three = 3;
	char text[] = "text";

	(void)arg;
	pid_test_typed(-5, text, 200, &three, NULL, 0, 7);
	pid_test_returns(1);
}

static void in_threads(void *(*act)(void *), void *arg)
{
	pthread_t t[NTHREADS];

	for (int i = 0; i < NTHREADS; i++)
		pthread_create(&t[i], NULL, act, arg);
	for (int i = 0; i < NTHREADS; i++)
		pthread_join(t[i], NULL);
}

static void *hit_many(void *arg)
{
	hit((void *)MANY);
	return arg;
}

static void hit_in_threads(void *arg)
{
	in_threads(hit_many, arg);
}

/* The forked child is not traced. */
static void hit_and_fork(void *arg)
{
	pid_t pid = fork();

	hit(arg);
	if (pid == 0)
		_exit(0);
	waitpid(pid, NULL, 0);
}

/* Begins with an instruction that is executed out of line, not emulated. */
long pid_test_step(long n);
#ifdef __x86_64__
__asm__(".pushsection .rodata\n.balign 8\npid_test_seven: .quad 7\n"
	".popsection\n.pushsection .text\n.globl pid_test_step\n"
	".type pid_test_step, @function\npid_test_step:\n"
	"imul pid_test_seven(%rip), %rdi\nmov %rdi, %rax\nret\n"
	".size pid_test_step, . - pid_test_step\n.popsection");
#else
__attribute__((noinline, used)) long pid_test_step(long n)
{
	return n * 7;
}
#endif

/*
 * Has all kinds of instructions that depend on their address: branches with
 * each prefix, loops, calls, and a copy of the flags.
 */
long pid_test_kinds(long n);
#ifdef __x86_64__
__asm__(".pushsection .text\n.globl pid_test_kinds\n"
	".type pid_test_kinds, @function\npid_test_kinds:\n"
	"lea 1f(%rip), %rdx\n"		/* 0 */
	"mov $4, %ecx\n"		/* 7 */
	"0: add $1, %rdi\n"		/* c, four times */
	"loop 0b\n"			/* 10, four times */
	"jrcxz 2f\n"			/* 12 */
	"ud2\n"				/* 14 */
	"1: lea (%rdi,%rdi), %rax\n"	/* 16, five times */
	"ret\n"				/* 1a, five times */
	"2: pushfq\n"			/* 1b */
	"popfq\n"			/* 1c */
	"call *%rdx\n"			/* 1d */
	".byte 0x67\ncall 1b\n"		/* 1f */
	".byte 0x66, 0x66, 0x48\ncall 1b\n"	/* 25 */
	"notrack call *%rdx\n"		/* 2d */
	"push %rdx\ncall *(%rsp)\n"	/* 30, 31 */
	"pop %rdx\n"			/* 34 */
	".byte 0xf2\njmp 3f\n"		/* 35 */
	"ud2\n"				/* 38 */
	"3: sub $4, %rax\nret $0\n"	/* 3a, 3e */
	".size pid_test_kinds, . - pid_test_kinds\n.popsection");
#define KIND_ONCE "1d"
#define KINDS 30
#else
__asm__(".pushsection .text\n.balign 4\npid_test_four: .word 4\n"
	".globl pid_test_kinds\n"
	".type pid_test_kinds, @function\npid_test_kinds:\n"
	"mov x9, x30\n"			/* 0 */
	"mov x10, #4\n"			/* 4 */
	"adr x11, 1f\n"			/* 8 */
	"0: add x0, x0, #1\n"		/* c, four times */
	"subs x10, x10, #1\n"		/* 10, four times */
	"b.ne 0b\n"			/* 14, four times */
	"cbz x10, 2f\n"			/* 18 */
	"udf #0\n"			/* 1c */
	"1: add x1, x0, x0\n"		/* 20, twice */
	"ret\n"				/* 24, twice */
	"2: ldr w12, pid_test_four\n"	/* 28 */
	"bl 1b\n"			/* 2c */
	"blr x11\n"			/* 30 */
	"tbz x10, #0, 3f\n"		/* 34 */
	"udf #0\n"			/* 38 */
	"3: adrp x13, pid_test_kinds\n"	/* 3c */
	"tbnz x12, #2, 4f\n"		/* 40 */
	"udf #0\n"			/* 44 */
	"4: cbnz x10, 3b\n"		/* 48 */
	"b 5f\n"			/* 4c */
	"udf #0\n"			/* 50 */
	"5: sub x0, x1, #4\n"		/* 54 */
	"ret x9\n"			/* 58 */
	".size pid_test_kinds, . - pid_test_kinds\n.popsection");
#define KIND_ONCE "2c"
#define KINDS 29		/* all but the load of a literal */
#endif

/* Begins with an instruction that the kernel refuses to replace. */
void pid_test_locked(int *n);
#ifdef __x86_64__
__asm__(".pushsection .text\n.globl pid_test_locked\n"
	".type pid_test_locked, @function\npid_test_locked:\n"
	"lock incl (%rdi)\nret\n"
	".size pid_test_locked, . - pid_test_locked\n.popsection");
#else
__asm__(".pushsection .text\n.balign 4\n.globl pid_test_locked\n"
	".type pid_test_locked, @function\npid_test_locked:\n"
	"ldxr w1, [x0]\n"		/* 0 */
	"add w1, w1, #1\n"		/* 4 */
	"stxr w2, w1, [x0]\n"		/* 8 */
	"cbnz w2, pid_test_locked\n"	/* c */
	"ret\n"				/* 10 */
	".size pid_test_locked, . - pid_test_locked\n.popsection");
#endif

static void lock_and_hit(void *arg)
{
	int n = 0;

	for (int i = 0; i < (int)(intptr_t)arg; i++)
		pid_test_locked(&n);
	hit((void *)(intptr_t)n);
}

static int *wrong;

static void kinds(void *arg)
{
	for (long i = 0; i < (long)(intptr_t)arg; i++)
		if (pid_test_kinds(i) != 2 * i + 4)
			*wrong = 1;
}

static void *step_many(void *arg)
{
	for (long i = 0; i < MANY / 10; i++)
		if (pid_test_step(i) != 7 * i)
			*wrong = 1;
	return arg;
}

static void step_in_threads(void *arg)
{
	in_threads(step_many, arg);
}

/* The return address of pid_test_called() in call_it(). */
static uint64_t returns_to;

__attribute__((noinline, used)) int pid_test_called(int n)
{
	returns_to = (uint64_t)(uintptr_t)__builtin_return_address(0);
	__asm__ volatile("" ::: "memory");
	return -n;
}

AS_IS static void call_it(void *arg)
{
	for (int i = 0; i < (int)(intptr_t)arg; i++)
		pid_test_called(i);
}

static void draw(int n)
{
	while (n-- > 0)
		rand();
}

/* A run of a program whose $1 is a child that does act(arg). */
static dtrace_hdl_t *run(void **state, const char *text, void (*act)(void *),
			 void *arg)
{
	struct child c = start(act, arg);
	dtrace_hdl_t *dtp = go_grabbed(state, text, c.pid);

	let_go(&c);
	await(&c);
	api_ok(dtp, dtrace_stop(dtp));
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	end(&c);
	return dtp;
}

/* Calls of this process are not counted. */
static void counts(void **state)
{
	dtrace_hdl_t *dtp = run(state,
		"#pragma D option returns=frames\n"
		"pid$1:a.out:pid_test_hit:entry"
		"{ @n = count(); @sum = sum((int)arg0); }"
		"pid$1:a.out:pid_test_hit:return"
		"{ @r = count(); @rsum = sum((int)arg1); @zero = sum(arg0); }",
		hit, (void *)1000);

	assert_int_equal(value_of(dtp, "n"), 1000);
	assert_int_equal(value_of(dtp, "sum"), 499500);
	assert_int_equal(value_of(dtp, "r"), 1000);
	assert_int_equal(value_of(dtp, "rsum"), -499500);
	assert_int_equal(value_of(dtp, "zero"), 0);
	dtrace_close(dtp);
}

static void arguments(void **state)
{
	dtrace_hdl_t *dtp = run(state,
		"pid$1:a.out:pid_test_ten:entry /arg0 == 1 && arg1 == 2 && "
		"arg2 == 3 && arg3 == 4 && arg4 == 5 && arg5 == 6 && "
		"arg6 == 7 && arg7 == 8 && arg8 == 9 && arg9 == 10 && "
		"pid == $1/ { @n = count(); }"
		"pid$1:a.out:pid_test_ten:return /arg1 == 55/ "
		"{ @r = count(); }", ten, NULL);

	assert_int_equal(value_of(dtp, "n"), 1);
	assert_int_equal(value_of(dtp, "r"), 1);
	dtrace_close(dtp);
}

/* args[] have the types of the debug information. */
static void types(void **state)
{
	dtrace_hdl_t *dtp = run(state,
		"pid$1:a.out:pid_test_typed:entry /args[0] == -5 && "
		"copyinstr((uintptr_t)args[1]) == \"text\" && "
		"args[2] == 200 && "
		"*(short *)copyin((uintptr_t)args[3], sizeof (*args[3])) == 3 "
		"&& args[4] == NULL/ { @n = count(); }"
		"pid$1:a.out:pid_test_typed:entry /stringof(args[1]) == "
		"\"text\" && args[1][3] == 't' && *args[3] == 3/ "
		"{ @read = count(); }"
		"pid$1:a.out:pid_test_typed:return "
		"{ @r = sum(args[1]); @size = sum(sizeof (args[1])); }",
		call_typed, NULL);

	assert_int_equal(value_of(dtp, "n"), 1);
	assert_int_equal(value_of(dtp, "read"), 1);
	assert_int_equal(value_of(dtp, "r"), -990);
	assert_int_equal(value_of(dtp, "size"), sizeof(int));
	dtrace_close(dtp);
}

/* The second frame of a stack, and its count. */
struct seen {
	uint64_t caller;
	int64_t n;
};

static int see_caller(const dtrace_aggdata_t *agg, void *arg)
{
	const dtrace_recdesc_t *stack = &agg->dtada_desc->dtagd_rec[1];
	uint64_t frames[4];
	struct seen *s = arg;

	assert_int_equal(stack->dtrd_size, sizeof(frames));
	memcpy(frames, agg->dtada_data + stack->dtrd_offset, sizeof(frames));
	s->caller = frames[2];
	s->n += *api_value(agg);
	return DTRACE_AGGWALK_NEXT;
}

/* This program has no frame pointers, so the kernel finds no caller. */
static void caller(void **state)
{
	struct seen s = { 0, 0 };
	dtrace_hdl_t *dtp;
	char text[256];

	call_it((void *)1);
	snprintf(text, sizeof(text), "pid$1:a.out:pid_test_called:entry "
		 "/ucaller == %#llx && ustackdepth > 1/ "
		 "{ @n[ustack(3)] = count(); }",
		 (unsigned long long)returns_to);
	dtp = run(state, text, call_it, (void *)100);
	api_ok(dtp, dtrace_aggregate_walk(dtp, see_caller, &s));
	assert_int_equal(s.caller, returns_to);
	assert_int_equal(s.n, 100);
	dtrace_close(dtp);
}

static void step_once(void *arg)
{
	for (long i = 0; i < (long)(intptr_t)arg; i++)
		pid_test_step(i);
}

/* An instruction has no arguments, and its address is that of the probe. */
static void instructions(void **state)
{
	dtrace_hdl_t *dtp;
	Dl_info info;
	char text[512];

	assert_true(dladdr((void *)(uintptr_t)pid_test_called, &info) != 0);
	snprintf(text, sizeof(text),
		 "pid$1:a.out:pid_test_step:0 /arg0 == 0/ { @first = count(); }"
		 "pid$1:a.out:pid_test_step:8 { @second = count(); }"
		 "pid$1:a.out:pid_test_step:* /probename != \"return\" && "
		 "probename != \"entry\"/ { @all = count(); }"
		 "pid$1:a.out:-:%lx { @other = count(); }",
		 (unsigned long)((char *)(uintptr_t)pid_test_called -
		 (char *)info.dli_fbase));
	dtp = run(state, text, step_once, (void *)100);
	assert_int_equal(value_of(dtp, "first"), 100);
	assert_int_equal(value_of(dtp, "second"), 100);
	assert_int_equal(value_of(dtp, "all"), 300);
	assert_int_equal(value_of(dtp, "other"), 0);
	dtrace_close(dtp);
	dtp = run(state, text, call_it, (void *)100);
	assert_int_equal(value_of(dtp, "other"), 100);
	dtrace_close(dtp);
}

static bool is_kernel(void **state)
{
	return strcmp(*state, "kernel") == 0;
}

/* The kernel refuses 1b, 25 and 2d, so a pattern leaves them out. */
static void all_of_function(void **state)
{
	int n = is_kernel(state) ? KINDS : KINDS + 3;
	dtrace_hdl_t *dtp;

	wrong = shared(sizeof(*wrong));
	dtp = run(state, "pid$1:a.out:pid_test_kinds:?,"
		  "pid$1:a.out:pid_test_kinds:?? "
		  "{ @all = count(); }"
		  "pid$1:a.out:pid_test_kinds:c { @times = count(); }"
		  "pid$1:a.out:pid_test_kinds:" KIND_ONCE
		  " /arg0 == 0/ { @n = count(); }",
		  kinds, (void *)100);
	assert_int_equal(value_of(dtp, "n"), 100);
	assert_int_equal(value_of(dtp, "times"), 400);
	assert_int_equal(*wrong, 0);
	assert_int_equal(value_of(dtp, "all"), 100 * n);
	dtrace_close(dtp);
}

/* Instructions with prefixes, which this engine emulates. */
static void prefixed(void **state)
{
	dtrace_hdl_t *dtp;

	wrong = shared(sizeof(*wrong));
	dtp = run(state, "pid$1:a.out:pid_test_kinds:1b,"
		  "pid$1:a.out:pid_test_kinds:25,"
		  "pid$1:a.out:pid_test_kinds:2d { @n = count(); }",
		  kinds, (void *)100);
	assert_int_equal(value_of(dtp, "n"), 300);
	assert_int_equal(*wrong, 0);
	dtrace_close(dtp);
}

static const char locked_text[] =
	"pid$1:a.out:pid_test_locked:entry { @l = count(); }";

/* A pattern leaves out what the kernel refuses. */
static void left_out(void **state)
{
	dtrace_hdl_t *dtp = run(state, "pid$1:a.out:pid_test_*:entry "
		"/probefunc != \"pid_test_hit\"/ { @other = count(); } "
		"pid$1:a.out:pid_test_[hl]*:entry { @n = count(); } ",
		lock_and_hit, (void *)100);
	int locked = is_kernel(state) ? 0 : 100;

	assert_int_equal(value_of(dtp, "n"), 100 + locked);
	assert_int_equal(value_of(dtp, "other"), locked);
	dtrace_close(dtp);
}

#ifdef __aarch64__
/* A probe within an exclusive sequence would let it never end. */
static void sequence(void **state)
{
	dtrace_hdl_t *dtp = run(state, "pid$1:a.out:pid_test_locked:?"
		"{ @short = count(); } pid$1:a.out:pid_test_locked:?? "
		"{ @long = count(); }", lock_and_hit, (void *)100);

	assert_true(value_of(dtp, "short") >= 100);
	assert_int_equal(value_of(dtp, "long"), 100);
	dtrace_close(dtp);
}
#endif

static void locked(void **state)
{
	dtrace_hdl_t *dtp = run(state, locked_text, lock_and_hit, (void *)100);

	assert_int_equal(value_of(dtp, "l"), 100);
	dtrace_close(dtp);
}

static void go_refused(void **state, const char *text, const char *probe)
{
	char pid[16], *argv[] = { (char *)"test", pid, NULL };
	struct child c = start(hit, NULL);
	dtrace_hdl_t *dtp = api_open(state);
	dtrace_prog_t *prog;

	snprintf(pid, sizeof(pid), "%d", (int)c.pid);
	prog = dtrace_program_strcompile(dtp, text, DTRACE_PROBESPEC_NAME, 0, 2,
					 argv);
	assert_non_null(prog);
	api_ok(dtp, dtrace_program_exec(dtp, prog, NULL));
	assert_int_equal(dtrace_go(dtp), -1);
	api_says(dtp, probe);
	api_says(dtp, "the kernel cannot probe");
	dtrace_close(dtp);
	end(&c);
}

/*
 * The kernel would take a probe at pushf, and end the process at popf; and one
 * within an exclusive sequence, which would never end.
 */
static void harm_refused(void **state)
{
	go_refused(state, locked_text, ":pid_test_locked:entry:");
#ifdef __x86_64__
	go_refused(state, "pid$1:a.out:pid_test_kinds:1b { @n = count(); }",
		   ":pid_test_kinds:1b:");
#else
	go_refused(state, "pid$1:a.out:pid_test_locked:4 { @n = count(); }",
		   ":pid_test_locked:4:");
#endif
}

static int add_loss(const dtrace_lossdata_t *loss, void *arg)
{
	*(uint64_t *)arg += loss->dtlda_count;
	return 0;
}

static void threads(void **state)
{
	dtrace_hdl_t *dtp = run(state,
		"pid$1:a.out:pid_test_hit:entry { @n = count(); }"
		"pid$1:a.out:pid_test_hit:return { @r = count(); }",
		hit_in_threads, NULL);
	uint64_t lost = 0;

	api_ok(dtp, dtrace_losses(dtp, add_loss, &lost));
	assert_int_equal(value_of(dtp, "n") + value_of(dtp, "r") + lost,
			 2 * NTHREADS * MANY);
	dtrace_close(dtp);
}

/* No thread misses a breakpoint while another one steps over it. */
static void entries(void **state)
{
	dtrace_hdl_t *dtp = run(state,
		"pid$1:a.out:pid_test_hit:entry { @n = count(); "
		"@sum = sum(arg0); }", hit_in_threads, NULL);
	uint64_t lost = 0;

	api_ok(dtp, dtrace_losses(dtp, add_loss, &lost));
	assert_int_equal(lost, 0);
	assert_int_equal(value_of(dtp, "n"), NTHREADS * MANY);
	assert_int_equal(value_of(dtp, "sum"),
			 NTHREADS * (MANY * (MANY - 1LL) / 2));
	dtrace_close(dtp);
}

static void stepped(void **state)
{
	dtrace_hdl_t *dtp;

	wrong = shared(sizeof(*wrong));
	dtp = run(state, "pid$1:a.out:pid_test_step:entry { @n = count(); }",
		  step_in_threads, NULL);
	assert_int_equal(value_of(dtp, "n"), NTHREADS * MANY / 10);
	assert_int_equal(*wrong, 0);
	dtrace_close(dtp);
}

static void child_of_fork(void **state)
{
	dtrace_hdl_t *dtp = run(state,
		"pid$1:a.out:pid_test_hit:entry { @n = count(); }",
		hit_and_fork, (void *)100);

	assert_int_equal(value_of(dtp, "n"), 100);
	dtrace_close(dtp);
}

/*
 * Functions of a library that is not loaded yet when the program is compiled.
 */
static void created(void **state)
{
	char *argv[] = { (char *)"test_pid", (char *)"draw", (char *)"123",
		NULL };
	dtrace_hdl_t *dtp = api_open(state);
	struct ps_prochandle *p;
	int status;

	p = dtrace_proc_create(dtp, "/proc/self/exe", argv);
	assert_non_null(p);
	api_enable(dtp, "pid$target:libc:rand:entry { @n = count(); }"
		   "pid$target:libc:rand:return { @r = count(); }");
	api_ok(dtp, dtrace_go(dtp));
	dtrace_proc_continue(dtp, p);
	assert_true(wait(&status) > 0);
	api_ok(dtp, dtrace_stop(dtp));
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	assert_int_equal(value_of(dtp, "n"), 123);
	assert_int_equal(value_of(dtp, "r"), 123);
	dtrace_proc_release(dtp, p);
	dtrace_close(dtp);
}

static bool has_mapped(pid_t pid, const char *name)
{
	FILE *fp = proc_file(pid, "maps");
	char line[4096];
	bool found = false;

	while (!found && fgets(line, sizeof(line), fp))
		found = strstr(line, name) != NULL;
	fclose(fp);
	return found;
}

/*
 * A library is one file, whichever links lead to it: the loader lists
 * /lib/libc.so.6 and the process maps /usr/lib/libc.so.6.
 */
static void same_file(void **state)
{
	char *argv[] = { (char *)"test_pid", (char *)"wait", (char *)"1",
		NULL };
	dtrace_probedesc_t desc = { .dtpd_mod = "libc.so.6",
		.dtpd_func = "rand", .dtpd_name = "entry" };
	dtrace_hdl_t *dtp = api_open(state);
	struct ps_prochandle *p;
	pid_t pid;

	p = dtrace_proc_create(dtp, "/proc/self/exe", argv);
	assert_non_null(p);
	pid = Pstatus(p)->pr_pid;
	snprintf(desc.dtpd_provider, sizeof(desc.dtpd_provider), "pid%d",
		 (int)pid);
	assert_int_equal(api_probes(dtp, &desc).n, 1);
	dtrace_proc_continue(dtp, p);
	api_until(has_mapped(pid, "/libc.so.6"));
	assert_int_equal(api_probes(dtp, &desc).n, 1);
	dtrace_proc_release(dtp, p);
	dtrace_close(dtp);
}

/* --- descriptions ------------------------------------------------------- */

/* The id of the only probe that the description matches in this process. */
static dtrace_id_t only(dtrace_hdl_t *dtp, const char *mod, const char *func)
{
	dtrace_probedesc_t desc = { .dtpd_name = "entry" };
	struct api_probes found;

	snprintf(desc.dtpd_provider, sizeof(desc.dtpd_provider), "pid%d",
		 (int)getpid());
	snprintf(desc.dtpd_mod, sizeof(desc.dtpd_mod), "%s", mod);
	snprintf(desc.dtpd_func, sizeof(desc.dtpd_func), "%s", func);
	found = api_probes(dtp, &desc);
	assert_int_equal(found.n, 1);
	return found.id;
}

/* A function has one probe, under all its names and those of its module. */
static void names(void **state)
{
	dtrace_hdl_t *dtp = api_open(state);
	dtrace_id_t id = only(dtp, "a.out", "pid_test_hit");

	assert_int_equal(only(dtp, "test_pid", "__pid_test_other"), id);
	assert_int_equal(only(dtp, "", "*pid_test_[ho]*"), id);
	id = only(dtp, "libc.so.6", "rand");
	assert_int_equal(only(dtp, "libc.so", "rand"), id);
	assert_int_equal(only(dtp, "libc", "rand"), id);
	assert_int_equal(only(dtp, "libc*", "rand"), id);
	dtrace_close(dtp);
}

static void refused(void **state)
{
	static const struct api_error t[] = {
		{ "pid1234567890::f:entry {}", "the code of process "
		  "1234567890 cannot be read: No such process" },
		{ "pid::f:entry {}", "pid: the id of a process follows pid, "
		  "as in pid$target or pid123" },
		{ "pid$1:nope:f:entry {}", "has no module nope" },
		{ "pid$1:a.out:nope:entry {}", "has no function nope there" },
		{ "pid$1:a.out:pid_test_hit:zz {}", "zz: functions of a "
		  "process have the probes entry and return, and offsets in "
		  "hexadecimal" },
		{ "pid$1:a.out:pid_test_hit:fffff {}", "fffff: function "
		  "pid_test_hit has" },
		{ "pid$1:a.out:pid_test_typed:entry { trace(args[5]); }",
		  "args[5]: the probe has 5 arguments" },
		{ "pid$1:a.out:pid_test_returns:entry { trace(args[0]); }",
		  "the types of this probe's arguments are not known" },
		{ "pid$1:a.out:-:1 {}", "1: no instruction of a known function "
		  "begins at this address of a.out" },
#ifdef __x86_64__
		{ "pid$1:a.out:pid_test_step:a {}", "a: this is within an "
		  "instruction of pid_test_step, which begins at 8" },
#endif
	};
	api_refuses(state, t, sizeof(t) / sizeof(t[0]));
}

/* A remark on probes is given if it is the same for all of them. */
static void told(void **state)
{
	dtrace_probedesc_t pd = { .dtpd_mod = "a.out",
		.dtpd_func = "pid_test_hit", .dtpd_name = "return" };
	dtrace_hdl_t *dtp = api_open(state);

	snprintf(pd.dtpd_provider, sizeof(pd.dtpd_provider), "pid%d",
		 (int)getpid());
	api_ok(dtp, dtrace_setopt(dtp, "returns", "frames"));
	assert_string_equal(dtrace_probe_how(dtp, &pd),
			    "by the return address on the stack");
	pd.dtpd_name[0] = '\0';
	assert_null(dtrace_probe_how(dtp, &pd));
	snprintf(pd.dtpd_name, sizeof(pd.dtpd_name), "none");
	assert_null(dtrace_probe_how(dtp, &pd));
	assert_null(dtrace_probe_how(dtp, NULL));
	assert_int_equal(dtrace_errno(dtp), EINVAL);
	assert_null(dtrace_probe_how(NULL, &pd));
	dtrace_close(dtp);
}

#ifdef __x86_64__
static void only_left_out(void **state)
{
	static const struct api_error t[] = {
		{ "pid$1:a.out:pid_test_lock*:entry {}", ":pid_test_locked:"
		  "entry is left out: the kernel cannot probe the first" },
	};
	api_refuses(state, t, sizeof(t) / sizeof(t[0]));
}
#endif

static void ended(void **state)
{
	struct child c = start(hit, NULL);
	dtrace_hdl_t *dtp = api_open(state);
	char text[128];

	snprintf(text, sizeof(text), "pid%d:a.out:pid_test_hit:entry "
		 "{ @ = count(); }", (int)c.pid);
	if (!dtrace_proc_grab(dtp, c.pid, 0))
		fail_msg("%s", dtrace_errmsg(dtp, dtrace_errno(dtp)));
	api_enable(dtp, text);
	end(&c);
	assert_int_equal(dtrace_go(dtp), -1);
	api_says(dtp, "process");
	dtrace_close(dtp);
}

static void hit_for_a_while(void *arg)
{
	int64_t until = now(CLOCK_MONOTONIC) + (intptr_t)arg;

	while (now(CLOCK_MONOTONIC) < until)
		pid_test_hit(1);
	_exit(0);
}

/* The process may end at any time: either all is well, or it is told. */
static void ending(void **state)
{
	char text[128];

	for (int i = 0; i < 8; i++) {
		struct child c = start(hit_for_a_while,
				       (void *)(intptr_t)(i * 3 * MSEC));
		dtrace_hdl_t *dtp = api_open(state);

		snprintf(text, sizeof(text), "pid%d:a.out:pid_test_hit:entry, "
			 "pid%d:a.out:pid_test_hit:return { @ = count(); }",
			 (int)c.pid, (int)c.pid);
		api_enable(dtp, text);
		let_go(&c);
		if (!dtrace_proc_grab(dtp, c.pid, 0) || dtrace_go(dtp) != 0)
			api_says(dtp, "process");
		else
			finish(dtp);
		dtrace_close(dtp);
		end(&c);
	}
}

/* The vm traces only processes that were started or grabbed. */
static void not_grabbed(void **state)
{
	struct child c = start(hit, NULL);
	dtrace_hdl_t *dtp = api_open(state);
	char text[128];

	snprintf(text, sizeof(text), "pid%d:a.out:pid_test_hit:entry "
		 "{ @ = count(); }", (int)c.pid);
	api_enable(dtp, text);
	assert_int_equal(dtrace_go(dtp), -1);
	api_says(dtp, "fire only if it is started or grabbed");
	end(&c);
	dtrace_close(dtp);
}

/* --- what is left ------------------------------------------------------- */

/* Does the function's code in the process differ from that in this one? */
static bool is_changed(pid_t pid)
{
	unsigned char code[16];
	char path[64];
	int fd;

	snprintf(path, sizeof(path), "/proc/%d/mem", (int)pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	assert_true(fd >= 0);
	assert_int_equal(pread(fd, code, sizeof(code),
			       (off_t)(uintptr_t)pid_test_hit), sizeof(code));
	close(fd);
	return memcmp(code, (const void *)(uintptr_t)pid_test_hit,
		      sizeof(code)) != 0;
}

static const char hits[] = "pid$1:a.out:pid_test_hit:entry { @n = count(); }";

static void left(void **state)
{
	struct child c = start(hit, NULL);
	dtrace_hdl_t *dtp = go_grabbed(state, hits, c.pid);

	assert_true(is_changed(c.pid));
	api_ok(dtp, dtrace_stop(dtp));
	dtrace_close(dtp);
	api_until(!is_changed(c.pid));
	end(&c);
}

int main(int argc, char **argv)
{
	static const struct CMUnitTest tests[] = {
		ON_BOTH_X86(counts), ON_BOTH_X86(arguments), ON_BOTH_X86(types),
		ON_BOTH_X86(threads),
		ON_BOTH_X86(caller), ON_BOTH_X86(instructions),
		ON_BOTH_X86(all_of_function), ON_VM_X86(prefixed),
		ON_BOTH_X86(left_out), ON_VM_X86(locked),
		ON_KERNEL(harm_refused),
#ifdef __aarch64__
		ON_KERNEL(sequence),
#endif
		ON_BOTH_X86(entries), ON_BOTH_X86(stepped),
		ON_BOTH_X86(child_of_fork), ON_BOTH_X86(created),
		ON_BOTH_X86(same_file),
		ON_BOTH_X86(names), ON_BOTH_X86(refused), ON_BOTH_X86(told),
#ifdef __x86_64__
		ON_KERNEL(only_left_out),
#endif
		ON_BOTH_X86(ended), ON_BOTH_X86(ending), ON_VM_X86(not_grabbed),
		ON_BOTH_X86(left),
	};

	if (argc == 3 && strcmp(argv[1], "draw") == 0) {
		draw(atoi(argv[2]));
		return 0;
	}
	if (argc == 3 && strcmp(argv[1], "wait") == 0)
		pause();
	return cmocka_run_group_tests_name("pid", tests, NULL, NULL);
}
