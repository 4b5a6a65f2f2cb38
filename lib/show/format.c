/* SPDX-License-Identifier: MIT */
/* format.c - one conversion of a printf-style format to text. */
#include <arpa/inet.h>
#include <ctype.h>
#include <inttypes.h>
#include <netdb.h>
#include <stdlib.h>
#include <string.h>
#include "base/act.h"
#include "rt/clause.h"
#include "show/escape.h"
#include "show/show.h"
#include "tbl/edt.h"

#define	SYMLEN		1024
#define	TIMELEN		64
#define	SPECLEN		64

struct conv {
	struct dt_sink *s;
	const struct dt_show *how;
	const struct dt_fmtseg *seg;
	const struct dt_fmtarg *arg;
	unsigned int flags;
	int width, prec;	/* -1: none */
};

/* Make a conversion for C's printf(): flags, width, precision, and the tail. */
static void
make_spec(const struct conv *c, int prec, const char *tail, char *spec)
{
	static const struct { unsigned int flag; char c; } rows[] = {
		{ DT_FMT_MINUS, '-' }, { DT_FMT_PLUS, '+' },
		{ DT_FMT_SPACE, ' ' }, { DT_FMT_ALT, '#' },
		{ DT_FMT_ZERO, '0' }, { DT_FMT_GROUP, '\'' },
	};
	size_t n = 0;

	spec[n++] = '%';
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if ((c->flags & rows[i].flag) != 0)
			spec[n++] = rows[i].c;
	if (c->width >= 0)
		n += (size_t)snprintf(spec + n, SPECLEN - n, "%d", c->width);
	if (prec >= 0)
		n += (size_t)snprintf(spec + n, SPECLEN - n, ".%d", prec);
	(void) snprintf(spec + n, SPECLEN - n, "%s", tail);
}

/* Print up to n bytes of text with %s, limited by the precision. */
static int
put_text(const struct conv *c, const char *p, size_t n)
{
	size_t len = strnlen(p, n);
	char spec[SPECLEN];

	if (c->prec >= 0 && (size_t)c->prec < len)
		len = (size_t)c->prec;
	make_spec(c, (int)len, "s", spec);
	dt_sink_printf(c->s, spec, p);
	return 0;
}

/* The integer to print: a datum, or the value of an aggregation.  0 or -err. */
static int
get_int(const struct conv *c, bool is_signed, int64_t *v)
{
	const struct dt_fmtarg *a = c->arg;
	size_t size = a->rec->dtrd_size;

	switch (a->rec->dtrd_action) {
	case DTRACEAGG_AVG:
		*v = dt_show_avg(a->p, a->normal);
		return 0;
	case DTRACEAGG_STDDEV:
		*v = dt_show_stddev(a->p, a->normal);
		return 0;
	}
	if (size != 1 && size != 2 && size != 4 && size != 8)
		return -EDT_BADCONV;
	*v = dt_show_load(a->p, size, is_signed);
	if (DTRACEACT_ISAGG(a->rec->dtrd_action))
		*v = dt_show_div(*v, a->normal);
	return 0;
}

/* An h prefix truncates the value, as in C. */
static int64_t
cut(const struct conv *c, int64_t v, bool is_signed)
{
	if (strncmp(c->seg->conv, "h", 1) != 0)
		return v;
	return is_signed ? (int64_t)(short)v : (int64_t)(unsigned short)v;
}

static int
put_int(const struct conv *c, char letter)
{
	bool decimal = letter == 'd' || letter == 'i';
	/* as in C, %i promotes shorter types to int, which keeps the value */
	bool by_type = letter == 'd' || c->arg->rec->dtrd_size < sizeof(int);
	bool is_signed = decimal &&
	    (c->arg->is_signed || c->seg->conv[1] != '\0' || !by_type);
	char tail[4] = "llx", spec[SPECLEN];
	int64_t v;
	int rv = get_int(c, is_signed, &v);

	if (rv != 0)
		return rv;
	tail[2] = letter == 'p' ? 'x' : decimal && !is_signed ? 'u' : letter;
	make_spec(c, c->prec, tail, spec);
	dt_sink_printf(c->s, spec, (long long)cut(c, v, is_signed));
	return 0;
}

static int
put_float(const struct conv *c, char letter)
{
	char tail[3] = { 'L', letter, '\0' }, spec[SPECLEN];
	long double v;

	if (!dt_show_loadfloat(c->arg->p, c->arg->rec->dtrd_size, &v))
		return -EDT_BADCONV;
	make_spec(c, c->prec, tail, spec);
	dt_sink_printf(c->s, spec, v);
	return 0;
}

