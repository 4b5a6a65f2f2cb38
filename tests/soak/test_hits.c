/* SPDX-License-Identifier: MIT */
/*
 * Threads of a process hit a probe while the consumer snaps every millisecond,
 * on either engine: counted + dropped == made.  DT_SOAK_HITS is how often they
 * do (400000; on the embedded engine 20000, on emulated CPUs 20000).
 */
#include <poll.h>
#include "../80-api/child.h"
#include "soak.h"

#define NTHREADS 4

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
	for (long n = *(long *)arg; n > 0; n--)
		soak_hit();
	return NULL;
}

static void hit_in_threads(void *arg)
{
	pthread_t t[NTHREADS];

	for (int i = 0; i < NTHREADS; i++)
		soak_need(pthread_create(&t[i], NULL, hit, arg) == 0,
			  "thread");
	for (int i = 0; i < NTHREADS; i++)
		pthread_join(t[i], NULL);
}

static int add_loss(const dtrace_lossdata_t *loss, void *arg)
{
	*(int64_t *)arg += loss->dtlda_count;
	return 0;
}

/* Snap until the child has written its byte, or ended. */
static long snap_until_done(dtrace_hdl_t *dtp, const struct child *c)
{
	struct pollfd done = { .fd = c->done, .events = POLLIN };
	long intervals = 0;

	while (poll(&done, 1, 1) == 0) {
		assert_int_not_equal(dtrace_status(dtp), -1);
		api_ok(dtp, dtrace_aggregate_snap(dtp));
		intervals++;
	}
	return intervals;
}

static void exact(void **state)
{
	bool few = strcmp(*state, "vm") == 0 || getenv("DT_TEST_EMULATED");
	long n = soak_env("DT_SOAK_HITS", few ? 20000 : 400000) / NTHREADS;
	struct child c = start(hit_in_threads, &n);
	dtrace_hdl_t *dtp = go_grabbed(state,
		"pid$1:a.out:soak_hit:entry { @n = count(); }", c.pid);
	int64_t lost = 0, made = n * NTHREADS;
	long intervals;
	char what[32];

	let_go(&c);
	intervals = snap_until_done(dtp, &c);
	await(&c);
	finish(dtp);
	api_ok(dtp, dtrace_losses(dtp, add_loss, &lost));
	snprintf(what, sizeof(what), "hits, %s", (char *)*state);
	soak_tell(what, (int)sysconf(_SC_NPROCESSORS_ONLN), made, intervals,
		  value_of(dtp, "n"), lost);
	assert_int_equal(value_of(dtp, "n") + lost, made);
	end(&c);
	dtrace_close(dtp);
}

int main(void)
{
	const struct CMUnitTest tests[] = { ON_BOTH(exact) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
