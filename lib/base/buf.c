/* SPDX-License-Identifier: MIT */
/* buf.c - a byte buffer that grows. */
#include "base/buf.h"

#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int
reserve(struct dt_buf *b, size_t n)
{
	size_t cap = b->cap != 0 ? b->cap : 64;
	char *p;

	if (b->err != 0)
		return b->err;
	if (n >= SIZE_MAX / 2 - b->len)
		return b->err = -ENOMEM;
	while (cap < b->len + n + 1)
		cap *= 2;
	if (cap == b->cap)
		return 0;
	p = realloc(b->p, cap);
	if (p == NULL)
		return b->err = -ENOMEM;
	b->p = p;
	b->cap = cap;
	return 0;
}

void *
dt_buf_grow(struct dt_buf *b, size_t n)
{
	char *at;

	if (reserve(b, n) != 0)
		return NULL;
	at = b->p + b->len;
	memset(at, 0, n + 1);
	b->len += n;
	return at;
}

void
dt_buf_add(struct dt_buf *b, const void *p, size_t n)
{
	void *at = dt_buf_grow(b, n);

	if (at != NULL && n != 0)
		memcpy(at, p, n);
}

void
dt_buf_str(struct dt_buf *b, const char *s)
{
	dt_buf_add(b, s, strlen(s));
}

void
dt_buf_printf(struct dt_buf *b, const char *fmt, ...)
{
	va_list ap, again;
	int n;

	va_start(ap, fmt);
	va_copy(again, ap);
	n = vsnprintf(NULL, 0, fmt, ap);
	if (n > 0 && reserve(b, (size_t)n) == 0) {
		(void) vsnprintf(b->p + b->len, (size_t)n + 1, fmt, again);
		b->len += (size_t)n;
	}
	va_end(again);
	va_end(ap);
}

void
dt_buf_file(struct dt_buf *b, FILE *fp)
{
	char chunk[4096];
	size_t n;

	errno = 0;
	while (b->err == 0 && (n = fread(chunk, 1, sizeof(chunk), fp)) > 0)
		dt_buf_add(b, chunk, n);
	if (b->err == 0 && ferror(fp))
		b->err = errno != 0 ? -errno : -EIO;
}

void
dt_buf_reset(struct dt_buf *b)
{
	b->len = 0;
	b->err = 0;
	if (b->p != NULL)
		b->p[0] = '\0';
}

void
dt_buf_free(struct dt_buf *b)
{
	free(b->p);
	*b = (struct dt_buf){ 0 };
}
