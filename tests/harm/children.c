/* SPDX-License-Identifier: MIT */
/* children.c - vfork(), fork() and programs that children execute. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

__attribute__((noinline)) static int
status_of(pid_t pid)
{
	int status = -1;

	waitpid(pid, &status, 0);
	return status;
}

__attribute__((noinline)) static pid_t
spawn(const char *self, const char *arg)
{
	pid_t pid = vfork();

	if (pid == 0) {
		execl(self, self, arg, (char *)NULL);
		_exit(99);
	}
	return pid;
}

__attribute__((noinline)) static int
work(int n)
{
	return n < 2 ? n : work(n - 1) + work(n - 2);
}

__attribute__((noinline)) static pid_t
split(int n)
{
	pid_t pid = fork();

	if (pid == 0)
		exit(work(n) & 63);
	return pid;
}

int
main(int argc, char **argv)
{
	long sum = 0;

	if (argc > 1)
		return work(atoi(argv[1])) & 63;
	for (int n = 1; n <= 5; n++) {
		char arg[] = { (char)('0' + n), '\0' };

		sum = 3 * sum + status_of(spawn(argv[0], arg));
		sum = 3 * sum + status_of(split(n + 4));
	}
	printf("%ld\n", sum);
	return 5;
}
