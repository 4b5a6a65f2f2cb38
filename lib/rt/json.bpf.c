/* SPDX-License-Identifier: MIT */
/*
 * json.bpf.c - finds the value at a path in JSON text, token by token.  The
 * text up to the value must be valid.  In objects and arrays that are skipped,
 * only strings, numbers, words and the balance of brackets are checked.
 */
#include "rt/text.h"

/* The kind of token that must follow. */
enum state {
	VALUE,			/* of a member, an element, or the whole text */
	KEY,			/* the name of a member */
	COLON,
	INSIDE,			/* anything in a skipped object or array */
	AFTER,			/* a comma or a closing bracket */
};

enum { FAILED = -1, GO_ON, DONE };

/* The end of the digits that begin at pos; -1 if there are none. */
DT_INLINE int
digits(struct dt_slot *s, uint32_t src, int pos)
{
	int end = dt_scan(s, src, pos, DT_SCAN_DIGITS);

	return end > pos ? end : -1;
}

/* The end of the number at pos, or -1. */
DT_INLINE int
number_end(struct dt_slot *s, uint32_t src, uint32_t pos)
{
	int end, c;

	if (byte_at(s, src, pos) == '-')
		pos++;
	end = digits(s, src, pos);
	if (end < 0 || (byte_at(s, src, pos) == '0' && end > (int)pos + 1))
		return -1;
	if (byte_at(s, src, end) == '.')
		end = digits(s, src, end + 1);
	if (end < 0 || (byte_at(s, src, end) | ('a' - 'A')) != 'e')
		return end;
	c = byte_at(s, src, end + 1);
	return digits(s, src, end + 1 + (c == '-' || c == '+'));
}

#define	WORD(a, b, c, d)	\
	((a) | (b) << 8 | (c) << 16 | (uint32_t)(d) << 24)

/* The end of true, false or null at pos, or -1. */
DT_INLINE int
word(struct dt_slot *s, uint32_t src, uint32_t pos)
{
	uint64_t o = src + 8ull + pos;
	uint32_t w;

	DT_PIN(o);
	if (o > DT_IMM(dt_imm_slot_size) - 8)
		return -1;
	w = *uword_at(s, o);
	if (w == WORD('t', 'r', 'u', 'e') || w == WORD('n', 'u', 'l', 'l'))
		return pos + 4;
	return w == WORD('f', 'a', 'l', 's') &&
	    byte_at(s, src, pos + 4) == 'e' ? (int)pos + 5 : -1;
}

/* The end of the token that begins with byte c, or -1. */
DT_INLINE int
token_end(struct dt_slot *s, uint32_t src, uint32_t pos, int c)
{
	int end;

	if (c < 0)
		return -1;
	if (c == '{' || c == '}' || c == '[' || c == ']' || c == ':' ||
	    c == ',')
		return pos + 1;
	if (c == '"') {
		end = dt_scan(s, src, pos + 1, DT_SCAN_STRING);
		return end < 0 ? -1 : end + 1;
	}
	return c == '-' || (c >= '0' && c <= '9') ?
	    number_end(s, src, pos) : word(s, src, pos);
}

/* Go to the next component of the path.  0: there is none. */
DT_INLINE int
next_component(struct dt_slot *s, struct dt_json *j, uint32_t path)
{
	int from = dt_scan(s, path, j->key + j->key_len, DT_SCAN_DOTS);
	int to = dt_scan(s, path, from, DT_SCAN_NAME);

	j->key = from;
	j->key_len = to - from;
	return to > from;
}

/* Handle a value on the path: the result, or an object or array to enter. */
DT_INLINE int
descend(struct dt_slot *s, struct dt_json *j, uint32_t path, int c)
{
	if (c == '{') {
		j->object = 1;
		j->state = KEY;
		return GO_ON;
	}
	if (c != '[' || dt_num_digit(s, path, j->key, 10) < 0)
		return FAILED;
	j->object = 0;
	j->index = dt_num_parse(s, path, j->key, 10);
	j->on_path = j->index == 0;
	return GO_ON;
}

