/* SPDX-License-Identifier: MIT */
/* stability.h - attributes of probes and names, from tbl/stability.h. */
#ifndef DT_STABILITY_H
#define DT_STABILITY_H

#include <stdbool.h>
#include <dtrace.h>

/* A parenthesised triple of tbl/stability.h as a dtrace_attribute_t. */
#define	DT_ATTR(name, data, class)					\
	{ DTRACE_STABILITY_##name, DTRACE_STABILITY_##data,		\
	    DTRACE_CLASS_##class }

#define	DT_ATTR_MOST	((dtrace_attribute_t){ DTRACE_STABILITY_MAX,	\
	    DTRACE_STABILITY_MAX, DTRACE_CLASS_MAX })

/* The attributes of a name that no table and no pragma rates. */
#define	DT_ATTR_DEFAULT	((dtrace_attribute_t)DT_ATTR(STABLE, STABLE, COMMON))

/* The parts of a probe's description and args[]: each has attributes. */
enum dt_provpart {
	DT_PROVPART_PROVIDER, DT_PROVPART_MODULE, DT_PROVPART_FUNCTION,
	DT_PROVPART_NAME, DT_PROVPART_ARGS,
	DT_NPROVPARTS
};

/* Lower each of the three of *to to that of a. */
static inline void
dt_attr_min(dtrace_attribute_t *to, dtrace_attribute_t a)
{
	if (a.dtat_name < to->dtat_name)
		to->dtat_name = a.dtat_name;
	if (a.dtat_data < to->dtat_data)
		to->dtat_data = a.dtat_data;
	if (a.dtat_class < to->dtat_class)
		to->dtat_class = a.dtat_class;
}

/* Is a at least as stable, in each of the three? */
static inline bool
dt_attr_suffices(dtrace_attribute_t a, dtrace_attribute_t least)
{
	return a.dtat_name >= least.dtat_name &&
	    a.dtat_data >= least.dtat_data &&
	    a.dtat_class >= least.dtat_class;
}

/* The words of tbl/attrs.h; NULL: out of range. */
const char *dt_stability_word(dtrace_stability_t stability);
const char *dt_class_word(dtrace_class_t class);
/*
 * Is attr less stable than option amin, least, demands?  If so, write the
 * reason to why, with `what` as the subject.
 */
bool dt_attr_lacks(dtrace_attribute_t attr, dtrace_attribute_t least,
    const char *what, char *why, size_t len);
/* name/data/class in words; NULL: out of range. */
char *dt_attr_text(dtrace_attribute_t attr, char *buf, size_t len);

#endif
