/* SPDX-License-Identifier: MIT */
/*
 * files.c - opens files of many kinds, and reads from each.  It prints how
 * /proc names them: the last part of the name, and the name.
 */
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <unistd.h>

#define	DELETED	" (deleted)"
#define	LEVELS	140

/* A name longer than the string of a D program is not compared. */
static void
show(int fd)
{
	char link[64], name[4096], *end;
	ssize_t n;

	(void) snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	n = readlink(link, name, sizeof(name) - 1);
	if (n < 0)
		return;
	name[n] = '\0';
	end = strstr(name, DELETED);
	if (end != NULL)
		*end = '\0';
	end = strrchr(name, '/');
	(void) printf("%s %s\n", end != NULL && end[1] != '\0' ? end + 1 :
	    name, n < 256 ? name : "long");
	(void) fflush(stdout);
	(void) syscall(SYS_pread64, fd, NULL, 0, 0);
}

static void
show_events(void)
{
	sigset_t set;

	(void) sigemptyset(&set);
	show(memfd_create("some memory", 0));
	show(eventfd(0, 0));
	show(epoll_create1(0));
	show(timerfd_create(CLOCK_MONOTONIC, 0));
	show(signalfd(-1, &set, 0));
	show(inotify_init());
	show((int)syscall(SYS_pidfd_open, getpid(), 0));
	show(open("/proc/self/ns/net", O_RDONLY));
}

static void
show_ends(void)
{
	int ends[2];

	if (pipe(ends) == 0)
		show(ends[0]);
	if (socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) == 0)
		show(ends[0]);
}

static void
show_names(void)
{
	char name[256];
	int gone;

	(void) memset(name, 'n', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	show(open(name, O_CREAT | O_RDWR, 0600));
	show(open("two words", O_CREAT | O_RDWR, 0600));
	gone = open("gone", O_CREAT | O_RDWR, 0600);
	(void) unlink("gone");
	show(gone);
	show(open("/", O_RDONLY));
	show(open("/proc", O_RDONLY));
	show(open(".", O_RDONLY));
}

/* In the process's own mounts and below another root. */
static void
show_mounts(void)
{
	if (unshare(CLONE_NEWNS) != 0 ||
	    mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0)
		return;
	(void) mkdir("from", 0700);
	(void) mkdir("jail", 0700);
	(void) mkdir("jail/proc", 0700);
	if (mount("from", "jail", NULL, MS_BIND, NULL) == 0)
		show(open("jail", O_RDONLY));
	(void) umount("jail");
	if (mount("/proc", "jail/proc", NULL, MS_BIND, NULL) != 0 ||
	    chroot("jail") != 0 || chdir("/") != 0)
		return;
	show(open("/", O_RDONLY));
	show(open("inside", O_CREAT | O_RDWR, 0600));
}

static void
show_deep(void)
{
	int i;

	for (i = 0; i < LEVELS; i++)
		if (mkdir("d", 0700) != 0 || chdir("d") != 0)
			return;
	show(open("bottom", O_CREAT | O_RDWR, 0600));
}

int
main(void)
{
	show_events();
	show_ends();
	show_names();
	show_mounts();
	show_deep();
	return 0;
}
