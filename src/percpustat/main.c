/* SPDX-License-Identifier: MIT */
/*
 * main.c - percpustat(1): counts the activity of each CPU in an interval.  It
 * uses nothing but <dtrace.h>.
 */
#include "../interval.h"
#include "../std.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static const struct option_row rows[] = {
#define	CMDOPT(letter, name, sets, help)	\
	{ letter, name, NULL, sets, help },
#define	CMDARG(letter, name, arg, sets, help)	\
	{ letter, name, arg, sets, help },
#include "opts.h"
};

#define	NROWS	(sizeof(rows) / sizeof(rows[0]))

static const struct column {
	const char *title, *probes, *predicate, *value;
	bool is_share;
} columns[] = {
#define	COLUMN(title, probes, predicate, value, is_share)	\
	{ title, probes, predicate, value, is_share },
#include "columns.h"
#undef COLUMN
};

#define	NCOLUMNS	((int)(sizeof(columns) / sizeof(columns[0])))

struct percpustat {
	struct interval iv;
	long pid;			/* -p; 0: all */
	bool there[NCOLUMNS];		/* a probe of the column exists */
	int64_t (*sums)[NCOLUMNS];	/* [maxcpus] */
};

static int
take(void *cmd, int letter, const char *arg)
{
	struct percpustat *pc = cmd;

	return letter != 'p' ? interval_take(&pc->iv, letter, arg) :
	    line_number(&pc->iv.line, arg, INT_MAX, "not a process: -p ",
	    &pc->pid);
}

static bool
is_there(dtrace_hdl_t *dtp, const char *probes)
{
	return dtrace_program_strcompile(dtp, probes, DTRACE_PROBESPEC_NAME,
	    0, 0, NULL) != NULL;
}

/* Write a clause for each column; its number is the key. */
static void
write_clauses(struct percpustat *pc, FILE *fp)
{
	for (int i = 0; i < NCOLUMNS; i++) {
		const struct column *c = &columns[i];

		pc->there[i] = is_there(pc->iv.dtp, c->probes);
		if (!pc->there[i])
			continue;
		(void) fprintf(fp, "%s\n", c->probes);
		if (pc->pid != 0 || c->predicate != NULL)
			(void) fprintf(fp, "/%s%s", c->predicate != NULL ?
			    c->predicate : "1", pc->pid == 0 ? "/\n" : "");
		if (pc->pid != 0)
			(void) fprintf(fp, " && pid == %ld/\n", pc->pid);
		(void) fprintf(fp, "{\n\t@[%d] = sum(%s);\n}\n", i, c->value);
	}
}

static dtrace_prog_t *
make(void *cmd)
{
	struct percpustat *pc = cmd;
	dtrace_prog_t *prog = NULL;
	char *text = NULL;
	size_t size;
	FILE *fp = open_memstream(&text, &size);

	pc->sums = calloc((size_t)pc->iv.maxcpus, sizeof(*pc->sums));
	if (fp != NULL)
		write_clauses(pc, fp);
	if (fp == NULL || fclose(fp) != 0 || pc->sums == NULL)
		(void) fail("%s", strerror(ENOMEM));
	else
		prog = compile(pc->iv.dtp, text, DTRACE_C_ZDEFS);
	free(text);
	return prog;
}

static int
walk(const dtrace_aggdata_t *data, void *arg)
{
	struct percpustat *pc = arg;
	int column;

	memcpy(&column, data->dtada_data +
	    data->dtada_desc->dtagd_rec[1].dtrd_offset, sizeof(column));
	for (long i = 0; i < pc->iv.maxcpus && column >= 0 &&
	    column < NCOLUMNS; i++)
		memcpy(&pc->sums[i][column], data->dtada_percpu[i],
		    sizeof(pc->sums[i][column]));
	return DTRACE_AGGWALK_NEXT;
}

static void
show_head(const struct percpustat *pc)
{
	(void) printf("\nCPU");
	for (int i = 0; i < NCOLUMNS; i++)
		if (pc->there[i])
			(void) printf("%*s", columns[i].is_share ? 4 : 7,
			    columns[i].title);
	(void) printf("\n");
}

static void
show_cpu(const struct percpustat *pc, int cpu)
{
	const int64_t *sums = pc->sums[cpu];
	int64_t all = 0;

	for (int i = 0; i < NCOLUMNS; i++)
		if (columns[i].is_share)
			all += sums[i];
	(void) printf("%3d", cpu);
	for (int i = 0; i < NCOLUMNS; i++)
		if (pc->there[i] && columns[i].is_share)
			(void) printf("%4.0f", all == 0 ? 0.0 :
			    100.0 * (double)sums[i] / (double)all);
		else if (pc->there[i])
			(void) printf("%7lld", (long long)sums[i]);
	(void) printf("\n");
}

static int
show(void *cmd, uint64_t ns)
{
	struct percpustat *pc = cmd;
	int cpus[CPU_SETSIZE], n = interval_cpus(&pc->iv, cpus);

	(void) ns;
	memset(pc->sums, 0, (size_t)pc->iv.maxcpus * sizeof(*pc->sums));
	if (dtrace_aggregate_walk(pc->iv.dtp, walk, pc) != 0)
		return dfail(pc->iv.dtp, "failed to read the aggregation");
	show_head(pc);
	for (int i = 0; i < n; i++)
		show_cpu(pc, cpus[i]);
	return 0;
}

int
main(int argc, char **argv)
{
	static const char *const ours[] = {
		"aggsize=64k", "bufsize=64k", "aggrate=0", "aggpercpu",
	};
	struct percpustat pc = { .iv = { .show = show, .line = { .rows = rows,
	    .nrows = NROWS, .operands = "[INTERVAL [COUNT]]", .take = take,
	    .cmd = &pc } } };
	int rc;

	std_keep();
	rc = interval_main(&pc.iv, argc, argv, ours,
	    sizeof(ours) / sizeof(ours[0]), make);
	free(pc.sums);
	return rc;
}
