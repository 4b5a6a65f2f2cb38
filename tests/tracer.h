/* SPDX-License-Identifier: MIT */
/*
 * tracer.h - for tests that are traced, or start processes that are.
 */
#ifndef TEST_TRACER_H
#define TEST_TRACER_H

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The process that traces this one, or 0. */
static inline pid_t tracer_of(pid_t pid)
{
	static const char key[] = "TracerPid:";
	char path[64], line[256];
	int tracer = 0;
	FILE *fp;

	snprintf(path, sizeof(path), "/proc/%d/status", (int)pid);
	fp = fopen(path, "r");
	while (fp && fgets(line, sizeof(line), fp))
		if (strncmp(line, key, sizeof(key) - 1) == 0)
			sscanf(line + sizeof(key) - 1, "%d", &tracer);
	if (fp)
		fclose(fp);
	return tracer;
}

/* The only child of this thread, or 0; a tracer does not count. */
static inline pid_t only_child(void)
{
	int pid = 0, n = 0;
	char path[64];
	FILE *fp;

	snprintf(path, sizeof(path), "/proc/self/task/%d/children",
		 (int)getpid());
	fp = fopen(path, "r");
	while (fp && fscanf(fp, "%d", &pid) == 1)
		n++;
	if (fp)
		fclose(fp);
	return n == 1 ? pid : 0;
}

/* The sanitizer's check for leaks would trace what is traced already. */
#ifdef __SANITIZE_ADDRESS__
const char *__asan_default_options(void);

const char *
__asan_default_options(void)
{
	return "detect_leaks=0";
}
#endif

#endif /* TEST_TRACER_H */
