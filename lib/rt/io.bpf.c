/* SPDX-License-Identifier: MIT */
/*
 * io.bpf.c - completed transfers of block devices.  A device with requests
 * reports how many bytes of a request are done, which may have several bios;
 * other devices report a whole bio.
 */
#include "rt/kmem.h"

#define	STEPS		(1 << 23)	/* the kernel's limit */

/* Members of bi_iter. */
#define	SECTOR(bio)	word_of(bio, DT_IMM(dt_imm_bio_iter) + \
			    DT_IMM(dt_imm_iter_sector))
#define	BYTES(bio)	half_of(bio, DT_IMM(dt_imm_bio_iter) + \
			    DT_IMM(dt_imm_iter_size))

int
dt_io_start(const uint64_t *ctx)
{
	uint64_t bio = ctx[0];
	struct dt_io io;

	if (dt_val_state.activity != DT_ACTIVE)
		return 0;
	io.bdev = word_of(bio, DT_IMM(dt_imm_bio_device));
	io.sector = SECTOR(bio);
	io.bytes = BYTES(bio);
	io.flags = half_of(bio, DT_IMM(dt_imm_bio_opf));
	io.left = io.bytes;
	io.unused = 0;
	if (bpf_map_update_elem(dt_map_ios, &bio, &io, 0) != 0)
		__sync_fetch_and_add(&dt_val_state.dyndrops, 1);
	return 0;
}

/*
 * Handle n bytes of a bio that are done.  A part of a bio that was split has no
 * entry, and refers to the other part, which is the bio that was started.
 */
static __attribute__((always_inline)) inline void
take(struct dt_iowalk *w, uint64_t bio, uint32_t n)
{
	struct dt_io *io = bpf_map_lookup_elem(dt_map_ios, &bio);
	int whole = io != NULL && w->whole;

	if (io == NULL) {
		bio = word_of(bio, DT_IMM(dt_imm_bio_private));
		io = bpf_map_lookup_elem(dt_map_ios, &bio);
	}
	if (io == NULL)
		return;
	n = __sync_fetch_and_add(&io->left, -n) - n;
	if ((n != 0 && !whole) || w->more)
		return;
	w->bdev = io->bdev;
	w->sector = io->sector;
	w->bytes = io->bytes;
	w->flags = io->flags;
	if (w->status == 0)
		w->status = half_of(bio, DT_IMM(dt_imm_bio_status)) & 0xff;
	w->bio = bio;
	bpf_map_delete_elem(dt_map_ios, &bio);
}

__attribute__((noinline)) int
dt_io_next(struct dt_iowalk *w)
{
	uint64_t bio;
	uint32_t n;

	if (w == NULL)
		return 1;
	bio = w->next;
	w->bio = 0;
	if (bio == 0)
		return 1;
	w->next = word_of(bio, DT_IMM(dt_imm_bio_next));
	n = BYTES(bio);
	if (n > w->left)
		n = w->left;
	w->left -= n;
	take(w, bio, n);
	return w->left == 0 || w->next == 0;
}

static __attribute__((always_inline)) inline int
run(struct dt_ioeach *each, const uint64_t *ctx)
{
	if (dt_val_state.activity != DT_ACTIVE)
		return 0;
	each->ctx = ctx;
	bpf_loop(STEPS, (void *)dt_fn_each, each, 0);
	return 0;
}

/* Arguments of block_bio_complete: queue, bio. */
int
dt_io_bio(const uint64_t *ctx)
{
	struct dt_ioeach each = { .w = { .next = ctx[1], .whole = 1 } };

	each.w.left = BYTES(ctx[1]);
	return run(&each, ctx);
}

/*
 * Arguments of block_rq_complete: request, status, bytes.  A request with a
 * flush before or after its data has a function to call at the end of each
 * step, and none at its end.
 */
int
dt_io_request(const uint64_t *ctx)
{
	struct dt_ioeach each = { .w = {
		.next = word_of(ctx[0], DT_IMM(dt_imm_request_bio)),
		.more = word_of(ctx[0], DT_IMM(dt_imm_request_end)) != 0,
		.status = ctx[1] & 0xff,
		.left = (uint32_t)ctx[2],
	} };

	return run(&each, ctx);
}
