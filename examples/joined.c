/* SPDX-License-Identifier: MIT */
/*
 * joined - minimum, maximum and average time on one line for each key, by
 * walking three aggregations together.  The records of a printa() action tell
 * which three.
 *
 * usage: joined [command [args...]]	default: fixed numbers
 */
#include "example.h"

#define NVARS 3

static const char known[] =
	"#pragma D option aggsortpos=2\n"
	"BEGIN\n"
	"{\n"
	"	@m[\"close\"] = min(19559); @M[\"close\"] = max(38758);\n"
	"	@a[\"close\"] = avg(29158);\n"
	"	@m[\"schedctl\"] = min(36407); @M[\"schedctl\"] = max(36407);\n"
	"	@a[\"schedctl\"] = avg(36407);\n"
	"	@m[\"write\"] = min(5156); @M[\"write\"] = max(170056);\n"
	"	@a[\"write\"] = avg(87716);\n"
	"	@m[\"send\"] = min(97028); @M[\"send\"] = max(97028);\n"
	"	@a[\"send\"] = avg(97028);\n"
	"	@m[\"connect\"] = min(169528); @M[\"connect\"] = max(169528);\n"
	"	@a[\"connect\"] = avg(169528);\n"
	"	@m[\"lwp_cond_wait\"] = min(75977);\n"
	"	@M[\"lwp_cond_wait\"] = max(1001221741);\n"
	"	@a[\"lwp_cond_wait\"] = avg(47341037);\n"
	"	@m[\"read\"] = min(1253); @M[\"read\"] = max(1000786548);\n"
	"	@a[\"read\"] = avg(55212840);\n"
	"	@m[\"lwp_park\"] = min(2275);\n"
	"	@M[\"lwp_park\"] = max(2000410123);\n"
	"	@a[\"lwp_park\"] = avg(521297430);\n"
	"	@m[\"pollsys\"] = min(2611);\n"
	"	@M[\"pollsys\"] = max(5000232030);\n"
	"	@a[\"pollsys\"] = avg(545102592);\n"
	"	exit(0);\n"
	"}\n"
	"END\n"
	"{\n"
	"	printa(@m, @M, @a);\n"
	"}\n";

static const char live[] =
	"#pragma D option aggsortpos=2\n"
	"syscall:::entry\n"
	"/pid == $target/\n"
	"{\n"
	"	self->ts = timestamp;\n"
	"}\n"
	"syscall:::return\n"
	"/self->ts/\n"
	"{\n"
	"	this->lat = timestamp - self->ts;\n"
	"	@m[probefunc] = min(this->lat);\n"
	"	@M[probefunc] = max(this->lat);\n"
	"	@a[probefunc] = avg(this->lat);\n"
	"	self->ts = 0;\n"
	"}\n"
	"syscall::exit_group:entry\n"
	"/pid == $target/\n"
	"{\n"
	"	exit(0);\n"
	"}\n"
	"END\n"
	"{\n"
	"	printa(@m, @M, @a);\n"
	"}\n";

/* The value of an entry as one number. */
static int64_t value_of(const dtrace_aggdata_t *data)
{
	const dtrace_recdesc_t *rec = &data->dtada_desc->dtagd_rec[2];
	const int64_t *value =
		(const int64_t *)(data->dtada_data + rec->dtrd_offset);

	switch (rec->dtrd_action) {
	case DTRACEAGG_MIN:
	case DTRACEAGG_MAX:
		return value[0];
	case DTRACEAGG_AVG:
		return value[0] ? value[1] / value[0] : 0;
	}
	fatal(data->dtada_handle, "incorrect record type in walk_joined()");
}

/* data[0] has the key; the entries of the variables follow. */
static int walk_joined(const dtrace_aggdata_t **data, const int naggs,
		       void *arg)
{
	const dtrace_recdesc_t *keyrec = &data[0]->dtada_desc->dtagd_rec[1];
	int64_t stats[NVARS + 1];

	(void)arg;
	for (int i = 1; i < naggs; i++)
		stats[i] = value_of(data[i]);
	printf("%-20s min: %12ld max: %12ld avg: %12ld\n",
	       data[0]->dtada_data + keyrec->dtrd_offset, stats[1], stats[2],
	       stats[3]);
	return DTRACE_AGGWALK_NEXT;
}

/*
 * A printa() of several aggregations makes a record for each, with the id of
 * its variable; these records have the same dtrd_uarg.
 */
static int chewrec(const dtrace_probedata_t *data, const dtrace_recdesc_t *rec,
		   void *arg)
{
	const dtrace_eprobedesc_t *epd = data->dtpda_edesc;
	const dtrace_recdesc_t *end = epd->dtepd_rec + epd->dtepd_nrecs;
	dtrace_aggvarid_t aggvars[NVARS];
	dtrace_hdl_t *dtp = arg;
	const char *buf;
	int n;

	if (!rec || rec->dtrd_action != DTRACEACT_PRINTA)
		return DTRACE_CONSUME_NEXT;
	buf = data->dtpda_data - rec->dtrd_offset;
	for (n = 0; n < NVARS && rec + n < end; n++) {
		if (rec[n].dtrd_uarg != rec->dtrd_uarg)
			break;
		memcpy(&aggvars[n], buf + rec[n].dtrd_offset,
		       sizeof(aggvars[n]));
	}
	if (n == NVARS && dtrace_aggregate_walk_joined(dtp, aggvars, n,
						       walk_joined, NULL) == -1)
		fatal(dtp, "dtrace_aggregate_walk_joined() failed");
	return DTRACE_CONSUME_NEXT;
}

static void trace_command(dtrace_hdl_t *dtp, char **command)
{
	struct ps_prochandle *proc;

	proc = dtrace_proc_create(dtp, command[0], command);
	if (!proc)
		fatal(dtp, "cannot start %s", command[0]);
	enable(dtp, live);
	go_live(dtp);
	dtrace_proc_continue(dtp, proc);
}

int main(int argc, char **argv)
{
	dtrace_hdl_t *dtp = open_handle();

	if (argc > 1) {
		trace_command(dtp, argv + 1);
	} else {
		enable(dtp, known);
		if (dtrace_go(dtp) != 0)
			fatal(dtp, "cannot start tracing");
	}
	consume_all(dtp, chewrec, dtp);
	dtrace_close(dtp);
	return 0;
}
