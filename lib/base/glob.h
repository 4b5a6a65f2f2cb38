/* SPDX-License-Identifier: MIT */
/* glob.h - matches the patterns of probe descriptions. */
#ifndef DT_GLOB_H
#define DT_GLOB_H

#include <stdbool.h>

bool dt_glob_match(const char *pattern, const char *s);
bool dt_glob_valid(const char *pattern);
/* Does it have a character that is special in patterns? */
bool dt_glob_is_pattern(const char *s);
/* Does a character of the pattern stand for itself? */
bool dt_glob_has_text(const char *pattern);
/* Match a part of a description, where NULL and "" match all. */
bool dt_part_matches(const char *pattern, const char *s);

#endif /* DT_GLOB_H */
