/* SPDX-License-Identifier: MIT */
/* spawn.c - vfork, posix_spawn, system and popen. */
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

__attribute__((noinline)) static int
run(int how)
{
	char *argv[] = { "true", NULL };
	pid_t pid;
	int status = -1;

	if (how == 0) {
		pid = vfork();
		if (pid == 0) {
			execv("/bin/true", argv);
			_exit(1);
		}
	} else
		posix_spawn(&pid, "/bin/true", NULL, NULL, argv, environ);
	waitpid(pid, &status, 0);
	return status;
}

int
main(void)
{
	int bad = 0, c, n = 0;
	FILE *f;

	for (int i = 0; i < 10; i++)
		bad += run(i % 2) != 0;
	bad += system("exit 3") != 3 << 8;
	f = popen("echo popen", "r");
	while (f != NULL && (c = getc(f)) != EOF)
		n++;
	printf("%d %d %d\n", bad, n, pclose(f));
	return 12;
}
