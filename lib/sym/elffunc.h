/* SPDX-License-Identifier: MIT */
/*
 * elffunc.h - the functions of one ELF file under all their names, for probes.
 * The file may be damaged.
 */
#ifndef DT_ELFFUNC_H
#define DT_ELFFUNC_H

#include <stdbool.h>
#include <stdint.h>
#include "sym/elfcode.h"

struct dt_elffunc {
	const char *name;
	uint64_t offset;	/* in the file, of the first instruction */
	uint64_t size;		/* in bytes */
	uint32_t rank;		/* of several names the lowest is shown */
	bool is_start;		/* of the program: no function calls it */
	bool is_part;		/* the compiler split it off another function */
	bool is_indirect;	/* it chooses the function that calls lead to:
				 * see ifunc.h */
	int fd;			/* of the file, open during the call */
};

#define	DT_ELFFUNC_SKIP	19	/* the most bytes before its entry probe */

/* The place of the entry probe of a function. */
struct dt_elfentry {
	uint64_t body;		/* its offset in the file */
	enum dt_break how;	/* a nop of five bytes may be probed here */
};

/* The place for the function at an offset of the file; reads its code. */
struct dt_elfentry dt_elffunc_entry(int fd, uint64_t offset);

/* How a function returns, the oddest last. */
enum dt_elfreturn {
	DT_RETURN_ONCE,
	DT_RETURN_AGAIN,	/* later again, to the address that it keeps */
	DT_RETURN_NEVER,	/* the stack has no address at its entry */
};
enum dt_elfreturn dt_elffunc_return(const char *name);

/* A nonzero result ends the search and is returned. */
typedef int dt_elffunc_f(void *arg, const struct dt_elffunc *f);

/*
 * Call fn for each function of the file at path; a stripped file's symbols come
 * from its separate debug file.  0, the result of fn, or -errno: -ENOEXEC if it
 * is not an ELF file.
 */
int dt_elf_functions(const char *path, dt_elffunc_f *fn, void *arg);

/* Have the symbols been removed, and is there no separate debug file? */
bool dt_elf_is_stripped(const char *path);

#endif /* DT_ELFFUNC_H */
