/* SPDX-License-Identifier: MIT */
/*
 * A killed consumer leaves nothing in the kernel: no program, no map, no link.
 * Its descriptors show their ids while it lives; afterwards the kernel shows
 * which ids still exist.
 * emulated: shared
 */
#include <dirent.h>
#include <linux/bpf.h>
#include <signal.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include "api.h"

#define NOBJECTS 256

/* Kinds of objects, the key of the id in fdinfo, and the list of all ids. */
static const struct kind {
	const char *key;
	int cmd;
} kinds[] = {
	{ "prog_id:", BPF_PROG_GET_NEXT_ID },
	{ "map_id:", BPF_MAP_GET_NEXT_ID },
	{ "link_id:", BPF_LINK_GET_NEXT_ID },
};
#define NKINDS (sizeof(kinds) / sizeof(kinds[0]))

struct objects {
	int n;
	struct { uint32_t kind, id; } v[NOBJECTS];
};

/* Does an object of this id exist?  1, 0 or -errno. */
static int exists(int cmd, uint32_t id)
{
	union bpf_attr attr;

	memset(&attr, 0, sizeof(attr));
	attr.start_id = id - 1;
	if (syscall(SYS_bpf, cmd, &attr, sizeof(attr)) != 0)
		return errno == ENOENT ? 0 : -errno;
	return attr.next_id == id;
}

static void add_fdinfo(struct objects *o, const char *path)
{
	FILE *fp = fopen(path, "r");
	char line[256];

	while (fp && fgets(line, sizeof(line), fp))
		for (uint32_t k = 0; k < NKINDS; k++) {
			size_t len = strlen(kinds[k].key);

			if (strncmp(line, kinds[k].key, len) != 0)
				continue;
			assert_in_range(o->n, 0, NOBJECTS - 1);
			o->v[o->n].kind = k;
			o->v[o->n++].id = strtoul(line + len, NULL, 10);
		}
	if (fp)
		fclose(fp);
}

/* All objects that this process has descriptors of. */
static void objects_of(pid_t pid, struct objects *o)
{
	char path[512];
	struct dirent *e;
	DIR *dir;

	o->n = 0;
	snprintf(path, sizeof(path), "/proc/%d/fdinfo", pid);
	dir = opendir(path);
	assert_non_null(dir);
	while ((e = readdir(dir))) {
		snprintf(path, sizeof(path), "/proc/%d/fdinfo/%s", pid,
			 e->d_name);
		add_fdinfo(o, path);
	}
	closedir(dir);
}

static int count_left(const struct objects *o)
{
	int n = 0;

	for (int i = 0; i < o->n; i++)
		n += exists(kinds[o->v[i].kind].cmd, o->v[i].id) == 1;
	return n;
}

/* The kernel may free them with a delay. */
static void assert_gone(const struct objects *o)
{
	api_until(count_left(o) == 0);
}

static void assert_there(const struct objects *o)
{
	int n[NKINDS] = { 0 };

	for (int i = 0; i < o->n; i++)
		n[o->v[i].kind]++;
	assert_true(n[0] >= 4 && n[1] >= 4 && n[2] >= 2);
	assert_int_equal(count_left(o), o->n);
}

static const char program[] =
	"syscall:::entry /pid == $1/ { @[probefunc] = count(); "
	"self->t = vtimestamp; } "
	"syscall:::return /pid == $1/ { @t = sum(vtimestamp - self->t); "
	"self->t = 0; trace(errno); } END { trace(1); }";

/* Does not assert: the asserts belong to the test's own process. */
static dtrace_hdl_t *trace_oneself(void)
{
	char pid[16], *argv[] = { (char *)"killed", pid, NULL };
	int err;
	dtrace_hdl_t *dtp = dtrace_open(DTRACE_VERSION, 0, &err);
	dtrace_prog_t *prog;

	snprintf(pid, sizeof(pid), "%d", getpid());
	if (!dtp || dtrace_setopt(dtp, "engine", "kernel") != 0 ||
	    dtrace_setopt(dtp, "bufsize", "1m") != 0 ||
	    dtrace_setopt(dtp, "aggsize", "1m") != 0)
		return NULL;
	prog = dtrace_program_strcompile(dtp, program, DTRACE_PROBESPEC_NAME,
					 0, 2, argv);
	if (!prog || dtrace_program_exec(dtp, prog, NULL) != 0 ||
	    dtrace_go(dtp) != 0)
		return NULL;
	return dtp;
}

