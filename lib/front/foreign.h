/* SPDX-License-Identifier: MIT */
/* foreign.h - probe descriptions of bpftrace. */
#ifndef DT_FOREIGN_H
#define DT_FOREIGN_H

#include <stdbool.h>
#include <stddef.h>
#include "base/pdesc.h"

/* Write D's name of the probe to buf; false: bpftrace has none of this form. */
bool dt_foreign_pdesc(const struct dt_pdesc *d, char *buf, size_t n);
/* The same if the path of a file follows; NULL: no path can follow. */
const char *dt_foreign_path(const struct dt_pdesc *d);

#endif /* DT_FOREIGN_H */
