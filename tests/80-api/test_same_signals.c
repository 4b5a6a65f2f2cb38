/* SPDX-License-Identifier: MIT */
/*
 * Traced programs behave as untraced ones: signals that interrupt all kinds of
 * calls, floods of signals, and job control.
 */
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/inotify.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/select.h>
#include <sys/sem.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <linux/futex.h>
#include "same.h"

/* --- calls that wait --------------------------------------------------- */

static struct fds {
	int pipe[2], epoll, inotify, sock[2], sem, msg;
	volatile uint32_t *futex;
	char dir[32];
} fds;

static int result(long rc)
{
	return rc < 0 ? -errno : (int)rc;
}

static int in_read(void)
{
	char byte;

	return result(read(fds.pipe[0], &byte, 1));
}

static int in_poll(void)
{
	struct pollfd p = { .fd = fds.pipe[0], .events = POLLIN };

	return result(poll(&p, 1, -1));
}

static int in_timed_poll(void)
{
	struct pollfd p = { .fd = fds.pipe[0], .events = POLLIN };

	return result(poll(&p, 1, 1000000));
}

static int in_ppoll(void)
{
	struct timespec ts = { 1000, 0 };
	struct pollfd p = { .fd = fds.pipe[0], .events = POLLIN };

	return result(ppoll(&p, 1, &ts, NULL));
}

static int in_select(void)
{
	fd_set set;

	FD_ZERO(&set);
	FD_SET(fds.pipe[0], &set);
	return result(select(fds.pipe[0] + 1, &set, NULL, NULL, NULL));
}

static int in_epoll(void)
{
	struct epoll_event e;

	return result(epoll_wait(fds.epoll, &e, 1, -1));
}

static int in_timed_epoll(void)
{
	struct epoll_event e;

	return result(epoll_pwait(fds.epoll, &e, 1, 1000000, NULL));
}

static int in_recv(void)
{
	char byte;

	return result(recv(fds.sock[0], &byte, 1, 0));
}

/* A call with a time limit does not restart, not even after a stop. */
static int in_timed_recv(void)
{
	const struct timeval tv = { 1000, 0 };
	char byte;

	setsockopt(fds.sock[0], SOL_SOCKET, SO_RCVTIMEO, &tv, sizeof(tv));
	return result(recv(fds.sock[0], &byte, 1, 0));
}

static int in_semop(void)
{
	struct sembuf op = { 0, -1, 0 };

	return result(semop(fds.sem, &op, 1));
}

static int in_msgrcv(void)
{
	struct { long type; char c; } m;

	return result(msgrcv(fds.msg, &m, 1, 0, 0));
}

static int in_futex(void)
{
	return result(syscall(SYS_futex, fds.futex, FUTEX_WAIT, 0, NULL, NULL,
			      0));
}

static int in_timed_futex(void)
{
	struct timespec ts = { 1000, 0 };

	return result(syscall(SYS_futex, fds.futex, FUTEX_WAIT, 0, &ts, NULL,
			      0));
}

static int in_inotify(void)
{
	char buf[sizeof(struct inotify_event) + NAME_MAX + 1];

	return result(read(fds.inotify, buf, sizeof(buf))) < 0 ? -errno : 1;
}

static int in_sigwait(void)
{
	sigset_t set;
	struct timespec ts = { 1000, 0 };

	sigemptyset(&set);
	sigaddset(&set, SIGUSR2);
	return result(sigtimedwait(&set, NULL, &ts));
}

static int in_sigsuspend(void)
{
	sigset_t set;

	sigprocmask(SIG_BLOCK, NULL, &set);
	sigdelset(&set, SIGUSR2);
	return result(sigsuspend(&set));
}

static int in_nanosleep(void)
{
	struct timespec ts = { 1000, 0 };

	return result(nanosleep(&ts, &ts));
}

/* breaks: a stop may end the call of an untraced process, too: signal(7). */
static const struct wait {
	const char *name;
	int (*call)(void);
	bool breaks;
} waits[] = {
	{ "read", in_read, false }, { "poll", in_poll, false },
	{ "poll, timed", in_timed_poll, false }, { "ppoll", in_ppoll, false },
	{ "select", in_select, false }, { "epoll", in_epoll, true },
	{ "epoll, timed", in_timed_epoll, true }, { "recv", in_recv, false },
	{ "recv, timed", in_timed_recv, true }, { "semop", in_semop, true },
	{ "msgrcv", in_msgrcv, false }, { "futex", in_futex, false },
	{ "futex, timed", in_timed_futex, false },
	{ "inotify", in_inotify, false }, { "sigtimedwait", in_sigwait, true },
	{ "sigsuspend", in_sigsuspend, false },
	{ "nanosleep", in_nanosleep, false },
};
#define NWAITS (int)(sizeof(waits) / sizeof(waits[0]))