enum ending { KILLED, EXITS, KILLED_IN_SNAP };

/* Trace, report it, then end in this way; one that exits waits first. */
static void be_consumer(int tell, enum ending how)
{
	char byte;
	dtrace_hdl_t *dtp = trace_oneself();

	if (!dtp || write(tell, "t", 1) != 1)
		_exit(1);
	while (how == KILLED_IN_SNAP)
		if (dtrace_aggregate_snap(dtp) != 0)
			_exit(1);
	if (how == EXITS && recv(tell, &byte, 1, 0) == 1)
		exit(0);
	pause();
}

static void end_consumer(enum ending how)
{
	int fds[2], status;
	struct objects o;
	char ready;
	pid_t child;

	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, fds), 0);
	fflush(NULL);			/* else the child writes it, too */
	child = fork();
	if (child == 0) {
		close(fds[0]);
		be_consumer(fds[1], how);
	}
	close(fds[1]);
	assert_int_equal(read(fds[0], &ready, 1), 1);
	objects_of(child, &o);
	assert_there(&o);
	if (how != EXITS)
		kill(child, SIGKILL);
	else
		assert_int_equal(write(fds[0], "e", 1), 1);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(how == EXITS ? status : WTERMSIG(status),
			 how == EXITS ? 0 : SIGKILL);
	close(fds[0]);
	assert_gone(&o);
}

/* Skip without permission to see all objects. */
static void need_kernel(void)
{
	if (!api_usable("kernel") || exists(BPF_PROG_GET_NEXT_ID, 1) < 0)
		skip();
}

static void killed(void **state)
{
	(void)state;
	need_kernel();
	for (int i = 0; i < api_kills(1); i++)
		end_consumer(KILLED);
}

static void killed_at_work(void **state)
{
	(void)state;
	need_kernel();
	for (int i = 0; i < api_kills(1); i++)
		end_consumer(KILLED_IN_SNAP);
}

static void exits(void **state)
{
	(void)state;
	need_kernel();
	end_consumer(EXITS);
}

static int add(const dtrace_aggdata_t *agg, void *arg)
{
	if (agg->dtada_desc->dtagd_nrecs == 3 &&
	    strcmp(api_key(agg), "getppid") == 0)
		*(int64_t *)arg = *api_value(agg);
	return DTRACE_AGGWALK_NEXT;
}

/* A forked child ends without affecting its parent's tracing. */
static void forked(void **state)
{
	dtrace_hdl_t *dtp;
	struct objects o;
	int64_t calls = 0;
	pid_t child;

	(void)state;
	need_kernel();
	dtp = trace_oneself();
	assert_non_null(dtp);
	objects_of(getpid(), &o);
	assert_there(&o);
	syscall(SYS_getppid);
	child = fork();
	if (child == 0) {
		syscall(SYS_getppid);
		_exit(0);
	}
	assert_int_equal(waitpid(child, NULL, 0), child);
	assert_int_equal(count_left(&o), o.n);
	syscall(SYS_getppid);
	api_ok(dtp, dtrace_stop(dtp));
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	api_ok(dtp, dtrace_aggregate_walk(dtp, add, &calls));
	assert_int_equal(calls, 2);
	dtrace_close(dtp);
	assert_gone(&o);
}

/* A process that was started but not continued dies with the consumer. */
static void with_victim(void **state)
{
	static char *argv[] = { (char *)"sh", (char *)"-c", (char *)":", NULL };
	struct ps_prochandle *proc;
	int pipefd[2];
	pid_t child;
	char byte;

	(void)state;
	assert_int_equal(pipe(pipefd), 0);
	child = fork();
	if (child == 0) {
		proc = dtrace_proc_create(api_handle(), "/bin/sh", argv, NULL,
					  NULL);
		if (!proc || write(pipefd[1], "v", 1) != 1)
			_exit(1);
		pause();
	}
	close(pipefd[1]);
	assert_int_equal(read(pipefd[0], &byte, 1), 1);
	kill(child, SIGKILL);
	assert_int_equal(waitpid(child, NULL, 0), child);
	/* the victim holds the other end of the pipe while it lives */
	assert_int_equal(read(pipefd[0], &byte, 1), 0);
	close(pipefd[0]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(killed), cmocka_unit_test(killed_at_work),
		cmocka_unit_test(exits), cmocka_unit_test(forked),
		cmocka_unit_test(with_victim),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
