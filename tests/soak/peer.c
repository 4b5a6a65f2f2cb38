/* SPDX-License-Identifier: MIT */
/*
 * bpftrace at the work of test_interval, for comparison: print and clear a
 * thousand times a second while all CPUs fire.
 */
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include "soak.h"

#define READY_MS 120000

static const struct {
	const char *what, *key;
} programs[] = {
	{ "bpftrace, no key", "" },
	{ "bpftrace, a key", "[args->offset]" },
};
#define NPROGRAMS (sizeof(programs) / sizeof(programs[0]))

struct peer {
	char out[64];
	pid_t pid;
};

static void start(struct peer *p, const char *key)
{
	char text[512];
	int fd;

	snprintf(text, sizeof(text), "BEGIN { printf(\"ready\\n\"); } "
		 "tracepoint:syscalls:sys_enter_lseek /pid == %d && "
		 "(int32)args->fd == -1/ { @%s = count(); } "
		 "interval:ms:1 { print(@); clear(@); }", getpid(), key);
	snprintf(p->out, sizeof(p->out), "dt_soak_XXXXXX");
	fd = mkstemp(p->out);
	soak_need(fd >= 0, p->out);
	p->pid = fork();
	if (p->pid == 0) {
		dup2(fd, 1);
		dup2(fd, 2);
		execlp("bpftrace", "bpftrace", "-e", text, NULL);
		_exit(127);
	}
	soak_need(p->pid > 0, "fork");
	close(fd);
}

/* The lines with this beginning; *sum: of the numbers after their colons. */
static long lines(const struct peer *p, const char *begin, int64_t *sum)
{
	FILE *fp = fopen(p->out, "r");
	char line[256], *colon;
	long n = 0;

	soak_need(fp != NULL, p->out);
	while (fgets(line, sizeof(line), fp)) {
		if (strncmp(line, begin, strlen(begin)) != 0)
			continue;
		n++;
		colon = strchr(line, ':');
		if (colon && sum)
			*sum += atoll(colon + 1);
	}
	fclose(fp);
	return n;
}

static void await_ready(const struct peer *p)
{
	int64_t end = soak_now() + READY_MS * SOAK_MS;

	while (lines(p, "ready", NULL) == 0 && soak_now() < end)
		usleep(100000);
	usleep(500000);
}

static void compare(const char *what, const char *key)
{
	struct soak_load load;
	struct peer p;
	int64_t end, calls, sum = 0;
	long prints;
	int cpus;

	start(&p, key);
	await_ready(&p);
	end = soak_end_of(NPROGRAMS);
	soak_start(&load);
	cpus = load.n;
	while (soak_now() < end)
		usleep(10000);
	calls = soak_finish(&load);
	usleep(500000);
	kill(p.pid, SIGINT);
	waitpid(p.pid, NULL, 0);
	prints = lines(&p, *key == '\0' ? "@:" : "@[0]:", NULL);
	lines(&p, "@", &sum);
	soak_tell(what, cpus, calls, prints, sum, 0);
	if (lines(&p, "Lost", NULL) != 0)
		printf("  and %ld messages of lost events\n",
		       lines(&p, "Lost", NULL));
	unlink(p.out);
}

int main(void)
{
	for (size_t i = 0; i < NPROGRAMS; i++)
		compare(programs[i].what, programs[i].key);
	return 0;
}
