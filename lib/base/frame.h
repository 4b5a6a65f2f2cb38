/* SPDX-License-Identifier: MIT */
/*
 * frame.h - is a call of ours still going on?  A callback of the consumer may
 * leave it for good: by an exception or the end of its thread, which unwind the
 * call, or by a long jump, which does not, so that the next call has to look.
 */
#ifndef DT_FRAME_H
#define DT_FRAME_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct dt_frame;

/*
 * A local variable, zeroed, of the function that makes the call.  The call ends
 * with it, also if an exception or pthread_exit() unwinds the function, as the
 * Makefile compiles these files with -fexceptions.
 */
#define	DT_WITNESS	__attribute__((cleanup(dt_frame_end)))
struct dt_witness {
	volatile uint64_t word;
	struct dt_frame *frame;
};

/* Kept where it outlives that function. */
struct dt_frame {
	const struct dt_witness *at;	/* NULL: there is no call */
	uint64_t word;			/* what is there while the call lasts */
	uintptr_t ip;			/* in the function */
	pid_t tid;
};

/*
 * Before the callbacks, by the function that has the witness.  That one is
 * DT_FRAME_OWN, and does not itself ask whether a call is alive: a new call of
 * it looks just like the old one.
 */
#define	DT_FRAME_OWN	__attribute__((noinline))
void dt_frame_begin(struct dt_frame *f, struct dt_witness *w);
void dt_frame_end(struct dt_witness *w);
/* From a later call: false only if the function has been left for certain. */
bool dt_frame_alive(const struct dt_frame *f);

#endif /* DT_FRAME_H */
