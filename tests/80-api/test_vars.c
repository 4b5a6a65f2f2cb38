/* SPDX-License-Identifier: MIT */
/*
 * The built-in variables, compared with values that the test knows.  It traces
 * its own lseek() calls: with a bad descriptor they do nothing, and take any
 * arguments.
 * emulated: shared
 */
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include "traced.h"

#define ENTRY "syscall::lseek:entry /pid == $1/ "
#define RETURN "syscall::lseek:return /pid == $1/ "
#define MS 1000000LL

static void call(void *arg)
{
	(void)arg;
	syscall(SYS_lseek, -1L, 0x1122334455667788, 2L, -4L, 5L, 6L);
}

static int64_t now(clockid_t clock)
{
	struct timespec ts;

	clock_gettime(clock, &ts);
	return ts.tv_sec * 1000000000LL + ts.tv_nsec;
}

static void entry_args(void **state)
{
	static const int64_t want[] = {
		-1, 0x1122334455667788, 2, -4, 5, 6, 0, 0, 0, 0,
	};
	struct traced t;

	traced_run(state, ENTRY "{ trace(arg0); trace(arg1); trace(arg2); "
		   "trace(arg3); trace(arg4); trace(arg5); trace(arg6); "
		   "trace(arg7); trace(arg8); trace(arg9); trace(errno); }",
		   call, NULL, &t);
	assert_int_equal(t.n, 1);
	assert_int_equal(t.f[0].nvalues, 11);
	for (int i = 0; i < 10; i++)
		assert_int_equal(t.f[0].value[i], want[i]);
	assert_int_equal(t.f[0].value[10], 0);
}

/* Calls that fail, return a small value, and return an address. */
static void return_calls(void *arg)
{
	int fd = open("/dev/zero", O_RDONLY);

	call(NULL);
	((int64_t *)arg)[0] = lseek(fd, 0, SEEK_CUR);
	close(fd);
	((int64_t *)arg)[1] = syscall(SYS_brk, 0L);
}

static void return_args(void **state)
{
	int64_t value[2];
	struct traced t;

	traced_run(state, "syscall::lseek:return, syscall::brk:return "
		   "/pid == $1/ { trace(arg0); trace(arg1); trace(errno); "
		   "trace(arg2); }", return_calls, value, &t);
	assert_int_equal(t.n, 3);
	assert_int_equal(t.f[0].value[0], -1);
	assert_int_equal(t.f[0].value[1], -1);
	assert_int_equal(t.f[0].value[2], EBADF);
	for (int i = 0; i < 2; i++) {
		assert_int_equal(t.f[1 + i].value[0], value[i]);
		assert_int_equal(t.f[1 + i].value[1], value[i]);
		assert_int_equal(t.f[1 + i].value[2], 0);
		assert_int_equal(t.f[1 + i].value[3], 0);
	}
	assert_string_equal(t.f[2].func, "brk");
}

#define WHO "{ trace(pid); trace(tid); trace(ppid); trace(uid); trace(gid); " \
	"trace(execname); trace(cpu); }"

static void assert_who(const struct firing *f, pid_t pid, pid_t tid,
		       pid_t ppid, uid_t uid, gid_t gid, const char *name)
{
	assert_int_equal(f->nvalues, 7);
	assert_int_equal(f->value[0], pid);
	assert_int_equal(f->value[1], tid);
	assert_int_equal(f->value[2], ppid);
	assert_int_equal(f->value[3], uid);
	assert_int_equal(f->value[4], gid);
	assert_string_equal(f->text[5], name);
	assert_int_equal(f->value[6], f->cpu);
}

/* The library fires BEGIN itself, so it is this thread whatever the engine. */
static void begin_who(void **state)
{
	char name[16];
	struct traced t;

	prctl(PR_GET_NAME, name);
	traced_run(state, "BEGIN " WHO, NULL, NULL, &t);
	assert_int_equal(t.n, 1);
	assert_who(&t.f[0], getpid(), gettid(), getppid(), getuid(), getgid(),
		   name);
}

static void *thread_calls(void *arg)
{
	prctl(PR_SET_NAME, "fifteen bytes 1");
	*(pid_t *)arg = gettid();
	call(NULL);
	return NULL;
}

