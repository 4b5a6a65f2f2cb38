/* SPDX-License-Identifier: MIT */
/*
 * Kernels that refuse programs: one that is too old, one that refuses those
 * with an aggregation by a key, and one that refuses only large ones.  This
 * program stands between the library and the kernel's bpf() and uname().
 * emulated: shared
 */
#include <dlfcn.h>
#include <fcntl.h>
#include <linux/bpf.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include "api.h"

static enum { GOOD, OLD, KEYLESS, SMALL } kernel;
static uint32_t largest;	/* program that the good kernel has loaded */

static bool takes_value(const struct bpf_insn *in)
{
	return in->code == (BPF_STX | BPF_ATOMIC | BPF_W) &&
		(in->imm & BPF_FETCH);
}

static bool refuses(const union bpf_attr *attr)
{
	const struct bpf_insn *in = (const void *)(uintptr_t)attr->insns;

	if (kernel == OLD)
		for (uint32_t i = 0; i < attr->insn_cnt; i++)
			if (takes_value(&in[i]))
				return true;
	if (kernel == GOOD && attr->insn_cnt > largest)
		largest = attr->insn_cnt;
	return (kernel == KEYLESS && attr->insn_cnt > largest / 2) ||
		(kernel == SMALL && attr->insn_cnt > largest);
}

static long refuse(const union bpf_attr *attr)
{
	static const char log[] = "R1 unbounded memory access\n\n"
		"Verification failed: Invalid access\n\nSuggestion:\n"
		"  Clamp it.\n\nprocessed 3 insns\n";

	if (attr->log_buf && attr->log_size > sizeof(log))
		memcpy((void *)(uintptr_t)attr->log_buf, log, sizeof(log));
	errno = EINVAL;
	return -1;
}

/* The libraries call this one. */
long syscall(long n, ...)
{
	static long (*real)(long, ...);
	long v[6];
	va_list ap;

	va_start(ap, n);
	for (int i = 0; i < 6; i++)
		v[i] = va_arg(ap, long);
	va_end(ap);
	if (!real)
		*(void **)&real = dlsym(RTLD_NEXT, "syscall");
	if (n == SYS_bpf && v[0] == BPF_PROG_LOAD && refuses((void *)v[1]))
		return refuse((void *)v[1]);
	return real(n, v[0], v[1], v[2], v[3], v[4], v[5]);
}

int uname(struct utsname *u)
{
	static int (*real)(struct utsname *);
	int rc;

	if (!real)
		*(void **)&real = dlsym(RTLD_NEXT, "uname");
	rc = real(u);
	if (kernel == OLD)
		strcpy(u->release, "5.10.0-32-amd64");
	return rc;
}

static const char keyed[] = "BEGIN { @[pid] = count(); }";
static const char large[] = "BEGIN {"
	"	@a = quantize(pid); @b[execname, 1] = quantize(pid);"
	"	@c[execname, 2] = lquantize(pid, 0, 100); @d[pid] = count(); }";

/* A handle that chooses the engine, with a program, on a good kernel. */
static dtrace_hdl_t *ready(void **state, const char *text)
{
	dtrace_hdl_t *dtp;

	kernel = GOOD;
	dtp = api_open(state);
	api_enable(dtp, keyed);
	api_ok(dtp, dtrace_go(dtp));
	dtrace_close(dtp);
	dtp = api_open(state);
	api_ok(dtp, dtrace_setopt(dtp, "engine", "auto"));
	api_enable(dtp, text);
	return dtp;
}

static int add(const dtrace_aggdata_t *agg, void *arg)
{
	*(int64_t *)arg += *api_value(agg);
	return DTRACE_AGGWALK_NEXT;
}

/* The embedded engine runs the program, for a reason with these words. */
static void check_replaced(dtrace_hdl_t *dtp, const char *words)
{
	const char *why = NULL;
	int64_t n = 0;

	api_ok(dtp, dtrace_go(dtp));
	assert_string_equal(dtrace_engine(dtp, &why), "vm");
	assert_non_null(why);
	if (!strstr(why, words))
		fail_msg("no \"%s\" in \"%s\"", words, why);
	api_ok(dtp, dtrace_stop(dtp));
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	api_ok(dtp, dtrace_aggregate_walk(dtp, add, &n));
	assert_int_equal(n, 1);
	dtrace_close(dtp);
}

static void check_fails(dtrace_hdl_t *dtp, const char *const words[],
			size_t n)
{
	assert_int_equal(dtrace_go(dtp), -1);
	for (size_t i = 0; i < n; i++)
		api_says(dtp, words[i]);
	dtrace_close(dtp);
}

static void is_too_old(void **state)
{
	static const char *const words[] = {
		"atomic operations that return a value, which Linux 5.12 has",
		"needs Linux 6.1 or later, and this is 5.10.0-32-amd64",
		"probes of provider sched need the kernel engine",
	};
	dtrace_hdl_t *dtp = ready(state, keyed);

	kernel = OLD;
	check_replaced(dtp, words[0]);
	dtp = ready(state, keyed);
	api_ok(dtp, dtrace_setopt(dtp, "engine", "kernel"));
	kernel = OLD;
	check_fails(dtp, words, 2);
	dtp = ready(state, "sched:::off-cpu /pid == 1/ { @[pid] = count(); }");
	kernel = OLD;
	check_fails(dtp, words, 3);
}

static const char *const reasons[] = {
	"R1 unbounded memory access; -x debug shows",
	"probes of provider sched need the kernel engine",
};

static void refuses_keys(void **state)
{
	dtrace_hdl_t *dtp = ready(state, keyed);

	kernel = KEYLESS;
	check_replaced(dtp, reasons[0]);
	dtp = ready(state, keyed);
	api_ok(dtp, dtrace_setopt(dtp, "engine", "kernel"));
	kernel = KEYLESS;
	check_fails(dtp, reasons, 1);
	dtp = ready(state, "sched:::off-cpu /pid == 1/ { @[pid] = count(); }");
	kernel = KEYLESS;
	check_fails(dtp, reasons, 2);
}

/* A program that is the only one refused is an error. */
static void refuses_large(void **state)
{
	dtrace_hdl_t *dtp = ready(state, large);

	kernel = SMALL;
	check_fails(dtp, reasons, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON_KERNEL(is_too_old), ON_KERNEL(refuses_keys),
		ON_KERNEL(refuses_large),
	};

	unsetenv("DTRACE_ENGINE");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
