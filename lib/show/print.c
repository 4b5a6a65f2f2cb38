/* SPDX-License-Identifier: MIT */
/* print.c - values with their types, as print() shows them. */
#include "show/layout.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

enum { INDENT = 4 };

struct print {
	struct dt_sink *s;
	const struct dt_show *how;
};

static void value(const struct print *pr, const struct dt_layout *t,
    const struct dt_laymember *m, const char *p, int level);

static void
number(const struct print *pr, const struct dt_layout *t,
    const struct dt_laymember *m, const char *p)
{
	uint64_t v = dt_layout_number(t, m, p);
	unsigned int bits = m != NULL && m->bits != 0 ? m->bits : 8 * t->n;

	if (bits < 64)
		v &= ((uint64_t)1 << bits) - 1;
	dt_sink_printf(pr->s, "%#" PRIx64, v);
}

static void
character(const struct print *pr, char c)
{
	if (isprint((unsigned char)c))
		dt_sink_printf(pr->s, "'%c'", c);
	else if (c == '\0')
		dt_sink_printf(pr->s, "'\\0'");
	else
		dt_sink_printf(pr->s, "'\\%03o'", (unsigned char)c);
}

static void
enumerator(const struct print *pr, const struct dt_layout *t,
    const struct dt_laymember *m, const char *p)
{
	int64_t v = (int64_t)dt_layout_number(t, m, p);
	size_t len;
	const char *name = dt_layout_enumerator(t, v, &len);

	if (name != NULL)
		dt_sink_write(pr->s, name, len);
	else
		dt_sink_printf(pr->s, "%" PRId64, v);
}

static void
function(const struct print *pr, const char *p)
{
	uint64_t pc = (uint64_t)dt_show_load(p, 8, false);
	const char *text = "0";
	struct dt_buf b = { 0 };

	if (pc != 0)
		text = dt_show_name(pr->s, pr->how, &(struct dt_addr){
		    .action = DTRACEACT_SYM, .pc = pc }, &b);
	dt_sink_write(pr->s, text, strlen(text));
	dt_buf_free(&b);
}

void
dt_show_float(struct dt_sink *s, uint32_t size, const char *p)
{
	long double v;

	if (dt_show_loadfloat(p, size, &v))
		dt_sink_printf(s, size == sizeof(v) ? "%+.16LE" : "%+.7Le", v);
}

/* A string that is a member has brackets around it. */
static void
string(const struct print *pr, const char *p, size_t len, int level)
{
	dt_sink_printf(pr->s, level == 0 ? "\"" : "[ \"");
	dt_sink_write(pr->s, p, len);
	dt_sink_printf(pr->s, level == 0 ? "\"" : "\" ]");
}

static void
indent(const struct print *pr, int level)
{
	dt_sink_fill(pr->s, ' ', (size_t)(INDENT * level));
}

static void
type(const struct print *pr, const struct dt_layout *t)
{
	dt_sink_write(pr->s, t->name, t->len);
}

static void
elements(const struct print *pr, const struct dt_layout *t, const char *p,
    int level)
{
	uint32_t size;
	struct dt_layout of = dt_layout_head(dt_layout_element(t, &size));
	bool lines = of.letter == 'S';

	dt_sink_printf(pr->s, lines ? "[ \n" : "[ ");
	for (uint32_t i = 0; i < t->n; i++) {
		if (lines) {
			indent(pr, level + 1);
			type(pr, &of);
			dt_sink_write(pr->s, " ", 1);
		}
		value(pr, &of, NULL, p + (size_t)i * size, level + 1);
		if (i + 1 < t->n)
			dt_sink_printf(pr->s, lines ? ", \n" : ", ");
	}
	if (lines) {
		dt_sink_write(pr->s, "\n", 1);
		indent(pr, level);
		dt_sink_write(pr->s, "]", 1);
	} else {
		dt_sink_printf(pr->s, t->n != 0 ? " ]" : "]");
	}
}

static void
array(const struct print *pr, const struct dt_layout *t, const char *p,
    int level)
{
	size_t len;

	if (dt_layout_istext(t, p, &len))
		string(pr, p, len, level);
	else
		elements(pr, t, p, level);
}

/* "TYPE NAME = ", without a blank after a star; "TYPE " if it has no name. */
static void
label(const struct print *pr, const struct dt_layout *t,
    const struct dt_laymember *m)
{
	char last = t->len != 0 ? t->name[t->len - 1] : ' ';

	type(pr, t);
	if (m->len == 0 || (last != '*' && last != ' '))
		dt_sink_write(pr->s, " ", 1);
	dt_sink_write(pr->s, m->name, m->len);
	if (m->bits != 0)
		dt_sink_printf(pr->s, " :%u", m->bits);
	if (m->len != 0)
		dt_sink_write(pr->s, " = ", 3);
}

static void
members(const struct print *pr, const struct dt_layout *t, const char *p,
    int level)
{
	const char *text = t->text;
	struct dt_laymember m;

	dt_sink_write(pr->s, "{\n", 2);
	for (; dt_layout_member(&text, &m); text = dt_layout_skip(text)) {
		struct dt_layout of = dt_layout_head(text);

		indent(pr, level + 1);
		label(pr, &of, &m);
		value(pr, &of, &m, p + m.bit / 8, level + 1);
		dt_sink_write(pr->s, "\n", 1);
	}
	indent(pr, level);
	dt_sink_write(pr->s, "}", 1);
}

static void
value(const struct print *pr, const struct dt_layout *t,
    const struct dt_laymember *m, const char *p, int level)
{
	switch (t->letter) {
	case 'c':
		if (m == NULL || m->bits == 0) {
			character(pr, *p);
			return;
		}
		/* FALLTHROUGH */
	case 'i':
	case 'u':
	case 'p':
		number(pr, t, m, p);
		return;
	case 'e':
		enumerator(pr, t, m, p);
		return;
	case 'F':
		function(pr, p);
		return;
	case 'f':
		dt_show_float(pr->s, t->n, p);
		return;
	case 's':
		string(pr, p, strnlen(p, t->n), level);
		return;
	case 'a':
		array(pr, t, p, level);
		return;
	case 'S':
		members(pr, t, p, level);
		return;
	default:
		dt_sink_printf(pr->s, "<forward decl>");
	}
}

void
dt_show_print(struct dt_sink *s, const struct dt_show *how, const char *text,
    const void *p)
{
	const struct print pr = { s, how };
	struct dt_layout t = dt_layout_head(text);

	type(&pr, &t);
	dt_sink_write(s, " ", 1);
	value(&pr, &t, NULL, p, 0);
	dt_sink_write(s, "\n", 1);
}
