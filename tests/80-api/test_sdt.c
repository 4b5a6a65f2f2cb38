/* SPDX-License-Identifier: MIT */
/*
 * The kernel's tracepoints as probes of provider sdt.  libbpf is the second
 * witness of their names and the types of their arguments; the events are those
 * of children of this process.
 */
#include <bpf/btf.h>
#include <ctf-api.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/socket.h>
#include "child.h"

#define TYPES "/sys/kernel/btf/vmlinux"
#define PREFIX "btf_trace_"

static struct btf *open_btf(void)
{
	struct btf *btf = btf__parse_raw(TYPES);

	assert_non_null(btf);
	return btf;
}

/* The function that is attached to a tracepoint, by number. */
static const struct btf_type *proto_of(const struct btf *btf, int id)
{
	const struct btf_type *t = btf__type_by_id(btf, id);

	assert_true(btf_is_typedef(t));
	t = btf__type_by_id(btf, t->type);
	assert_true(btf_is_ptr(t));
	return btf__type_by_id(btf, t->type);
}

struct listed {
	const struct btf *btf;
	int n, other, nargs;
};

/* As many arguments of as many bytes as the tracepoint has. */
static int on_probe(dtrace_hdl_t *dtp, const dtrace_probedesc_t *pd, void *arg)
{
	struct listed *l = arg;
	const struct btf_type *proto;
	dtrace_probeinfo_t info;
	char name[128];
	int id;

	assert_string_equal(pd->dtpd_func, "");
	snprintf(name, sizeof(name), PREFIX "%s", pd->dtpd_name);
	id = btf__find_by_name_kind(l->btf, name, BTF_KIND_TYPEDEF);
	if (id < 0) {
		l->other++;
		return 0;
	}
	l->n++;
	proto = proto_of(l->btf, id);
	api_ok(dtp, dtrace_probe_info(dtp, pd, &info));
	if (btf_vlen(proto) <= 11)
		assert_int_equal(info.dtp_argc, btf_vlen(proto) - 1);
	for (int i = 0; i < info.dtp_argc; i++) {
		ctf_id_t t = info.dtp_argv[i].dtt_type;
		int64_t size = btf__resolve_size(l->btf,
			btf_params(proto)[i + 1].type);

		if (t == CTF_ERR)
			fail_msg("%s: args[%d] is not known", name, i);
		if (ctf_type_size(info.dtp_argv[i].dtt_ctfp, t) != size)
			fail_msg("%s: args[%d] has not %d bytes", name, i,
				 (int)size);
		l->nargs++;
	}
	return 0;
}

static void lists_all(void **state)
{
	dtrace_probedesc_t sdt = { .dtpd_provider = "sdt" };
	dtrace_hdl_t *dtp = api_open(state);
	struct btf *btf = open_btf();
	struct listed l = { .btf = btf };
	int n = 0;

	for (uint32_t id = 1; id < btf__type_cnt(btf); id++) {
		const struct btf_type *t = btf__type_by_id(btf, id);

		if (btf_is_typedef(t) && strncmp(btf__name_by_offset(btf,
		    t->name_off), PREFIX, strlen(PREFIX)) == 0)
			n++;
	}
	api_ok(dtp, dtrace_probe_iter(dtp, &sdt, on_probe, &l));
	assert_int_equal(l.n, n);
	assert_int_equal(l.other, 4);	/* of interrupts, as on Solaris */
	assert_true(l.nargs > n);
	btf__free(btf);
	dtrace_close(dtp);
}

static int on_group(dtrace_hdl_t *dtp, const dtrace_probedesc_t *pd, void *arg)
{
	(void)dtp;
	snprintf(arg, DTRACE_MODNAMELEN, "%s", pd->dtpd_mod);
	return 0;
}

/* The module is the group that the kernel's own directories show. */
static void has_groups(void **state)
{
	static const char *const names[] = { "sched_switch", "sys_enter",
		"sched_update_nr_running_tp" };
	dtrace_hdl_t *dtp = api_open(state);
	char want[3][64] = { "sched", "raw_syscalls", "vmlinux" };

	for (int i = 0; i < 3; i++) {
		dtrace_probedesc_t pd = { .dtpd_provider = "sdt" };
		char group[DTRACE_MODNAMELEN], path[256];

		strcpy(pd.dtpd_name, names[i]);
		api_ok(dtp, dtrace_probe_iter(dtp, &pd, on_group, group));
		assert_string_equal(group, want[i]);
		snprintf(path, sizeof(path), "/sys/kernel/tracing/events/%s/%s",
			 group, names[i]);
		if (access("/sys/kernel/tracing/events", R_OK) == 0)
			assert_int_equal(access(path, R_OK) == 0, i != 2);
	}
	dtrace_close(dtp);
}

#define NFORKS 7
static void forks(void *arg)
{
	pid_t *pids = arg;

	for (int i = 0; i < NFORKS; i++) {
		pid_t pid = fork();

		if (pid == 0)
			_exit(0);
		pids[i] = waitpid(pid, NULL, 0);
	}
}

