/* SPDX-License-Identifier: MIT */
/* tracefs.h - files of tracefs. */
#ifndef DT_TRACEFS_H
#define DT_TRACEFS_H

#include <stdio.h>

/* Open a file of the top directory for reading; NULL with errno. */
FILE *dt_tracefs_open(const char *name);

#endif
