/* SPDX-License-Identifier: MIT */
/*
 * elfsym.h - the symbols of one ELF file, and where its parts are loaded.  The
 * file may be damaged, or none at all.
 */
#ifndef DT_ELFSYM_H
#define DT_ELFSYM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct dt_elf;
struct dt_elflink;

/* Addresses are the file's own: what is added at run time is not in them. */
struct dt_elfsym {
	const char *name;
	uint64_t value, size;
};

/*
 * Read a file, or an image in memory; neither is used afterwards.  0; -ENOEXEC
 * if it is not an ELF program or library; -ENOMEM.  *why is the reason why
 * symbols were left out, or NULL.
 */
int dt_elf_read(int fd, struct dt_elf **out, const char **why);
int dt_elf_image(char *mem, size_t len, struct dt_elf **out);
void dt_elf_destroy(struct dt_elf *e);

/*
 * Has it only those symbols that others link with?  *link lives as long as e.
 * What has the others, of the same build, gives them to e and is destroyed.
 */
bool dt_elf_stripped(const struct dt_elf *e, const struct dt_elflink **link);
void dt_elf_adopt(struct dt_elf *e, struct dt_elf *debug);

/* The address that the code at this offset is loaded at: 0 or -ENOENT. */
int dt_elf_vaddr(const struct dt_elf *e, uint64_t offset, uint64_t *vaddr);
/* The first address of it, and the one behind the last. */
void dt_elf_extent(const struct dt_elf *e, uint64_t *lo, uint64_t *hi);
/* The function or variable that has this address: 0 or -ENOENT. */
int dt_elf_lookup(const struct dt_elf *e, uint64_t vaddr,
    struct dt_elfsym *out);
/* Number i of them in the order of their addresses: 0 or -ENOENT. */
int dt_elf_symbol(const struct dt_elf *e, uint32_t i, struct dt_elfsym *out);

#endif
