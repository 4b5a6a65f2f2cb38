/* SPDX-License-Identifier: MIT */
/*
 * 32-bit system calls (int $0x80) of a 64-bit process, which use another table
 * and other registers.  Number 20 is getpid there, and writev in 64-bit code.
 * emulated: shared
 */
#include <sys/syscall.h>
#include "int80.h"
#include "traced.h"

#ifdef __x86_64__

#define LSEEK 19		/* readv */
#define LLSEEK 140		/* getpriority */

/* arg: this process, which must not make calls of the other number now. */
static void getpids(void *arg)
{
	for (int i = 0; i < 3; i++)
		assert_int_equal(int80(INT80_GETPID, 0, 0, 0, 0, 0),
				 *(pid_t *)arg);
}

/* A 32-bit call is not confused with the 64-bit one of its number or name. */
static void other_table(void **state)
{
	pid_t pid = getpid();
	struct traced t;

	if (!has_compat())
		skip();
	traced_run(state, "syscall:ia32:getpid:entry /pid == $1/ "
		   "{ trace(probemod); } "
		   "syscall:vmlinux:writev:, syscall:vmlinux:getpid: "
		   "/pid == $1/ { trace(\"wrong\"); }", getpids, &pid, &t);
	assert_int_equal(t.n, 3);
	for (int i = 0; i < t.n; i++) {
		assert_string_equal(t.f[i].text[0], "ia32");
		assert_string_equal(t.f[i].func, "getpid");
		assert_string_equal(t.f[i].name, "entry");
	}
}

static int on_mod(const dtrace_aggdata_t *agg, void *arg)
{
	const dtrace_recdesc_t *rec = agg->dtada_desc->dtagd_rec;
	char *text = arg;
	size_t len = strlen(text);

	snprintf(text + len, 256 - len, "%s:%s=%ld ", api_key(agg),
		 agg->dtada_data + rec[2].dtrd_offset, *api_value(agg));
	return DTRACE_AGGWALK_NEXT;
}

/* A probe description without a module matches both. */
static void both_tables(void **state)
{
	pid_t pid = getpid();
	char text[256] = "";
	dtrace_hdl_t *dtp;

	if (!has_compat())
		skip();
	dtp = traced_go(state, "syscall::getpid: /pid == $1/ "
			"{ @[probemod, probename] = count(); } "
			"syscall::writev: /pid == $1/ "
			"{ @[probemod, probename] = count(); }", pid);
	getpids(&pid);
	syscall(SYS_getpid);
	syscall(SYS_getpid);
	api_ok(dtp, dtrace_stop(dtp));
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	api_ok(dtp, dtrace_aggregate_walk_keysorted(dtp, on_mod, text));
	dtrace_close(dtp);
	assert_string_equal(text, "ia32:entry=3 ia32:return=3 "
			    "vmlinux:entry=2 vmlinux:return=2 ");
}

/* Calls with descriptors that do not exist. */
static void with_arguments(void *arg)
{
	long *rc = arg;

	rc[0] = int80(LSEEK, 0xfffffff0, 0x80000001, 2, 4, 5);
	rc[1] = int80(LLSEEK, 0xfffffff1, 1, 0xfffffff2, 0x80000003, 1);
}

static void arguments(void **state)
{
	static const uint32_t lseek_args[] = { 0xfffffff0, 0x80000001, 2, 4,
		5 };
	static const uint32_t llseek_args[] = { 0xfffffff1, 1, 0xfffffff2,
		0x80000003, 1 };
	struct traced t;
	long rc[2];

	if (!has_compat())
		skip();
	traced_run(state,
		   "syscall:ia32:lseek:entry, syscall:ia32:_llseek:entry "
		   "/pid == $1/ { trace(arg0); trace(arg1); trace(arg2); "
		   "trace(arg3); trace(arg4); } "
		   "syscall:ia32:lseek:return, syscall:ia32:_llseek:return "
		   "/pid == $1/ { trace(arg0); trace(arg1); trace(errno); }",
		   with_arguments, rc, &t);
	assert_int_equal(rc[0], -EBADF);
	assert_int_equal(rc[1], -EBADF);
	assert_int_equal(t.n, 4);
	for (int i = 0; i < 5; i++) {
		assert_int_equal(t.f[0].value[i], lseek_args[i]);
		assert_int_equal(t.f[2].value[i], llseek_args[i]);
	}
	for (int i = 1; i < 4; i += 2) {
		assert_string_equal(t.f[i].name, "return");
		assert_int_equal(t.f[i].value[0], -1);
		assert_int_equal(t.f[i].value[1], -1);
		assert_int_equal(t.f[i].value[2], EBADF);
	}
	assert_string_equal(t.f[3].func, "_llseek");
}

static void returned(void **state)
{
	pid_t pid = getpid();
	struct traced t;

	if (!has_compat())
		skip();
	traced_run(state, "syscall:ia32:getpid:return /pid == $1/ "
		   "{ trace(arg0); trace(arg1); trace(errno); }", getpids,
		   &pid, &t);
	assert_int_equal(t.n, 3);
	assert_int_equal(t.f[0].value[0], pid);
	assert_int_equal(t.f[0].value[1], pid);
	assert_int_equal(t.f[0].value[2], 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON_KERNEL(other_table), ON_KERNEL(both_tables),
		ON_KERNEL(arguments), ON_KERNEL(returned),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

int main(void)
{
	printf("32-bit calls are traced on x86-64 only\n");
	return 77;
}

#endif
