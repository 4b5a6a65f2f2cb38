/* SPDX-License-Identifier: MIT */
/*
 * file.h - the format of a saved image:
 *
 *	struct dt_filehead
 *	DT_NSECTIONS times struct dt_filesec, in order of enum dt_section
 *	the sections, each a multiple of 8 bytes
 *
 * All numbers are little-endian.  Equal images give equal bytes.
 *
 *	codec.c		converts each struct of an image to bytes and back
 *	file.c		header, table of sections, checksums
 *	vet.c		checks an image that was read
 *	vetcode.c	checks its code
 *	vetneeds.c	checks what its clauses declare
 *	place.c		looks up its fields in this kernel
 */
#ifndef DT_FILE_H
#define DT_FILE_H

#include <stddef.h>
#include "base/arena.h"
#include "base/buf.h"
#include "bpf/image.h"
#include "rt/calls.h"

#define	DT_FILEVERSION	5

enum dt_section { DT_SEC_IMAGE, DT_SEC_VARS, DT_SEC_FORMS, DT_SEC_FORMATS,
	DT_SEC_FIELDS, DT_SEC_CLAUSES, DT_NSECTIONS };

/* A dof_hdr_t, whose dofh_ident is magic, version and machine. */
struct dt_filehead {
	char magic[8];			/* DTRACE_DOF_MAGIC */
	uint32_t version;		/* DT_FILEVERSION */
	uint32_t machine;		/* EM_* */
	uint32_t zero;
	uint32_t headsize, secsize;	/* of this struct, of dt_filesec */
	uint32_t nsections;
	uint64_t sections;		/* offset of the first dt_filesec */
	uint64_t length, size;		/* both: of the file */
	uint32_t crc;			/* CRC-32 of the file with 0 here */
	uint32_t runtime;		/* checksum of the library's runtime */
};

/* A dof_sec_t. */
struct dt_filesec {
	uint32_t kind;			/* enum dt_section */
	uint32_t align;			/* 8 */
	uint64_t zero;
	uint64_t offset, length;
};

/* The reason for an error. */
struct dt_filewhy {
	char text[256];
};

/* 0, -ENOMEM, or -EINVAL with why set. */
int dt_file_write(const struct dt_image *img, struct dt_buf *out,
    struct dt_filewhy *why);
int dt_file_read(const void *p, size_t n, struct dt_arena *arena,
    struct dt_image **out, struct dt_filewhy *why);
/* Set length and checksum in the header of a file of n bytes. */
void dt_file_seal(void *p, size_t n);
/* The length in the header; 0 if p is not a header of this format. */
size_t dt_file_length(const void *p);

/*
 * codec.c: write or read one section.  err is -EINVAL if the data is too short
 * or a length is wrong.
 */
struct dt_codec {
	struct dt_buf *out;		/* NULL: read */
	const unsigned char *p, *end;	/* bytes left to read */
	struct dt_arena *arena;		/* holds the structs that are read */
	int err;
};
void dt_code_section(struct dt_codec *c, enum dt_section which,
    struct dt_image *img);

struct dt_ksyms;

/* vet.c, vetcode.c: 0, -ENOMEM, or -EINVAL with why set. */
int dt_vet_image(const struct dt_image *img, struct dt_filewhy *why);
int dt_vet_code(const struct dt_image *img, const struct dt_clause *c,
    struct dt_filewhy *why);
/*
 * place.c: give the fields of an image the numbers of this kernel.  0, -ENOMEM,
 * or -EINVAL with why set.
 */
int dt_place_fields(struct dt_image *img, struct dt_types *ts,
    struct dt_ksyms *ks, struct dt_filewhy *why);
/* vetcode.c: the runtime function of this name, or DT_RT_none. */
enum dt_rtfn dt_vet_runtime(const char *sym);
/* vet.c: does a datum have a size that the reader of its action knows? */
bool dt_vet_datum(const dtrace_recdesc_t *r);
/* Do an aggregating action, its parameter and the words of its value fit? */
bool dt_vet_function(const struct dt_form *f);
/* vetneeds.c: check a clause whose code has been checked. */
int dt_vet_needs(const struct dt_image *img, const struct dt_clause *c,
    struct dt_filewhy *why);
/* file.c: set why; section may be NULL, and line 0.  Returns -EINVAL. */
int dt_vet_refuse(struct dt_filewhy *why, const char *section, int line,
    const char *fmt, ...) __attribute__((format(printf, 4, 5)));

#endif /* DT_FILE_H */
