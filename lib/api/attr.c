/* SPDX-License-Identifier: MIT */
/* attr.c - stability attributes, from and to text. */
#include "api/hdl.h"

#include "base/stability.h"

const char *
dtrace_stability_name(dtrace_stability_t stability)
{
	return dt_stability_word(stability);
}

const char *
dtrace_class_name(dtrace_class_t class)
{
	return dt_class_word(class);
}

char *
dtrace_attr2str(dtrace_attribute_t attr, char *buf, size_t len)
{
	return dt_attr_text(attr, buf, len);
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
