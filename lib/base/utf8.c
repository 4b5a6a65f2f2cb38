/* SPDX-License-Identifier: MIT */
/* utf8.c - finds UTF-8 characters in arbitrary bytes. */
#include "base/utf8.h"

/*
 * Sequences of several bytes by their first byte.  The range of the second one
 * excludes overlong sequences, surrogates and numbers above U+10FFFF.
 */
static const struct {
	unsigned char first, last;	/* first byte */
	unsigned char from, to;		/* second byte */
	unsigned char len;
} sequences[] = {
	{ 0xc2, 0xdf, 0x80, 0xbf, 2 },
	{ 0xe0, 0xe0, 0xa0, 0xbf, 3 }, { 0xe1, 0xec, 0x80, 0xbf, 3 },
	{ 0xed, 0xed, 0x80, 0x9f, 3 }, { 0xee, 0xef, 0x80, 0xbf, 3 },
	{ 0xf0, 0xf0, 0x90, 0xbf, 4 }, { 0xf1, 0xf3, 0x80, 0xbf, 4 },
	{ 0xf4, 0xf4, 0x80, 0x8f, 4 },
};

#define	NSEQUENCES	(sizeof(sequences) / sizeof(sequences[0]))

size_t
dt_utf8_len(const char *text, size_t n)
{
	const unsigned char *p = (const unsigned char *)text;
	size_t i = 0, len;

	if (p[0] >= 0x20 && p[0] <= 0x7e)
		return 1;
	while (i < NSEQUENCES &&
	    (p[0] < sequences[i].first || p[0] > sequences[i].last))
		i++;
	if (i == NSEQUENCES)
		return 0;
	len = sequences[i].len;
	if (len > n || p[1] < sequences[i].from || p[1] > sequences[i].to)
		return 0;
	for (i = 2; i < len; i++)
		if ((p[i] & 0xc0) != 0x80)
			return 0;
	return len;
}
