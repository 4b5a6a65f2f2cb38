/* SPDX-License-Identifier: MIT */
/* jsonprint.c - values of any type as JSON. */
#include "show/layout.h"

#include <string.h>

static void value(struct dt_json *j, const struct dt_show *how,
    const struct dt_layout *t, const struct dt_laymember *m, const char *p);

static void
number(struct dt_json *j, const struct dt_layout *t,
    const struct dt_laymember *m, const char *p)
{
	uint64_t v = dt_layout_number(t, m, p);
	const char *name;
	size_t len;

	name = t->letter != 'e' ? NULL :
	    dt_layout_enumerator(t, (int64_t)v, &len);
	if (name != NULL)
		dt_json_str(j, name, len);
	else if (t->letter == 'u' || t->letter == 'p')
		dt_json_uint(j, v);
	else
		dt_json_int(j, (int64_t)v);
}

static void
array(struct dt_json *j, const struct dt_show *how, const struct dt_layout *t,
    const char *p)
{
	uint32_t size;
	struct dt_layout of = dt_layout_head(dt_layout_element(t, &size));
	size_t len;

	if (dt_layout_istext(t, p, &len)) {
		dt_json_str(j, p, len);
		return;
	}
	dt_json_open(j, '[');
	for (uint32_t i = 0; i < t->n; i++)
		value(j, how, &of, NULL, p + (size_t)i * size);
	dt_json_close(j, ']');
}

/* The members of an unnamed struct become members of the outer one. */
static void
members(struct dt_json *j, const struct dt_show *how,
    const struct dt_layout *t, const char *p)
{
	const char *text = t->text;
	struct dt_laymember m;

	for (; dt_layout_member(&text, &m); text = dt_layout_skip(text)) {
		struct dt_layout of = dt_layout_head(text);

		if (m.len == 0 && of.letter == 'S') {
			members(j, how, &of, p + m.bit / 8);
		} else if (m.len != 0) {
			char name[256];

			snprintf(name, sizeof(name), "%.*s", (int)m.len,
			    m.name);
			dt_json_name(j, name);
			value(j, how, &of, &m, p + m.bit / 8);
		}
	}
}

/* Write a string: JSON has no numbers that are not finite. */
static void
floating(struct dt_json *j, uint32_t size, const char *p)
{
	struct dt_sink text = { .fp = NULL };

	dt_show_float(&text, size, p);
	dt_json_str(j, dt_sink_text(&text), text.buf.len);
	dt_sink_free(&text);
}

static void
value(struct dt_json *j, const struct dt_show *how, const struct dt_layout *t,
    const struct dt_laymember *m, const char *p)
{
	switch (t->letter) {
	case 'F':
		dt_json_addresses(j, how, DTRACEACT_SYM, p, 8);
		return;
	case 'f':
		floating(j, t->n, p);
		return;
	case 's':
		dt_json_str(j, p, strnlen(p, t->n));
		return;
	case 'a':
		array(j, how, t, p);
		return;
	case 'S':
		dt_json_open(j, '{');
		members(j, how, t, p);
		dt_json_close(j, '}');
		return;
	case '?':
		dt_json_str(j, "", 0);
		return;
	default:
		number(j, t, m, p);
	}
}

void
dt_json_print(struct dt_json *j, const struct dt_show *how, const char *text,
    const void *p)
{
	struct dt_layout t = dt_layout_head(text);

	dt_json_open(j, '{');
	dt_json_name(j, "print");
	value(j, how, &t, NULL, p);
	dt_json_name(j, "type");
	dt_json_str(j, t.name, t.len);
	dt_json_close(j, '}');
}
