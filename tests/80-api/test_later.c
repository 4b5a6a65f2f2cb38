/* SPDX-License-Identifier: MIT */
/*
 * Probes of processes that start, and of libraries that are loaded, while
 * tracing runs.  The embedded engine stops them, so it misses nothing; the
 * kernel engine finds them a little later.
 */
#include <dlfcn.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <stdarg.h>
#include <stdbool.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include "child.h"
#include "../note.h"
#include "../tracer.h"

#define LIBRARY "libm.so.6"
#define MANY 1000

/* A probe without operands, of provider latertest. */
#define PROVIDER "latertest"
#define HIT(name) PROBE(PROVIDER, name, "", "0")

int later_test_hit(int n);

__attribute__((noinline, used)) int later_test_hit(int n)
{
	__asm__ volatile(HIT("hit") ::: "memory");
	return n + 1;
}

static void hit_again(void)
{
	__asm__ volatile(HIT("again") ::: "memory");
}

/* Shared with the children, which continue once they have been counted. */
static struct seen {
	volatile bool counted;
	volatile long hits;		/* of a forked child */
	volatile pid_t pid;		/* that two processes have */
	volatile bool again, failed;	/* the second one, likewise */
} *seen;

typedef double scale_f(double x, long n);

static scale_f *load(void)
{
	void *lib = dlopen(LIBRARY, RTLD_NOW);

	return lib ? (scale_f *)(uintptr_t)dlsym(lib, "scalbln") : NULL;
}

/* Call with 1 until one call was counted, then MANY times with 2. */
static void load_library(void *arg)
{
	scale_f *scale = load();

	(void)arg;
	while (!seen->counted)
		scale(1, 1);
	for (int i = 0; i < MANY; i++)
		scale(1, 2);
}

static void hit_probe(void *arg)
{
	(void)arg;
	while (!seen->counted)
		later_test_hit(1);
	for (int i = 0; i < MANY; i++)
		later_test_hit(2);
}

static void go(dtrace_hdl_t *dtp, const char *text, pid_t pid)
{
	char arg[16], *argv[] = { (char *)"test", arg, NULL };
	dtrace_prog_t *prog;

	api_ok(dtp, dtrace_setopt(dtp, "argref", NULL));
	api_ok(dtp, dtrace_setopt(dtp, "aggrate", "1ms"));
	snprintf(arg, sizeof(arg), "%d", (int)pid);
	prog = dtrace_program_strcompile(dtp, text, DTRACE_PROBESPEC_NAME,
					 DTRACE_C_ZDEFS, 2, argv);
	if (!prog)
		fail_msg("%s", dtrace_errmsg(dtp, dtrace_errno(dtp)));
	api_ok(dtp, dtrace_program_exec(dtp, prog, NULL));
	api_ok(dtp, dtrace_go(dtp));
}

static void await_count(dtrace_hdl_t *dtp)
{
	api_until(dtrace_aggregate_snap(dtp) != 0 || value_of(dtp, "n") != 0);
	seen->counted = true;
}

static void library(void **state)
{
	dtrace_hdl_t *dtp = api_open(state);
	struct child c;

	seen = shared(sizeof(*seen));
	c = start(load_library, NULL);
	assert_non_null(dtrace_proc_grab(dtp, c.pid, 0));
	go(dtp, "pid$1:libm:scalbln:entry /arg0 == 1/ { @n = count(); }"
	   "pid$1:libm:scalbln:entry /arg0 == 2/"
	   "{ @m = count(); self->m = 1; }"
	   "pid$1:libm:scalbln:return /self->m/ { @r = count(); }", c.pid);
	let_go(&c);
	await_count(dtp);
	await(&c);
	finish(dtp);
	assert_int_equal(value_of(dtp, "m"), MANY);
	assert_int_equal(value_of(dtp, "r"), MANY);
	end(&c);
	dtrace_close(dtp);
}

/* --- what a library that is loaded costs */

#define LOADS 20

static int opened;		/* files that a process has mapped */

/* In place of the C library's, also for the library that is tested. */
int open(const char *path, int flags, ...)
{
	mode_t mode = 0;
	va_list ap;

	va_start(ap, flags);
	if (flags & (O_CREAT | O_TMPFILE))
		mode = va_arg(ap, mode_t);
	va_end(ap);
	opened += strstr(path, "/map_files/") || strstr(path, "/root/");
	return openat(AT_FDCWD, path, flags, mode);
}

static void load_once(void)
{
	void *lib = dlopen(LIBRARY, RTLD_NOW);
	scale_f *scale = (scale_f *)(uintptr_t)dlsym(lib, "scalbln");

	scale(1, 2);
	dlclose(lib);
	seen->hits++;
}

