/* SPDX-License-Identifier: MIT */
/*
 * Providers sysinfo and vminfo.  The second witnesses are the kernel's counts
 * of the child in /proc, and where there are none the plain tracepoint with the
 * same condition in D.
 */
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <linux/magic.h>
#include <sys/uio.h>
#include <sys/vfs.h>
#include "child.h"
#include "int80.h"

#define PAGE 4096

/* The number after this name in a file of /proc/PID. */
static int64_t number_of(pid_t pid, const char *file, const char *name)
{
	FILE *fp = proc_file(pid, file);
	size_t len = strlen(name);
	char line[256];
	int64_t n = -1;

	while (n < 0 && fgets(line, sizeof(line), fp))
		if (strncmp(line, name, len) == 0 && line[len] == ':')
			n = atoll(line + len + 1);
	fclose(fp);
	assert_true(n >= 0);
	return n;
}

/* --- calls ---------------------------------------------------------------- */

static void transfers(void *arg)
{
	int zero = open("/dev/zero", O_RDONLY), bad = open("/", O_RDONLY);
	int null = open("/dev/null", O_WRONLY);
	char b[300];
	struct iovec v[2] = { { b, 10 }, { b, 20 } };

	(void)arg;
	for (int i = 1; i <= 20; i++)
		if (read(zero, b, i) != i || write(null, b, 2 * i) != 2 * i)
			_exit(1);
	if (pread(zero, b, 300, 0) != 300 || readv(zero, v, 2) != 30 ||
	    pwrite(null, b, 300, 0) != 300 || writev(null, v, 2) != 30)
		_exit(1);
	if (read(bad, b, 1) != -1 || write(zero, b, 1) != -1)
		_exit(1);
}

/*
 * Bytes and calls as in /proc/PID/io.  The wait for the start ends, and that
 * for the end begins, while the program runs: a read of one byte, a write.
 */
static void counts_bytes(void **state)
{
	static const char text[] =
		"sysinfo:::sysread /pid == $1/ { @reads = sum(arg0); }"
		"sysinfo:::syswrite /pid == $1/ { @writes = sum(arg0); }"
		"sysinfo:::readch /pid == $1/ { @in = sum(arg0); }"
		"sysinfo:::writech /pid == $1/ { @out = sum(arg0); }";
	static const char *const names[] = { "rchar", "wchar", "syscr",
		"syscw" };
	struct child c = start(transfers, NULL);
	dtrace_hdl_t *dtp;
	int64_t n[4];

	settle(&c);
	for (int i = 0; i < 4; i++)
		n[i] = number_of(c.pid, "io", names[i]);
	dtp = run_child(state, text, &c);
	for (int i = 0; i < 4; i++)
		n[i] = number_of(c.pid, "io", names[i]) - n[i];
	assert_int_equal(value_of(dtp, "in"), n[0]);
	assert_int_equal(value_of(dtp, "out"), n[1]);
	assert_int_equal(value_of(dtp, "in"), 1 + 20 * 21 / 2 + 330);
	/* The first read had begun before the program. */
	assert_int_equal(value_of(dtp, "reads") + 1, n[2]);
	/* The kernel does not count a write that it refuses at once. */
	assert_int_equal(value_of(dtp, "writes"), n[3] + 1);
	dtrace_close(dtp);
	end(&c);
}

#ifdef __x86_64__

enum { READ32 = 3, LSEEK32 = 19 };

