/* SPDX-License-Identifier: MIT */
/*
 * elffunc.h - the functions of one ELF file, each under all its names, as the
 * places of probes.  The file may be damaged.
 */
#ifndef DT_ELFFUNC_H
#define DT_ELFFUNC_H

#include <stdint.h>

struct dt_elffunc {
	const char *name;
	uint64_t offset;	/* in the file, of the first instruction */
	uint64_t body;		/* of the first that does something */
	uint32_t rank;		/* of several names: the smaller, the better */
};

/* A nonzero return ends the search, and is its result. */
typedef int dt_elffunc_f(void *arg, const struct dt_elffunc *f);

/*
 * Call fn for each function of the file at path, and of the separate file of
 * symbols if it is stripped.  0, what fn returned, or -errno: -ENOEXEC if it is
 * not an ELF file.
 */
int dt_elf_functions(const char *path, dt_elffunc_f *fn, void *arg);

#endif /* DT_ELFFUNC_H */
