/* SPDX-License-Identifier: MIT */
/*
 * Print and clear a thousand times a second while all CPUs fire: the sum of all
 * that was printed is what was issued, to the last call, however the entries
 * are cleared.
 */
#include "../80-api/api.h"
#include "soak.h"

#define NVARS 16

struct tally {
	dtrace_hdl_t *dtp;
	int64_t by_var[NVARS], by_key[NVARS][SOAK_KEYS];
	int64_t drops;
	long intervals, late;		/* late: by an interval or more */
	double seconds;
	int nvars;
	int64_t calls;
	int ncpus;
};

static int on_drop(const dtrace_dropdata_t *drop, void *arg)
{
	struct tally *t = arg;

	/* if the record of a tick is lost, its entries wait for the next one */
	if (drop->dtdda_kind != DTRACEDROP_PRINCIPAL)
		t->drops += drop->dtdda_drops;
	return DTRACE_HANDLE_OK;
}

static void add(struct tally *t, const dtrace_aggdata_t *agg, int64_t value)
{
	const dtrace_aggdesc_t *desc = agg->dtada_desc;
	int64_t key;

	assert_in_range(desc->dtagd_varid, 1, NVARS - 1);
	t->by_var[desc->dtagd_varid] += value;
	if (desc->dtagd_nrecs != 3)	/* the variable, a key, the value */
		return;
	memcpy(&key, api_key(agg), sizeof(key));
	assert_in_range(key, 0, SOAK_KEYS - 1);
	t->by_key[desc->dtagd_varid][key] += value;
}

/* A number, or the sum of the counts of a distribution's lines. */
static int64_t number_of(const char *text)
{
	int64_t sum = 0;

	if (!strchr(text, '|'))
		return atoll(text);
	while ((text = strchr(text, '|'))) {
		text += 1 + strspn(text + 1, "@ ");
		sum += atoll(text);
	}
	return sum;
}

static int on_text(const dtrace_bufdata_t *buf, void *arg)
{
	if (buf->dtbda_flags & DTRACE_BUFDATA_AGGVAL)
		add(arg, buf->dtbda_aggdata, number_of(buf->dtbda_buffered));
	return DTRACE_HANDLE_OK;
}

/* Clear or remove an entry, as the first letter of its name says. */
static int empty(const dtrace_aggdata_t *agg, void *arg)
{
	const dtrace_aggdesc_t *desc = agg->dtada_desc;
	uint32_t n = desc->dtagd_rec[desc->dtagd_nrecs - 1].dtrd_size / 8;
	int64_t value = 0;

	if (desc->dtagd_name[0] != 'C' && desc->dtagd_name[0] != 'R')
		return DTRACE_AGGWALK_NEXT;
	for (uint32_t i = 0; i < n; i++)
		value += api_value(agg)[i];
	add(arg, agg, value);
	return desc->dtagd_name[0] == 'C' ? DTRACE_AGGWALK_CLEAR :
					    DTRACE_AGGWALK_REMOVE;
}

static void prepare(struct tally *t, void **state, const char *text, int nvars)
{
	char pid[16], *argv[] = { (char *)"interval", pid, NULL };
	dtrace_prog_t *prog;

	memset(t, 0, sizeof(*t));
	t->nvars = nvars;
	snprintf(pid, sizeof(pid), "%d", getpid());
	t->dtp = api_open(state);
	api_ok(t->dtp, dtrace_setopt(t->dtp, "deadman", "0"));
	api_ok(t->dtp, dtrace_handle_drop(t->dtp, on_drop, t));
	api_ok(t->dtp, dtrace_handle_buffered(t->dtp, on_text, t));
	prog = dtrace_program_strcompile(t->dtp, text, DTRACE_PROBESPEC_NAME,
					 0, 2, argv);
	if (!prog)
		fail_msg("%s", dtrace_errmsg(t->dtp, dtrace_errno(t->dtp)));
	api_ok(t->dtp, dtrace_program_exec(t->dtp, prog, NULL));
	api_ok(t->dtp, dtrace_go(t->dtp));
}

/* Leave all records to the library. */
static int on_rec(const dtrace_probedata_t *data, const dtrace_recdesc_t *rec,
		  void *arg)
{
	(void)data;
	(void)rec;
	(void)arg;
	return DTRACE_CONSUME_THIS;
}

