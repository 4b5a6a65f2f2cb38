/* SPDX-License-Identifier: MIT */
/* buf.h - a byte buffer that grows; failures stick until it is freed. */
#ifndef DT_BUF_H
#define DT_BUF_H

#include <stddef.h>
#include <stdio.h>

struct dt_buf {
	char *p;		/* a NUL follows len bytes; NULL if empty */
	size_t len, cap;
	int err;		/* 0 or -errno */
};

void dt_buf_add(struct dt_buf *b, const void *p, size_t n);
void dt_buf_str(struct dt_buf *b, const char *s);
void dt_buf_printf(struct dt_buf *b, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
/* Append the part of a file that has not been read. */
void dt_buf_file(struct dt_buf *b, FILE *fp);
/* Append n zero bytes and return them; NULL if memory is short. */
void *dt_buf_grow(struct dt_buf *b, size_t n);
void dt_buf_reset(struct dt_buf *b);		/* empty, memory kept */
void dt_buf_free(struct dt_buf *b);

/* The contents as a C string; "" if empty. */
static inline const char *
dt_buf_text(const struct dt_buf *b)
{
	return b->p != NULL ? b->p : "";
}

#endif
