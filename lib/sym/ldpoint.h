/* SPDX-License-Identifier: MIT */
/* ldpoint.h - where a dynamic loader has just mapped code of a process. */
#ifndef DT_LDPOINT_H
#define DT_LDPOINT_H

#include <limits.h>
#include <stdint.h>
#include <sys/types.h>

enum { DT_LDPOINT_START, DT_LDPOINT_LOADED, DT_NLDPOINTS };

struct dt_ldpoints {
	char path[PATH_MAX];		/* of the loader, valid here */
	dev_t dev;
	ino_t ino;
	/*
	 * Offsets in the file: its first instruction, where the program is
	 * mapped, and the function that it calls when it has mapped libraries,
	 * for debuggers.
	 */
	uint64_t offset[DT_NLDPOINTS];
};

/* Those of the loader of a process.  0, -ENOENT: it has none, or -errno. */
int dt_ldpoints_find(pid_t pid, struct dt_ldpoints *out);

#endif /* DT_LDPOINT_H */
