/* SPDX-License-Identifier: MIT */
/*
 * The probes that a program was built with.  This program has some.
 */
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include "child.h"
#include "../note.h"

/* The notes refer to it, so it has a fixed name in the assembler. */
unsigned short usdt_test_semaphore
	__attribute__((section(".probes"), used)) = 0;

/* Operands name them. */
struct {
	int32_t first;
	uint16_t second, third;
} usdt_test_data __attribute__((used)) = { -7, 65535, 3 };
static int usdt_test_zero __attribute__((used));

#define SITE(name, operands, semaphore) \
	PROBE("usdttest", name, operands, semaphore)

struct item {
	int64_t wide;
	int32_t narrow;
};

static struct item items[4] = { { 1, -2 }, { 3, -4 }, { 5, -6 }, { 7, -8 } };

int usdt_test_call(long n, const char *text, struct item *v);

#ifdef __x86_64__
static inline void probes(long n, const char *text, struct item *v)
{
	long two = 2;

	__asm__ volatile(SITE("call__begin", "-8@%%rdi 8@%%rsi 8@(%%rdx) "
		"-4@8(%%rdx) 8@(%%rdx,%%rcx,8) -1@$-5 -1@%%dil",
		"usdt_test_semaphore")
		: : "D"(n), "S"(text), "d"(v), "c"(two) : "memory");
	__asm__ volatile(SITE("twice", "8@%%rdi", "0") : : "D"(n));
	__asm__ volatile(SITE("twice", "8@%%rsi", "0") : : "S"(n * 10));
	__asm__ volatile(SITE("odd", "8@%%ymm0 -4@$-3", "0"));
	__asm__ volatile(SITE("plain", "", "0"));
	/* more than D has variables for */
	__asm__ volatile(SITE("globals", "-4@usdt_test_data(%%rip) "
		"2@4+usdt_test_data(%%rip) 2@usdt_test_data+6(%%rip) "
		"4@-4+usdt_test_data+4(%%rip) -4@usdt_test_zero(%%rip) "
		"1@$5 1@$6 1@$7 1@$8 1@$9 1@$10 1@$11", "0") : :);
	__asm__ volatile(SITE("nowhere", "8@usdt_test_nowhere(%%rip) -4@$-3",
		"0") : :);
}
#else
static inline void probe_twice(long n)
{
	register long x1 __asm__("x1") = n * 10;

	__asm__ volatile(SITE("twice", "8@x1", "0") : : "r"(x1));
}

static inline void probes(long n, const char *text, struct item *v)
{
	register long x0 __asm__("x0") = n;
	register const char *x1 __asm__("x1") = text;
	register struct item *x2 __asm__("x2") = v;

	__asm__ volatile(SITE("call__begin", "-8@x0 8@x1 8@[x2] -4@[x2, 8] "
		"8@[x2, 16] -1@-5 -1@w0", "usdt_test_semaphore")
		: : "r"(x0), "r"(x1), "r"(x2) : "memory");
	__asm__ volatile(SITE("twice", "8@x0", "0") : : "r"(x0));
	probe_twice(n);
	__asm__ volatile(SITE("odd", "8@d0 -4@-3", "0"));
	__asm__ volatile(SITE("plain", "", "0"));
	__asm__ volatile("adrp x9, usdt_test_data\n"
		"adrp x10, usdt_test_zero\n"
		SITE("globals", "-4@[x9, #:lo12:usdt_test_data] "
		"2@[x9, #:lo12:usdt_test_data+4] "
		"2@[x9, #:lo12:usdt_test_data+6] "
		"4@[x9, #:lo12:usdt_test_data] "
		"-4@[x10, #:lo12:usdt_test_zero] "
		"1@5 1@6 1@7 1@8 1@9 1@10 1@11", "0") : : : "x9", "x10");
	__asm__ volatile(SITE("nowhere", "8@[x0, #:lo12:usdt_test_nowhere] "
		"-4@-3", "0"));
}
#endif

__attribute__((noinline, used))
int usdt_test_call(long n, const char *text, struct item *v)
{
	probes(n, text, v);
	return *(volatile unsigned short *)&usdt_test_semaphore;
}

/* The number of calls with their probe enabled. */
static int *enabled;

static void calls(void *arg)
{
	char text[] = "text";

	for (long i = 0; i < (long)(intptr_t)arg; i++)
		*enabled += usdt_test_call(-i, text, &items[1]);
}

