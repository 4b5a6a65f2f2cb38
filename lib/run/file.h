/* SPDX-License-Identifier: MIT */
/*
 * file.h - an image as bytes, to be kept in a file:
 *
 *	struct dt_filehead
 *	DT_NSECTIONS times struct dt_filesec, in order of enum dt_section
 *	the sections, each a multiple of 8 bytes
 *
 * All numbers are little-endian.  Equal images make equal bytes.
 *
 *	codec.c		each struct of an image to bytes, and back
 *	file.c		head, table of sections, checksums
 *	vet.c		does what was read make sense?
 *	vetcode.c	the same of the code
 *	vetneeds.c	does the clause need what its code uses?
 *	place.c		does it fit the kernel that it was loaded on?
 */
#ifndef DT_FILE_H
#define DT_FILE_H

#include <stddef.h>
#include "base/arena.h"
#include "base/buf.h"
#include "bpf/image.h"

#define	DT_FILEVERSION	1

enum dt_section { DT_SEC_IMAGE, DT_SEC_VARS, DT_SEC_FORMS, DT_SEC_FORMATS,
	DT_SEC_FIELDS, DT_SEC_CLAUSES, DT_NSECTIONS };

struct dt_filehead {
	char magic[8];			/* DTRACE_DOF_MAGIC */
	uint32_t version;		/* DT_FILEVERSION */
	uint32_t machine;		/* EM_* */
	uint64_t length;		/* of all */
	uint32_t crc;			/* CRC-32 of all, with 0 here */
	uint32_t runtime;		/* checksum of the library's runtime */
	uint32_t nsections;
	uint32_t zero[7];
};

struct dt_filesec {
	uint32_t kind;			/* enum dt_section */
	uint32_t zero;
	uint64_t offset, length;
};

/* What is wrong, in words. */
struct dt_filewhy {
	char text[256];
};

/* 0, -ENOMEM, or -EINVAL with why set. */
int dt_file_write(const struct dt_image *img, struct dt_buf *out,
    struct dt_filewhy *why);
int dt_file_read(const void *p, size_t n, struct dt_arena *arena,
    struct dt_image **out, struct dt_filewhy *why);
/* Set length and checksum in the head of n bytes. */
void dt_file_seal(void *p, size_t n);
/* The length that the head says, 0 if it is no head of ours. */
size_t dt_file_length(const void *p);

/* codec.c: one section; bytes that run out or are left over: -EINVAL. */
struct dt_codec {
	struct dt_buf *out;		/* to write, or NULL: to read */
	const unsigned char *p, *end;	/* to be read */
	struct dt_arena *arena;		/* for what is read */
	int err;
};
void dt_code_section(struct dt_codec *c, enum dt_section which,
    struct dt_image *img);

/* vet.c, vetcode.c: 0, -ENOMEM, or -EINVAL with why set. */
int dt_vet_image(const struct dt_image *img, struct dt_filewhy *why);
int dt_vet_code(const struct dt_image *img, const struct dt_clause *c,
    struct dt_filewhy *why);
/*
 * place.c: give the fields of an image the numbers of this kernel.  0, -ENOMEM,
 * or -EINVAL with why set.
 */
int dt_place_fields(struct dt_image *img, struct dt_types *ts,
    struct dt_filewhy *why);
/* vetneeds.c: of a clause whose code is good. */
int dt_vet_needs(const struct dt_image *img, const struct dt_clause *c,
    struct dt_filewhy *why);
int dt_vet_refuse(struct dt_filewhy *why, const char *section, int line,
    const char *fmt, ...) __attribute__((format(printf, 4, 5)));

#endif /* DT_FILE_H */