static void load_often(void *arg)
{
	(void)arg;
	load_once();
	while (!seen->counted)
		usleep(100);
	for (int i = 0; i < LOADS; i++)
		load_once();
	while (!seen->again)
		usleep(100);
}

/* The calls of read(2) and similar that a process has made. */
static long reads_of(pid_t pid)
{
	char path[64], line[64];
	long n = -1;
	FILE *fp;

	snprintf(path, sizeof(path), "/proc/%d/io", (int)pid);
	fp = fopen(path, "r");
	while (fp && fgets(line, sizeof(line), fp))
		(void)!sscanf(line, "syscr: %ld", &n);
	if (fp)
		fclose(fp);
	return n;
}

static int count_probe(dtrace_hdl_t *dtp, const dtrace_probedesc_t *pd,
		       void *arg)
{
	(void)dtp;
	(void)pd;
	++*(int *)arg;
	return 0;
}

/*
 * The files that a process has mapped before are not read again, and the
 * breakpoints there are not looked at one by one.
 */
static void cheaply(void **state)
{
	dtrace_hdl_t *dtp = api_open(state);
	dtrace_probedesc_t libc = { .dtpd_mod = "libc.so.6" };
	int nprobes = 0, before;
	struct child c;
	pid_t tracer;
	long reads;

	seen = shared(sizeof(*seen));
	c = start(load_often, NULL);
	assert_non_null(dtrace_proc_grab(dtp, c.pid, 0));
	go(dtp, "pid$1:libc:[_f-s]*:entry { @s = count(); }"
	   "pid$1::scalbln:entry { @n = count(); }", c.pid);
	let_go(&c);
	api_until(seen->hits == 1);
	dtrace_probe_iter(dtp, &libc, count_probe, &nprobes);
	assert_true(nprobes > 400);
	tracer = tracer_of(c.pid);
	reads = reads_of(tracer);
	before = opened;
	seen->counted = true;
	api_until(seen->hits == 1 + LOADS);
	assert_true(reads >= 0);
	assert_in_range((reads_of(tracer) - reads) / LOADS, 0, nprobes / 2);
	assert_int_equal(opened, before);
	seen->again = true;
	await(&c);
	finish(dtp);
	assert_int_equal(value_of(dtp, "n"), 1 + LOADS);
	end(&c);
	dtrace_close(dtp);
}

static int has_provider(const dtrace_aggdata_t *agg, void *arg)
{
	const dtrace_recdesc_t *rec = agg->dtada_desc->dtagd_rec;
	char provider[32];

	if (strcmp(agg->dtada_desc->dtagd_name, "p") != 0)
		return DTRACE_AGGWALK_NEXT;
	if (*(int *)arg == -1)
		snprintf(provider, sizeof(provider), "latertest*");
	else
		snprintf(provider, sizeof(provider), "latertest%d",
			 *(int *)arg);
	assert_string_equal(agg->dtada_data + rec[1].dtrd_offset, provider);
	*(int *)arg = 0;
	return DTRACE_AGGWALK_NEXT;
}

/* A process starts while tracing runs, for a provider given as a pattern. */
static void process(void **state)
{
	dtrace_hdl_t *dtp = api_open(state);
	char text[256];
	struct child c;
	int pid;

	seen = shared(sizeof(*seen));
	snprintf(text, sizeof(text), "latertes*:a.out::hit /ppid == %d/ "
		 "{ @n = count(); @p[probeprov] = count(); }", (int)getpid());
	go(dtp, text, 0);
	c = start(hit_probe, NULL);
	let_go(&c);
	await_count(dtp);
	await(&c);
	finish(dtp);
	assert_true(value_of(dtp, "n") > MANY);
	/* the kernel engine has one probe of the file, for all processes */
	pid = strcmp(*state, "kernel") == 0 ? -1 : c.pid;
	api_ok(dtp, dtrace_aggregate_walk(dtp, has_provider, &pid));
	assert_int_equal(pid, 0);
	end(&c);
	dtrace_close(dtp);
}

/* --- an id that is used again --------------------------------------------- */

/* Fork a process with this id. */
static pid_t fork_as(pid_t pid)
{
	struct clone_args a = {
		.exit_signal = SIGCHLD,
		.set_tid = (uintptr_t)&pid, .set_tid_size = 1,
	};

	return (pid_t)syscall(SYS_clone3, &a, sizeof(a));
}