/* Cause the event that each of the calls waits for. */
static void wake(pid_t pid)
{
	struct { long type; char c; } m = { 1, 'm' };
	struct sembuf op = { 0, 1, 0 };

	if (write(fds.pipe[1], "w", 1) != 1 || write(fds.sock[1], "w", 1) != 1)
		_exit(91);
	semop(fds.sem, &op, 1);
	msgsnd(fds.msg, &m, 1, 0);
	close(open(fds.dir, O_RDONLY | O_DIRECTORY));
	*fds.futex = 1;
	syscall(SYS_futex, fds.futex, FUTEX_WAKE, 1, NULL, NULL, 0);
	kill(pid, SIGUSR2);
}

/* A nanosleep() ends only with its process. */
static void wake_or_end(int i, pid_t pid)
{
	if (waits[i].call == in_nanosleep)
		kill(pid, SIGTERM);
	else
		wake(pid);
}

static void set_up(void)
{
	struct epoll_event e = { .events = EPOLLIN };

	snprintf(fds.dir, sizeof(fds.dir), "dt_same_XXXXXX");
	fds.epoll = epoll_create1(0);
	fds.inotify = inotify_init();
	fds.sem = semget(IPC_PRIVATE, 1, 0600);
	fds.msg = msgget(IPC_PRIVATE, 0600);
	fds.futex = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
			 MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (pipe(fds.pipe) != 0 ||
	    socketpair(AF_UNIX, SOCK_STREAM, 0, fds.sock) != 0 ||
	    epoll_ctl(fds.epoll, EPOLL_CTL_ADD, fds.pipe[0], &e) != 0 ||
	    !mkdtemp(fds.dir) ||
	    inotify_add_watch(fds.inotify, fds.dir, IN_OPEN) < 0)
		_exit(92);
}

static void tear_down(void)
{
	semctl(fds.sem, 0, IPC_RMID);
	msgctl(fds.msg, IPC_RMID, NULL);
	close(fds.pipe[0]);
	close(fds.pipe[1]);
	close(fds.sock[0]);
	close(fds.sock[1]);
	close(fds.epoll);
	close(fds.inotify);
	munmap((void *)fds.futex, 4096);
	rmdir(fds.dir);
}

/* A process in one of the calls; *calls is set just before the call. */
struct sleeper {
	pid_t pid;
	struct fds fds;
	volatile int *calls;
};

/* Wait until the process has ended or sleeps in its call. */
static void await_sleep(const struct sleeper *v)
{
	char path[64], buf[256];
	const char *s = NULL;

	while (!s || !strchr("SZ", s[2])) {
		int fd;
		ssize_t n;

		usleep(1000);
		if (!*v->calls)
			continue;
		snprintf(path, sizeof(path), "/proc/%d/stat",
			 v->pid);
		fd = open(path, O_RDONLY);
		n = read(fd, buf, sizeof(buf) - 1);
		close(fd);
		buf[n < 0 ? 0 : n] = '\0';
		s = strrchr(buf, ')');
	}
}

static void on_signal(int sig)
{
	(void)sig;
	mark();
}

static void handle(int sig, int flags)
{
	struct sigaction sa = { .sa_handler = on_signal, .sa_flags = flags };

	sigaction(sig, &sa, NULL);
}

static _Noreturn void be_in_call(int i, int flags, volatile int *calls)
{
	sigset_t set;

	prctl(PR_SET_PDEATHSIG, SIGKILL);	/* if the test has failed */
	sigemptyset(&set);
	sigaddset(&set, SIGUSR2);
	sigprocmask(SIG_BLOCK, &set, NULL);
	handle(SIGUSR1, flags);
	handle(SIGUSR2, flags);
	*calls = 1;
	_exit(-waits[i].call() & 0xff);
}

static void settle(const struct sleeper *v)
{
	for (int i = 0; i < NWAITS; i++)
		await_sleep(&v[i]);
}

