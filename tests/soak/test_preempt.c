/* SPDX-License-Identifier: MIT */
/*
 * More threads than one CPU can run hit the same probes there.  The scheduler
 * preempts them, and one of real-time priority does so at any instruction, also
 * in a program that a probe runs: nothing is lost.  DT_SOAK_HITS is how often
 * all threads hit each probe (240000; on emulated CPUs 24000).
 */
#include "../80-api/child.h"
#include "soak.h"

#define NTHREADS 6

/* Both engines emulate its first instruction. */
void soak_hit(void);
#ifdef __x86_64__
__asm__(".pushsection .text\n.globl soak_hit\n.type soak_hit, @function\n"
	"soak_hit:\npush %rbp\npop %rbp\nret\n"
	".size soak_hit, . - soak_hit\n.popsection");
#else
__attribute__((noinline, used)) void soak_hit(void)
{
	__asm__ volatile("" ::: "memory");
}
#endif

static void *hit(void *arg)
{
	for (long n = *(long *)arg; n > 0; n--) {
		soak_hit();
		syscall(SYS_getppid);
	}
	return NULL;
}

/* Sleep after each turn, to preempt another thread when the sleep ends. */
static void *preempt(void *arg)
{
	const struct sched_param high = { .sched_priority = 1 };
	const struct timespec nap = { .tv_nsec = 50000 };

	(void)pthread_setschedparam(pthread_self(), SCHED_FIFO, &high);
	for (long n = *(long *)arg; n > 0; n--) {
		syscall(SYS_getppid);
		soak_hit();
		if (n % 4 == 0)
			nanosleep(&nap, NULL);
	}
	return NULL;
}

static void hit_on_one_cpu(void *arg)
{
	pthread_t t[NTHREADS];
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(sched_getcpu(), &set);
	soak_need(sched_setaffinity(0, sizeof(set), &set) == 0, "affinity");
	for (int i = 0; i < NTHREADS; i++)
		soak_need(pthread_create(&t[i], NULL, i == 0 ? preempt : hit,
					 arg) == 0, "thread");
	for (int i = 0; i < NTHREADS; i++)
		pthread_join(t[i], NULL);
}

static int add_loss(const dtrace_lossdata_t *loss, void *arg)
{
	print_message("lost: %s\n", loss->dtlda_msg);
	*(int64_t *)arg += loss->dtlda_count;
	return 0;
}

static void exact(void **state)
{
	bool few = getenv("DT_TEST_EMULATED") != NULL;
	long n = soak_env("DT_SOAK_HITS", few ? 24000 : 240000) / NTHREADS;
	struct child c = start(hit_on_one_cpu, &n);
	dtrace_hdl_t *dtp = go_grabbed(state,
		"syscall::getppid:entry /pid == $1/"
		"{ @enter = count(); @k[tid] = count(); }"
		"syscall::getppid:return /pid == $1/"
		"{ @ret = count(); @q = quantize(tid); }"
		"pid$1:a.out:soak_hit:entry { @hit = count(); }"
		"tick-1s { @tick = count(); }", c.pid);
	int64_t lost = 0, made = n * NTHREADS;

	let_go(&c);
	await(&c);
	finish(dtp);
	api_ok(dtp, dtrace_losses(dtp, add_loss, &lost));
	soak_tell("preempted threads", 1, made, 0, value_of(dtp, "enter"),
		  lost);
	assert_int_equal(lost, 0);
	assert_int_equal(value_of(dtp, "enter"), made);
	assert_int_equal(value_of(dtp, "ret"), made);
	assert_int_equal(value_of(dtp, "hit"), made);
	end(&c);
	dtrace_close(dtp);
}

int main(void)
{
	const struct CMUnitTest tests[] = { ON_KERNEL(exact) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
