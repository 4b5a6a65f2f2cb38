/* SPDX-License-Identifier: MIT */
/* sink.h - where text goes: to a stream, or into a buffer for a handler. */
#ifndef DT_SINK_H
#define DT_SINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include "base/buf.h"

/* Initialise with { .fp = fp }.  The first failure sticks. */
struct dt_sink {
	FILE *fp;		/* NULL: collect in buf */
	bool held;		/* fp is locked: see dt_sink_hold() */
	struct dt_buf buf;
	int err;		/* 0 or -errno */
};

/* Lock the stream: many small writes are faster under one lock. */
void dt_sink_hold(struct dt_sink *s);
void dt_sink_release(struct dt_sink *s);
void dt_sink_write(struct dt_sink *s, const char *p, size_t n);
void dt_sink_printf(struct dt_sink *s, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
/* Right-aligned in a column of width, at most 30. */
void dt_sink_int(struct dt_sink *s, int64_t v, size_t width);
/* The character c, n times. */
void dt_sink_fill(struct dt_sink *s, char c, size_t n);
/* The collected text, or "". */
const char *dt_sink_text(struct dt_sink *s);
/* Drop the collected text and any failure. */
void dt_sink_reset(struct dt_sink *s);
void dt_sink_free(struct dt_sink *s);

#endif
