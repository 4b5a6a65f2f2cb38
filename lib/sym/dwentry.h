/* SPDX-License-Identifier: MIT */
/*
 * dwentry.h - reads the entries of .debug_info of DWARF 2 to 5, which may be
 * damaged.  A reference is an offset in that section.
 */
#ifndef DT_DWENTRY_H
#define DT_DWENTRY_H

#include <stdbool.h>
#include <stdint.h>
#include "base/buf.h"
#include "sym/elffile.h"

#define	DT_DW_NOWHERE	UINT64_MAX

struct dt_dwsection {
	const uint8_t *p;
	uint64_t n;
};

struct dt_dwunit {
	uint64_t start, first, end;	/* in .debug_info; the first entry */
	uint64_t abbrevs;		/* in .debug_abbrev */
	uint64_t addr_base;		/* in .debug_addr */
	uint64_t low_pc;		/* to which ranges are relative */
	uint64_t signature, type_at;	/* of the type that it has; or 0 */
	uint8_t version, addr_size, off_size;
};

/* The sections of one file.  They belong to its struct dt_elffile. */
struct dt_dwfile {
	struct dt_dwsection info, abbrev, addr, ranges, rnglists;
	bool has_names;
	struct dt_dwsection str, line_str, str_offsets;	/* of names */
	struct dt_buf units;		/* struct dt_dwunit, in order */
	struct dt_buf signed_units;	/* those of one type, by signature */
	struct dt_buf table;		/* abbreviations of one unit */
	uint64_t table_of;		/* its unit's offset, or NOWHERE */
};

/* An attribute that is absent has the value 0 if not said otherwise. */
struct dt_dwentry {
	uint64_t tag;			/* 0: the end of a list of children */
	bool has_children;
	bool is_declaration, is_external;
	uint64_t low_pc;		/* that of the first part; or NOWHERE */
	uint64_t type;			/* 0: void; NOWHERE: not in the file */
	uint64_t origin;		/* the entry it copies, or NOWHERE */
	uint64_t unit_type;		/* the type in a unit of its own */
	uint64_t size, encoding, addr_base, str_base;
	uint64_t location;		/* in a struct; NOWHERE: computed */
	uint64_t bit_size, bit_offset;
	uint64_t data_bit_offset;	/* or NOWHERE */
	uint64_t count;			/* of elements */
	uint64_t value;			/* of an enumerator */
	uint64_t name_form, name;	/* for dt_dwentry_name() */
	uint64_t sibling;		/* or 0 */
	uint64_t next;			/* behind its attributes */
};

/*
 * Find the sections and units; with names, the sections that have those as
 * well.  0, -ENOENT (there are no entries) or -ENOMEM; free d in any case.
 */
int dt_dwfile_read(struct dt_dwfile *d, struct dt_elffile *from, bool names);
void dt_dwfile_free(struct dt_dwfile *d);

/* The unit that contains an entry, or NULL. */
const struct dt_dwunit *dt_dwfile_unit(const struct dt_dwfile *d,
    uint64_t off);
/* False: the entry, or an abbreviation of its unit, is damaged. */
bool dt_dwentry_read(struct dt_dwfile *d, const struct dt_dwunit *u,
    uint64_t off, struct dt_dwentry *e);
/* The same for the entry that a reference leads to. */
bool dt_dwentry_at(struct dt_dwfile *d, uint64_t off, struct dt_dwentry *e);
/* The entry of a type that has a unit of its own, in place of a reference. */
uint64_t dt_dwentry_defined(struct dt_dwfile *d, uint64_t off);
/* The name of an entry of this unit; "" if it has none. */
const char *dt_dwentry_name(struct dt_dwfile *d, const struct dt_dwunit *u,
    const struct dt_dwentry *e);

/* The children of an entry, one after another. */
struct dt_dwchildren {
	struct dt_dwfile *d;
	const struct dt_dwunit *u;
	uint64_t off;
	int depth;		/* of the entry at off; -1: there are no more */
	bool bad;		/* a damaged one ended them */
};

struct dt_dwchildren dt_dwentry_children(struct dt_dwfile *d,
    const struct dt_dwunit *u, const struct dt_dwentry *of);
bool dt_dwchildren_next(struct dt_dwchildren *c, struct dt_dwentry *e);

/* Is it a typedef or a qualifier?  Is it a pointer or a reference? */
bool dt_dwtag_is_alias(uint64_t tag);
bool dt_dwtag_is_pointer(uint64_t tag);

#endif /* DT_DWENTRY_H */
