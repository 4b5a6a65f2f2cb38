/* SPDX-License-Identifier: MIT */
/* elfcode.h - the instructions of the functions in an ELF file. */
#ifndef DT_ELFCODE_H
#define DT_ELFCODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Can the kernel probe an instruction exactly, and without harm? */
enum dt_break {
	DT_BREAK_NO,
	DT_BREAK_NOP,		/* a nop of five bytes: some kernels cannot */
	DT_BREAK_YES,
	DT_BREAK_STEP,		/* yes, but slowly: it is single-stepped */
};

/* For the first instruction of this code; DT_BREAK_NO if it is not valid. */
enum dt_break dt_elfcode_first(const uint8_t *code, size_t n, bool is_32);

/*
 * Called with the offset of each instruction from the start of its function.  A
 * nonzero result ends the walk and is returned.
 */
typedef int dt_elfcode_f(void *arg, uint64_t at, enum dt_break how);

/*
 * Walk through the code of a function, at this offset in the file, up to the
 * first bytes that are not an instruction.  0, the result of fn, or -errno.
 */
int dt_elfcode_walk(const char *path, uint64_t offset, uint64_t size,
    dt_elfcode_f *fn, void *arg);
/* For the instruction at this offset of the file. */
enum dt_break dt_elfcode_break(const char *path, uint64_t offset);
/*
 * The bytes of the function that begins at this offset of the file, up to the
 * first instruction after which no other one can be reached: at most max, and
 * max for processors other than x86.
 */
uint64_t dt_elfcode_extent(int fd, uint64_t offset, uint64_t max);
/*
 * The offset in the file of an address, and of the start of its function, from
 * the unwind tables, which stripped files have as well.  0, or -ENOENT: the
 * address is in no function.
 */
int dt_elfcode_find(const char *path, uint64_t vaddr, uint64_t *offset,
    uint64_t *start);

#endif /* DT_ELFCODE_H */