static dtrace_hdl_t *run(void **state, const char *text)
{
	struct child c;
	dtrace_hdl_t *dtp;

	enabled = mmap(NULL, sizeof(*enabled), PROT_READ | PROT_WRITE,
		       MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	c = start(calls, (void *)100);
	dtp = go_grabbed(state, text, c.pid);
	let_go(&c);
	await(&c);
	api_ok(dtp, dtrace_stop(dtp));
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	end(&c);
	return dtp;
}

static void arguments(void **state)
{
	dtrace_hdl_t *dtp = run(state, "usdttest$1:::call-begin { "
		"@n = count(); @sum = sum(arg0); } "
		"usdttest$1:a.out:usdt_test_call:call-begin "
		"/copyinstr(arg1) == \"text\" && arg2 == 3 && arg3 == -4 && "
		"arg4 == 5 && arg5 == -5 && arg6 == arg0 && arg7 == 0/ "
		"{ @ok = count(); }");

	assert_int_equal(value_of(dtp, "n"), 100);
	assert_int_equal(value_of(dtp, "ok"), 100);
	assert_int_equal(value_of(dtp, "sum"), -4950);
	assert_int_equal(*enabled, 100);
	dtrace_close(dtp);
}

/* One probe in two places with different operands. */
static void places(void **state)
{
	dtrace_hdl_t *dtp = run(state, "usdttest$1:::twice { @n = count(); "
				"@sum = sum(arg0); }");

	assert_int_equal(value_of(dtp, "n"), 200);
	assert_int_equal(value_of(dtp, "sum"), -4950 * 11);
	assert_int_equal(*enabled, 0);
	dtrace_close(dtp);
}

/* An argument that cannot be read does not keep a probe from firing. */
static void unreadable(void **state)
{
	dtrace_hdl_t *dtp = run(state, "usdttest$1:::odd { @n = count(); "
		"@sum = sum(arg1); } usdttest$1:::nowhere { @m = count(); "
		"@least = min((int)arg1); }");

	assert_int_equal(value_of(dtp, "n"), 100);
	assert_int_equal(value_of(dtp, "sum"), -300);
	assert_int_equal(value_of(dtp, "m"), 100);
	assert_int_equal(value_of(dtp, "least"), -3);
	dtrace_close(dtp);
}

/* Operands that the compiler left as names of variables. */
static void globals(void **state)
{
	dtrace_hdl_t *dtp = run(state, "usdttest$1:::globals { @n = count(); } "
		"usdttest$1:::globals /arg0 == -7 && arg1 == 65535 && "
		"arg2 == 3 && arg3 == 4294967289 && arg4 == 0 && arg5 == 5 "
		"&& arg9 == 9/ { @ok = count(); }");

	assert_int_equal(value_of(dtp, "n"), 100);
	assert_int_equal(value_of(dtp, "ok"), 100);
	dtrace_close(dtp);
}

/*
 * A pattern that matches these process ids, and hardly another process that
 * runs this test.
 */
static void pattern_of(const pid_t *pids, int n, char *text)
{
	char digits[16];
	int len = snprintf(digits, sizeof(digits), "%d", (int)pids[0]);

	memcpy(text, "usdttest", 8);
	text += 8;
	for (int at = 0; at < len; at++) {
		*text++ = '[';
		for (int i = 0; i < n; i++) {
			assert_int_equal(snprintf(digits, sizeof(digits), "%d",
						  (int)pids[i]), len);
			*text++ = digits[at];
		}
		*text++ = ']';
	}
	*text = '\0';
}

static int count_process(const dtrace_aggdata_t *agg, void *arg)
{
	const dtrace_recdesc_t *rec = agg->dtada_desc->dtagd_rec;
	int pid, *pids = arg;
	char provider[32];

	memcpy(&pid, agg->dtada_data + rec[1].dtrd_offset, sizeof(pid));
	snprintf(provider, sizeof(provider), "usdttest%d", pid);
	assert_string_equal(agg->dtada_data + rec[2].dtrd_offset, provider);
	assert_int_equal(*api_value(agg), 100);
	assert_true(pid == pids[0] || pid == pids[1]);
	pids[pid == pids[1]] = 0;
	return DTRACE_AGGWALK_NEXT;
}

/* Start three processes, and enable a pattern that matches their providers. */
static void enable_three(dtrace_hdl_t *dtp, struct child c[3], pid_t pids[3])
{
	char provider[128], text[256];

	enabled = shared(sizeof(*enabled));
	for (int i = 0; i < 3; i++) {
		c[i] = start(calls, (void *)100);
		pids[i] = c[i].pid;
	}
	pattern_of(pids, 3, provider);
	snprintf(text, sizeof(text), "%s:::call-begin "
		 "{ @[pid, probeprov] = count(); }", provider);
	api_enable(dtp, text);
}

/* Finish tracing: the calls of the first two processes were counted. */
static void finish_two(dtrace_hdl_t *dtp, pid_t pids[3])
{
	finish(dtp);
	api_ok(dtp, dtrace_aggregate_walk(dtp, count_process, pids));
	assert_int_equal(pids[0], 0);
	assert_int_equal(pids[1], 0);
}

/* Of three processes one has ended before tracing begins. */
static void several(void **state)
{
	dtrace_hdl_t *dtp = api_open(state);
	struct child c[3];
	pid_t pids[3];

	enable_three(dtp, c, pids);
	end(&c[2]);
	api_ok(dtp, dtrace_go(dtp));
	for (int i = 0; i < 2; i++) {
		let_go(&c[i]);
		await(&c[i]);
	}
	finish_two(dtp, pids);
	end(&c[0]);
	end(&c[1]);
	dtrace_close(dtp);
}

/*
 * The vm has no probes of a process that matches but is not grabbed.  Of three
 * processes one is grabbed before tracing begins, one afterwards.
 */
static void two_grabbed(void **state)
{
	dtrace_hdl_t *dtp = api_open(state);
	struct child c[3];
	pid_t pids[3];

	enable_three(dtp, c, pids);
	assert_int_equal(dtrace_go(dtp), -1);
	api_says(dtp, "fire only if it is started or grabbed");
	assert_non_null(dtrace_proc_grab(dtp, pids[0], 0));
	api_ok(dtp, dtrace_go(dtp));
	assert_non_null(dtrace_proc_grab(dtp, pids[1], 0));
	for (int i = 0; i < 3; i++) {
		let_go(&c[i]);
		await(&c[i]);
	}
	finish_two(dtp, pids);
	assert_int_equal(*enabled, 200);
	for (int i = 0; i < 3; i++)
		end(&c[i]);
	dtrace_close(dtp);
}

static void listed(void **state)
{
	dtrace_probedesc_t desc = { .dtpd_id = DTRACE_IDNONE };
	dtrace_hdl_t *dtp = api_open(state);

	snprintf(desc.dtpd_provider, sizeof(desc.dtpd_provider),
		 "usdttest%d", (int)getpid());
	assert_int_equal(api_probes(dtp, &desc).n, 6);
	/* a second search adds nothing */
	assert_int_equal(api_probes(dtp, &desc).n, 6);
	dtrace_close(dtp);
}

/* The number of arguments, of which a probe may have none. */
static void counted(void **state)
{
	static const struct { const char *name; int n; } t[] = {
		{ "plain", 0 }, { "twice", 1 }, { "odd", 2 },
		{ "call-begin", 7 }, { "globals", 10 },
	};
	dtrace_probedesc_t desc = { .dtpd_id = DTRACE_IDNONE };
	dtrace_hdl_t *dtp = api_open(state);
	dtrace_probeinfo_t info;

	snprintf(desc.dtpd_provider, sizeof(desc.dtpd_provider),
		 "usdttest%d", (int)getpid());
	for (size_t i = 0; i < sizeof(t) / sizeof(t[0]); i++) {
		snprintf(desc.dtpd_name, sizeof(desc.dtpd_name), "%s",
			 t[i].name);
		api_ok(dtp, dtrace_probe_info(dtp, &desc, &info));
		assert_int_equal(info.dtp_argc, t[i].n);
	}
	dtrace_close(dtp);
}

static unsigned semaphore_in(pid_t pid)
{
	unsigned short n = 0;
	char path[64];
	int fd;

	snprintf(path, sizeof(path), "/proc/%d/mem", (int)pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	assert_true(fd >= 0);
	assert_int_equal(pread(fd, &n, sizeof(n),
			       (off_t)(uintptr_t)&usdt_test_semaphore),
			 sizeof(n));
	close(fd);
	return n;
}

/* A semaphore is raised only while its probe is enabled. */
static void lowered(void **state)
{
	struct child c = start(calls, NULL);
	dtrace_hdl_t *dtp = go_grabbed(state,
		"usdttest$1:::call-begin { @ = count(); }", c.pid);

	assert_int_equal(semaphore_in(c.pid), 1);
	finish(dtp);
	dtrace_close(dtp);
	api_until(semaphore_in(c.pid) == 0);
	end(&c);
}

static void refused(void **state)
{
	static const struct api_error t[] = {
		{ "usdttest$1:::nope {}", "has no such probe of provider "
		  "usdttest" },
		{ "nosuchprov$1:::nope {}", "has no probes of a provider "
		  "nosuchprov there" },
		{ "usdttest?*:::nope {}", "no process has such a probe of a "
		  "provider that matches usdttest?*" },
		{ "nosuchprov*:::nope {}", "no provider matches "
		  "nosuchprov*, and no running process has one that does" },
		{ "nosuchprov2147483647:::nope {}", "the code of process "
		  "2147483647 cannot be read: No such process" },
		{ "pidgin$1:::nope {}", "has no probes of a provider pidgin" },
		{ "usdttest$1:::nowhere { trace(arg0); }", "the file's symbols "
		  "have no variable of this name, or several: keep the "
		  "symbols, and give it a name of its own" },
		{ "usdttest$1:::odd /args[0]/ {}", "no engine reads this "
		  "register: pass the argument in memory, or its address" },
	};
	api_refuses(state, t, sizeof(t) / sizeof(t[0]));
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		ON_BOTH_X86(arguments), ON_BOTH_X86(places),
		ON_BOTH_X86(unreadable),
		ON_BOTH_X86(globals),
		ON_KERNEL(several),
		ON_VM_X86(two_grabbed),
		ON_BOTH(listed), ON_BOTH(counted), ON_BOTH_X86(lowered),
		ON_BOTH(refused),
	};

	return cmocka_run_group_tests_name("usdt", tests, NULL, NULL);
}
