/* SPDX-License-Identifier: MIT */
/* optval.c - finds options by name and parses their values. */
#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "base/optval.h"

static const struct dt_opt rows[] = {
#define	DT_COPT(name, id, kind, detail, where) \
	{ name, DT_OPTCLASS_COMPILE, DT_OPTKIND_##kind, DT_OPTWHERE_##where, \
	  DT_COPT_##id, DETAIL_##kind(detail), 0 },
#define	DT_SOPT(name, index, kind, detail, dflt) \
	{ name, DT_OPTCLASS_STATIC, DT_OPTKIND_##kind, 0, index, \
	  DETAIL_##kind(detail), dflt },
#define	DT_DOPT(name, index, kind, detail, dflt) \
	{ name, DT_OPTCLASS_DYN, DT_OPTKIND_##kind, 0, index, \
	  DETAIL_##kind(detail), dflt },
#define	DETAIL_FLAG(x)	x
#define	DETAIL_INT(x)	x
#define	DETAIL_COUNT(x)	x
#define	DETAIL_SIZE(x)	x
#define	DETAIL_RATE(x)	x
#define	DETAIL_WORD(x)	DT_OPTSET_##x
#define	DETAIL_WORDS(x)	DT_OPTSET_##x
#define	DETAIL_SWITCH(x) x
#define	DETAIL_CFLAG(x)	x
#define	DETAIL_CUNFLAG(x) x
#define	DETAIL_TEXT(x)	x
#define	DETAIL_LIST(x)	x
#define	DETAIL_ATTR(x)	x
#define	DETAIL_VERSION(x) x
#include "tbl/opts.h"
};

static const struct {
	enum dt_optset set;
	const char *word;
	int64_t value;
} words[] = {
#define	DT_OPTWORD(set, word, value) { DT_OPTSET_##set, word, value },
#include "tbl/opts.h"
};

static const struct {
	const char *name, *value, *why;
} refused[] = {
#define	DT_NOOPT(name, value, why) { name, value, why },
#include "tbl/opts.h"
};

static const struct {
	const char *name, *why;
} idle[] = {
#define	DT_IDLEOPT(name, why) { name, why },
#include "tbl/opts.h"
};

/* The time of one unit of a rate's suffix; 0 for a frequency. */
static const struct {
	const char *suffix;
	int64_t ns;
} units[] = {
	{ "", 0 }, { "hz", 0 },
#define DT_UNIT(suffix, ns) { suffix, ns },
#include "tbl/units.h"
#undef DT_UNIT
};

static const struct {
	const char *word;
	int64_t value;
} switches[] = {
	{ "yes", 1 }, { "enable", 1 }, { "enabled", 1 }, { "true", 1 },
	{ "on", 1 }, { "set", 1 },
	{ "no", DTRACEOPT_UNSET }, { "disable", DTRACEOPT_UNSET },
	{ "disabled", DTRACEOPT_UNSET }, { "false", DTRACEOPT_UNSET },
	{ "off", DTRACEOPT_UNSET }, { "unset", DTRACEOPT_UNSET },
};

static const struct {
	unsigned int number;
	const char *word;
} stabilities[] = {
#define	DT_STABILITY(number, word) { DTRACE_STABILITY_##number, word },
#include "tbl/attrs.h"
}, classes[] = {
#define	DT_CLASS(number, word) { DTRACE_CLASS_##number, word },
#include "tbl/attrs.h"
};

#define	COUNT(array) (sizeof(array) / sizeof((array)[0]))

const struct dt_opt *
dt_opt_row(size_t i)
{
	return i < COUNT(rows) ? &rows[i] : NULL;
}

const struct dt_opt *
dt_opt_find(const char *name)
{
	for (size_t i = 0; i < COUNT(rows); i++)
		if (strcmp(rows[i].name, name) == 0)
			return &rows[i];
	return NULL;
}

const char *
dt_opt_idle(size_t i, const char **why)
{
	if (i >= COUNT(idle))
		return NULL;
	*why = idle[i].why;
	return idle[i].name;
}

/* Parse an unsigned number, as in C; *end is the text after it. */
static int
number(const char *text, int64_t *value, const char **end)
{
	unsigned long long n;
	char *rest;

	if (!isdigit((unsigned char)*text))
		return -EINVAL;
	errno = 0;
	n = strtoull(text, &rest, 0);
	if (errno == ERANGE || n > INT64_MAX)
		return -EINVAL;
	*value = (int64_t)n;
	*end = rest;
	return 0;
}

static int
to_int(const char *text, int64_t *value)
{
	const char *end;
	int64_t n;

	if (!text || number(text, &n, &end) || *end)
		return -EINVAL;
	*value = n;
	return 0;
}

static int
to_flag(const char *text, int64_t *value)
{
	if (!text) {
		*value = 0;
		return 0;
	}
	if (!*text) {
		*value = DTRACEOPT_UNSET;
		return 0;
	}
	for (size_t i = 0; i < COUNT(switches); i++) {
		if (strcasecmp(switches[i].word, text) == 0) {
			*value = switches[i].value;
			return 0;
		}
	}
	return to_int(text, value);
}

/* A missing value, or the word "on", means dflt if the option has one. */
static int
to_flag_or(int64_t dflt, const char *text, int64_t *value)
{
	int err = to_flag(text, value);

	if (err == 0 && dflt == DTRACEOPT_UNSET) {
		if (text && *value == 0)
			*value = DTRACEOPT_UNSET;
		return 0;
	}
	if (err == 0 && dflt != 0 && *value != DTRACEOPT_UNSET &&
	    (!text || !isdigit((unsigned char)*text)))
		*value = dflt;
	return err;
}

/* Parse a number from 1, or a word for off. */
static int
to_count(const char *text, int64_t *value)
{
	int64_t n;

	if (!text)
		return -EINVAL;
	if (to_flag(text, &n) == 0 && n == DTRACEOPT_UNSET) {
		*value = n;
		return 0;
	}
	if (to_int(text, &n) || n == 0)
		return -EINVAL;
	*value = n;
	return 0;
}

/* The power of two of a size's suffix; -1: not a suffix. */
static int
size_shift(const char *suffix)
{
	static const char letters[] = "kmgt";
	const char *at;

	if (!*suffix)
		return 0;
	at = strchr(letters, tolower((unsigned char)*suffix));
	if (!at || suffix[1])
		return -1;
	return 10 * (int)(at - letters + 1);
}

static int
to_size(const char *text, int64_t *value)
{
	const char *end;
	int64_t n;
	int shift;

	if (!text) {
		*value = 0;
		return 0;
	}
	if (number(text, &n, &end))
		return -EINVAL;
	shift = size_shift(end);
	if (shift < 0)
		return -EINVAL;
	if (n > INT64_MAX >> shift)
		return -EOVERFLOW;
	*value = n << shift;
	return 0;
}

/*
 * A rate of n per second as an interval.  0 stays 0, which means at every call;
 * no other rate becomes 0.
 */
static int64_t
interval(int64_t n)
{
	if (n == 0)
		return 0;
	return n < NANOSEC ? NANOSEC / n : 1;
}

static int
to_rate(const char *text, int64_t *value)
{
	const char *end;
	int64_t n;

	if (!text) {
		*value = 0;
		return 0;
	}
	if (number(text, &n, &end))
		return -EINVAL;
	for (size_t i = 0; i < COUNT(units); i++) {
		if (strcasecmp(units[i].suffix, end) != 0)
			continue;
		if (units[i].ns == 0)
			*value = interval(n);
		else if (n <= INT64_MAX / units[i].ns)
			*value = n * units[i].ns;
		else
			return -EINVAL;
		return 0;
	}
	return -EINVAL;
}

/* Find a word of len letters in a set. */
static int
word_value(enum dt_optset set, const char *text, size_t len, int64_t *value)
{
	for (size_t i = 0; i < COUNT(words); i++) {
		if (words[i].set != set || strlen(words[i].word) != len ||
		    memcmp(words[i].word, text, len) != 0)
			continue;
		*value = words[i].value;
		return 0;
	}
	return -EINVAL;
}

int
dt_optval_word(enum dt_optset set, const char *text, int64_t *value)
{
	return text ? word_value(set, text, strlen(text), value) : -EINVAL;
}

const char *
dt_opt_words(enum dt_optset set, char *buf, size_t size)
{
	size_t i, at = 0, left = 0;
	int n;

	for (i = 0; i < COUNT(words); i++)
		left += words[i].set == set;
	for (i = 0; i < COUNT(words) && at < size; i++) {
		if (words[i].set != set)
			continue;
		left--;
		n = snprintf(buf + at, size - at, "%s%s", words[i].word,
		    left > 1 ? ", " : left == 1 ? " or " : "");
		at += n > 0 ? (size_t)n : 0;
	}
	return buf;
}

static int
to_words(enum dt_optset set, const char *text, int64_t *value)
{
	int64_t all = 0, one;
	size_t len;

	for (; text; text += len + 1) {
		len = strcspn(text, ",");
		if (word_value(set, text, len, &one))
			return -EINVAL;
		all |= one;
		if (!text[len])
			break;
	}
	if (!text)
		return -EINVAL;
	*value = all;
	return 0;
}

/* Does text, up to a '/' or its end, equal this word in any case? */
static bool
part_is(const char *text, const char *word)
{
	size_t len = strcspn(text, "/");

	return strlen(word) == len && strncasecmp(text, word, len) == 0;
}

static int
stability(const char *text, unsigned int *number)
{
	for (size_t i = 0; i < COUNT(stabilities); i++) {
		if (part_is(text, stabilities[i].word)) {
			*number = stabilities[i].number;
			return 0;
		}
	}
	return -EINVAL;
}

static int
class(const char *text, unsigned int *number)
{
	for (size_t i = 0; i < COUNT(classes); i++) {
		if (part_is(text, classes[i].word)) {
			*number = classes[i].number;
			return 0;
		}
	}
	return -EINVAL;
}

int
dt_optval_attr(const char *text, int64_t *value)
{
	const char *data, *cls;
	unsigned int part[3];

	data = text ? strchr(text, '/') : NULL;
	cls = data ? strchr(++data, '/') : NULL;
	if (!cls || strchr(++cls, '/'))
		return -EINVAL;
	if (stability(text, &part[0]) || stability(data, &part[1]) ||
	    class(cls, &part[2]))
		return -EINVAL;
	*value = DT_OPTVAL3(part[0], part[1], part[2]);
	return 0;
}

dtrace_attribute_t
dt_optval_attribute(int64_t value)
{
	return (dtrace_attribute_t){
		(dtrace_stability_t)DT_OPTVAL_PART(value, 0),
		(dtrace_stability_t)DT_OPTVAL_PART(value, 1),
		(dtrace_class_t)DT_OPTVAL_PART(value, 2),
	};
}

int
dt_optval_version(const char *text, int64_t *value)
{
	int64_t part[3] = { 0, 0, 0 };
	int n = 0;

	if (!text)
		return -EINVAL;
	for (;; text++) {
		char *end;

		if (n == 3 || !isdigit((unsigned char)*text))
			return -EINVAL;
		errno = 0;
		part[n] = strtol(text, &end, 10);
		if (errno || part[n++] > UINT8_MAX)
			return -EINVAL;
		text = end;
		if (*text != '.')
			break;
	}
	if (*text || n < 2)
		return -EINVAL;
	*value = DT_OPTVAL3(part[0], part[1], part[2]);
	return 0;
}

static int
size_upto(int64_t most, const char *text, int64_t *value)
{
	int64_t n;
	int err;

	err = to_size(text, &n);
	if (err)
		return err;
	if (most && n > most)
		return -EOVERFLOW;
	*value = n;
	return 0;
}

static int
no_value(const char *text, int64_t *value)
{
	if (text)
		return -EINVAL;
	*value = 0;
	return 0;
}

static int
any_value(const char *text, int64_t *value)
{
	if (!text)
		return -EINVAL;
	*value = 0;
	return 0;
}

const char *
dt_opt_refused(const char *name, const char *value)
{
	for (size_t i = 0; i < COUNT(refused); i++)
		if (strcmp(refused[i].name, name) == 0 &&
		    (refused[i].value == NULL || (value != NULL &&
		    strcmp(refused[i].value, value) == 0)))
			return refused[i].why;
	return NULL;
}

int
dt_opt_parse(const struct dt_opt *opt, const char *text, int64_t *value)
{
	switch ((enum dt_optkind)opt->kind) {
	case DT_OPTKIND_FLAG:
		return to_flag_or(opt->detail, text, value);
	case DT_OPTKIND_INT:
		return to_int(text, value);
	case DT_OPTKIND_COUNT:
		return to_count(text, value);
	case DT_OPTKIND_SIZE:
		return size_upto(opt->detail, text, value);
	case DT_OPTKIND_RATE:
		return to_rate(text, value);
	case DT_OPTKIND_WORD:
		return dt_optval_word((enum dt_optset)opt->detail, text, value);
	case DT_OPTKIND_WORDS:
		return to_words((enum dt_optset)opt->detail, text,
		    value);
	case DT_OPTKIND_SWITCH:
	case DT_OPTKIND_CFLAG:
	case DT_OPTKIND_CUNFLAG:
		return no_value(text, value);
	case DT_OPTKIND_TEXT:
	case DT_OPTKIND_LIST:
		return any_value(text, value);
	case DT_OPTKIND_ATTR:
		return dt_optval_attr(text, value);
	case DT_OPTKIND_VERSION:
		return dt_optval_version(text, value);
	}
	return -EINVAL;
}

static const char *
word_of(enum dt_optset set, int64_t value)
{
	for (size_t i = 0; i < COUNT(words); i++)
		if (words[i].set == set && words[i].value == value)
			return words[i].word;
	return NULL;
}

bool
dt_opt_text(const struct dt_opt *opt, int64_t value, char *buf, size_t size)
{
	const char *word = opt->kind != DT_OPTKIND_WORD ? NULL :
	    word_of((enum dt_optset)opt->detail, value);
	int64_t again;

	if (word != NULL)
		(void) snprintf(buf, size, "%s", word);
	else
		(void) snprintf(buf, size, "%lld%s", (long long)value,
		    opt->kind == DT_OPTKIND_RATE ? "ns" : "");
	return dt_opt_parse(opt, buf, &again) == 0 && again == value;
}
