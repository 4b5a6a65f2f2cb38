/* SPDX-License-Identifier: MIT */
/*
 * frame.h - is an earlier call of the library still active?  A consumer's
 * callback may leave it for good: by an exception or the end of its thread,
 * which unwind the call, or by a long jump, which does not, so that the next
 * call has to look.
 */
#ifndef DT_FRAME_H
#define DT_FRAME_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct dt_frame;

/*
 * A zeroed local variable of the function that makes the call.  The call ends
 * with it, even if an exception or pthread_exit() unwinds the function: the
 * Makefile compiles these files with -fexceptions.
 */
#define	DT_WITNESS	__attribute__((cleanup(dt_frame_end)))
struct dt_witness {
	volatile uint64_t word;
	struct dt_frame *frame;
};

/* Stored where it outlives that function. */
struct dt_frame {
	const struct dt_witness *at;	/* NULL: no call */
	uint64_t word;			/* the witness's word during the call */
	uintptr_t ip;			/* in the function */
	pid_t tid;
};

/*
 * Called before the callbacks by the function with the witness, which must be
 * DT_FRAME_OWN and cannot check for an active call itself: a new call of it
 * looks like the old one.
 */
#define	DT_FRAME_OWN	__attribute__((noinline))
void dt_frame_begin(struct dt_frame *f, struct dt_witness *w);
void dt_frame_end(struct dt_witness *w);
/*
 * Called from a later call; false only if the function has certainly been left.
 */
bool dt_frame_alive(const struct dt_frame *f);

#endif /* DT_FRAME_H */