static void start_thread(void *arg)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, thread_calls, arg) == 0)
		pthread_join(thread, NULL);
}

static void thread_who(void **state)
{
	struct traced t;
	pid_t tid = 0;

	traced_run(state, ENTRY WHO, start_thread, &tid, &t);
	assert_int_equal(t.n, 1);
	assert_int_not_equal(tid, getpid());
	assert_who(&t.f[0], getpid(), tid, getppid(), getuid(), getgid(),
		   "fifteen bytes 1");
}

/* A child with ids of its own, which calls when it reads a byte. */
static void be_child(int from)
{
	char go;

	prctl(PR_SET_NAME, "other");
	if (setresgid(1235, 1236, 1237) == 0 &&
	    setresuid(1234, 1238, 1239) == 0 && read(from, &go, 1) == 1)
		call(NULL);
	_exit(0);
}

/* The real ids count, not the effective ones. */
static void child_who(void **state)
{
	struct traced t = { 0 };
	dtrace_hdl_t *dtp;
	int to_child[2];
	pid_t child;

	if (geteuid() != 0)
		skip();
	assert_int_equal(pipe(to_child), 0);
	child = fork();
	if (child == 0) {
		close(to_child[1]);
		be_child(to_child[0]);
	}
	dtp = traced_go(state, ENTRY WHO, child);
	assert_int_equal(write(to_child[1], "g", 1), 1);
	assert_int_equal(waitpid(child, NULL, 0), child);
	api_ok(dtp, dtrace_stop(dtp));
	traced_consume(dtp, &t);
	assert_int_equal(t.n, 1);
	assert_who(&t.f[0], child, child, getpid(), 1234, 1235, "other");
	dtrace_close(dtp);
	close(to_child[0]);
	close(to_child[1]);
}

/* Call on each allowed CPU in turn; cpus[] has their number and ids. */
static void on_each_cpu(void *arg)
{
	cpu_set_t one;
	int *cpus = arg;

	for (int i = 0; i < 64 && cpus[0] < NFIRINGS; i++) {
		CPU_ZERO(&one);
		CPU_SET(i, &one);
		if (sched_setaffinity(0, sizeof(one), &one) != 0)
			continue;
		cpus[++cpus[0]] = i;
		call(NULL);
	}
}

static void cpu(void **state)
{
	int cpus[1 + NFIRINGS] = { 0 };
	uint64_t want = 0, got = 0;
	struct traced t;

	traced_run(state, ENTRY "{ trace(cpu); }", on_each_cpu, cpus, &t);
	assert_int_equal(t.n, cpus[0]);
	for (int i = 0; i < t.n; i++) {
		assert_int_equal(t.f[i].value[0], t.f[i].cpu);
		got |= 1ULL << t.f[i].cpu;
		want |= 1ULL << cpus[1 + i];
	}
	assert_int_equal(got, want);
}

/* An interval, and the lead of the wall clock at both ends. */
struct between {
	int64_t mono[2], least, most;
};

static void read_clocks(struct between *b, int i)
{
	int64_t begin = now(CLOCK_MONOTONIC), real = now(CLOCK_REALTIME);

	b->mono[i] = now(CLOCK_MONOTONIC);
	if (i == 0 || real - b->mono[i] < b->least)
		b->least = real - b->mono[i];
	if (i == 0 || real - begin > b->most)
		b->most = real - begin;
}

/* Allow a tolerance: the library reads the difference of the clocks itself. */
static void assert_times(const struct firing *f, const struct between *b)
{
	assert_in_range(f->value[0], b->mono[0], b->mono[1]);
	assert_int_equal(f->value[0], f->value[1]);
	assert_in_range(f->value[2] - f->value[0], b->least - MS,
			b->most + MS);
}

#define TIMES "{ trace(timestamp); trace(timestamp); trace(walltimestamp); }"

static void times(void **state)
{
	struct between b;
	struct traced t;

	read_clocks(&b, 0);
	traced_run(state, ENTRY TIMES, call, NULL, &t);
	read_clocks(&b, 1);
	assert_int_equal(t.n, 1);
	assert_times(&t.f[0], &b);
}

