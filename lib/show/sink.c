/* SPDX-License-Identifier: MIT */
/* sink.c - writes text to a stream, or collects it for a handler. */
#include "show/sink.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>

/* The stream has failed; errno was 0 before, and some streams set none. */
static void
failed(struct dt_sink *s)
{
	if (s->err == 0)
		s->err = errno != 0 ? -errno : -EIO;
}

static void
collected(struct dt_sink *s)
{
	if (s->err == 0)
		s->err = s->buf.err;
}

void
dt_sink_hold(struct dt_sink *s)
{
	s->held = s->fp != NULL;
	if (s->held)
		flockfile(s->fp);
}

void
dt_sink_release(struct dt_sink *s)
{
	if (s->held)
		funlockfile(s->fp);
	s->held = false;
}

void
dt_sink_write(struct dt_sink *s, const char *p, size_t n)
{
	size_t done;

	if (s->fp == NULL) {
		dt_buf_add(&s->buf, p, n);
		collected(s);
		return;
	}
	errno = 0;
	done = s->held ? fwrite_unlocked(p, 1, n, s->fp) :
	    fwrite(p, 1, n, s->fp);
	if (done != n)
		failed(s);
}

static void
collect(struct dt_sink *s, const char *fmt, va_list ap)
{
	va_list again;
	char *at;
	int n;

	va_copy(again, ap);
	n = vsnprintf(NULL, 0, fmt, again);
	va_end(again);
	if (n < 0) {
		failed(s);
		return;
	}
	at = dt_buf_grow(&s->buf, (size_t)n);
	if (at != NULL)
		(void) vsnprintf(at, (size_t)n + 1, fmt, ap);
	collected(s);
}

void
dt_sink_printf(struct dt_sink *s, const char *fmt, ...)
{
	va_list ap;

	errno = 0;
	va_start(ap, fmt);
	if (s->fp == NULL)
		collect(s, fmt, ap);
	else if (vfprintf(s->fp, fmt, ap) < 0)
		failed(s);
	va_end(ap);
}

/* The same as "%*d", but faster: most output is columns of numbers. */
void
dt_sink_int(struct dt_sink *s, int64_t v, size_t width)
{
	char text[32], *at = text + sizeof(text);
	uint64_t left = v < 0 ? -(uint64_t)v : (uint64_t)v;
	size_t n;

	do
		*--at = (char)('0' + left % 10);
	while ((left /= 10) != 0);
	if (v < 0)
		*--at = '-';
	n = (size_t)(text + sizeof(text) - at);
	for (; n < width && at > text; n++)
		*--at = ' ';
	dt_sink_write(s, at, n);
}

void
dt_sink_fill(struct dt_sink *s, char c, size_t n)
{
	char piece[64];

	memset(piece, c, sizeof(piece));
	for (; n > sizeof(piece); n -= sizeof(piece))
		dt_sink_write(s, piece, sizeof(piece));
	dt_sink_write(s, piece, n);
}

const char *
dt_sink_text(struct dt_sink *s)
{
	return dt_buf_text(&s->buf);
}

void
dt_sink_reset(struct dt_sink *s)
{
	dt_buf_reset(&s->buf);
	s->err = 0;
}

void
dt_sink_free(struct dt_sink *s)
{
	dt_buf_free(&s->buf);
}