static void begin_all(struct sleeper *v, int flags)
{
	for (int i = 0; i < NWAITS; i++) {
		set_up();
		v[i].fds = fds;
		v[i].calls = (volatile int *)fds.futex + 1;
		v[i].pid = fork();
		if (v[i].pid == 0)
			be_in_call(i, flags, v[i].calls);
	}
	settle(v);
}

/* The state of the calls: interrupted, still asleep, or stopped meanwhile. */
enum before { WERE_BROKEN, SLEEP_ON, WERE_STOPPED };

/* Wake those that sleep, and print to out how each call has ended. */
static void end_all(const struct sleeper *v, enum before before, char *out,
		    size_t size)
{
	size_t n = 0;

	for (int i = 0; i < NWAITS; i++) {
		const char *end;

		fds = v[i].fds;
		if (before != WERE_BROKEN)
			wake_or_end(i, v[i].pid);
		end = await(v[i].pid, 0);
		if (before == WERE_STOPPED && waits[i].breaks)
			end = "as it may be";
		n += snprintf(out + n, size - n, "%s: %s\n", waits[i].name,
			      end);
		tear_down();
	}
}

/* Disturb each process in its call, then wake it if it still sleeps. */
static void disturbed(int flags, void (*disturb)(pid_t), enum before before)
{
	struct sleeper v[NWAITS];
	char out[4096];

	begin_all(v, flags);
	for (int i = 0; i < NWAITS; i++)
		disturb(v[i].pid);
	if (before != WERE_BROKEN)
		settle(v);
	end_all(v, before, out, sizeof(out));
	if (write(STDOUT_FILENO, out, strlen(out)) < 0)
		_exit(99);
}

static void not_at_all(pid_t pid)
{
	(void)pid;
}

static void by_handler(pid_t pid)
{
	kill(pid, SIGUSR1);
}

/* Disturb by signals that are ignored by default. */
static void by_ignored(pid_t pid)
{
	kill(pid, SIGWINCH);
	kill(pid, SIGURG);
	kill(pid, SIGCHLD);
}

static void by_stop(pid_t pid)
{
	kill(pid, SIGSTOP);
	await(pid, WUNTRACED);
	kill(pid, SIGCONT);
}

static void quiet(void)
{
	disturbed(0, not_at_all, SLEEP_ON);
}

static void interrupts(void)
{
	disturbed(0, by_handler, WERE_BROKEN);
}

static void restarts(void)
{
	disturbed(SA_RESTART, by_handler, SLEEP_ON);
}

static void ignored(void)
{
	disturbed(0, by_ignored, SLEEP_ON);
}

static void stops(void)
{
	disturbed(0, by_stop, WERE_STOPPED);
}

/* --- many signals ------------------------------------------------------ */

#define NFLOOD 3000
static volatile sig_atomic_t nhandled, in_order = 1;

static void on_queued(int sig, siginfo_t *si, void *uc)
{
	(void)sig;
	(void)uc;
	in_order &= si->si_value.sival_int == nhandled;
	nhandled++;
}

static void flood_parent(void)
{
	for (int i = 0; i < NFLOOD; i++)
		while (sigqueue(getppid(), SIGRTMIN,
				(union sigval){ .sival_int = i }) != 0)
			usleep(100);
}

/* Queued signals all arrive, in order, and the call restarts after each. */
static void floods(void)
{
	struct sigaction sa = { .sa_sigaction = on_queued,
		.sa_flags = SA_SIGINFO | SA_RESTART };
	pid_t pid;

	sigaction(SIGRTMIN, &sa, NULL);
	pid = child(flood_parent);
	say("flood: %s\n", await(pid, 0));
	while (nhandled < NFLOOD)
		usleep(1000);
	say("%d, in order: %d\n", nhandled, in_order);
}

#define NTOLD 100
static volatile sig_atomic_t nalarms, nprofs;

/* End the timers, whose next signal may be due before this one is handled. */
static void on_timer(int sig)
{
	const struct itimerval none = { { 0, 0 }, { 0, 0 } };
	volatile sig_atomic_t *n = sig == SIGALRM ? &nalarms : &nprofs;

	mark();
	if (++*n >= NTOLD)
		setitimer(sig == SIGALRM ? ITIMER_REAL : ITIMER_PROF, &none,
			  NULL);
}

