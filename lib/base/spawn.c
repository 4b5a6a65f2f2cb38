/* SPDX-License-Identifier: MIT */
/* spawn.c - runs a program to its end. */
#include <errno.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/spawn.h"

int
dt_spawn(char *const argv[], char *const env[], int in, int out, int *status)
{
	posix_spawn_file_actions_t io;
	int err = posix_spawn_file_actions_init(&io);
	pid_t pid;

	if (err != 0)
		return -err;
	if (in >= 0)
		err = posix_spawn_file_actions_adddup2(&io, in, STDIN_FILENO);
	if (err == 0)
		err = posix_spawn_file_actions_adddup2(&io, out,
		    STDOUT_FILENO);
	if (err == 0)
		err = posix_spawnp(&pid, argv[0], &io, NULL, argv, env);
	(void) posix_spawn_file_actions_destroy(&io);
	while (err == 0 && waitpid(pid, status, 0) < 0)
		if (errno != EINTR) {
			*status = -1;
			break;
		}
	return -err;
}
