/* SPDX-License-Identifier: MIT */
/*
 * main.c - intrstat(1): counts the interrupts of each device, and their share
 * of each CPU's time.  It uses nothing but <dtrace.h>.
 */
#include "intrstat.h"
#include "../std.h"

#include <stdlib.h>

static const struct option_row rows[] = {
#define	CMDOPT(letter, name, sets, help)	\
	{ letter, name, NULL, sets, help },
#define	CMDARG(letter, name, arg, sets, help)	\
	{ letter, name, arg, sets, help },
#include "opts.h"
};

#define	NROWS	(sizeof(rows) / sizeof(rows[0]))

/*
 * An interrupt has no thread-local variables, so its start is kept by CPU and
 * number: handlers of one number do not nest.  A driver may have no name.
 */
static const char program[] =
	"sdt:::interrupt-start\n"
	"{\n"
	"	began[cpu, args[0]] = timestamp;\n"
	"}\n"
	"sdt:::interrupt-complete\n"
	"/began[cpu, args[0]]/\n"
	"{\n"
	"	@[args[0], args[1]->name == NULL ? \"\" :\n"
	"	    stringof(args[1]->name)] =\n"
	"	    avg(timestamp - began[cpu, args[0]]);\n"
	"	began[cpu, args[0]] = 0;\n"
	"}\n";

static int
take(void *cmd, int letter, const char *arg)
{
	struct intrstat *in = cmd;

	return interval_take(&in->iv, letter, arg);
}

static dtrace_prog_t *
make(void *cmd)
{
	struct intrstat *in = cmd;

	return compile(in->iv.dtp, program, 0);
}

static int
print(void *cmd, uint64_t ns)
{
	struct intrstat *in = cmd;

	if (gather(in) != 0)
		return EXIT_FAILED;
	show(in, ns);
	return 0;
}

int
main(int argc, char **argv)
{
	/* aggrate=0: take a snapshot whenever one is requested */
	static const char *const ours[] = {
		"aggsize=256k", "bufsize=64k", "aggrate=0", "aggpercpu",
	};
	struct intrstat in = { .iv = { .show = print, .line = { .rows = rows,
	    .nrows = NROWS, .operands = "[INTERVAL [COUNT]]", .take = take,
	    .cmd = &in } } };
	int rc;

	std_keep();
	rc = interval_main(&in.iv, argc, argv, ours,
	    sizeof(ours) / sizeof(ours[0]), make);
	forget(&in);
	free(in.devices);
	return rc;
}