/* Signals of timers do not change the result of a computation. */
static void timers(void)
{
	const struct itimerval each = { { 0, 1000 }, { 0, 1000 } };
	const struct sigaction sa = { .sa_handler = on_timer,
		.sa_flags = SA_RESTART };
	uint64_t sum = 0, i;

	sigaction(SIGALRM, &sa, NULL);
	sigaction(SIGPROF, &sa, NULL);
	setitimer(ITIMER_REAL, &each, NULL);
	setitimer(ITIMER_PROF, &each, NULL);
	for (i = 0; i < 50000000; i++)
		sum += i ^ (sum << 1);
	say("sum %llx\n", (unsigned long long)sum);
	for (; nalarms < NTOLD || nprofs < NTOLD; i++)
		sum += i;
	say("both timers have fired often enough\n");
}

static void descriptors(void)
{
	struct signalfd_siginfo si[4];
	sigset_t set;
	int fd;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	sigaddset(&set, SIGUSR2);
	sigprocmask(SIG_BLOCK, &set, NULL);
	fd = signalfd(-1, &set, 0);
	kill(getpid(), SIGUSR2);
	raise(SIGUSR1);
	say("%zd\n", read(fd, si, sizeof(si)) / sizeof(si[0]));
	say("%d %d, pid %d %d\n", si[0].ssi_signo, si[1].ssi_signo,
	    si[0].ssi_pid == (uint32_t)getpid(),
	    si[1].ssi_pid == (uint32_t)getpid());
}

/* --- faults ------------------------------------------------------------ */

static char other_stack[65536];

static void on_fault(int sig, siginfo_t *si, void *uc)
{
	char here;

	(void)uc;
	mark();
	say("%d, code %d, other stack %d\n", sig, si->si_code,
	    &here >= other_stack && &here < other_stack + sizeof(other_stack));
	_exit(13);
}

static void catch(int sig)
{
	struct sigaction sa = { .sa_sigaction = on_fault,
		.sa_flags = SA_SIGINFO | SA_ONSTACK };
	const stack_t ss = { .ss_sp = other_stack,
		.ss_size = sizeof(other_stack) };

	sigaltstack(&ss, NULL);
	sigaction(sig, &sa, NULL);
}

