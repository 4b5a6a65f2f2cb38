/* SPDX-License-Identifier: MIT */
/*
 * frame.h - tells whether an earlier call of the library is still active.  A
 * consumer's callback can leave the call for good.  An exception and the end of
 * the thread unwind the call; a long jump does not, so the next call has to
 * look.
 */
#ifndef DT_FRAME_H
#define DT_FRAME_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct dt_frame;

/*
 * A zeroed local variable of the function that makes the call.  When it goes
 * out of scope the call has ended, also by an exception or pthread_exit(): the
 * Makefile compiles these files with -fexceptions.
 */
#define	DT_WITNESS	__attribute__((cleanup(dt_frame_end)))
struct dt_witness {
	volatile uint64_t word;
	struct dt_frame *frame;
};

/* The record of the call, in memory that outlives the function. */
struct dt_frame {
	const struct dt_witness *at;	/* NULL: no call */
	uint64_t word;			/* the witness's word during the call */
	uintptr_t ip;			/* in the function */
	pid_t tid;
};

/*
 * Begin a call, in the function with the witness, before the callbacks.  That
 * function must be DT_FRAME_OWN, and not the one that calls dt_frame_alive():
 * its new frame looks like that of the earlier call.
 */
#define	DT_FRAME_OWN	__attribute__((noinline))
void dt_frame_begin(struct dt_frame *f, struct dt_witness *w);
void dt_frame_end(struct dt_witness *w);
/* Is the call still active?  False only if it has certainly ended. */
bool dt_frame_alive(const struct dt_frame *f);

#endif /* DT_FRAME_H */
