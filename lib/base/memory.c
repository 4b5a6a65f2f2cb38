/* SPDX-License-Identifier: MIT */
/* memory.c - finds how much memory this process may use. */
#include "base/memory.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static FILE *
open_file(const char *root, const char *dir, const char *group,
    const char *name)
{
	char path[PATH_MAX];

	(void) snprintf(path, sizeof(path), "%s%s%s/%s", root, dir, group,
	    name);
	return fopen(path, "re");
}

static int64_t
least(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

static int64_t
machine_available(const char *root)
{
	FILE *fp = open_file(root, "/proc", "", "meminfo");
	int64_t bytes = INT64_MAX;
	long long kb;
	char line[128];

	if (fp == NULL)
		return bytes;
	while (fgets(line, sizeof(line), fp) != NULL)
		if (sscanf(line, "MemAvailable: %lld kB", &kb) == 1)
			bytes = kb * 1024;
	(void) fclose(fp);
	return bytes;
}

/* The number in a file of a cgroup; "max" or a missing file is no limit. */
static int64_t
group_limit(const char *root, const char *dir, const char *group,
    const char *name)
{
	FILE *fp = open_file(root, dir, group, name);
	long long limit;

	if (fp == NULL)
		return INT64_MAX;
	if (fscanf(fp, "%lld", &limit) != 1)
		limit = INT64_MAX;
	(void) fclose(fp);
	return limit;
}

/* The least limit of a cgroup and its ancestors; shortens group to "". */
static int64_t
hierarchy_limit(const char *root, const char *dir, char *group,
    const char *name)
{
	int64_t limit = INT64_MAX;
	char *slash;

	do {
		limit = least(limit, group_limit(root, dir, group, name));
		slash = strrchr(group, '/');
		if (slash != NULL)
			*slash = '\0';
	} while (slash != NULL);
	return limit;
}

/*
 * The lines of the file are "0::PATH" for version 2 and "N:CONTROLLERS:PATH"
 * for version 1.
 */
static int64_t
cgroup_limit(const char *root)
{
	FILE *fp = open_file(root, "/proc", "/self", "cgroup");
	int64_t limit = INT64_MAX;
	char line[PATH_MAX], *path;

	if (fp == NULL)
		return limit;
	while (fgets(line, sizeof(line), fp) != NULL) {
		line[strcspn(line, "\n")] = '\0';
		path = strchr(line, '/');
		if (path == NULL)
			continue;
		if (strncmp(line, "0::", 3) == 0)
			limit = least(limit, hierarchy_limit(root,
			    "/sys/fs/cgroup", path, "memory.max"));
		else if (strstr(line, ":memory:") != NULL)
			limit = least(limit, hierarchy_limit(root,
			    "/sys/fs/cgroup/memory", path,
			    "memory.limit_in_bytes"));
	}
	(void) fclose(fp);
	return limit;
}

int64_t
dt_memory_available(const char *root)
{
	return least(machine_available(root), cgroup_limit(root));
}
