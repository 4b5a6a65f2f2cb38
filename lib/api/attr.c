/* SPDX-License-Identifier: MIT */
/* attr.c - stability attributes, from and to text. */
#include "api/hdl.h"

#include <stdio.h>

static const char *const stabilities[] = {
#define	DT_STABILITY(number, word) [DTRACE_STABILITY_##number] = word,
#include "tbl/attrs.h"
};

static const char *const classes[] = {
#define	DT_CLASS(number, word) [DTRACE_CLASS_##number] = word,
#include "tbl/attrs.h"
};

const char *
dtrace_stability_name(dtrace_stability_t stability)
{
	return stability <= DTRACE_STABILITY_MAX ? stabilities[stability] :
	    NULL;
}

const char *
dtrace_class_name(dtrace_class_t class)
{
	return class <= DTRACE_CLASS_MAX ? classes[class] : NULL;
}

char *
dtrace_attr2str(dtrace_attribute_t attr, char *buf, size_t len)
{
	const char *name = dtrace_stability_name(attr.dtat_name);
	const char *data = dtrace_stability_name(attr.dtat_data);
	const char *class = dtrace_class_name(attr.dtat_class);

	if (name == NULL || data == NULL || class == NULL ||
	    (buf == NULL && len != 0))
		return NULL;
	(void) snprintf(buf, len, "%s/%s/%s", name, data, class);
	return buf;
}

int
dtrace_str2attr(const char *str, dtrace_attribute_t *attr)
{
	int64_t v;

	if (str == NULL || attr == NULL || dt_optval_attr(str, &v) != 0)
		return -1;
	*attr = (dtrace_attribute_t){
		.dtat_name = (dtrace_stability_t)DT_OPTVAL_PART(v, 0),
		.dtat_data = (dtrace_stability_t)DT_OPTVAL_PART(v, 1),
		.dtat_class = (dtrace_class_t)DT_OPTVAL_PART(v, 2),
	};
	return 0;
}
