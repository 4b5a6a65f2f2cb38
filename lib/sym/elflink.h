/* SPDX-License-Identifier: MIT */
/*
 * elflink.h - the separate debug file with the symbols that were stripped from
 * a program or library.  Either file may be damaged.
 */
#ifndef DT_ELFLINK_H
#define DT_ELFLINK_H

#include <stdint.h>
#include "sym/elffile.h"

#define	DT_ELFID	64	/* bytes of a build id that count */

struct dt_elflink {
	uint32_t idlen;		/* 0: it has no build id */
	uint8_t id[DT_ELFID];
	uint32_t crc;		/* of the whole separate file */
	char name[256];		/* its name without directory; "": none */
};

void dt_elflink_read(struct dt_elffile *f, struct dt_elflink *out);
/*
 * Open the separate debug file of the file at path.  Returns a descriptor, or
 * -1 if none of the usual places has one whose build id or checksum matches.
 */
int dt_elflink_open(const struct dt_elflink *l, const char *path);
/*
 * Call fn with the separate debug file of f, the file at path.  Returns its
 * result, or -ENOENT if there is no such file.
 */
int dt_elflink_visit(struct dt_elffile *f, const char *path,
    int (*fn)(void *arg, struct dt_elffile *debug), void *arg);

#endif