static void begin_times(void **state)
{
	struct between b;
	struct traced t;

	read_clocks(&b, 0);
	traced_run(state, "BEGIN " TIMES, NULL, NULL, &t);
	read_clocks(&b, 1);
	assert_int_equal(t.n, 1);
	assert_times(&t.f[0], &b);
}

/* A call, and the clocks before and after it: of the thread, of all. */
struct clocked {
	int64_t used[2], mono[2];
};

static void clocked_call(struct clocked *c)
{
	c->mono[0] = now(CLOCK_MONOTONIC);
	c->used[0] = now(CLOCK_THREAD_CPUTIME_ID);
	call(NULL);
	c->used[1] = now(CLOCK_THREAD_CPUTIME_ID);
	c->mono[1] = now(CLOCK_MONOTONIC);
}

/* call, sleep 60 ms, call, use 60 ms of a CPU, call */
static void sleep_and_spin(void *arg)
{
	struct clocked *c = arg;

	clocked_call(&c[0]);
	usleep(60000);
	clocked_call(&c[1]);
	while (now(CLOCK_THREAD_CPUTIME_ID) - c[1].used[1] < 60 * MS)
		;
	clocked_call(&c[2]);
}

/*
 * Is vtimestamp between two calls the CPU time that the kernel counts, less the
 * resolution of its clock?  The kernel counts a slice from the interrupt before
 * it, up to 100 us earlier: if slices are short, that is some of the time.
 */
static bool is_used(int64_t v, const struct clocked *c)
{
	int64_t used = c[1].used[0] - c[0].used[1];

	assert_true(v > 0);
	assert_true(v >= used / 2 - 2 * MS);
	assert_true(v <= c[1].mono[1] - c[0].mono[0]);
	return v >= used - used / 50 - 2 * MS;
}

/*
 * Sleep is not counted.  Time stolen by a host is, and the time of a hidden
 * thread counts for the next one, and a busy machine has many short slices: in
 * these cases a later try passes.
 */
static void vtime(void **state)
{
	dtrace_hdl_t *dtp = traced_go(state, ENTRY "{ trace(vtimestamp); "
				      "trace(timestamp); }", getpid());
	struct clocked c[3];
	struct traced t;
	int64_t slept;
	int tries = 0;
	bool used;

	do {
		assert_true(tries++ < 100);
		memset(&t, 0, sizeof(t));
		traced_act(sleep_and_spin, c);
		traced_consume(dtp, &t);
		assert_int_equal(t.n, 3);
		slept = t.f[1].value[0] - t.f[0].value[0];
		used = is_used(slept, &c[0]);
		used &= is_used(t.f[2].value[0] - t.f[1].value[0], &c[1]);
		assert_true(t.f[1].value[1] - t.f[0].value[1] >= 60 * MS);
	} while (slept > 30 * MS || !used);
	api_ok(dtp, dtrace_stop(dtp));
	dtrace_close(dtp);
}

/* The id of a probe, as reported by dtrace_probe_iter(). */
static int keep_id(dtrace_hdl_t *dtp, const dtrace_probedesc_t *pdp,
		   void *arg)
{
	(void)dtp;
	*(uint32_t *)arg = pdp->dtpd_id;
	return 0;
}

static uint32_t id_of(dtrace_probedesc_t pd)
{
	dtrace_hdl_t *dtp = api_handle();
	uint32_t id = 0;

	api_ok(dtp, dtrace_probe_iter(dtp, &pd, keep_id, &id));
	dtrace_close(dtp);
	return id;
}

#define NAMES "{ trace(probeprov); trace(probemod); trace(probefunc); " \
	"trace(probename); trace(id); trace(epid); }"

static void names(void **state)
{
	static const char *const want[] = {
		"syscall", "vmlinux", "lseek", "entry",
	};
	struct traced t;

	traced_run(state, "BEGIN { trace(0); } " ENTRY "{ trace(1); } "
		   ENTRY NAMES RETURN NAMES, call, NULL, &t);
	assert_int_equal(t.n, 4);
	for (int i = 0; i < 4; i++) {
		assert_string_equal(t.f[2].text[i], want[i]);
		if (i < 3)
			assert_string_equal(t.f[3].text[i], want[i]);
	}
	assert_string_equal(t.f[3].text[3], "return");
	for (int i = 2; i < 4; i++) {
		assert_int_equal(t.f[i].value[4], t.f[i].id);
		assert_int_equal(t.f[i].value[5], t.f[i].epid);
	}
	assert_int_not_equal(t.f[2].epid, t.f[1].epid);
	assert_int_equal(t.f[2].id, id_of((dtrace_probedesc_t){
		.dtpd_provider = "syscall", .dtpd_mod = "vmlinux",
		.dtpd_func = "lseek", .dtpd_name = "entry" }));
}

