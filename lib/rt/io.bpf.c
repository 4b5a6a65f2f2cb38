/* SPDX-License-Identifier: MIT */
/*
 * io.bpf.c - completed transfers of block devices.  A device with requests
 * reports how many bytes of a request are done, which may have several bios;
 * other devices report a whole bio.
 *
 * Map "ios" is an array: to insert, find and delete an element of a hash map
 * takes three calls of the kernel, and most of the time of a transfer.
 */
#include "rt/kmem.h"

#define	STEPS		(1 << 23)	/* the kernel's limit */
#define	NEAR		16		/* places where a bio may be */

/* Members of bi_iter. */
#define	SECTOR(bio)	word_of(bio, DT_IMM(dt_imm_bio_iter) + \
			    DT_IMM(dt_imm_iter_sector))
#define	BYTES(bio)	half_of(bio, DT_IMM(dt_imm_bio_iter) + \
			    DT_IMM(dt_imm_iter_size))

/* A number of a place, as the verifier sees too. */
DT_INLINE uint64_t
bounded(uint64_t at)
{
	at &= DT_IMM(dt_imm_nios) - 1;
	DT_PIN(at);
	return at;
}

/* Place i of those where a bio may be. */
DT_INLINE uint64_t
place(uint64_t bio, uint32_t i)
{
	return bounded((bio * DT_HASH_FORM >> 32) + i);
}

/* The place of a bio after the first one where it may be, or -1. */
int
dt_io_find(uint64_t bio)
{
	uint32_t i;

	DT_LOOP
	for (i = 1; i < NEAR; i++)
		if (dt_val_ios[place(bio, i)].bio == bio)
			return place(bio, i);
	return -1;
}

DT_INLINE int
find(uint64_t bio)
{
	uint64_t at = place(bio, 0);

	return dt_val_ios[at].bio == bio ? (int)at : dt_io_find(bio);
}

/* Take a free place, or the one of a bio whose end was not seen; or -1. */
int
dt_io_take(uint64_t bio)
{
	uint32_t i;

	DT_LOOP
	for (i = 0; i < NEAR; i++) {
		uint64_t at = place(bio, i), old = __sync_val_compare_and_swap(
		    &dt_val_ios[at].bio, 0, bio);

		if (old == 0 || old == bio)
			return at;
	}
	return -1;
}

int
dt_io_start(const uint64_t *ctx)
{
	uint64_t bio = ctx[0];
	struct dt_io *io;
	int at;

	if (dt_val_state.activity != DT_ACTIVE)
		return 0;
	at = dt_io_take(bio);
	if (at < 0) {
		__sync_fetch_and_add(&dt_val_state.dyndrops, 1);
		return 0;
	}
	io = &dt_val_ios[bounded(at)];
	io->bdev = word_of(bio, DT_IMM(dt_imm_bio_device));
	io->sector = SECTOR(bio);
	io->bytes = BYTES(bio);
	io->flags = half_of(bio, DT_IMM(dt_imm_bio_opf));
	io->left = io->bytes;
	return 0;
}

/*
 * Handle n bytes of a bio that are done.  A part of a bio that was split has no
 * entry, and refers to the other part, which is the bio that was started.
 * The atomic operation is a barrier: an entry is read before its place is free.
 */
DT_INLINE void
take(struct dt_iowalk *w, uint64_t bio, uint32_t n)
{
	int at = find(bio), whole = at >= 0 && w->whole;
	struct dt_io *io;

	if (at < 0) {
		bio = word_of(bio, DT_IMM(dt_imm_bio_private));
		at = bio == 0 ? -1 : find(bio);
	}
	if (at < 0)
		return;
	io = &dt_val_ios[bounded(at)];
	w->bdev = io->bdev;
	w->sector = io->sector;
	w->bytes = io->bytes;
	w->flags = io->flags;
	n = __sync_fetch_and_add(&io->left, -n) - n;
	if ((n != 0 && !whole) || w->more)
		return;
	if (w->status == 0)
		w->status = half_of(bio, DT_IMM(dt_imm_bio_status)) & 0xff;
	w->bio = bio;
	*(volatile uint64_t *)&io->bio = 0;
}

/*
 * Fire for the next bio of a walk if that is done.  Returns whether it was the
 * last one.
 */
DT_INLINE int
step(struct dt_ioeach *each)
{
	struct dt_iowalk *w = &each->w;
	uint64_t bio = w->next;
	uint32_t n;

	if (bio == 0)
		return 1;
	w->bio = 0;
	w->next = word_of(bio, DT_IMM(dt_imm_bio_next));
	n = BYTES(bio);
	if (n > w->left)
		n = w->left;
	w->left -= n;
	take(w, bio, n);
	if (w->bio != 0)
		dt_fn_transfer(each);
	return w->left == 0 || w->next == 0;
}

long
dt_io_step(uint32_t i, void *each)
{
	(void)i;
	return step(each);
}

/* Most requests have one bio, so the first one is handled without a loop. */
DT_INLINE int
run(struct dt_ioeach *each, const uint64_t *ctx)
{
	if (dt_val_state.activity != DT_ACTIVE)
		return 0;
	each->ctx = ctx;
	if (!step(each))
		bpf_loop(STEPS, (void *)dt_io_step, each, 0);
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
