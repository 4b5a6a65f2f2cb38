/* SPDX-License-Identifier: MIT */
/*
 * CPUs go offline and come back while all of them fire: no call is lost, and
 * snapshots and ticks continue.  A CPU that was offline at the start counts as
 * soon as it is online, and gets its samples.  A test must not take the CPUs of
 * a machine in use, so this one runs only in a guest that vmrun has started.
 */
#include <fcntl.h>
#include <sys/utsname.h>
#include "../80-api/api.h"
#include "soak.h"

#define LAST 1			/* the CPU that goes last and returns first */

struct state {
	dtrace_hdl_t *dtp;
	int64_t counted, keyed, ticks, drops;
	int64_t on_last, samples;	/* of that CPU */
	long turns;
	int stop;		/* atomic */
	int switches;
	int ncpus;
};

static bool set_online(int cpu, bool on)
{
	char path[64];
	int fd, rc;

	snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%d/online",
		 cpu);
	fd = open(path, O_WRONLY);
	if (fd < 0)
		return false;
	rc = write(fd, on ? "1" : "0", 1);
	close(fd);
	return rc == 1;
}

/* Take all CPUs but the first offline; the last of them returns first. */
static void *switch_all(void *arg)
{
	struct state *s = arg;
	int cpu;

	do {
		for (cpu = s->ncpus - 1; cpu >= LAST; cpu--)
			s->switches += set_online(cpu, false);
		usleep(20000);
		for (cpu = LAST; cpu < s->ncpus; cpu++)
			s->switches += set_online(cpu, true);
		usleep(20000);
	} while (!__atomic_load_n(&s->stop, __ATOMIC_RELAXED));
	return NULL;
}

static int on_drop(const dtrace_dropdata_t *drop, void *arg)
{
	struct state *s = arg;

	s->drops += drop->dtdda_drops;
	return DTRACE_HANDLE_OK;
}

static int add(const dtrace_aggdata_t *agg, void *arg)
{
	const dtrace_aggdesc_t *desc = agg->dtada_desc;
	struct state *s = arg;
	int64_t value = *api_value(agg);
	int32_t cpu;

	switch (desc->dtagd_name[0]) {
	case 'n':
		s->counted += value;
		break;
	case 'c':
		s->keyed += value;
		memcpy(&cpu, api_key(agg), sizeof(cpu));
		if (cpu == LAST)
			s->on_last += value;
		break;
	case 's':
		s->samples += value;
		break;
	default:
		s->ticks += value;
	}
	return DTRACE_AGGWALK_CLEAR;
}

static void turn(struct state *s)
{
	assert_int_not_equal(dtrace_status(s->dtp), -1);
	api_ok(s->dtp, dtrace_aggregate_snap(s->dtp));
	api_ok(s->dtp, dtrace_aggregate_walk(s->dtp, add, s));
	s->turns++;
}

static void prepare(struct state *s, void **state)
{
	char pid[16], *argv[] = { (char *)"online", pid, NULL };
	dtrace_prog_t *prog;

	memset(s, 0, sizeof(*s));
	s->ncpus = sysconf(_SC_NPROCESSORS_ONLN);
	if (!soak_in_guest() || s->ncpus <= LAST || !set_online(LAST, false))
		skip();
	snprintf(pid, sizeof(pid), "%d", getpid());
	s->dtp = api_open(state);
	api_ok(s->dtp, dtrace_handle_drop(s->dtp, on_drop, s));
	prog = dtrace_program_strcompile(s->dtp,
		SOAK_PROBE "{ @n = count(); @c[cpu] = count(); } "
		"tick-10ms { @ticks = count(); } "
		"profile-97 /cpu == 1/ { @samples = count(); }",
		DTRACE_PROBESPEC_NAME, 0, 2, argv);
	if (!prog)
		fail_msg("%s", dtrace_errmsg(s->dtp, dtrace_errno(s->dtp)));
	api_ok(s->dtp, dtrace_program_exec(s->dtp, prog, NULL));
	api_ok(s->dtp, dtrace_go(s->dtp));
}

/* Wait for samples of the CPU after it has come; by then there are ticks. */
static void await_samples(struct state *s)
{
	int64_t samples = s->samples, ticks = s->ticks;

	while (s->samples == samples || s->ticks == ticks) {
		turn(s);
		usleep(10000);
	}
}

/*
 * Beside a profile probe, the kernel skips system calls under preemption since
 * Linux 7.2.  It counts each skip, and some twice.
 */
static bool skips_calls(void)
{
	unsigned int major, minor;
	struct utsname u;

	assert_int_equal(uname(&u), 0);
	assert_int_equal(sscanf(u.release, "%u.%u", &major, &minor), 2);
	return major > 7 || (major == 7 && minor >= 2);
}

static int64_t finish(struct state *s, struct soak_load *load)
{
	int64_t calls = soak_finish(load);

	api_ok(s->dtp, dtrace_stop(s->dtp));
	turn(s);
	dtrace_close(s->dtp);
	soak_tell("CPUs come and go", s->ncpus, calls, s->turns, s->counted,
		  s->drops);
	if (skips_calls()) {
		assert_in_range(s->counted + s->drops, calls - calls / 100,
				calls + calls / 100);
		assert_int_equal(s->keyed, s->counted);
	} else {
		assert_int_equal(s->counted + s->drops / 2, calls);
		assert_int_equal(s->keyed + s->drops / 2, calls);
	}
	assert_true(s->ticks > 0);
	return calls;
}

/* The CPU is offline when tracing begins. */
static void comes(void **state)
{
	struct soak_load load;
	struct state s;
	int64_t end;

	prepare(&s, state);
	assert_true(set_online(LAST, true));
	soak_start(&load);
	for (end = soak_end_of(2); soak_now() < end || s.on_last == 0; )
		turn(&s);
	await_samples(&s);
	assert_true(finish(&s, &load) > 0);
}

static void come_and_go(void **state)
{
	struct soak_load load;
	pthread_t switcher;
	struct state s;
	int64_t end, next = soak_now();

	prepare(&s, state);
	assert_true(set_online(LAST, true));
	soak_start(&load);
	assert_int_equal(pthread_create(&switcher, NULL, switch_all, &s), 0);
	for (end = soak_end_of(2); soak_now() < end || s.turns < 2; ) {
		turn(&s);
		soak_tick(&next, SOAK_MS);
	}
	__atomic_store_n(&s.stop, 1, __ATOMIC_RELAXED);
	pthread_join(switcher, NULL);
	await_samples(&s);
	assert_true(s.switches >= 2 * (s.ncpus - LAST));
	finish(&s, &load);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON_KERNEL(comes), ON_KERNEL(come_and_go),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
