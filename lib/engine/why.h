/* SPDX-License-Identifier: MIT */
/*
 * why.h - the part that both engines have: the text of the last failure.
 * struct dt_engine is the first member of the structure that open() returns.
 */
#ifndef DT_WHY_H
#define DT_WHY_H

#include "engine/engine.h"

struct dt_engine {
	char why[512];
};

/* Set the text, and return err: return dt_why_set(e, -EINVAL, ...). */
int dt_why_set(struct dt_engine *e, int err, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

#endif /* DT_WHY_H */