static void segv(void)
{
	volatile int *none = mmap(NULL, 4096, PROT_NONE,
				  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	catch(SIGSEGV);
	none[0] = 1;
}

static int overflow(volatile char *up)
{
	volatile char frame[4096];

	frame[0] = up[0];
	return (up[0] == 0 ? overflow(frame) : 0) + frame[0];
}

static void deep(void)
{
	catch(SIGSEGV);
	overflow(&(char){ 0 });
}

/* The division by zero is intended. */
static __attribute__((no_sanitize("undefined"))) void fpe(void)
{
	volatile int zero = 0;

	catch(SIGFPE);
	zero = 7 / zero;
}

static void trap(void)
{
	catch(SIGTRAP);
#ifdef __x86_64__
	__asm__ volatile("int3");
#else
	raise(SIGTRAP);
#endif
}

static void uncaught_trap(void)
{
	const struct rlimit none = { 0, 0 };

	setrlimit(RLIMIT_CORE, &none);
	raise(SIGTRAP);
}

static void faults(void)
{
	say("segv %s\n", await(child(segv), 0));
	say("deep %s\n", await(child(deep), 0));
	say("fpe %s\n", await(child(fpe), 0));
	say("trap %s\n", await(child(trap), 0));
	say("uncaught %s\n", await(child(uncaught_trap), 0));
}

/* --- job control ------------------------------------------------------- */

static volatile int *progress;

static void advance(void)
{
	for (;;) {
		progress[0]++;
		mark();
	}
}

static void *advancing(void *arg)
{
	advance();
	return arg;
}

/*
 * Two threads and a child, all running.  The child is created first: until the
 * tracer has passed on a stop signal that one thread has taken, another thread
 * could fork a child that does not receive it.
 */
static void busy_group(void)
{
	pthread_t t;

	setpgid(0, 0);
	child(advance);
	pthread_create(&t, NULL, advancing, NULL);
	advance();
}

static void await_advance(void)
{
	int before = progress[0];

	api_until(progress[0] != before);
}

/* Wait until all threads have stopped: none advances for a while. */
static void await_rest(void)
{
	int before;

	do {
		before = progress[0];
		ms(50);
	} while (progress[0] != before);
}

/* The parent is informed of each stop and continuation. */
static void stop_group(int sig)
{
	pid_t pid = child(busy_group);

	while (getpgid(pid) != pid)
		ms(1);
	await_advance();
	for (int i = 0; i < 3; i++) {
		kill(-pid, sig);
		say("%s, ", await(pid, WUNTRACED));
		await_rest();
		say("again: %s, ", await(pid, WUNTRACED | WNOHANG));
		kill(-pid, SIGCONT);
		say("%s, ", await(pid, WCONTINUED));
		await_advance();
		say("advances\n");
	}
	kill(-pid, sig);
	say("%s, ", await(pid, WUNTRACED));
	kill(-pid, SIGTERM);
	kill(-pid, SIGCONT);
	say("%s\n", await(pid, 0));
}

static volatile sig_atomic_t ntold, told[4];

static void sigchld_code(int sig, siginfo_t *si, void *uc)
{
	(void)sig;
	(void)uc;
	told[ntold++ & 3] = si->si_code << 8 | si->si_status;
}

static void jobs(void)
{
	struct sigaction sa = { .sa_sigaction = sigchld_code,
		.sa_flags = SA_SIGINFO | SA_RESTART };
	pid_t pid;

	progress = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
			MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	stop_group(SIGSTOP);
	sigaction(SIGCHLD, &sa, NULL);
	pid = child(busy_group);
	while (getpgid(pid) != pid)
		ms(1);
	/* Wait for SIGCHLD first: waitpid() would consume the event. */
	kill(pid, SIGSTOP);
	while (ntold < 1)
		ms(1);
	say("%s\n", await(pid, WUNTRACED));
	kill(pid, SIGCONT);
	while (ntold < 2)
		ms(1);
	say("%s\n", await(pid, WCONTINUED));
	kill(-pid, SIGKILL);
	say("%s\n", await(pid, 0));
	say("told %x %x %x\n", told[0], told[1], told[2]);
}

/* A shell with job control, without a terminal. */
static void shell(void)
{
	execlp("bash", "bash", "-c", "exec 2>/dev/null; set -m; sleep 100 & "
	       "kill -STOP %1; "
	       "until jobs | grep Stopped; do sleep 0.01; done; bg >/dev/null; "
	       "until jobs | grep Running | cut -c 1-20; do sleep 0.01; done; "
	       "(kill -STOP $BASHPID; exit 4) & "
	       "until jobs | grep -q Stopped; do sleep 0.01; done; "
	       "fg >/dev/null; echo $?; kill %1; wait %1; echo $?; "
	       "sleep 0.3 & wait -n; echo $?", (char *)NULL);
}

/* --- grabbed during a call ---------------------------------------------- */

static void grab_all(dtrace_hdl_t *dtp, const struct sleeper *v)
{
	for (int i = 0; i < NWAITS; i++)
		if (!dtrace_proc_grab(dtp, v[i].pid, 0))
			fail_msg("%s", dtrace_errmsg(dtp, dtrace_errno(dtp)));
	api_enable(dtp, "syscall:::entry, syscall:::return "
		   "{ @[probefunc] = count(); }");
	api_ok(dtp, dtrace_go(dtp));
	settle(v);
	api_ok(dtp, dtrace_stop(dtp));
	dtrace_close(dtp);
	settle(v);
}

/* Processes that were traced and released in a call are woken afterwards. */
static void grabbed(void **state)
{
	char plain[4096], traced[4096];
	struct sleeper v[NWAITS];
	void *vm = (void *)"vm";

	(void)state;
	begin_all(v, 0);
	end_all(v, SLEEP_ON, plain, sizeof(plain));
	begin_all(v, 0);
	grab_all(api_open(&vm), v);
	end_all(v, SLEEP_ON, traced, sizeof(traced));
	assert_string_equal(plain, traced);
}

/* ----------------------------------------------------------------------- */

static const struct workload workloads[] = {
	{ "quiet", quiet, 1 }, { "interrupts", interrupts, ANY },
	{ "restarts", restarts, ANY }, { "ignored", ignored, ANY },
	{ "stops", stops, ANY },
	{ "floods", floods, 0 }, { "timers", timers, ANY },
	{ "descriptors", descriptors, 0 }, { "faults", faults, 4 },
	{ "jobs", jobs, ANY }, { "shell", shell, 0 },
	{ NULL, NULL, 0 },
};

int main(int argc, char **argv)
{
	static const struct CMUnitTest more[] = {
		cmocka_unit_test(grabbed),
	};

	return same_main(workloads, more, 1, argc, argv);
}
