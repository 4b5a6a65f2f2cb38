/* SPDX-License-Identifier: MIT */
/*
 * elflink.h - which separate file has the symbols that were stripped off a
 * program or library.  The file may be damaged.
 */
#ifndef DT_ELFLINK_H
#define DT_ELFLINK_H

#include <stdint.h>
#include "sym/elffile.h"

#define	DT_ELFID	64	/* bytes of a build id that count */

struct dt_elflink {
	uint32_t idlen;		/* 0: it has no build id */
	uint8_t id[DT_ELFID];
	uint32_t crc;		/* of the whole other file */
	char name[256];		/* of that, without directory; "": none */
};

void dt_elflink_read(struct dt_elffile *f, struct dt_elflink *out);
/*
 * Open the separate file of the one at path, in its usual places: -1, or a
 * descriptor.  By its id or its checksum it belongs to that very build.
 */
int dt_elflink_open(const struct dt_elflink *l, const char *path);

#endif
