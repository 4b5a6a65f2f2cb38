/* SPDX-License-Identifier: MIT */
/*
 * Entry and return of the kernel's functions.  The second witnesses are
 * provider syscall, what the child knows of its own calls, and the kernel's own
 * tracer of functions.
 */
#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <sys/stat.h>
#include "child.h"

static int on_probe(dtrace_hdl_t *dtp, const dtrace_probedesc_t *pd, void *arg)
{
	(void)dtp;
	(void)pd;
	++*(int *)arg;
	return 0;
}

static int count_probes(dtrace_hdl_t *dtp, const char *func, const char *name)
{
	dtrace_probedesc_t pd = { .dtpd_provider = "fbt" };
	int n = 0;

	strcpy(pd.dtpd_func, func);
	strcpy(pd.dtpd_name, name);
	dtrace_probe_iter(dtp, &pd, on_probe, &n);
	return n;
}

static bool has_functions;

/* A kernel that cannot trace functions says so, and all else is skipped. */
static void lists(void **state)
{
	dtrace_hdl_t *dtp = api_open(state);
	const char *why;
	int n = count_probes(dtp, "v*", "entry");

	has_functions = n != 0;
	if (!has_functions) {
		assert_null(dtrace_program_strcompile(dtp,
			"fbt::vfs_read:entry {}", DTRACE_PROBESPEC_NAME, 0, 0,
			NULL));
		why = dtrace_errmsg(dtp, dtrace_errno(dtp));
		assert_true(strstr(why, "available_filter_functions") ||
			    strstr(why, "kernel_lockdown(7)"));
		dtrace_close(dtp);
		skip();
	}
	assert_true(n > 300);
	assert_int_equal(count_probes(dtp, "v*", "return"), n);
	assert_int_equal(count_probes(dtp, "vfs_read", ""), 2);
	assert_int_equal(count_probes(dtp, "vfs_rea", ""), 0);
	assert_true(count_probes(dtp, "vfs_*", "entry") > 30);
	dtrace_close(dtp);
}

#define NREADS 30
static void reads(void *arg)
{
	int *fds = arg, zero = open("/dev/zero", O_RDONLY);
	char b[64];

	for (int i = 1; i <= NREADS; i++)
		if (read(zero, b, i) != i)
			_exit(1);
	/* and those that fail */
	for (int i = 0; i < 5; i++)
		if (read(*fds, b, sizeof(b)) != -1)
			_exit(1);
	close(zero);
}

/* A descriptor that is open, but not for reading: vfs_read() refuses. */
static void sees_reads(void **state)
{
	static const char text[] =
		"fbt:vmlinux:vfs_read:entry /pid == $1/ { @in = count();"
		"    @asked = sum(args[2]); @raw = sum(arg2);"
		"    self->in = timestamp; }"
		"fbt:vmlinux:vfs_read:return /pid == $1 && self->in/ {"
		"    @out = count(); @got = sum(args[1] > 0 ? args[1] : 0);"
		"    @bad = sum(args[1] == -9 && arg1 == -9 && arg0 == 0);"
		"    @late = sum(timestamp > self->in); }"
		"fbt::vfs_read:entry /pid == $1 && caller != 0 &&"
		"    stackdepth > 2/ { @deep = count(); }"
		"fbt::vfs_read:entry /pid == $1 && probemod == \"vmlinux\" &&"
		"    probefunc == \"vfs_read\"/ { @named = count(); }"
		"syscall::read:entry /pid == $1/ { @calls = count(); }";
	int fd = open("/dev/null", O_WRONLY);
	struct child c;
	dtrace_hdl_t *dtp;
	int64_t n;

	if (!has_functions)
		skip();
	c = start(reads, &fd);
	dtp = run_child(state, text, &c);
	n = value_of(dtp, "calls");
	assert_int_equal(n, NREADS + 5);
	assert_int_equal(value_of(dtp, "in"), n);
	assert_int_equal(value_of(dtp, "deep"), n);
	assert_int_equal(value_of(dtp, "named"), n);
	assert_int_equal(value_of(dtp, "asked"),
		NREADS * (NREADS + 1) / 2 + 5 * 64);
	assert_int_equal(value_of(dtp, "raw"), value_of(dtp, "asked"));
	assert_int_equal(value_of(dtp, "out"), n);
	assert_int_equal(value_of(dtp, "late"), n);
	assert_int_equal(value_of(dtp, "got"), NREADS * (NREADS + 1) / 2);
	assert_int_equal(value_of(dtp, "bad"), 5);
	dtrace_close(dtp);
	end(&c);
	close(fd);
}

/* The keys caller, stackdepth and stack(1) of an aggregation. */
struct frames {
	uint64_t caller, first;
	uint32_t depth;
	int64_t n[4];			/* by aggregation; 0: all */
};

