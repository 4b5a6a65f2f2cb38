/* SPDX-License-Identifier: MIT */
/* escape.c - writes control characters as C escapes. */
#include "show/escape.h"

#include <ctype.h>
#include <string.h>
#include "base/utf8.h"

void
dt_escape_byte(struct dt_buf *b, unsigned char c)
{
	static const char from[] = "\a\b\f\n\r\t\v\\", to[] = "abfnrtv\\";
	const char *at = c != '\0' ? strchr(from, c) : NULL;

	if (at != NULL)
		dt_buf_printf(b, "\\%c", to[at - from]);
	else if (c == '\0')
		dt_buf_str(b, "\\0");
	else if (isprint(c))
		dt_buf_add(b, &c, 1);
	else
		dt_buf_printf(b, "\\%03o", c);
}

/* The length of the character at p if it needs no escape, else 0. */
static size_t
plain(const char *p, size_t n)
{
	size_t len = dt_utf8_len(p, n);

	/* U+0080 to U+009f are controls as well */
	return len == 2 && (unsigned char)p[0] == 0xc2 &&
	    (unsigned char)p[1] < 0xa0 ? 0 : len;
}

bool
dt_escape_needed(const char *p, size_t n)
{
	size_t i, len;

	for (i = 0; i < n; i += len) {
		len = plain(p + i, n - i);
		if (len == 0)
			return true;
	}
	return false;
}

void
dt_escape(struct dt_buf *b, const char *p, size_t n)
{
	size_t i = 0, len;

	while (i < n) {
		len = plain(p + i, n - i);
		if (len != 0)
			dt_buf_add(b, p + i, len);
		else
			dt_escape_byte(b, (unsigned char)p[i]);
		i += len != 0 ? len : 1;
	}
}