/* Process records once; after the stop, until all have been processed. */
static dtrace_workstatus_t turn(struct tally *t)
{
	dtrace_workstatus_t s = dtrace_work(t->dtp, NULL, NULL, on_rec, NULL);

	if (s == DTRACE_WORKSTATUS_ERROR)
		fail_msg("%s", dtrace_errmsg(t->dtp, dtrace_errno(t->dtp)));
	return s;
}

static void print_and_clear(struct tally *t)
{
	api_ok(t->dtp, dtrace_aggregate_print(t->dtp, NULL, NULL));
	dtrace_aggregate_clear(t->dtp);
}

static void walk_and_empty(struct tally *t)
{
	api_ok(t->dtp, dtrace_aggregate_walk(t->dtp, empty, t));
}

static void run(struct tally *t, void (*each)(struct tally *t))
{
	int64_t end = soak_end_of(2), begin = soak_now(), next = begin;
	struct soak_load load;

	soak_start(&load);
	t->ncpus = load.n;
	for (; next < end; t->intervals++) {
		soak_pace(&next, SOAK_MS);
		t->late += soak_now() - next >= SOAK_MS;
		assert_int_equal(turn(t), DTRACE_WORKSTATUS_OKAY);
		each(t);
	}
	t->seconds = (soak_now() - begin) / 1e9;
	t->calls = soak_finish(&load);
	api_ok(t->dtp, dtrace_stop(t->dtp));
	while (turn(t) != DTRACE_WORKSTATUS_DONE)
		;
	each(t);
	dtrace_close(t->dtp);
}

static void check(const struct tally *t, const char *what)
{
	int64_t sum = 0;

	for (int v = 1; v < NVARS; v++)
		sum += t->by_var[v];
	soak_tell(what, t->ncpus, t->nvars * t->calls, t->intervals, sum,
		  t->drops);
	printf("  %.1f intervals a second, %ld of them late\n",
	       t->intervals / t->seconds, t->late);
	assert_int_equal(sum + t->drops, t->nvars * t->calls);
	for (int v = 1; v <= t->nvars && t->drops == 0; v++) {
		assert_int_equal(t->by_var[v], t->calls);
		for (int k = 0; k < SOAK_KEYS; k++)
			if (t->by_key[v][0] != 0)
				assert_int_equal(t->by_key[v][k],
						 t->calls / SOAK_KEYS);
	}
}

static void cleared(void **state)
{
	struct tally t;

	prepare(&t, state, SOAK_PROBE "{ @plain = count(); "
		"@keyed[arg1] = count(); @dist = quantize(arg1); "
		"@func[probefunc, arg1 & 3] = sum(1); }", 4);
	run(&t, print_and_clear);
	check(&t, "print and clear");
}

/* Entries are cleared by the program itself, and by the result of a walk. */
static void emptied(void **state)
{
	struct tally t;

	prepare(&t, state, SOAK_PROBE "{ @clear = count(); "
		"@clearkeyed[arg1] = count(); @cleardist = quantize(arg1); } "
		SOAK_PROBE "{ @trunc = count(); @trunckeyed[arg1] = count(); "
		"@truncdist[arg1] = quantize(arg1); } "
		SOAK_PROBE "{ @C = count(); @Ckeyed[arg1] = count(); "
		"@Cdist = quantize(arg1); } "
		SOAK_PROBE "{ @R = count(); @Rkeyed[arg1] = count(); "
		"@Rdist = quantize(arg1); } "
		"tick-1ms { printa(@clear); printa(@clearkeyed); "
		"printa(@cleardist); clear(@clear); clear(@clearkeyed); "
		"clear(@cleardist); } "
		"tick-1ms { printa(@trunc); printa(@trunckeyed); "
		"printa(@truncdist); trunc(@trunc); trunc(@trunckeyed); "
		"trunc(@truncdist); } "
		"END { printa(@clear); printa(@clearkeyed); "
		"printa(@cleardist); printa(@trunc); printa(@trunckeyed); "
		"printa(@truncdist); }", 12);
	run(&t, walk_and_empty);
	check(&t, "clear, trunc, CLEAR, REMOVE");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON_KERNEL(cleared), ON_KERNEL(emptied),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