/* A Unicode character as UTF-8; an invalid one as U+FFFD. */
static int
put_wide(const struct conv *c, uint32_t v)
{
	static const uint32_t ends[] = { 0x80, 0x800, 0x10000, 0x110000 };
	static const uint8_t marks[] = { 0, 0xc0, 0xe0, 0xf0 };
	char text[5] = "";
	size_t n = 0;

	if (v >= 0x110000 || (v >= 0xd800 && v < 0xe000))
		v = 0xfffd;
	while (v >= ends[n])
		n++;
	text[0] = (char)(marks[n] | v >> 6 * n);
	for (size_t i = 1; i <= n; i++)
		text[i] = (char)(0x80 | (v >> 6 * (n - i) & 0x3f));
	return put_text(c, text, sizeof(text));
}

static int
put_char(const struct conv *c, char letter)
{
	char spec[SPECLEN];
	int64_t v;
	int rv = get_int(c, false, &v);

	if (rv != 0)
		return rv;
	if (c->seg->conv[0] != letter)
		return put_wide(c, (uint32_t)v);
	make_spec(c, -1, "c", spec);
	dt_sink_printf(c->s, spec, (int)v);
	return 0;
}

static int
put_escaped(const struct conv *c, const char *p, size_t n)
{
	struct dt_buf b = { 0 };
	int rv;

	for (size_t i = 0; i < n; i++)
		dt_escape_byte(&b, (unsigned char)p[i]);
	rv = b.err != 0 ? b.err : put_text(c, n != 0 ? b.p : "", b.len);
	dt_buf_free(&b);
	return rv;
}

static int
put_escaped_char(const struct conv *c, char letter)
{
	int64_t v = 0;
	int rv = get_int(c, false, &v);
	char ch = (char)v;

	(void) letter;
	return rv != 0 ? rv : put_escaped(c, &ch, 1);
}

/* Is text safe without escapes?  A literal is: its author chose the bytes. */
static bool
is_safe(const struct conv *c, const char *p, size_t n)
{
	return !c->how->terminal || c->how->rawbytes ||
	    c->arg->rec->dtrd_arg == DT_PF_LITERAL || !dt_escape_needed(p, n);
}

static int
put_string(const struct conv *c, char letter)
{
	const char *p = c->arg->p;
	size_t n = strnlen(p, c->arg->rec->dtrd_size);
	struct dt_buf b = { 0 };
	int rv;

	if (letter == 'S')
		return put_escaped(c, p, n);
	if (is_safe(c, p, n))
		return put_text(c, p, n);
	dt_escape(&b, p, n);
	rv = b.err != 0 ? b.err : put_text(c, b.p, b.len);
	dt_buf_free(&b);
	return rv;
}

/* An integer is an address of the kernel for %a, of $target for %A. */
static int
put_addr(const struct conv *c, char letter)
{
	dtrace_actkind_t action = dt_show_action(c->arg->rec);
	struct dt_buf b = { 0 };
	const char *text;
	int64_t v;
	int rv;

	if (dt_act_issym(action)) {
		text = dt_show_symname(c->s, c->how, action, c->arg->p, &b);
	} else {
		rv = get_int(c, false, &v);
		if (rv != 0)
			return rv;
		text = dt_show_name(c->s, c->how, &(struct dt_addr){
		    .action = letter == 'A' ? DTRACEACT_UADDR :
		    DTRACEACT_STACK, .pc = (uint64_t)v }, &b);
	}
	rv = put_text(c, text, strlen(text));
	dt_buf_free(&b);
	return rv;
}

/* %-Nk indents each frame by N; each frame is shown like a %s. */
static int
put_stack(const struct conv *c, char letter)
{
	dtrace_actkind_t action = dt_show_action(c->arg->rec);
	struct dt_addrs frames = dt_show_addrs(action, c->arg->p,
	    c->arg->rec->dtrd_size);
	struct dt_buf b = { 0 };
	const char *text;
	int indent = (c->flags & DT_FMT_MINUS) != 0 && c->width > 0 ?
	    c->width : 0;

	(void) letter;
	if (!dt_act_isstack(action))
		return -EDT_BADCONV;
	dt_sink_write(c->s, "\n", 1);
	while (dt_show_nextaddr(&frames)) {
		text = dt_show_name(c->s, c->how, &frames.at, &b);
		dt_sink_fill(c->s, ' ', (size_t)indent);
		(void) put_text(c, text, strlen(text));
		dt_sink_write(c->s, "\n", 1);
	}
	dt_buf_free(&b);
	return 0;
}

