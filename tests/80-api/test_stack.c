/* SPDX-License-Identifier: MIT */
/*
 * Kernel stacks begin at the code with the tracepoint, whether or not another
 * program is attached to it: the kernel calls a single program without the
 * function that calls several.
 */
#include <sys/syscall.h>
#include "api.h"

#define KEY "@[stack(), stackdepth, caller, sym(caller)] = count();"

static int count(const dtrace_aggdata_t *agg, void *arg)
{
	(void)agg;
	++*(int *)arg;
	return DTRACE_AGGWALK_NEXT;
}

/*
 * All firings have one stack, which begins outside the functions that run
 * programs.
 */
static void one_stack(dtrace_hdl_t *dtp)
{
	static const char *const inside[] = { "__traceiter_", "bpf_", "dt_" };
	char *text = NULL;
	size_t len;
	int n = 0;
	FILE *fp = open_memstream(&text, &len);

	assert_non_null(fp);
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	api_ok(dtp, dtrace_aggregate_walk(dtp, count, &n));
	api_ok(dtp, dtrace_aggregate_print(dtp, fp, NULL));
	fclose(fp);
	for (size_t i = 0; i < sizeof(inside) / sizeof(inside[0]); i++)
		if (n != 1 || strstr(text, inside[i]))
			fail_msg("%d stacks:\n%s", n, text);
	free(text);
}

/* A second clause adds a function between. */
static void alone(void **state, const char *clauses)
{
	dtrace_hdl_t *dtp, *other;
	char text[512];

	snprintf(text, sizeof(text), clauses, getpid());
	dtp = api_go(state, text);
	syscall(SYS_getppid);
	one_stack(dtp);
	other = api_go(state, "syscall::getppid:entry /pid == $pid/ { "
		       "@ = count(); }");
	syscall(SYS_getppid);
	one_stack(dtp);
	dtrace_close(other);
	syscall(SYS_getppid);
	one_stack(dtp);
	dtrace_close(dtp);
}

static void one_clause(void **state)
{
	alone(state, "syscall::getppid:entry /pid == %d/ { " KEY " }");
}

static void two_clauses(void **state)
{
	alone(state, "syscall::getppid:entry /pid == %d/ { n++; }\n"
	      "syscall::getppid:entry /n > 0/ { " KEY " }");
}

/* ERROR runs one function deeper than the clause that fails. */
static void in_error(void **state)
{
	alone(state, "syscall::getppid:entry /pid == %d/ { "
	      KEY " trace(*(int *)8); }\nERROR { " KEY " }");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON_KERNEL(one_clause), ON_KERNEL(two_clauses),
		ON_KERNEL(in_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
