/* SPDX-License-Identifier: MIT */
/*
 * frame.h - is a call of ours still going on?  A callback of the consumer may
 * leave it for good: by a long jump, an exception, or the end of its thread.
 * None of these tells us, so the next call has to look.
 */
#ifndef DT_FRAME_H
#define DT_FRAME_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* A local variable of the function that makes the call. */
struct dt_witness {
	volatile uint64_t word;
};

/* Kept where it outlives that function. */
struct dt_frame {
	const struct dt_witness *at;	/* NULL: there is no call */
	uint64_t word;			/* what is there while the call lasts */
	uintptr_t ip;			/* in the function */
	pid_t tid;
};

/*
 * Around the callbacks, both by the function that has the witness.  That one is
 * DT_FRAME_OWN, and does not itself ask whether a call is alive: a new call of
 * it looks just like the old one.
 */
#define	DT_FRAME_OWN	__attribute__((noinline))
void dt_frame_begin(struct dt_frame *f, struct dt_witness *w);
void dt_frame_end(struct dt_frame *f, struct dt_witness *w);
/* From a later call: false only if the function has been left for certain. */
bool dt_frame_alive(const struct dt_frame *f);

#endif /* DT_FRAME_H */