/* Until it has been counted, and then some calls of the library. */
static void hit_in_second(void)
{
	scale_f *scale = load();

	while (!seen->again)
		hit_again();
	for (int i = 0; i < 20; i++) {
		nap(5 * MSEC);
		scale(1, 1);
	}
	_exit(0);
}

/* One process after the other with the same id. */
static void use_id_again(void *arg)
{
	pid_t pid = fork();

	(void)arg;
	if (pid == 0) {
		seen->pid = getpid();
		while (!seen->counted)
			later_test_hit(1);
		_exit(0);
	}
	waitpid(pid, NULL, 0);
	nap(30 * MSEC);			/* it starts in another tick */
	pid = fork_as(pid);
	if (pid == 0)
		hit_in_second();
	seen->failed = pid < 0;
	waitpid(pid, NULL, 0);
}

/*
 * A pattern names the second process as well, and its probes are not missed; a
 * provider with the id names the first one only.
 */
static void reused(void **state)
{
	dtrace_hdl_t *dtp = api_open(state);
	struct child c;

	seen = shared(sizeof(*seen));
	c = start(use_id_again, NULL);
	let_go(&c);
	api_until(seen->pid != 0);
	go(dtp, "latertes*:a.out::hit /pid == $1/ { @n = count(); }"
	   "latertes*:a.out::again /pid == $1/ { @m = count(); }"
	   "pid$1:libm:scalbln:entry { @lib = count(); }", seen->pid);
	await_count(dtp);
	api_until(seen->failed || dtrace_aggregate_snap(dtp) != 0 ||
		  value_of(dtp, "m") != 0);
	seen->again = true;
	await(&c);
	if (seen->failed)
		print_message("the kernel does not let the id be used again\n");
	finish(dtp);
	assert_int_equal(value_of(dtp, "lib"), 0);
	end(&c);
	dtrace_close(dtp);
	if (seen->failed)
		skip();
}

/* --- a command ------------------------------------------------------------ */

static dtrace_hdl_t *run_command(void **state, const char *file, char **argv,
				 const char *text)
{
	dtrace_hdl_t *dtp = api_open(state);
	struct ps_prochandle *p = dtrace_proc_create(dtp, file, argv);
	int status;

	assert_non_null(p);
	go(dtp, text, 0);
	dtrace_proc_continue(dtp, p);
	assert_true(wait(&status) > 0);
	assert_int_equal(status, 0);
	finish(dtp);
	dtrace_proc_release(dtp, p);
	return dtp;
}

/* --- a child of fork() ---------------------------------------------------- */

/* Rename the provider in a copy of this program: no other one has the name. */
static void rename_provider(char *p, size_t n, const char *name)
{
	for (size_t i = 0; i + sizeof(PROVIDER) <= n; i++)
		if (memcmp(p + i, PROVIDER, sizeof(PROVIDER)) == 0)
			memcpy(p + i, name, sizeof(PROVIDER));
}

static void copy_program(const char *path, const char *provider)
{
	int from = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
	int to = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0700);
	struct stat st;
	char *p;

	assert_true(from >= 0 && to >= 0);
	assert_int_equal(fstat(from, &st), 0);
	p = mmap(NULL, st.st_size, PROT_READ | PROT_WRITE, MAP_PRIVATE, from,
		 0);
	assert_ptr_not_equal(p, MAP_FAILED);
	rename_provider(p, st.st_size, provider);
	assert_int_equal(write(to, p, st.st_size), st.st_size);
	munmap(p, st.st_size);
	close(from);
	close(to);
}

static struct seen *map_seen(const char *path)
{
	int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	struct seen *s = MAP_FAILED;

	if (fd >= 0 && ftruncate(fd, sizeof(*s)) == 0)
		s = mmap(NULL, sizeof(*s), PROT_READ | PROT_WRITE, MAP_SHARED,
			 fd, 0);
	if (fd >= 0)
		close(fd);
	return s;
}

/* Let the copy, which is in another directory, find the library. */
static void name_library(void)
{
	char dir[4096];
	Dl_info info;

	assert_true(dladdr((void *)(uintptr_t)dtrace_open, &info) != 0);
	assert_non_null(realpath(info.dli_fname, dir));
	*strrchr(dir, '/') = '\0';
	assert_int_equal(setenv("LD_LIBRARY_PATH", dir, 1), 0);
}

