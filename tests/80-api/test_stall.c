/* SPDX-License-Identifier: MIT */
/*
 * A firing stalls while tracing stops, as if its virtual CPU was not scheduled:
 * the data of its CPU are not lost.  The test takes the slot of the firing
 * through the map that the engine shares with it.
 * emulated: shared
 */
#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include "child.h"
#include "maps.h"
#include "rt/rt.h"

#define CALLS 100

#define SHARED (sizeof(struct dt_state) + sizeof(struct dt_ctl))

struct ctl {
	struct dt_state *state;		/* with the ctl of CPU 0 */
	struct dt_ctl *ctl;
	int fd;
	int64_t stalled;		/* ns */
};

static void find_ctl(const struct bpf_map_info *info, void *arg)
{
	struct ctl *c = arg;

	if (strcmp(info->name, "dt_state") != 0)
		return;
	c->fd = bpf_map_get_fd_by_id(info->id);
	assert_true(c->fd >= 0);
	c->state = mmap(NULL, SHARED, PROT_READ | PROT_WRITE, MAP_SHARED,
			c->fd, 0);
	assert_ptr_not_equal(c->state, MAP_FAILED);
	c->ctl = c->state->ctl;
}

/* Make CALLS calls on CPU 0, then let a firing stall there. */
static dtrace_hdl_t *begin(void **state, struct ctl *c)
{
	dtrace_hdl_t *dtp = api_open(state);
	char text[128];

	memset(c, 0, sizeof(*c));
	snprintf(text, sizeof(text), "syscall::getppid:entry /pid == %d/ "
		 "{ @ = count(); }", getpid());
	api_enable(dtp, text);
	pin(0);
	api_ok(dtp, dtrace_go(dtp));
	maps_do(find_ctl, c);
	assert_non_null(c->ctl);
	for (int i = 0; i < CALLS; i++)
		syscall(SYS_getppid);
	api_until(__atomic_exchange_n(&c->ctl->busy[0], 1, __ATOMIC_SEQ_CST)
		  == 0);
	return dtp;
}

static void go_on(struct ctl *c)
{
	__atomic_store_n(&c->ctl->busy[0], 0, __ATOMIC_SEQ_CST);
}

static int add(const dtrace_aggdata_t *agg, void *arg)
{
	*(int64_t *)arg += *api_value(agg);
	return DTRACE_AGGWALK_NEXT;
}

static void finish_with(dtrace_hdl_t *dtp, struct ctl *c)
{
	int64_t n = 0;

	api_ok(dtp, dtrace_stop(dtp));
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	api_ok(dtp, dtrace_aggregate_walk(dtp, add, &n));
	assert_int_equal(n, CALLS);
	dtrace_close(dtp);
	munmap(c->state, SHARED);
	close(c->fd);
}

static void *stall(void *arg)
{
	struct ctl *c = arg;

	nap(c->stalled);
	go_on(c);
	return NULL;
}

static void a_while(void **state)
{
	dtrace_hdl_t *dtp;
	pthread_t thread;
	struct ctl c;

	dtp = begin(state, &c);
	c.stalled = 2500 * MSEC;
	assert_int_equal(pthread_create(&thread, NULL, stall, &c), 0);
	finish_with(dtp, &c);
	pthread_join(thread, NULL);
}

/* An error reports it, and the call can be repeated. */
static void too_long(void **state)
{
	dtrace_hdl_t *dtp;
	struct ctl c;

	dtp = begin(state, &c);
	api_fails(dtp, dtrace_stop(dtp), EBUSY);
	assert_string_equal(dtrace_errmsg(dtp, dtrace_errno(dtp)), "a firing "
			    "on CPU 0 has not ended within 10 seconds, so the "
			    "data of that CPU are not complete: stop again");
	go_on(&c);
	finish_with(dtp, &c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON_KERNEL(a_while), ON_KERNEL(too_long),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
