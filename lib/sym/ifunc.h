/* SPDX-License-Identifier: MIT */
/*
 * ifunc.h - the functions that indirect ones stand for.  An indirect function
 * has a resolver, which chooses one of several functions when a program is
 * loaded; the loader stores its address in the places that calls read.
 */
#ifndef DT_IFUNC_H
#define DT_IFUNC_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include "base/buf.h"

/* Offsets in the file. */
struct dt_ifunc {
	uint64_t resolver, chosen;
};

/*
 * Append those of the file at path, which is valid here, in process pid.  If it
 * has not loaded the file, and may_run is set, the loader says what it will do:
 * see loader.h.  Functions that nothing calls are missing.  0 or -errno.
 */
int dt_ifuncs_read(pid_t pid, const char *path, bool may_run,
    struct dt_buf *out);

#endif /* DT_IFUNC_H */
