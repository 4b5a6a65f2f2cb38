/* SPDX-License-Identifier: MIT */
/*
 * work.c - stands in for the commands of the manual's examples, by its name.
 * It makes only the system calls that are written here, as it has no C library.
 */
#include <asm/unistd.h>
#include <linux/fcntl.h>
#include <linux/time.h>

#define	MS	1000000L

#ifdef __x86_64__
__asm__(".globl _start\n_start:\n\tmov %rsp, %rdi\n\tand $-16, %rsp\n"
    "\tcall start\n");

static long
call(long nr, long a, long b, long c, long d)
{
	register long r10 __asm__("r10") = d;
	long ret;

	__asm__ volatile("syscall" : "=a" (ret) : "0" (nr), "D" (a), "S" (b),
	    "d" (c), "r" (r10) : "rcx", "r11", "memory");
	return ret;
}
#else
__asm__(".globl _start\n_start:\n\tmov x0, sp\n\tbl start\n");

static long
call(long nr, long a, long b, long c, long d)
{
	register long x8 __asm__("x8") = nr, x0 __asm__("x0") = a;
	register long x1 __asm__("x1") = b, x2 __asm__("x2") = c;
	register long x3 __asm__("x3") = d;

	__asm__ volatile("svc 0" : "+r" (x0) : "r" (x8), "r" (x1), "r" (x2),
	    "r" (x3) : "memory");
	return x0;
}
#endif

#define	CALL(name, ...)	CALL_(name, ##__VA_ARGS__, 0L, 0L, 0L, 0L)
#define	CALL_(name, a, b, c, d, ...)	\
	call(__NR_##name, (long)(a), (long)(b), (long)(c), (long)(d))

static char buf[1 << 20];

/* Reads the path first, so that its page is present for copyinstr(). */
static long
open_file(const char *path, int flags)
{
	for (const volatile char *p = path; *p != '\0'; p++)
		;
	return CALL(openat, AT_FDCWD, path, flags);
}

static void
sleep_ms(long ms)
{
	struct __kernel_timespec ts = { ms / 1000, ms % 1000 * MS };

	CALL(clock_nanosleep, CLOCK_MONOTONIC, 0, &ts, 0);
}

static long
cpu_ms(void)
{
	struct __kernel_timespec ts;

	CALL(clock_gettime, CLOCK_PROCESS_CPUTIME_ID, &ts);
	return ts.tv_sec * 1000 + ts.tv_nsec / MS;
}

static void
date(void)
{
	for (int i = 0; i < 3; i++)
		CALL(getpid);
	for (int i = 0; i < 2; i++)
		CALL(getuid);
	CALL(getgid);
}

static void
cat(const char *path)
{
	static const int sizes[] = { 100, 100, 100, 1000, 1000, 5000 };
	long fd;

	open_file(path, O_RDONLY);
	fd = open_file("/dev/zero", O_RDONLY);
	for (int i = 0; i < 6; i++)
		CALL(read, fd, buf, sizes[i]);
	CALL(read, -1, buf, 1);
}

/* Make the first call once, the second twice ... */
static void
ls_long(void)
{
	static const int nrs[] = { __NR_getpid, __NR_getuid, __NR_getgid,
	    __NR_getppid, __NR_geteuid, __NR_getegid, __NR_gettid,
	    __NR_sched_yield, __NR_getsid, __NR_getpgid, __NR_umask,
	    __NR_getpriority };

	for (int i = 0; i < 12; i++)
		for (int n = 0; n <= i; n++)
			call(nrs[i], 0, 0, 0, 0);
}

static void
ls(int argc, char **argv)
{
	if (argc == 1) {
		sleep_ms(50);
		sleep_ms(50);
	} else if (argv[1][0] == '-') {
		ls_long();
	} else if (argv[1][1] == '\0') {
		sleep_ms(10);
		sleep_ms(20);
		sleep_ms(60);
	} else {
		open_file(argv[1], O_RDONLY);
		open_file(argv[1], O_RDONLY);
		for (int i = 0; i < 3; i++)
			CALL(close, -1);
		CALL(getpid);
	}
}

/* A child named ls writes 10, 10 and 1 bytes, then this process 5. */
static void
sh(void)
{
	long fd = open_file("/dev/null", O_WRONLY), pid;

	pid = CALL(clone, 17);		/* SIGCHLD */
	if (pid == 0) {
		CALL(prctl, 15, "ls");	/* PR_SET_NAME */
		CALL(write, fd, buf, 10);
		CALL(write, fd, buf, 10);
		CALL(write, fd, buf, 1);
	} else {
		CALL(wait4, pid);
		CALL(write, fd, buf, 5);
	}
}

/* Use a second of CPU time, nearly all of it to make zeroes in the kernel. */
static void
dd(void)
{
	long fd = open_file("/dev/zero", O_RDONLY);

	while (cpu_ms() < 1000)
		for (int i = 0; i < 50; i++)
			CALL(read, fd, buf, sizeof(buf));
}

void start(long *stack);

void
start(long *stack)
{
	char **argv = (char **)(stack + 1), *name = argv[0];

	for (char *p = name; *p != '\0'; p++)
		if (*p == '/')
			name = p + 1;
	switch (name[0] << 8 | name[1]) {
	case 'd' << 8 | 'a':
		date();
		break;
	case 'd' << 8 | 'd':
		dd();
		break;
	case 'c' << 8 | 'a':
		cat(argv[1]);
		break;
	case 'l' << 8 | 's':
		ls((int)stack[0], argv);
		break;
	case 's' << 8 | 'h':
		sh();
		break;
	case 's' << 8 | 'l':
		sleep_ms(1000);
		break;
	}
	for (;;)
		CALL(exit_group, 0);
}
