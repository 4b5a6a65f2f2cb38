/* SPDX-License-Identifier: MIT */
/*
 * walkers - prints the same data in each of the eight orders, by passing the
 * walker to dtrace_aggregate_print().
 *
 * usage: walkers [order]...	such as keysorted; default: all
 */
#include "example.h"

/* Counts of the system calls of a desktop in five seconds. */
static const char counts[] =
	"BEGIN\n"
	"{\n"
	"	@[\"brk\"] = sum(4); @[\"close\"] = sum(2);\n"
	"	@[\"fchmod\"] = sum(1); @[\"getpid\"] = sum(1);\n"
	"	@[\"gtime\"] = sum(5); @[\"ioctl\"] = sum(650);\n"
	"	@[\"lstat\"] = sum(1); @[\"lwp_cond_wait\"] = sum(2);\n"
	"	@[\"lwp_park\"] = sum(53); @[\"lwp_sigmask\"] = sum(2);\n"
	"	@[\"mkdir\"] = sum(1); @[\"mmap\"] = sum(1);\n"
	"	@[\"nanosleep\"] = sum(3); @[\"open\"] = sum(4);\n"
	"	@[\"p_online\"] = sum(256); @[\"pollsys\"] = sum(178);\n"
	"	@[\"portfs\"] = sum(40); @[\"pset\"] = sum(3);\n"
	"	@[\"read\"] = sum(26); @[\"rename\"] = sum(1);\n"
	"	@[\"schedctl\"] = sum(1); @[\"sysconfig\"] = sum(3);\n"
	"	@[\"write\"] = sum(27); @[\"yield\"] = sum(1);\n"
	"	exit(0);\n"
	"}\n";

/* Minimum, average and maximum time of some calls, in ns. */
static const char latencies[] =
	"BEGIN\n"
	"{\n"
	"	@c[\"p_online\"] = min(968);\n"
	"	@d[\"p_online\"] = avg(1051);\n"
	"	@e[\"p_online\"] = max(9685);\n"
	"	@c[\"pollsys\"] = min(7161);\n"
	"	@d[\"pollsys\"] = avg(120515277);\n"
	"	@e[\"pollsys\"] = max(4159836122);\n"
	"	@c[\"portfs\"] = min(1668);\n"
	"	@d[\"portfs\"] = avg(2583);\n"
	"	@e[\"portfs\"] = max(6948);\n"
	"	@c[\"pset\"] = min(1165);\n"
	"	@d[\"pset\"] = avg(1911);\n"
	"	@e[\"pset\"] = max(3369);\n"
	"	exit(0);\n"
	"}\n";

/* The orders, each with a program whose output shows its effect. */
static const struct order {
	const char *name;
	dtrace_aggregate_walk_f *walk;
	const char *program;
} orders[] = {
	{ "keysorted", dtrace_aggregate_walk_keysorted, counts },
	{ "valsorted", dtrace_aggregate_walk_valsorted, counts },
	{ "keyrevsorted", dtrace_aggregate_walk_keyrevsorted, counts },
	{ "valrevsorted", dtrace_aggregate_walk_valrevsorted, counts },
	{ "keyvarsorted", dtrace_aggregate_walk_keyvarsorted, latencies },
	{ "valvarsorted", dtrace_aggregate_walk_valvarsorted, latencies },
	{ "keyvarrevsorted", dtrace_aggregate_walk_keyvarrevsorted,
	  latencies },
	{ "valvarrevsorted", dtrace_aggregate_walk_valvarrevsorted,
	  latencies },
};

#define NORDERS (sizeof(orders) / sizeof(orders[0]))

static void show(const struct order *order)
{
	dtrace_hdl_t *dtp = open_handle();

	enable(dtp, order->program);
	if (dtrace_go(dtp) != 0)
		fatal(dtp, "cannot start tracing");
	consume_all(dtp, NULL, NULL);
	printf("%s\n", order->name);
	if (dtrace_aggregate_print(dtp, stdout, order->walk) == -1)
		fatal(dtp, "failed to print aggregation");
	printf("\n");
	dtrace_close(dtp);
}

static int show_named(const char *name)
{
	for (size_t i = 0; i < NORDERS; i++) {
		if (strcmp(orders[i].name, name) == 0) {
			show(&orders[i]);
			return 0;
		}
	}
	fprintf(stderr, "no order is named %s; the orders are", name);
	for (size_t i = 0; i < NORDERS; i++)
		fprintf(stderr, " %s", orders[i].name);
	fprintf(stderr, "\n");
	return 2;
}

int main(int argc, char **argv)
{
	int status = 0;

	for (int i = 1; i < argc && !status; i++)
		status = show_named(argv[i]);
	for (size_t i = 0; argc == 1 && i < NORDERS; i++)
		show(&orders[i]);
	return status;
}