/* 19 is a read among the native calls. */
static void reads_by_both_tables(void *arg)
{
	char *low = mmap(NULL, PAGE, PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
	int zero = open("/dev/zero", O_RDONLY);
	int exe = open("/proc/self/exe", O_RDONLY);

	(void)arg;
	for (int i = 0; i < 3; i++)
		if (int80(READ32, zero, (uint32_t)(uintptr_t)low, 10, 0, 0) !=
		    10 || int80(LSEEK32, exe, 5, SEEK_SET, 0, 0) != 5 ||
		    read(zero, low, 100) != 100 || lseek(exe, 7, SEEK_SET) != 7)
			_exit(1);
}

/* On this probe alone a program tests its conditions one after the other. */
static void counts_32_bit(void **state)
{
	struct child c;
	dtrace_hdl_t *dtp;

	if (!has_compat())
		skip();
	c = start(reads_by_both_tables, NULL);
	dtp = run_child(state, "sysinfo:::readch /pid == $1/ "
			"{ @in = sum(arg0); @n = count(); }", &c);
	/* The read that waited for the start is one of a byte. */
	assert_int_equal(value_of(dtp, "in"), 1 + 3 * 110);
	assert_int_equal(value_of(dtp, "n"), 1 + 3 * 2);
	dtrace_close(dtp);
	end(&c);
}

#endif

#define NOPS 6
#ifdef __SANITIZE_THREAD__
#define NVFORKS 1	/* ThreadSanitizer turns vfork() into fork() */
#else
#define NVFORKS 2	/* with posix_spawn() */
#endif
#define NFORKS (4 - NVFORKS)

static void operates(void *arg)
{
	int sem = semget(IPC_PRIVATE, 1, 0600);
	int queue = msgget(IPC_PRIVATE, 0600);
	struct sembuf up = { 0, 1, 0 };
	struct { long type; char text[8]; } m = { 1, "" };
	char *argv[] = { (char[]){ "true" }, NULL };
	pid_t pid;

	(void)arg;
	for (int i = 0; i < NOPS; i++) {
		if (semop(sem, &up, 1) != 0 || msgsnd(queue, &m, 8, 0) != 0 ||
		    msgrcv(queue, &m, 8, 0, 0) != 8)
			break;
	}
	semctl(sem, 0, IPC_RMID);
	msgctl(queue, IPC_RMID, NULL);
	for (int i = 0; i < 3; i++) {
		pid = i == 2 ? vfork() : fork();
		if (pid == 0 && i == 1)
			execl("/bin/true", "true", (char *)NULL);
		if (pid == 0)
			_exit(0);
		waitpid(pid, NULL, 0);
	}
	if (posix_spawn(&pid, "/bin/true", NULL, NULL, argv, environ) == 0)
		waitpid(pid, NULL, 0);
}

static void *returns(void *arg)
{
	return arg;
}

static void operates_with_thread(void *arg)
{
	pthread_t t;

	operates(arg);
	if (pthread_create(&t, NULL, returns, NULL) == 0)
		pthread_join(t, NULL);
}

static void counts_calls(void **state)
{
	static const char text[] =
		"sysinfo:::sema /pid == $1/ { @sema = sum(arg0); }"
		"sysinfo:::msg /pid == $1/ { @msg = sum(arg0); }"
		"sysinfo:::sysfork /pid == $1/ { @forks = sum(arg0); }"
		"sysinfo:::sysvfork /pid == $1/ { @vforks = sum(arg0); }"
		"sysinfo:::nthreads /pid == $1/ { @threads = sum(arg0); }"
		"sysinfo:::procovf /pid == $1/ { @none = sum(arg0); }"
		"sysinfo:::sysexec /ppid == $1/ { @execs = sum(arg0); }";
	struct child c = start(operates_with_thread, NULL);
	dtrace_hdl_t *dtp = run_child(state, text, &c);

	assert_int_equal(value_of(dtp, "sema"), NOPS);
	assert_int_equal(value_of(dtp, "msg"), 2 * NOPS);
	assert_int_equal(value_of(dtp, "forks"), NFORKS);
	assert_int_equal(value_of(dtp, "vforks"), NVFORKS);
	assert_int_equal(value_of(dtp, "threads"), NFORKS + NVFORKS + 1);
	assert_int_equal(value_of(dtp, "execs"), 2);
	assert_int_equal(value_of(dtp, "none"), 0);
	dtrace_close(dtp);
	end(&c);
}

/* --- switches ------------------------------------------------------------- */

static void naps_and_spins(void *arg)
{
	(void)arg;
	for (int i = 0; i < 40; i++) {
		nap(MSEC);
		sched_yield();
	}
	spin(50 * MSEC);
}

static void counts_switches(void **state)
{
	static const char text[] =
		"sysinfo:::pswitch /tid == $1/ { @all = sum(arg0); }"
		"sysinfo:::pswitch /tid == $1 && arg1 == 0 &&"
		"((cpu_t *)arg2)->cpu_id == cpu/ { @here = sum(arg0); }"
		"sysinfo:::inv_swtch /tid == $1/ { @forced = sum(arg0); }"
		"sysinfo:::idlethread /tid == $1/ { @idle = sum(arg0); }"
		"sdt:sched::sched_switch /tid == $1 && args[2]->pid == 0/"
		"{ @to_idle = count(); }";
	struct child c = start(naps_and_spins, NULL);
	dtrace_hdl_t *dtp;
	int64_t vol, invol;

	settle(&c);
	vol = number_of(c.pid, "status", "voluntary_ctxt_switches");
	invol = number_of(c.pid, "status", "nonvoluntary_ctxt_switches");
	dtp = run_child(state, text, &c);
	vol = number_of(c.pid, "status", "voluntary_ctxt_switches") - vol;
	invol = number_of(c.pid, "status", "nonvoluntary_ctxt_switches") -
		invol;
	assert_true(vol > 0);
	assert_int_equal(value_of(dtp, "all"), vol + invol);
	assert_int_equal(value_of(dtp, "here"), vol + invol);
	assert_int_equal(value_of(dtp, "forced"), invol);
	assert_int_equal(value_of(dtp, "idle"), value_of(dtp, "to_idle"));
	dtrace_close(dtp);
	end(&c);
}

/* --- faults --------------------------------------------------------------- */

#ifdef __x86_64__	/* only there the kernel has tracepoints of faults */

/* Minor and major faults so far. */
static int64_t faults_of(pid_t pid)
{
	FILE *fp = proc_file(pid, "stat");
	long minor, major;

	assert_int_equal(fscanf(fp, "%*d (%*[^)]) %*c %*d %*d %*d %*d %*d "
		"%*u %ld %*d %ld", &minor, &major), 2);
	fclose(fp);
	return minor + major;
}

#define NPAGES 50
static char *new_pages(void)
{
	char *p = mmap(NULL, NPAGES * PAGE, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	madvise(p, NPAGES * PAGE, MADV_NOHUGEPAGE);
	return p;
}

static void touches(void *arg)
{
	char *p = new_pages();

	(void)arg;
	/* The page of zeroes first, and then copies of it. */
	for (int i = 0; i < NPAGES; i++)
		(void)*(volatile char *)(p + i * PAGE);
	for (int i = 0; i < NPAGES; i++)
		p[i * PAGE] = 1;
}

/* Trace a child that runs body; *n: the faults in its accounts meanwhile. */
static dtrace_hdl_t *run_faults(void **state, const char *text,
				void (*body)(void *), int64_t *n)
{
	struct child c = start(body, NULL);
	dtrace_hdl_t *dtp;
	int64_t before;

	settle(&c);
	before = faults_of(c.pid);
	dtp = run_child(state, text, &c);
	*n = faults_of(c.pid) - before;
	end(&c);
	return dtp;
}

static void counts_faults(void **state)
{
	static const char text[] =
		"vminfo:::as_fault /pid == $1/ { @absent = sum(arg0); }"
		"vminfo:::cow_fault /pid == $1/ { @copied = sum(arg0); }"
		"vminfo:::prot_fault /pid == $1/ { @refused = sum(arg0); }"
		"sysinfo:::trap /pid == $1/ { @traps = sum(arg0); }";
	int64_t n;
	dtrace_hdl_t *dtp = run_faults(state, text, touches, &n);

	assert_true(value_of(dtp, "absent") >= NPAGES);
	assert_true(value_of(dtp, "copied") >= NPAGES);
	assert_int_equal(value_of(dtp, "refused"), 0);
	assert_int_equal(value_of(dtp, "absent") + value_of(dtp, "copied"), n);
	assert_int_equal(value_of(dtp, "traps"), n);
	dtrace_close(dtp);
}

/*
 * Write, and let the kernel write, while the frame pointer points to a page
 * that is not there.
 */
static void touches_framed(void *arg)
{
	char *p = new_pages(), *q = new_pages(), *frame = new_pages();
	long fd = open("/dev/zero", O_RDONLY), n;

	(void)arg;
	for (int i = 0; i < NPAGES; i++)
		__asm__ volatile("mov %%rbp, %%r12; mov %6, %%rbp;"
			"movb $1, (%5); syscall; mov %%r12, %%rbp"
			: "=a"(n)
			: "0"((long)SYS_read), "D"(fd), "S"(q + i * PAGE),
			  "d"(1L), "r"(p + i * PAGE), "r"(frame)
			: "rcx", "r11", "r12", "memory");
}

/*
 * A fault of the walk that takes a stack is no event, and does not count as a
 * drop: with one, the run could not be stopped.
 */
static void stacks_of_faults(void **state)
{
	static const char text[] =
		"vminfo:::as_fault /pid == $1/"
		"    { @absent = sum(arg0); @[ustack(9)] = count(); }"
		"sysinfo:::trap /pid == $1/"
		"    { @traps = sum(arg0); @[ustack(9)] = count(); }";
	int64_t n;
	dtrace_hdl_t *dtp = run_faults(state, text, touches_framed, &n);

	assert_in_range(value_of(dtp, "absent"), 2 * NPAGES, n);
	assert_int_equal(value_of(dtp, "traps"), n);
	dtrace_close(dtp);
}

#define NREFUSED 4
static sigjmp_buf back;

static void on_fault(int sig)
{
	siglongjmp(back, sig);
}

/* Jump to memory that may not be executed. */
static void jumps(void *arg)
{
	void *volatile p = mmap(NULL, PAGE, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	(void)arg;
	signal(SIGSEGV, on_fault);
	*(volatile char *)p = (char)0xc3;
	for (volatile int i = 0; i < NREFUSED; i++)
		if (sigsetjmp(back, 1) == 0)
			((void (*)(void))p)();
}

static void counts_refused(void **state)
{
	static const char text[] =
		"vminfo:::prot_fault /pid == $1/ { @refused = sum(arg0); }";
	struct child c = start(jumps, NULL);
	dtrace_hdl_t *dtp = run_child(state, text, &c);

	assert_int_equal(value_of(dtp, "refused"), NREFUSED);
	dtrace_close(dtp);
	end(&c);
}

#endif /* __x86_64__ */

/* --- reclaim -------------------------------------------------------------- */

#define LIMIT (16 << 20)
#define FILESIZE (64 << 20)

static bool put_text(const char *path, const char *text)
{
	FILE *fp = fopen(path, "w");
	bool ok = fp != NULL && fputs(text, fp) >= 0;

	return fp != NULL && fclose(fp) == 0 && ok;
}

static const struct {
	const char *dir, *limit;
} groups[] = {
	{ "/sys/fs/cgroup/memory/test_sysinfo", "memory.limit_in_bytes" },
	{ "/sys/fs/cgroup/test_sysinfo", "memory.max" },
};

#define NGROUPS (sizeof(groups) / sizeof(groups[0]))

static int clean(void **state)
{
	(void)state;
	for (size_t i = 0; i < NGROUPS; i++)
		remove_group(groups[i].dir);
	return 0;
}

/* Put a process into a group that may have LIMIT bytes; NULL: not possible. */
static const char *limit_memory(pid_t pid)
{
	char limit[128], procs[128], text[16];

	snprintf(text, sizeof(text), "%d", (int)pid);
	if (getenv("DT_TEST_EMULATED"))	/* other systems are left as they are */
		(void)put_text("/sys/fs/cgroup/cgroup.subtree_control",
			       "+memory");
	for (size_t i = 0; i < NGROUPS; i++) {
		snprintf(limit, sizeof(limit), "%s/%s", groups[i].dir,
			 groups[i].limit);
		snprintf(procs, sizeof(procs), "%s/cgroup.procs",
			 groups[i].dir);
		if (mkdir(groups[i].dir, 0755) != 0)
			continue;
		if (put_text(limit, "16m") && put_text(procs, text))
			return groups[i].dir;
		(void)rmdir(groups[i].dir);
	}
	return NULL;
}

/* Pages that were reclaimed from the group; -1: not counted, as before v2. */
static int64_t reclaimed_from(const char *group)
{
	char path[128], line[128];
	long long n = -1;
	FILE *fp;

	snprintf(path, sizeof(path), "%s/memory.stat", group);
	fp = fopen(path, "r");
	assert_non_null(fp);
	while (n < 0 && fgets(line, sizeof(line), fp))
		(void)sscanf(line, "pgsteal %lld", &n);
	fclose(fp);
	return n;
}

/*
 * A large file without blocks, whose pages can be reclaimed; or -1.  Files of
 * an emulated kernel are in memory: there it is a device.
 */
static int open_large(void)
{
	char path[] = "sysinfo.XXXXXX", command[64], dev[32] = "";
	int fd = mkstemp(path);
	struct statfs fs;
	FILE *fp;

	assert_true(fd >= 0);
	assert_int_equal(ftruncate(fd, FILESIZE), 0);
	if (getenv("DT_TEST_EMULATED")) {
		snprintf(command, sizeof(command), "losetup -f --show %s",
			 path);
		fp = popen(command, "r");
		(void)fscanf(fp, "%31s", dev);
		pclose(fp);
		close(fd);
		fd = open(dev, O_RDONLY);
		/* It goes when it is closed. */
		snprintf(command, sizeof(command), "losetup -d %s", dev);
		(void)system(command);
	} else if (fstatfs(fd, &fs) != 0 || fs.f_type == TMPFS_MAGIC) {
		close(fd);
		fd = -1;
	}
	unlink(path);
	return fd;
}

/* Fill the page cache four times over by reading the file. */
static void fills_cache(void *arg)
{
	static char b[1 << 16];
	int fd = *(int *)arg;

	while (read(fd, b, sizeof(b)) > 0)
		;
}

/*
 * The pages freed are those that were read and are not cached any more, and
 * those that the group counts, which the kernel adds up every two seconds.
 */
static void check_reclaim(dtrace_hdl_t *dtp, const char *group)
{
	int64_t freed = value_of(dtp, "freed"), n = -1;

	assert_in_range(freed, (FILESIZE - LIMIT) / PAGE,
			FILESIZE / PAGE + 512);
	assert_int_equal(freed,
			 value_of(dtp, "file") + value_of(dtp, "anon"));
	assert_true(value_of(dtp, "file") > value_of(dtp, "anon"));
	assert_true(value_of(dtp, "scanned") >= freed);
	assert_in_range(value_of(dtp, "runs"), 1, freed);
	for (int i = 0; i < 100 && n != freed; i++) {
		n = reclaimed_from(group);
		if (n < 0)
			return;
		nap(100 * MSEC);
	}
	assert_int_equal(freed, n);
}

static void counts_reclaim(void **state)
{
	static const char text[] =
		"vminfo:::scan /pid == $1/ { @scanned = sum(arg0); }"
		"vminfo:::dfree /pid == $1/ { @freed = sum(arg0); }"
		"vminfo:::fsfree /pid == $1/ { @file = sum(arg0); }"
		"vminfo:::anonfree /pid == $1/ { @anon = sum(arg0); }"
		"vminfo:::pgrrun /pid == $1/ { @runs = sum(arg0); }";
	int fd = open_large();
	const char *group;
	dtrace_hdl_t *dtp;
	struct child c;

	if (fd < 0)
		skip();
	c = start(fills_cache, &fd);
	group = limit_memory(c.pid);
	if (group) {
		dtp = run_child(state, text, &c);
		check_reclaim(dtp, group);
		dtrace_close(dtp);
	}
	end(&c);
	close(fd);
	if (!group)	/* no cgroup with a limit can be made */
		skip();
}

/* --- transfers ------------------------------------------------------------ */

#define NBLOCKS 12

static void *block(size_t size)
{
	void *p = NULL;

	if (posix_memalign(&p, PAGE, size) != 0)
		_exit(1);
	memset(p, 1, size);
	return p;
}

/* Read twelve blocks one by one and two pairs, and write three. */
static void moves_blocks(void *arg)
{
	int fd = *(int *)arg;
	char *b = block(2 * PAGE);

	for (int i = 0; i < NBLOCKS; i++)
		if (pread(fd, b, PAGE, i * PAGE) != PAGE)
			_exit(1);
	for (int i = 0; i < 2; i++)
		if (pread(fd, b, 2 * PAGE, i * PAGE) != 2 * PAGE)
			_exit(1);
	for (int i = 0; i < 3; i++)
		if (pwrite(fd, b, PAGE, i * PAGE) != PAGE)
			_exit(1);
}

/* A file with blocks on a device, opened past the cache; or -1. */
static int open_blocks(void)
{
	char path[] = "sysinfo.XXXXXX";
	int64_t before = number_of(getpid(), "io", "read_bytes");
	int fd = mkstemp(path), direct;
	char *b = block(NBLOCKS * PAGE);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, b, NBLOCKS * PAGE), NBLOCKS * PAGE);
	assert_int_equal(fsync(fd), 0);
	direct = open(path, O_RDWR | O_DIRECT);
	/* A file system in memory takes the flag, but has no device. */
	if (direct >= 0 && (pread(direct, b, PAGE, 0) != PAGE ||
	    number_of(getpid(), "io", "read_bytes") < before + PAGE)) {
		close(direct);
		direct = -1;
	}
	unlink(path);
	close(fd);
	free(b);
	return direct;
}

static const char transfers_d[] =
	"sdt:block::block_bio_queue /pid == $1/"
	"{ @bytes = sum(args[0]->bi_iter.bi_size); }"
	"sysinfo:::bread /pid == $1/ { @reads = sum(arg0); }"
	"sysinfo:::bwrite /pid == $1/ { @writes = sum(arg0); }"
	"sysinfo:::lread /pid == $1/ { @touched = sum(arg0); }"
	"sysinfo:::lwrite /pid == $1/ { @dirtied = sum(arg0); }"
	"sdt:block::block_touch_buffer /pid == $1/ { @t = count(); }"
	"sdt:block::block_dirty_buffer /pid == $1/ { @d = count(); }";

/* A device on top of another shows each transfer twice. */
static int64_t moved_by(pid_t pid)
{
	return number_of(pid, "io", "read_bytes") +
		number_of(pid, "io", "write_bytes");
}

/* A page of the child's program that left the cache counts as a transfer. */
static void counts_transfers(void **state)
{
	int64_t n, want = (NBLOCKS + 2 * 2 + 3) * PAGE;
	int fd = open_blocks();
	dtrace_hdl_t *dtp = NULL;
	struct child c;

	if (fd < 0)
		skip();
	for (n = 0; n != want;) {
		if (dtp) {
			dtrace_close(dtp);
			end(&c);
		}
		c = start(moves_blocks, &fd);
		settle(&c);
		n = moved_by(c.pid);
		dtp = run_child(state, transfers_d, &c);
		n = moved_by(c.pid) - n;
		assert_true(n >= want);
	}
	assert_true(value_of(dtp, "bytes") >= n);
	assert_int_equal(value_of(dtp, "bytes") % n, 0);
	n = value_of(dtp, "bytes") / n;
	assert_int_equal(value_of(dtp, "reads"), n * (NBLOCKS + 2));
	assert_int_equal(value_of(dtp, "writes"), n * 3);
	assert_int_equal(value_of(dtp, "touched"), value_of(dtp, "t"));
	assert_int_equal(value_of(dtp, "dirtied"), value_of(dtp, "d"));
	dtrace_close(dtp);
	end(&c);
	close(fd);
}

/* --- locks and interrupts ------------------------------------------------- */

static void *maps(void *arg)
{
	for (int i = 0; i < 500; i++) {
		char *p = mmap(NULL, 64 * PAGE, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);

		munmap(p, 64 * PAGE);
	}
	return arg;
}

static void contends(void *arg)
{
	pthread_t t[3];

	for (int i = 0; i < 3; i++)
		pthread_create(&t[i], NULL, maps, arg);
	maps(arg);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
}

/*
 * The provider and the tracepoint agree on the number of events; returns that
 * of waits for a lock.
 */
static int64_t waits_agreed(void **state)
{
	static const char text[] =
		"sysinfo:::rw_wrfails /pid == $1/ { @w = sum(arg0); }"
		"sysinfo:::rw_rdfails /pid == $1/ { @r = sum(arg0); }"
		"sysinfo:::mutex_adenters /pid == $1/ { @m = sum(arg0); }"
		"sysinfo:::intr /pid == $1/ { @i = sum(arg0); }"
		"sdt:lock::contention_begin /pid == $1 && arg1 == 4/"
		"{ @ww = count(); }"
		"sdt:lock::contention_begin /pid == $1 && arg1 == 2/"
		"{ @rr = count(); }"
		"sdt:lock::contention_begin /pid == $1 && (arg1 & ~1) == 32/"
		"{ @mm = count(); }"
		"sdt:irq::irq_handler_entry /pid == $1/ { @ii = count(); }";
	static const char *const names[][2] = { { "w", "ww" }, { "r", "rr" },
		{ "m", "mm" }, { "i", "ii" } };
	struct child c = start(contends, NULL);
	dtrace_hdl_t *dtp = run_child(state, text, &c);
	int64_t n;

	for (int i = 0; i < 4; i++)
		assert_int_equal(value_of(dtp, names[i][0]),
				 value_of(dtp, names[i][1]));
	n = value_of(dtp, "w") + value_of(dtp, "r");
	dtrace_close(dtp);
	end(&c);
	return n;
}

/* Threads that get only one CPU may never wait for each other. */
static void agrees(void **state)
{
	int tries = 1;

	while (waits_agreed(state) == 0)
		assert_true(++tries <= 20);
}

static int on_probe(dtrace_hdl_t *dtp, const dtrace_probedesc_t *pd, void *arg)
{
	(void)dtp;
	(void)pd;
	(void)arg;
	return 0;
}

#define NTURNS 200

/* Whose turn it is: the child's first thread takes the odd ones. */
static atomic_int turn;

static void *takes_turns(void *arg)
{
	pin(*(int *)arg);
	while (atomic_load(&turn) < NTURNS)
		if (atomic_load(&turn) % 2 == 1)
			atomic_fetch_add(&turn, 1);
	return NULL;
}

/* Unmap pages while a thread on another CPU, which has just run, has them. */
static void interrupts(void *arg)
{
	int *cpus = arg;
	pthread_t t;

	pin(cpus[0]);
	pthread_create(&t, NULL, takes_turns, &cpus[1]);
	while (atomic_load(&turn) < NTURNS) {
		char *p = mmap(NULL, PAGE, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);

		atomic_fetch_add(&turn, 1);
		while (atomic_load(&turn) % 2 == 1)
			;
		munmap(p, PAGE);
	}
	pthread_join(t, NULL);
}

/* Two CPUs that the process may use; false if it has only one. */
static bool two_cpus(int cpu[2])
{
	cpu_set_t all;
	int n = 0;

	sched_getaffinity(0, sizeof(all), &all);
	for (int i = 0; n < 2 && i < CPU_SETSIZE; i++)
		if (CPU_ISSET(i, &all))
			cpu[n++] = i;
	return n == 2;
}

/* Before Linux 6.4 there is no such tracepoint, and so no probe. */
static void counts_ipis(void **state)
{
	static const char text[] =
		"sysinfo:::xcalls /pid == $1/ { @x = sum(arg0); }"
		"sdt:ipi::ipi_send_cpu,sdt:ipi::ipi_send_cpumask /pid == $1/"
		"{ @xx = count(); }";
	dtrace_probedesc_t pd = { .dtpd_name = "xcalls" };
	dtrace_hdl_t *dtp = api_open(state);
	struct child c;
	int rc = dtrace_probe_iter(dtp, &pd, on_probe, NULL), cpus[2];

	dtrace_close(dtp);
	if (rc != 0 || !two_cpus(cpus))
		skip();
	c = start(interrupts, cpus);
	dtp = run_child(state, text, &c);
	assert_true(value_of(dtp, "x") > 0);
	assert_int_equal(value_of(dtp, "x"), value_of(dtp, "xx"));
	dtrace_close(dtp);
	end(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON_KERNEL(counts_switches), ON_KERNEL(agrees),
		ON_KERNEL(counts_reclaim), ON_KERNEL(counts_transfers),
		ON_KERNEL(counts_ipis),
		ON_KERNEL(counts_bytes), ON_KERNEL(counts_calls),
#ifdef __x86_64__
		ON_KERNEL(counts_32_bit),
		ON_KERNEL(counts_faults), ON_KERNEL(stacks_of_faults),
		ON_KERNEL(counts_refused),
#endif
	};

	if (!api_has_types())
		return 77;
	return cmocka_run_group_tests(tests, NULL, clean);
}
