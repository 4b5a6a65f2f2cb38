/* SPDX-License-Identifier: MIT */
/* sandbox.c - strict seccomp: a system call that a probe made would end it. */
#include <linux/seccomp.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

__attribute__((noinline)) static int
work(int n)
{
	return n < 2 ? n : work(n - 1) + work(n - 2);
}

int
main(void)
{
	int status;
	pid_t pid = fork();

	if (pid == 0) {
		prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT);
		syscall(SYS_exit, work(10));
	}
	waitpid(pid, &status, 0);
	printf("%d %d\n", WIFEXITED(status), WEXITSTATUS(status));
	fflush(stdout);
	prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT);
	syscall(SYS_exit, work(7));
}