/* The command: a child that never executes a program hits the probes. */
static int run_fork(const char *path)
{
	int status = 1;
	pid_t pid;

	seen = map_seen(path);
	if (seen == MAP_FAILED)
		return 1;
	pid = fork();
	if (pid == 0)
		prctl(PR_SET_PDEATHSIG, SIGKILL);
	while (pid == 0 && !seen->counted) {
		later_test_hit(1);
		seen->hits++;
	}
	for (int i = 0; pid == 0 && i < MANY; i++)
		hit_again();
	if (pid == 0)
		_exit(0);
	waitpid(pid, &status, 0);
	for (int i = 0; i < 7; i++)
		later_test_hit(2);
	return status;
}

static void go_forked(dtrace_hdl_t *dtp, const char *provider)
{
	char text[512];

	snprintf(text, sizeof(text), "%s*:::hit /pid != $target/ "
		 "{ @n = count(); } %s*:::hit /pid == $target/ "
		 "{ @parent = count(); } %s*:::again { @m = count(); } "
		 "%s$target:::hit { @usdt = count(); } "
		 "pid$target:a.out:later_test_hit:entry { @pid = count(); }",
		 provider, provider, provider, provider);
	go(dtp, text, 0);
}

/*
 * A pattern for the provider names the child as well; a provider with the id of
 * its parent does not.
 */
static void forked(void **state)
{
	char dir[] = "laterXXXXXX", path[64], file[64], provider[32];
	char *argv[] = { (char *)"test_later", (char *)"fork", file, NULL };
	dtrace_hdl_t *dtp = api_open(state);
	struct ps_prochandle *p;
	int status;

	assert_non_null(mkdtemp(dir));
	snprintf(path, sizeof(path), "%s/program", dir);
	snprintf(file, sizeof(file), "%s/seen", dir);
	snprintf(provider, sizeof(provider), "l%07dx", (int)getpid());
	assert_int_equal(strlen(provider), strlen(PROVIDER));
	copy_program(path, provider);
	seen = map_seen(file);
	assert_ptr_not_equal(seen, MAP_FAILED);
	name_library();
	p = dtrace_proc_create(dtp, path, argv);
	assert_non_null(p);
	go_forked(dtp, provider);
	dtrace_proc_continue(dtp, p);
	await_count(dtp);
	assert_true(wait(&status) > 0);
	assert_int_equal(status, 0);
	finish(dtp);
	assert_int_equal(value_of(dtp, "m"), MANY);
	assert_int_equal(value_of(dtp, "parent"), 7);
	assert_int_equal(value_of(dtp, "usdt"), 7);
	assert_int_equal(value_of(dtp, "pid"), 7);
	assert_int_equal(value_of(dtp, "n"), seen->hits);
	dtrace_proc_release(dtp, p);
	dtrace_close(dtp);
	unsetenv("LD_LIBRARY_PATH");
	munmap(seen, sizeof(*seen));
	assert_int_equal(unlink(path) + unlink(file) + rmdir(dir), 0);
}

/* --- programs ------------------------------------------------------------- */

static const char command_text[] = "latertest$target:::hit { @h = count(); }"
	"pid$target:a.out:later_test_hit:entry { @e = count(); }"
	"pid$target:libm:scalbln:entry { @n = count(); }"
	"pid$target:libm:scalbln:return { @r = count(); }";

/* A program executes itself twice and loads the library then. */
static void programs(void **state)
{
	char *argv[] = { (char *)"test_later", (char *)"2", NULL };
	dtrace_hdl_t *dtp = run_command(state, "/proc/self/exe", argv,
					command_text);

	assert_int_equal(value_of(dtp, "n"), MANY);
	assert_int_equal(value_of(dtp, "r"), MANY);
	assert_int_equal(value_of(dtp, "h"), 3);
	assert_int_equal(value_of(dtp, "e"), 3);
	dtrace_close(dtp);
}

/* The command executes a program that no description has named. */
static void other_program(void **state)
{
	char command[64], *argv[] = { (char *)"sh", (char *)"-c", command,
		NULL };
	dtrace_hdl_t *dtp;

	snprintf(command, sizeof(command), "exec /proc/%d/exe 0",
		 (int)getpid());
	dtp = run_command(state, "/bin/sh", argv, command_text);
	assert_int_equal(value_of(dtp, "n"), MANY);
	assert_int_equal(value_of(dtp, "r"), MANY);
	assert_int_equal(value_of(dtp, "h"), 1);
	assert_int_equal(value_of(dtp, "e"), 1);
	dtrace_close(dtp);
}

/* --- programs that have no path ------------------------------------------- */

static void copy_to(int to)
{
	int from = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
	struct stat st;

	assert_true(from >= 0 && to >= 0);
	assert_int_equal(fstat(from, &st), 0);
	assert_int_equal(sendfile(to, from, NULL, (size_t)st.st_size),
			 st.st_size);
	close(from);
}

