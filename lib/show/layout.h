/* SPDX-License-Identifier: MIT */
/*
 * layout.h - a type as text, and its values as print() shows them.  The text
 * is a letter, a number, a blank, the type as C writes it and a semicolon; then
 * what the letter requires:
 *
 *	i u c	signed or unsigned integer, character; the number is its size
 *	f	floating number of that size
 *	p F	pointer, pointer to a function
 *	s	string of that size
 *	e	enum: "VALUE NAME;" for each enumerator, and a dot
 *	a	array of that many elements: "SIZE " and the type of an element
 *	S	struct or union of that size: for each member "BIT:WIDTH NAME;"
 *		and its type, and a dot.  WIDTH is 0 unless it is a bit-field.
 *	?	a type that has no values
 */
#ifndef DT_LAYOUT_H
#define DT_LAYOUT_H

#include "show/json.h"

/*
 * Can the functions below show size bytes by this text?  The text of a loaded
 * file may be invalid.
 */
bool dt_layout_valid(const char *text, size_t size);
/* The value with its type, and a newline. */
void dt_show_print(struct dt_sink *s, const struct dt_show *how,
    const char *text, const void *p);
/* An object with the members "print", the value, and "type". */
void dt_json_print(struct dt_json *j, const struct dt_show *how,
    const char *text, const void *p);
void dt_show_float(struct dt_sink *s, uint32_t size, const char *p);

/* layout.c: shared by the printers */

/* A type; text is the part after its semicolon. */
struct dt_layout {
	char letter;
	uint32_t n;
	const char *name;
	size_t len;
	const char *text;
};

struct dt_laymember {
	uint64_t bit;
	uint32_t bits;
	const char *name;
	size_t len;
};

struct dt_layout dt_layout_head(const char *text);
/* The text after the type at text. */
const char *dt_layout_skip(const char *text);
/* Read a member, or false for the dot; *text moves behind it. */
bool dt_layout_member(const char **text, struct dt_laymember *m);
/* The type of an element, and the bytes from one to the next. */
const char *dt_layout_element(const struct dt_layout *array, uint32_t *size);
/* The enumerator of a value, or NULL; *len: its length. */
const char *dt_layout_enumerator(const struct dt_layout *e, int64_t value,
    size_t *len);
/* Does an array of characters hold a string?  *len: its length. */
bool dt_layout_istext(const struct dt_layout *array, const char *p,
    size_t *len);
/* An integer, enum or pointer, or a bit-field of one. */
uint64_t dt_layout_number(const struct dt_layout *t,
    const struct dt_laymember *m, const char *p);

#endif
