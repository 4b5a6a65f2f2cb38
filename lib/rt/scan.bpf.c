/* SPDX-License-Identifier: MIT */
/* scan.bpf.c - skips bytes of one kind, and parses numbers. */
#include "rt/text.h"

/* The value of the digit at a position; -1: no digit to this base. */
DT_INLINE int
digit(const struct dt_slot *s, uint32_t str, uint32_t pos, int64_t base)
{
	int c = byte_at(s, str, pos), d = c - '0';

	if (d < 0 || d > 9) {
		d = (c | ('a' - 'A')) - 'a' + 10;
		if (d < 10)
			return -1;
	}
	return d < base ? d : -1;
}

int
dt_num_digit(struct dt_slot *s, uint32_t str, uint32_t pos, int64_t base)
{
	return s == NULL ? -1 : digit(s, str, pos, base);
}

/* The number at a position; 0 if there is no digit.  On overflow it wraps. */
uint64_t
dt_num_parse(struct dt_slot *s, uint32_t str, uint32_t pos, int64_t base)
{
	uint64_t max = DT_IMM(dt_imm_strsize), v = 0;
	uint32_t i;
	int d;

	if (s == NULL)
		return 0;
	DT_LOOP
	for (i = 0; i < DT_MAXDIGITS; i++) {
		if (i >= max)
			break;
		d = dt_num_digit(s, str, pos + i, base);
		if (d < 0)
			break;
		v = v * base + d;
	}
	return v;
}

/* strtoll() */
int64_t
dt_str_toll(struct dt_slot *s, uint32_t str, int64_t base)
{
	uint64_t v;
	int pos, c;

	if (s == NULL)
		return 0;
	pos = dt_scan(s, str, 0, DT_SCAN_SPACE);
	c = byte_at(s, str, pos);
	if (c == '-' || c == '+')
		pos++;
	if (base == 16 && byte_at(s, str, pos) == '0' &&
	    (byte_at(s, str, pos + 1) | ('a' - 'A')) == 'x' &&
	    dt_num_digit(s, str, pos + 2, base) >= 0)
		pos += 2;
	v = dt_num_parse(s, str, pos, base);
	return c == '-' ? -v : v;
}

/* Length of the JSON escape that begins here; 0 if it is invalid. */
DT_INLINE int
escape(struct dt_slot *s, uint32_t str, uint32_t pos)
{
	uint32_t i;

	switch (byte_at(s, str, pos + 1)) {
	case '"': case '\\': case '/': case 'b': case 'f': case 'n':
	case 'r': case 't':
		return 2;
	case 'u':
		break;
	default:
		return 0;
	}
	DT_LOOP
	for (i = 2; i < 6; i++)
		if (digit(s, str, pos + i, 16) < 0)
			return 0;
	return 6;
}

/* The next position; the same one if the run ends here; -1 if invalid. */
int
dt_scan_step(struct dt_slot *s, uint32_t str, uint32_t pos, uint32_t kind)
{
	int c, n = 0;

	if (s == NULL)
		return -1;
	c = byte_at(s, str, pos);
	if (c < 0)
		return kind == DT_SCAN_STRING ? -1 : (int)pos;
	if (kind == DT_SCAN_SPACE) {
		n = c == ' ' || c == '\t' || c == '\n' || c == '\r';
	} else if (kind == DT_SCAN_DIGITS) {
		n = c >= '0' && c <= '9';
	} else if (kind == DT_SCAN_STRING) {
		if (c == '"')
			return pos;
		n = c == '\\' ? escape(s, str, pos) : 1;
		if (n == 0)
			return -1;
	} else {
		n = (c == '.' || c == '[' || c == ']') ==
		    (kind == DT_SCAN_DOTS);
	}
	return pos + n;
}

int
dt_scan_steps(struct dt_slot *s, uint32_t str, uint32_t pos, uint32_t kind)
{
	int p = pos, next = pos;

	if (s == NULL)
		return -1;
	DT_STEPS(DT_INNER, DT_INNER, p = next;
	    next = dt_scan_step(s, str, p, kind), next <= p);
	return next;
}

int
dt_scan(struct dt_slot *s, uint32_t str, uint32_t pos, uint32_t kind)
{
	uint64_t max = DT_IMM(dt_imm_strsize);
	int p = pos, next = pos;

	if (s == NULL)
		return -1;
	DT_STEPS(DT_OUTER, max, p = next;
	    next = dt_scan_steps(s, str, p, kind), next <= p);
	return next;
}
