/* SPDX-License-Identifier: MIT */
/*
 * elfsym.h - the symbols of one ELF file, and the addresses of its segments.
 * The file may be damaged, or not be ELF at all.
 */
#ifndef DT_ELFSYM_H
#define DT_ELFSYM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct dt_elf;
struct dt_elflink;

/* Addresses are the file's, without the bias added at run time. */
struct dt_elfsym {
	const char *name;
	uint64_t value, size;
};

/*
 * Read a file, or an ELF image in memory; neither is used afterwards.  0;
 * -ENOEXEC if it is not an ELF program or library; -ENOMEM.  *why is the reason
 * that symbols were left out, or NULL.
 */
int dt_elf_read(int fd, struct dt_elf **out, const char **why);
int dt_elf_image(char *mem, size_t len, struct dt_elf **out);
void dt_elf_destroy(struct dt_elf *e);

/*
 * dt_elf_stripped() tells whether the file has only dynamic symbols; *link then
 * lives as long as e.  dt_elf_adopt() merges the symbols of its separate debug
 * file into e and destroys debug.
 */
bool dt_elf_stripped(const struct dt_elf *e, const struct dt_elflink **link);
void dt_elf_adopt(struct dt_elf *e, struct dt_elf *debug);

/* The address of the code at this file offset.  0 or -ENOENT. */
int dt_elf_vaddr(const struct dt_elf *e, uint64_t offset, uint64_t *vaddr);
/* The first address of the file's segments, and the one after the last. */
void dt_elf_extent(const struct dt_elf *e, uint64_t *lo, uint64_t *hi);
/* The function or variable at this address.  0 or -ENOENT. */
int dt_elf_lookup(const struct dt_elf *e, uint64_t vaddr,
    struct dt_elfsym *out);
/* Symbol number i in the order of addresses.  0 or -ENOENT. */
int dt_elf_symbol(const struct dt_elf *e, uint32_t i, struct dt_elfsym *out);

#endif
