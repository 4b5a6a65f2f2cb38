/* SPDX-License-Identifier: MIT */
/* stability.c - stability attributes as text. */
#include <stdio.h>
#include "base/stability.h"

static const char *const stabilities[] = {
#define	DT_STABILITY(number, word) [DTRACE_STABILITY_##number] = word,
#include "tbl/attrs.h"
};

static const char *const classes[] = {
#define	DT_CLASS(number, word) [DTRACE_CLASS_##number] = word,
#include "tbl/attrs.h"
};

const char *
dt_stability_word(dtrace_stability_t stability)
{
	return stability <= DTRACE_STABILITY_MAX ? stabilities[stability] :
	    NULL;
}

const char *
dt_class_word(dtrace_class_t class)
{
	return class <= DTRACE_CLASS_MAX ? classes[class] : NULL;
}

char *
dt_attr_text(dtrace_attribute_t attr, char *buf, size_t len)
{
	const char *name = dt_stability_word(attr.dtat_name);
	const char *data = dt_stability_word(attr.dtat_data);
	const char *class = dt_class_word(attr.dtat_class);

	if (name == NULL || data == NULL || class == NULL ||
	    (buf == NULL && len != 0))
		return NULL;
	(void) snprintf(buf, len, "%s/%s/%s", name, data, class);
	return buf;
}

bool
dt_attr_lacks(dtrace_attribute_t attr, dtrace_attribute_t least,
    const char *what, char *why, size_t len)
{
	char is[DTRACE_ATTR2STR_MAX], want[DTRACE_ATTR2STR_MAX];

	if (dt_attr_suffices(attr, least))
		return false;
	(void) snprintf(why, len, "the stability of %s is %s, and option amin "
	    "demands %s", what, dt_attr_text(attr, is, sizeof(is)),
	    dt_attr_text(least, want, sizeof(want)));
	return true;
}