static int
put_time(const struct conv *c, char letter)
{
	char text[TIMELEN];
	struct tm tm;
	time_t t;
	int64_t v;
	int rv = get_int(c, false, &v);

	if (rv != 0)
		return rv;
	t = (time_t)((uint64_t)v / NANOSEC);
	if (localtime_r(&t, &tm) == NULL)
		return -EDT_BADCONV;
	if (letter == 'Y')
		(void) strftime(text, sizeof(text), "%Y %b %e %T", &tm);
	else
		(void) strftime(text, sizeof(text), "%a, %d %b %G %T %Z", &tm);
	return put_text(c, text, sizeof(text));
}

/* Parse an IPv4 or IPv6 address; 0: it is neither. */
static socklen_t
parse_addr(const char *text, struct sockaddr_storage *to)
{
	struct sockaddr_in6 *six = (void *)to;
	struct sockaddr_in *four = (void *)to;

	memset(to, 0, sizeof(*to));
	if (inet_pton(AF_INET, text, &four->sin_addr) == 1) {
		four->sin_family = AF_INET;
		return sizeof(*four);
	}
	if (inet_pton(AF_INET6, text, &six->sin6_addr) == 1) {
		six->sin6_family = AF_INET6;
		return sizeof(*six);
	}
	return 0;
}

static int
put_host(const struct conv *c, char letter)
{
	const char *p = c->arg->p;
	size_t n = c->arg->rec->dtrd_size;
	char text[INET6_ADDRSTRLEN] = "", name[SYMLEN];
	struct sockaddr_storage addr;
	socklen_t len;

	(void) letter;
	if (strnlen(p, n) < sizeof(text))
		memcpy(text, p, strnlen(p, n));
	len = parse_addr(text, &addr);
	if (len != 0 && getnameinfo((const struct sockaddr *)&addr, len, name,
	    sizeof(name), NULL, 0, NI_NAMEREQD) == 0)
		return put_text(c, name, sizeof(name));
	return put_text(c, p, n);
}

static int
put_port(const struct conv *c, char letter)
{
	struct servent ent, *found = NULL;
	char buf[SYMLEN];
	int64_t v;
	int rv = get_int(c, false, &v);

	(void) letter;
	if (rv != 0)
		return rv;
	if (getservbyport_r(htons((uint16_t)v), NULL, &ent, buf, sizeof(buf),
	    &found) == 0 && found != NULL)
		return put_text(c, ent.s_name, sizeof(buf));
	(void) snprintf(buf, sizeof(buf), "%u", (uint16_t)v);
	return put_text(c, buf, sizeof(buf));
}

static const struct {
	const char *letters;
	int (*put)(const struct conv *c, char letter);
} convs[] = {
	{ "diouxXp", put_int }, { "eEfgG", put_float },
	{ "c", put_char }, { "C", put_escaped_char },
	{ "sS", put_string }, { "aA", put_addr }, { "k", put_stack },
	{ "YT", put_time }, { "I", put_host }, { "P", put_port },
};

static void
take_dynamic(struct conv *c)
{
	if ((c->flags & DT_FMT_DYNWIDTH) != 0) {
		c->width = abs(c->arg->width);
		if (c->arg->width < 0)
			c->flags |= DT_FMT_MINUS;
	}
	if ((c->flags & DT_FMT_DYNPREC) != 0)
		c->prec = c->arg->prec;
	if (c->prec == 0)		/* unlike C, precision 0 means none */
		c->prec = -1;
}

int
dt_show_conv(struct dt_sink *s, const struct dt_show *how,
    const struct dt_fmtseg *seg, const struct dt_fmtarg *arg)
{
	struct conv c = { s, how, seg, arg, seg->flags, seg->width,
	    seg->prec };
	char letter = seg->conv[strlen(seg->conv) - 1];

	take_dynamic(&c);
	if (dt_show_isquant(arg->rec->dtrd_action)) {
		dt_show_quant(s, how, &(struct dt_aggshow){
		    .action = arg->rec->dtrd_action, .w = arg->p,
		    .normal = arg->normal });
		return 0;
	}
	for (size_t i = 0; i < sizeof(convs) / sizeof(convs[0]); i++)
		if (strchr(convs[i].letters, letter) != NULL)
			return convs[i].put(&c, letter);
	return -EDT_BADCONV;
}
