/* SPDX-License-Identifier: MIT */
/*
 * iowait.bpf.c - waits for transfers of block devices.  They are described when
 * they begin, since the kernel counts a bio down until it is done.
 */
#include "rt/kmem.h"
#include "rt/wait.h"

#define	SYNC		(1 << 11)	/* of bi_opf: a caller waits */
#define	WRITE		1		/* an operation of bi_opf; 0: a read */
#define	UPTODATE	1		/* of b_state: the contents are valid */
#define	EIO_STATUS	10		/* blk_status_t */

DT_INLINE void
of_bio(struct dt_wait *w, uint64_t bio)
{
	uint64_t iter = bio + DT_IMM(dt_imm_bio_iter);

	w->bdev = word_of(bio, DT_IMM(dt_imm_bio_device));
	w->sector = word_of(iter, DT_IMM(dt_imm_iter_sector));
	w->bytes = half_of(iter, DT_IMM(dt_imm_iter_size));
	w->opf = half_of(bio, DT_IMM(dt_imm_bio_opf)) | SYNC;
}

/* A buffer that is written is valid, one that is read becomes so. */
DT_INLINE void
of_buffer(struct dt_wait *w, uint64_t buffer)
{
	uint64_t state = word_of(buffer, DT_IMM(dt_imm_buffer_state));

	w->bdev = word_of(buffer, DT_IMM(dt_imm_buffer_device));
	w->bytes = word_of(buffer, DT_IMM(dt_imm_buffer_size));
	w->sector = word_of(buffer, DT_IMM(dt_imm_buffer_block)) *
	    (w->bytes >> 9);
	w->opf = (state & UPTODATE ? WRITE : 0) | SYNC;
}

int
dt_iowait_begin(uint64_t what, int is_buffer)
{
	int place = dt_wait_take(bpf_get_current_task());
	struct dt_wait *w;

	if (place < 0) {
		__sync_fetch_and_add(&dt_val_state.dyndrops, 1);
		return -1;
	}
	w = &dt_val_waits.v[bounded(place)];
	if (is_buffer)
		of_buffer(w, what);
	else
		of_bio(w, what);
	/* from the start of the disk, as in a bio that is queued */
	w->sector += word_of(w->bdev, DT_IMM(dt_imm_device_start));
	w->status = 0;
	w->lock = what;
	return place;
}

int
dt_iowait_end(uint64_t what, int is_buffer)
{
	int place = dt_wait_find(bpf_get_current_task(), what);
	uint64_t status;

	if (place < 0)
		return -1;
	if (is_buffer)
		status = word_of(what, DT_IMM(dt_imm_buffer_state)) &
		    UPTODATE ? 0 : EIO_STATUS;
	else
		status = half_of(what, DT_IMM(dt_imm_bio_status)) & 0xff;
	dt_val_waits.v[bounded(place)].status = status;
	return place;
}

/* The first argument, as a number: the verifier would give it a type. */
#define	WHAT(ctx)	word_of((uint64_t)(ctx), 0)

int
dt_iowait_bio(const uint64_t *ctx)
{
	if (dt_val_state.activity == DT_ACTIVE)
		(void)dt_iowait_begin(WHAT(ctx), 0);
	return 0;
}

int
dt_iowait_buffer(const uint64_t *ctx)
{
	if (dt_val_state.activity == DT_ACTIVE)
		(void)dt_iowait_begin(WHAT(ctx), 1);
	return 0;
}