static int on_frames(const dtrace_aggdata_t *agg, void *arg)
{
	const dtrace_recdesc_t *rec = agg->dtada_desc->dtagd_rec;
	struct frames f = { 0 }, *seen = arg;

	memcpy(&f.caller, agg->dtada_data + rec[1].dtrd_offset, 8);
	memcpy(&f.depth, agg->dtada_data + rec[2].dtrd_offset, 4);
	memcpy(&f.first, agg->dtada_data + rec[3].dtrd_offset, 8);
	if (!seen->n[0])
		memcpy(seen, &f, offsetof(struct frames, n));
	if (memcmp(seen, &f, offsetof(struct frames, n)) != 0)
		fail_msg("@%s: caller %#lx, %u frames, the first %#lx; "
			 "others %#lx, %u, %#lx", agg->dtada_desc->dtagd_name,
			 (long)f.caller, f.depth, (long)f.first,
			 (long)seen->caller, seen->depth, (long)seen->first);
	seen->n[0] += *api_value(agg);
	seen->n[agg->dtada_desc->dtagd_varid] += *api_value(agg);
	return DTRACE_AGGWALK_NEXT;
}

/* Stacks begin in the caller, at entry as at return, in ERROR as well. */
static void stacks(void **state)
{
	static const char text[] =
		"fbt::vfs_read:entry /pid == $1/ {"
		"    @entry[caller, stackdepth, stack(1)] = count();"
		"    trace(*(int *)8); }"
		"fbt::vfs_read:return /pid == $1/"
		"    { @ret[caller, stackdepth, stack(1)] = count(); }"
		"ERROR { @error[caller, stackdepth, stack(1)] = count(); }";
	int fd = open("/dev/null", O_WRONLY);
	struct frames f = { 0 };
	struct child c;
	dtrace_hdl_t *dtp;
	char name[64];

	if (!has_functions)
		skip();
	c = start(reads, &fd);
	settle(&c);
	dtp = run_child(state, text, &c);
	api_ok(dtp, dtrace_aggregate_walk(dtp, on_frames, &f));
	for (int i = 1; i < 4; i++)
		assert_int_equal(f.n[i], NREADS + 5);
	assert_true(f.caller == f.first && f.depth > 2);
	dtrace_addr2str(dtp, f.caller, name, sizeof(name));
	if (!strstr(name, "sys_read"))
		fail_msg("the caller is %s", name);
	dtrace_close(dtp);
	end(&c);
	close(fd);
}

static int count_fds(void)
{
	DIR *d = opendir("/proc/self/fd");
	int n = 0;

	assert_non_null(d);
	while (readdir(d))
		n++;
	closedir(d);
	return n;
}

static bool has_fprobes(void)
{
	FILE *fp = fopen("/proc/kallsyms", "r");
	char line[256];
	bool has = false;

	while (!has && fgets(line, sizeof(line), fp))
		has = strstr(line, " register_fprobe_ips\n") != NULL;
	fclose(fp);
	return has;
}

/* Trace what the child reads; how many files tracing opens. */
static int fds_of_run(void **state, const char *text)
{
	int fd = open("/dev/null", O_WRONLY), fds;
	struct child c = start(reads, &fd);
	dtrace_hdl_t *dtp;

	settle(&c);
	fds = count_fds();
	dtp = go_with(state, text, c.pid, 0);
	fds = count_fds() - fds;
	let_go(&c);
	await(&c);
	finish(dtp);
	assert_int_equal(value_of(dtp, "n"), NREADS + 5);
	dtrace_close(dtp);
	end(&c);
	close(fd);
	return fds;
}

/*
 * Many at once, where the kernel can: the other functions fire nothing.
 * Hundreds of them share a name, and some of those cannot be traced: one link
 * is enough if the kernel tells which (Linux 6.5), otherwise a few.
 */
static void attaches_many(void **state)
{
	static const char addresses[] =
		"/sys/kernel/tracing/available_filter_functions_addrs";
	int one, many;

	if (!has_functions || !has_fprobes())
		skip();
	one = fds_of_run(state,
		"fbt:vmlinux:vfs_read:entry /pid == $1/ { @n = count(); }");
	many = fds_of_run(state,
		"fbt:vmlinux:*_show:entry,"
		"fbt:vmlinux:vfs_read:entry /pid == $1/ { @n = count(); }");
	if (access(addresses, R_OK) == 0)
		assert_int_equal(many, one);
	else
		assert_in_range(many, one, one + 50);
}

/* --- as the kernel's tracer of functions counts -------------------------- */

#define TRACER "/sys/kernel/tracing/instances/test_fbt"

static bool put_text(const char *name, const char *text)
{
	char path[128];
	FILE *fp;
	bool ok;

	snprintf(path, sizeof(path), TRACER "/%s", name);
	fp = fopen(path, "w");
	ok = fp != NULL && fputs(text, fp) >= 0;
	return fp != NULL && fclose(fp) == 0 && ok;
}