DT_INLINE int
value(struct dt_slot *s, struct dt_json *j, uint32_t path, int c, int end)
{
	if (c == '}' || c == ']' || c == ':' || c == ',')
		return FAILED;
	if (j->on_path) {
		if (next_component(s, j, path))
			return descend(s, j, path, c);
		j->begin = j->pos;
		j->found = 1;
	}
	j->end = end;
	j->depth = c == '{' || c == '[';
	j->state = j->depth != 0 ? INSIDE : AFTER;
	return GO_ON;
}

DT_INLINE int
inside(struct dt_json *j, int c, int end)
{
	j->depth += (c == '{' || c == '[') - (c == '}' || c == ']');
	if (j->depth == 0) {
		j->end = end;
		j->state = AFTER;
	}
	return GO_ON;
}

/* Handle the token after a value: a bracket can only end the result. */
DT_INLINE int
after(struct dt_json *j, int c)
{
	if (j->found)
		return c == ',' || c == '}' || c == ']' ? DONE : FAILED;
	if (c != ',')
		return FAILED;
	j->state = j->object ? KEY : VALUE;
	if (!j->object)
		j->on_path = --j->index == 0;
	return GO_ON;
}

DT_INLINE int
key(struct dt_slot *s, struct dt_json *j, uint32_t src, uint32_t path, int c,
    int end)
{
	if (c != '"')
		return FAILED;
	j->on_path = (uint32_t)end - j->pos == j->key_len + 2 &&
	    dt_str_equal(s, src + 8 + j->pos + 1, path + 8 + j->key,
	    j->key_len);
	j->state = COLON;
	return GO_ON;
}

int
dt_json_token(struct dt_slot *s, struct dt_json *j, uint32_t src, uint32_t path)
{
	int c, end, rc;

	if (s == NULL || j == NULL)
		return FAILED;
	if (j->rc != GO_ON)
		return j->rc;
	j->rc = FAILED;
	j->pos = dt_scan(s, src, j->pos, DT_SCAN_SPACE);
	c = byte_at(s, src, j->pos);
	end = token_end(s, src, j->pos, c);
	if (end < 0)
		return FAILED;
	switch (j->state) {
	case VALUE:
		rc = value(s, j, path, c, end);
		break;
	case KEY:
		rc = key(s, j, src, path, c, end);
		break;
	case COLON:
		j->state = VALUE;
		rc = c == ':' ? GO_ON : FAILED;
		break;
	case INSIDE:
		rc = inside(j, c, end);
		break;
	default:
		rc = after(j, c);
	}
	j->pos = end;
	j->rc = rc;
	return rc;
}

/*
 * Eight tokens; one after the last does nothing.  This is inline because calls
 * may not be deeper than eight.
 */
DT_INLINE int
tokens(struct dt_slot *s, struct dt_json *j, uint32_t src, uint32_t path)
{
	uint32_t i;

	DT_UNROLL
	for (i = 1; i < 8; i++)
		(void) dt_json_token(s, j, src, path);
	return dt_json_token(s, j, src, path);
}

int
dt_str_json(struct dt_slot *s, uint32_t dst, uint32_t src, uint32_t path)
{
	uint64_t max = DT_IMM(dt_imm_strsize);
	struct dt_json j = { .on_path = 1 };
	int rc = GO_ON;

	if (s == NULL)
		return -1;
	DT_STEPS(DT_MAXBYTES / 8, max, rc = tokens(s, &j, src, path),
	    rc != GO_ON);
	if (rc != DONE)
		return dt_str_part(s, dst, src, 0, 0);
	if (byte_at(s, src, j.begin) == '"')
		return dt_str_part(s, dst, src, j.begin + 1,
		    j.end - j.begin - 2);
	return dt_str_part(s, dst, src, j.begin, j.end - j.begin);
}