static void begin_names(void **state)
{
	struct traced t;

	traced_run(state, "BEGIN { trace(0); } BEGIN " NAMES, NULL, NULL, &t);
	assert_int_equal(t.n, 2);
	assert_string_equal(t.f[1].text[0], "dtrace");
	assert_string_equal(t.f[1].text[1], "");
	assert_string_equal(t.f[1].text[2], "");
	assert_string_equal(t.f[1].text[3], "BEGIN");
	assert_int_equal(t.f[1].value[4], t.f[1].id);
	assert_int_equal(t.f[1].value[5], t.f[1].epid);
	assert_int_equal(t.f[1].epid, t.f[0].epid + 1);
	assert_int_equal(t.f[1].id, id_of((dtrace_probedesc_t){
		.dtpd_name = "BEGIN" }));
}

static void names_compared(void **state)
{
	struct traced t;

	traced_run(state, "syscall:::entry /pid == $1 && "
		   "probefunc == \"lseek\" && probeprov == \"syscall\"/ "
		   "{ trace(1); } "
		   "syscall::lseek: /pid == $1 && probename != \"entry\" && "
		   "probemod == \"vmlinux\"/ { trace(2); } "
		   "syscall::lseek: /pid == $1 && probename < \"f\"/ "
		   "{ trace(3); } "
		   "syscall::lseek: /pid == $1 && probemod == \"ia32\"/ "
		   "{ trace(4); } "
		   "syscall::lseek: /pid == $1 && execname == probefunc/ "
		   "{ trace(5); }", call, NULL, &t);
	assert_int_equal(t.n, 3);
	assert_int_equal(t.f[0].value[0], 1);
	assert_int_equal(t.f[1].value[0], 3);
	assert_int_equal(t.f[2].value[0], 2);
}

/* Each key, and the count after them. */
static int on_names(const dtrace_aggdata_t *agg, void *arg)
{
	const dtrace_recdesc_t *rec = agg->dtada_desc->dtagd_rec;
	char *text = arg;
	size_t len = strlen(text);

	assert_int_equal(agg->dtada_desc->dtagd_nrecs, 7);
	snprintf(text + len, 256 - len, "%s:%s:%s:%s %d=%ld ",
		 agg->dtada_data + rec[1].dtrd_offset,
		 agg->dtada_data + rec[2].dtrd_offset,
		 agg->dtada_data + rec[3].dtrd_offset,
		 agg->dtada_data + rec[4].dtrd_offset,
		 *(uint32_t *)(agg->dtada_data + rec[5].dtrd_offset) != 0,
		 *api_value(agg));
	return DTRACE_AGGWALK_NEXT;
}

static void names_as_keys(void **state)
{
	char text[256] = "";
	dtrace_hdl_t *dtp;

	dtp = traced_go(state, "syscall::lseek: /pid == $1/ "
			"{ @[probeprov, probemod, probefunc, probename, id] = "
			"count(); }", getpid());
	call(NULL);
	call(NULL);
	api_ok(dtp, dtrace_stop(dtp));
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	api_ok(dtp, dtrace_aggregate_walk_keysorted(dtp, on_names, text));
	assert_string_equal(text, "syscall:vmlinux:lseek:entry 1=2 "
			    "syscall:vmlinux:lseek:return 1=2 ");
	dtrace_close(dtp);
}

/*
 * Both have a frame of their own, since they take its address.  The call
 * returns to inner, and inner to outer.
 */