/* Execute the program that is open for reading as fd. */
static void run_open(void **state, int fd)
{
	char path[64], *argv[] = { (char *)"test_later", (char *)"0", NULL };
	dtrace_hdl_t *dtp;

	snprintf(path, sizeof(path), "/proc/%d/fd/%d", (int)getpid(), fd);
	name_library();
	dtp = run_command(state, path, argv, command_text);
	if (strcmp(*state, "vm") == 0)
		assert_int_equal(value_of(dtp, "n"), MANY);
	assert_int_equal(value_of(dtp, "h"), 1);
	assert_int_equal(value_of(dtp, "e"), 1);
	dtrace_close(dtp);
	unsetenv("LD_LIBRARY_PATH");
	close(fd);
}

static void in_memory(void **state)
{
	int fd = memfd_create("program", 0);

	copy_to(fd);
	run_open(state, fd);
}

/* Another file has taken its path. */
static void replaced(void **state)
{
	char path[] = "/tmp/laterXXXXXX";
	int fd = mkstemp(path), other;

	copy_to(fd);
	assert_int_equal(fchmod(fd, 0700) + close(fd), 0);
	fd = open(path, O_RDONLY);
	assert_int_equal(unlink(path), 0);
	other = open(path, O_WRONLY | O_CREAT, 0700);
	assert_int_equal(write(other, "#!/bin/sh\n", 10), 10);
	close(other);
	run_open(state, fd);
	unlink(path);
}

/* --- a file that is found late -------------------------------------------- */

static int count_late(const dtrace_lossdata_t *loss, void *arg)
{
	if (loss->dtlda_kind == DTRACEDROP_LATE)
		*(int64_t *)arg += (int64_t)loss->dtlda_count;
	return 0;
}

/* Execute a copy of this program that hits the probe once. */
static void run_copy(const char *path)
{
	pid_t pid = fork();
	int status;

	if (pid == 0) {
		execl(path, "test_later", "0", NULL);
		_exit(1);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
}

/*
 * Nothing has mapped the program when tracing starts.  Its probe is reported as
 * late, also if its first process has ended; a later process misses nothing.
 */
static void late(void **state)
{
	char dir[] = "/tmp/laterXXXXXX", path[64], provider[32], text[128];
	dtrace_hdl_t *dtp = api_open(state);
	int64_t n = 0, hits;

	assert_non_null(mkdtemp(dir));
	snprintf(path, sizeof(path), "%s/program", dir);
	snprintf(provider, sizeof(provider), "m%07dx", (int)getpid());
	copy_program(path, provider);
	name_library();
	snprintf(text, sizeof(text), "%s*:::hit { @n = count(); }", provider);
	go(dtp, text, 0);
	run_copy(path);
	api_until(dtrace_status(dtp) == -1 ||
		  dtrace_losses(dtp, count_late, &n) != 0 || n != 0);
	assert_int_equal(n, 1);
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	hits = value_of(dtp, "n");
	run_copy(path);
	finish(dtp);
	assert_int_equal(value_of(dtp, "n"), hits + 1);
	n = 0;
	api_ok(dtp, dtrace_losses(dtp, count_late, &n));
	assert_int_equal(n, 1);
	dtrace_close(dtp);
	unsetenv("LD_LIBRARY_PATH");
	assert_int_equal(unlink(path) + rmdir(dir), 0);
}

/* Hit the probe, and execute again n times; then call the library. */
static int run_again(char **argv)
{
	char n[2] = { (char)(argv[1][0] - 1), '\0' };
	scale_f *scale;

	later_test_hit(1);
	if (argv[1][0] != '0') {
		argv[1] = n;
		execv("/proc/self/exe", argv);
		return 1;
	}
	scale = load();
	for (int i = 0; scale && i < MANY; i++)
		scale(1, 2);
	return scale ? 0 : 2;
}

int main(int argc, char **argv)
{
	static const struct CMUnitTest tests[] = {
		ON_BOTH_X86(library), ON_KERNEL(process), ON_BOTH_X86(forked),
		ON_KERNEL(reused), ON_KERNEL(late), ON_BOTH_X86(in_memory),
		ON_BOTH_X86(replaced), ON_VM_X86(cheaply), ON_VM_X86(programs),
		ON_VM_X86(other_program),
	};

	if (argc == 3 && strcmp(argv[1], "fork") == 0)
		return run_fork(argv[2]);
	if (argc > 1)
		return run_again(argv);
	return cmocka_run_group_tests_name("later", tests, NULL, NULL);
}
