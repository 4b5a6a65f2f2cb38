/* SPDX-License-Identifier: MIT */
/*
 * body.h - what the code of a function does that matters to probes: where it
 * returns, whether it jumps to its start or calls itself, whether it changes
 * stacks or reads its return address.
 */
#ifndef DT_BODY_H
#define DT_BODY_H

#include <stdbool.h>
#include <stdint.h>
#include "base/buf.h"
#include "rt/rt.h"

struct dt_bodyfile;

/* An instruction that returns from the function. */
struct dt_exit {
	uint64_t offset;		/* in the file */
	struct dt_leave leave;
};

struct dt_body {
	struct dt_buf exits;		/* struct dt_exit */
	struct dt_buf targets;		/* uint64_t, of jumps in the function:
					 * offsets in the file, sorted */
	bool is_whole;			/* all exits can have probes */
	bool moves_stack;		/* it may continue on another stack */
	bool has_table;			/* some targets are not known */
	bool calls_itself;
	bool reads_return;		/* its own return address */
	uint64_t behind_check;		/* of a Go function: the offset behind
					 * the check of the stack; or 0 */
};

/*
 * Prepare to read functions of the file at path, open as fd, which stays the
 * caller's.  NULL: out of memory.
 */
struct dt_bodyfile *dt_bodyfile_open(const char *path, int fd, bool is_go);
void dt_bodyfile_close(struct dt_bodyfile *f);

/*
 * Read the function at this offset; its buffers are reused.  0, or -errno: then
 * nothing is known about it.
 */
int dt_body_read(struct dt_bodyfile *f, uint64_t offset, uint64_t size,
    struct dt_body *b);
void dt_body_free(struct dt_body *b);
/* Does a jump in the function lead to this offset in the file? */
bool dt_body_is_target(const struct dt_body *b, uint64_t offset);

#endif /* DT_BODY_H */
