/* SPDX-License-Identifier: MIT */
/*
 * stddev - more digits of a standard deviation than stddev() prints: a walk
 * function that reads the raw count, sum and sum of squares.
 */
#include "example.h"

static const char program[] =
	"BEGIN\n"
	"{\n"
	"	@c[\"foo\"] = stddev(1);\n"
	"	@c[\"foo\"] = stddev(2);\n"
	"	@c[\"foo\"] = stddev(3);\n"
	"	@c[\"foo\"] = stddev(4);\n"
	"	@c[\"foo\"] = stddev(5);\n"
	"	@c[\"bar\"] = stddev(6);\n"
	"	@c[\"bar\"] = stddev(8);\n"
	"	@c[\"bar\"] = stddev(10);\n"
	"	@c[\"bar\"] = stddev(12);\n"
	"	@c[\"bar\"] = stddev(14);\n"
	"	@c[\"baz\"] = stddev(17);\n"
	"	@c[\"baz\"] = stddev(20);\n"
	"	@c[\"baz\"] = stddev(23);\n"
	"	@c[\"baz\"] = stddev(26);\n"
	"	@c[\"baz\"] = stddev(29);\n"
	"	exit(0);\n"
	"}\n";

/* The records are the variable's id, the key and the value. */
static int walk(const dtrace_aggdata_t *data, void *arg)
{
	const dtrace_aggdesc_t *aggdesc = data->dtada_desc;
	const dtrace_recdesc_t *namerec = &aggdesc->dtagd_rec[1];
	const dtrace_recdesc_t *datarec = &aggdesc->dtagd_rec[2];
	const char *name = data->dtada_data + namerec->dtrd_offset;
	const uint64_t *value =
		(const uint64_t *)(data->dtada_data + datarec->dtrd_offset);
	uint64_t count = value[0];

	(void)arg;
	printf("%10s %10lu %11.3f %11.3f\n", name, count,
	       (double)(int64_t)value[1] / count, deviation(value));
	return DTRACE_AGGWALK_NEXT;
}

int main(void)
{
	dtrace_hdl_t *dtp = open_handle();

	enable(dtp, program);
	if (dtrace_go(dtp) != 0)
		fatal(dtp, "cannot start tracing");
	consume_all(dtp, NULL, NULL);

	printf("%10s %10s %11s %11s\n", "NAME", "COUNT", "AVG", "STDDEV");
	if (dtrace_aggregate_walk_keysorted(dtp, walk, NULL) == -1)
		fatal(dtp, "aggregation walk failed");
	dtrace_close(dtp);
	return 0;
}