/* The arguments have their types; all probes count the same forks. */
static void sees_forks(void **state)
{
	static const char text[] =
		"sdt:sched::sched_process_fork /pid == $1/ {"
		"    @n = count(); @pids = sum(args[1]->pid);"
		"    @last = max(args[1]->pid);"
		"    @mine = sum(args[0] == curthread && args[0]->tgid == $1"
		"    && arg0 == (uint64_t)args[0]); }"
		"sdt:sched::sched_process_fork /pid == $1/ {"
		"    stack(4); @deep = sum(stackdepth > 1); }"
		"proc:::create /pid == $1/ { @created = count(); }";
	pid_t *pids = shared(NFORKS * sizeof(*pids));
	struct child c = start(forks, pids);
	dtrace_hdl_t *dtp = run_child(state, text, &c);
	int64_t sum = 0;

	for (int i = 0; i < NFORKS; i++)
		sum += pids[i];
	assert_int_equal(value_of(dtp, "n"), NFORKS);
	assert_int_equal(value_of(dtp, "created"), NFORKS);
	assert_int_equal(value_of(dtp, "pids"), sum);
	assert_int_equal(value_of(dtp, "last"), pids[NFORKS - 1]);
	assert_int_equal(value_of(dtp, "mine"), NFORKS);
	assert_int_equal(value_of(dtp, "deep"), NFORKS);
	dtrace_close(dtp);
	end(&c);
	munmap(pids, NFORKS * sizeof(*pids));
}

/* Sends that fail with EAGAIN, and one of five bytes. */
static void sends(void *arg)
{
	char b[4096] = "";
	int fd[2];
	long *fails = arg;

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, fd) != 0)
		_exit(1);
	if (send(fd[0], b, 5, 0) != 5)
		_exit(1);
	while (*fails < 3)
		*fails += send(fd[0], b, sizeof(b), 0) < 0;
}

/* An int keeps its sign, in args[] and in arg0 alike. */
static void keeps_signs(void **state)
{
	static const char text[] =
		"sdt:sock::sock_send_length /pid == $1/ {"
		"    @five = sum(args[1] == 5 && arg1 == 5);"
		"    @again = sum(args[1] == -11 && arg1 == -11);"
		"    @less = sum(arg1 < 0); }";
	dtrace_probedesc_t pd = { .dtpd_name = "sock_send_length" };
	dtrace_hdl_t *dtp = api_open(state);
	long *fails = shared(sizeof(*fails));
	char group[DTRACE_MODNAMELEN];
	struct child c;
	int rc = dtrace_probe_iter(dtp, &pd, on_group, group);

	dtrace_close(dtp);
	if (rc != 0) {		/* before Linux 6.4 */
		munmap(fails, sizeof(*fails));
		skip();
	}
	c = start(sends, fails);
	dtp = run_child(state, text, &c);
	assert_int_equal(value_of(dtp, "five"), 1);
	assert_int_equal(value_of(dtp, "again"), *fails);
	assert_int_equal(value_of(dtp, "less"), *fails);
	dtrace_close(dtp);
	end(&c);
	munmap(fails, sizeof(*fails));
}

/*
 * Whole groups at once: hundreds of tracepoints.  An emulator takes minutes to
 * patch their places.
 */
static void many_at_once(void **state)
{
	static const char text[] =
		"sdt:sched::,sdt:kmem::,sdt:irq::,sdt:writeback::,sdt:task::,"
		"sdt:signal::,sdt:oom::,sdt:workqueue::,sdt:rcu::"
		"/pid == $1 && probename == \"sched_process_fork\"/"
		"{ @n = count(); }";
	dtrace_hdl_t *dtp;
	struct child c;
	pid_t *pids;

	if (getenv("DT_TEST_EMULATED"))
		skip();
	pids = shared(NFORKS * sizeof(*pids));
	c = start(forks, pids);
	dtp = run_child(state, text, &c);
	assert_int_equal(value_of(dtp, "n"), NFORKS);
	dtrace_close(dtp);
	end(&c);
	munmap(pids, NFORKS * sizeof(*pids));
}

static void refuses(void **state)
{
	static const struct api_error v[] = {
		{ "sdt:sched::sched_none {}",
		  "this kernel has no tracepoint sched_none in group sched" },
		{ "sdt:sched:schedule:sched_switch {}",
		  "write sdt:GROUP::NAME, without a function" },
		{ "sdt:sched::sched_switch { trace(args[9]); }",
		  "args[9]: the probe has 4 arguments" },
		{ "sdt:sched::sched_w* { trace(args[2]); }",
		  "args[2]" },
	};

	api_refuses(state, v, sizeof(v) / sizeof(v[0]));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON_KERNEL(lists_all), ON_KERNEL(has_groups),
		ON_KERNEL(sees_forks), ON_KERNEL(keeps_signs),
		ON_KERNEL(many_at_once), ON_KERNEL(refuses),
	};

	if (!api_has_types())
		return 77;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