static __attribute__((noinline)) void *inner(void)
{
	void *frame = __builtin_frame_address(0);
#ifdef __aarch64__
	register long rc __asm__("x0") = -1;
	register long x1 __asm__("x1") = 0;
	register long x2 __asm__("x2") = 2;
	register long x8 __asm__("x8") = SYS_lseek;

	__asm__ volatile("svc 0" : "+r"(rc) : "r"(x1), "r"(x2), "r"(x8),
			 "r"(frame) : "memory");
#else
	long rc = SYS_lseek;

	__asm__ volatile("syscall" : "+a"(rc) : "D"(-1L), "S"(0L), "d"(2L),
			 "r"(frame) : "rcx", "r11", "memory");
#endif
	return rc == -EBADF ? __builtin_return_address(0) : NULL;
}

static __attribute__((noinline)) void outer(void *arg)
{
	*(void *volatile *)arg = inner();
}

static int in_kernel(dtrace_hdl_t *dtp, uint64_t pc, char *name, size_t len)
{
	int n = dtrace_addr2str(dtp, pc, name, len);

	return n > 0 && strncmp(name, "vmlinux`", 8) == 0 &&
		strncmp(name, "vmlinux`bpf_", 12) != 0 &&
		strncmp(name, "vmlinux`__bpf_", 14) != 0 &&
		strncmp(name, "vmlinux`0x", 10) != 0;
}

/* Are the kernel's addresses visible? */
static int has_symbols(void)
{
	dtrace_hdl_t *dtp = api_handle();
	int err;

	dtrace_lookup_by_addr(dtp, 0, NULL, NULL);
	err = strstr(dtrace_errmsg(dtp, dtrace_errno(dtp)), "CAP_SYSLOG") != 0;
	dtrace_close(dtp);
	return !err;
}

static void callers(void **state)
{
	dtrace_hdl_t *dtp;
	struct traced t;
	void *pc = NULL;
	char name[128];

	traced_run(state, ENTRY "{ trace(caller); trace(ucaller); "
		   "trace(stackdepth); trace(ustackdepth); }", outer, &pc, &t);
	assert_int_equal(t.n, 1);
	assert_non_null(pc);
	assert_int_equal(t.f[0].value[1], pc);
	assert_in_range(t.f[0].value[2], 1, 127);
	assert_in_range(t.f[0].value[3], 2, 127);
	if (!has_symbols())
		skip();
	dtp = api_handle();
	if (!in_kernel(dtp, t.f[0].value[0], name, sizeof(name)))
		fail_msg("caller: %s", name);
	dtrace_close(dtp);
}

/* Frames up to the first 0 or nframes of the key, all of them named. */
static int on_stack(const dtrace_aggdata_t *agg, void *arg)
{
	const dtrace_recdesc_t *rec = &agg->dtada_desc->dtagd_rec[1];
	const uint64_t *pc = (void *)(agg->dtada_data + rec->dtrd_offset);
	uint32_t n = rec->dtrd_size / 8, i;
	char name[128];

	assert_int_equal(rec->dtrd_action, DTRACEACT_STACK);
	for (i = 0; i < n && pc[i] != 0; i++)
		if (!in_kernel(agg->dtada_handle, pc[i], name, sizeof(name)))
			fail_msg("frame %u of %u: %s", i, n, name);
	assert_in_range(i, n == 2 ? 2 : 1, n);
	*(int64_t *)arg += *api_value(agg);
	return DTRACE_AGGWALK_NEXT;
}

static void stacks(void **state)
{
	dtrace_hdl_t *dtp;
	int64_t sum = 0;

	if (!has_symbols())
		skip();
	dtp = traced_go(state, ENTRY "{ @a[stack()] = count(); "
			"@b[stack(2)] = count(); } "
			RETURN "{ @a[stack()] = count(); }", getpid());
	for (int i = 0; i < 3; i++)
		call(NULL);
	api_ok(dtp, dtrace_stop(dtp));
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	api_ok(dtp, dtrace_aggregate_walk(dtp, on_stack, &sum));
	assert_int_equal(sum, 9);
	dtrace_close(dtp);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON_KERNEL(entry_args), ON_KERNEL(return_args),
		ON_BOTH(begin_who), ON_KERNEL(thread_who),
		ON_KERNEL(child_who), ON_KERNEL(cpu), ON_BOTH(begin_times),
		ON_KERNEL(times), ON_KERNEL(vtime), ON_BOTH(begin_names),
		ON_KERNEL(names), ON_KERNEL(names_compared),
		ON_KERNEL(names_as_keys), ON_KERNEL(callers),
		ON_KERNEL(stacks),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
