/* SPDX-License-Identifier: MIT */
/* suid.c - whether a process has the privileges of its file. */
#include "victim/suid.h"

#include <stdint.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/xattr.h>
#include "base/procfs.h"

static uint32_t
effective(const char *status, const char *key)
{
	uint32_t real, id = 0;

	dt_procfs_ids(status, key, &real, &id);
	return id;
}

bool
dt_suid_lost(pid_t pid)
{
	char path[64], status[4096], caps[64];
	struct statvfs fs;
	struct stat st;

	(void) snprintf(path, sizeof(path), "/proc/%d/exe", (int)pid);
	if (stat(path, &st) != 0)
		return false;
	if ((st.st_mode & (S_ISUID | S_ISGID)) == 0 &&
	    getxattr(path, "security.capability", caps, sizeof(caps)) <= 0)
		return false;
	/* The tracer may have set this flag in the process, but not here. */
	if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1 ||
	    statvfs(path, &fs) != 0 || (fs.f_flag & ST_NOSUID) != 0 ||
	    dt_procfs_read(pid, "status", status, sizeof(status)) <= 0)
		return false;
	if ((st.st_mode & S_ISUID) != 0)
		return effective(status, "\nUid:\t") != st.st_uid;
	if ((st.st_mode & S_ISGID) != 0)
		return (st.st_mode & S_IXGRP) != 0 &&
		    effective(status, "\nGid:\t") != st.st_gid;
	return dt_procfs_set(status, "\nCapEff:\t") == 0;
}