/* Trace some functions of this thread, in buffers of the test's own. */
static bool start_tracer(pid_t pid)
{
	char text[16];

	snprintf(text, sizeof(text), "%d\n", (int)pid);
	return mkdir(TRACER, 0700) == 0 &&
		put_text("set_ftrace_filter", "vfs_r* vfs_w*\n") &&
		put_text("set_ftrace_pid", text) &&
		put_text("current_tracer", "function\n");
}

/* The calls of a function, or of all, in lines "...: FUNCTION <-CALLER". */
static int64_t traced_calls(const char *func)
{
	FILE *fp = fopen(TRACER "/trace", "r");
	char line[256], what[128] = ": vfs_";
	int64_t n = 0;

	assert_non_null(fp);
	if (func != NULL)
		snprintf(what, sizeof(what), ": %s <-", func);
	while (fgets(line, sizeof(line), fp))
		n += strstr(line, what) != NULL;
	fclose(fp);
	return n;
}

struct totals {
	int64_t in, out;
	int functions;
};

static int on_function(const dtrace_aggdata_t *agg, void *arg)
{
	const dtrace_aggdesc_t *d = agg->dtada_desc;
	const char *func = agg->dtada_data + d->dtagd_rec[1].dtrd_offset;
	struct totals *sum = arg;

	if (*api_value(agg) != traced_calls(func))
		fail_msg("@%s[%s]: %ld, ftrace %ld", d->dtagd_name, func,
			 (long)*api_value(agg), (long)traced_calls(func));
	*(strcmp(d->dtagd_name, "in") == 0 ? &sum->in : &sum->out) +=
		*api_value(agg);
	sum->functions++;
	return DTRACE_AGGWALK_NEXT;
}

static void uses_files(void *arg)
{
	char name[] = "fbt.XXXXXX", moved[sizeof(name) + 1], b[64];
	int fd = mkstemp(name);

	reads(arg);
	snprintf(moved, sizeof(moved), "%s2", name);
	for (int i = 0; i < 7; i++)
		if (write(fd, b, i) != i)
			_exit(1);
	if (rename(name, moved) != 0 || unlink(moved) != 0 ||
	    mkdir(moved, 0700) != 0 || rmdir(moved) != 0 ||
	    readlink("/proc/self/exe", b, sizeof(b)) < 0)
		_exit(1);
	close(fd);
}

/*
 * Each function is counted as often as ftrace records it.  A return is counted
 * if the entry was traced, so that of the read that waits for the start is not.
 */
static void agrees_with_ftrace(void **state)
{
	static const char text[] =
		"fbt::vfs_r*:entry,fbt::vfs_w*:entry /pid == $1/"
		"{ @in[probefunc] = count(); }"
		"fbt::vfs_r*:return,fbt::vfs_w*:return /pid == $1/"
		"{ @out[probefunc] = count(); }";
	int fd = open("/dev/null", O_WRONLY);
	struct totals sum = { 0 };
	struct child c;
	dtrace_hdl_t *dtp;
	bool able;

	if (!has_functions)
		skip();
	c = start(uses_files, &fd);
	settle(&c);
	able = start_tracer(c.pid);
	if (able) {
		dtp = run_child(state, text, &c);
		assert_true(put_text("tracing_on", "0\n"));
		api_ok(dtp, dtrace_aggregate_walk(dtp, on_function, &sum));
		assert_true(sum.functions >= 2 * 4);
		assert_true(sum.in > NREADS + 5 + 7);
		assert_int_equal(sum.in, traced_calls(NULL));
		assert_int_equal(sum.out, sum.in);
		dtrace_close(dtp);
	}
	end(&c);
	close(fd);
	if (!able)	/* no tracefs, or without the tracer */
		skip();
}

static int clean(void **state)
{
	(void)state;
	(void)rmdir(TRACER);
	return 0;
}

static void refuses(void **state)
{
	static const struct api_error v[] = {
		{ "fbt::no_such_function_at_all:entry {}",
		  "the kernel has no such function" },
		{ "fbt::bpf_get_current_pid_tgid:entry {}",
		  "each firing of a probe may call it" },
		{ "fbt::__rcu_read_lock:entry {}",
		  "each firing of a probe may call it" },
		{ "fbt::vfs_read:entry { trace(args[7]); }",
		  "args[7]: the probe has 4 arguments" },
	};

	if (!has_functions)
		skip();
	api_refuses(state, v, sizeof(v) / sizeof(v[0]));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON_KERNEL(lists), ON_KERNEL(sees_reads),
		ON_KERNEL(stacks),
		ON_KERNEL(attaches_many), ON_KERNEL(agrees_with_ftrace),
		ON_KERNEL(refuses),
	};

	if (!api_has_types())
		return 77;
	return cmocka_run_group_tests(tests, NULL, clean);
}
