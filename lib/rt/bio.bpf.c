/* SPDX-License-Identifier: MIT */
/* bio.bpf.c - transfers of block devices: the file of a struct bio, by name. */
#include "rt/kmem.h"

#define	CLONED		2	/* bit of bi_flags: another one has the pages */
#define	PAGE_BYTES	64	/* of a struct page */
#define	IFMT		0170000
#define	IFBLK		0060000

/* All kernels have these words in a struct page, and in a struct folio. */
#define	HEAD(page)	word_of(page, 8)	/* bit 0 set: its first page */
#define	MAPPING(page)	word_of(page, 24)
#define	INDEX(page)	word_of(page, 32)
/* A struct bio_vec is a page, a length and an offset of 32 bits. */
#define	VEC_PAGE(vec)	word_of(vec, 0)
#define	VEC_OFFSET(vec)	half_of(vec, 12)

/* The first vector of a bio that has vectors of its own, or 0. */
DT_INLINE uint64_t
vec_of(uint64_t bio)
{
	uint16_t n = half_of(bio, DT_IMM(dt_imm_bio_vcnt));
	uint16_t flags = half_of(bio, DT_IMM(dt_imm_bio_flags));

	return n == 0 || (flags & CLONED) ? 0 :
	    word_of(bio, DT_IMM(dt_imm_bio_vecs));
}

DT_INLINE uint64_t
first_page(uint64_t page)
{
	uint64_t head = HEAD(page);

	return head & 1 ? head - 1 : page;
}

/*
 * The inode of the file that the first page belongs to.  The low bits of a
 * mapping mark memory of a process.  A block device has an inode, too, through
 * which a file system reads its own blocks.
 */
uint64_t
dt_bio_inode(struct dt_slot *s, uint64_t bio)
{
	uint64_t vec = vec_of(bio), mapping, inode;

	if (s == NULL || vec == 0)
		return 0;
	mapping = MAPPING(first_page(VEC_PAGE(vec)));
	if (mapping == 0 || (mapping & 3))
		return 0;
	inode = word_of(mapping, DT_IMM(dt_imm_mapping_host));
	if (inode == 0 || (half_of(inode, DT_IMM(dt_imm_inode_mode)) & IFMT) ==
	    IFBLK)
		return 0;
	return inode;
}

/* Where in its file the transfer begins; for a bio with an inode only. */
uint64_t
dt_bio_offset(struct dt_slot *s, uint64_t bio)
{
	uint64_t vec = vec_of(bio), page = VEC_PAGE(vec);
	uint64_t first = first_page(page);

	return s == NULL ? 0 : (INDEX(first) + (page - first) / PAGE_BYTES) *
	    4096 + VEC_OFFSET(vec);
}

/* The list of a file's names holds the struct dentry of each by its link. */
uint64_t
dt_inode_dentry(struct dt_slot *s, uint64_t inode)
{
	uint64_t link = word_of(inode, DT_IMM(dt_imm_inode_names));

	return s == NULL || link == 0 ? 0 :
	    link - DT_IMM(dt_imm_dentry_link);
}
