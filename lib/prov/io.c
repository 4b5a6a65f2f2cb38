/* SPDX-License-Identifier: MIT */
/*
 * io.c - transfers between memory and block devices, named as on Solaris, from
 * the kernel's tracepoints.  lib/dlib/bio.d makes args[] from these arguments:
 * the struct bio, the device that it was sent to, the struct bio again, its
 * first sector, bytes, flags, status, and whether it is done.  Threads wait for
 * a transfer in functions of the kernel.
 */
#include "prov/prov.h"
#include "prov/tpargs.h"
#include "rt/rt.h"

#define	FIRST_ID	12800

#define	ITER(m, bytes)	INNER(0, "bio", "bi_iter", "bvec_iter", m, bytes)

static const struct dt_tpsrc start[] = {
	{
		.tp = "block_bio_queue", .nargs = 8,
		.args = {
			ARG(0), POINTER(0, "bio", "bi_bdev"), ARG(0),
			ITER("bi_sector", 8), ITER("bi_size", 4),
			MEMBER(0, "bio", "bi_opf", 4), VALUE(0), VALUE(0),
		},
	},
};

/* Values saved at the start, as the bio has changed when it is done. */
#define	KEPT(m, bytes)	{ .from = DT_TP_DONE, .size = (bytes), \
			    .n = offsetof(struct dt_iowalk, m) }
#define	DONE(name, what) { \
	.tp = name, .each = what, .nargs = 8, \
	.args = { \
		KEPT(bio, 8), KEPT(bdev, 8), KEPT(bio, 8), KEPT(sector, 8), \
		KEPT(bytes, 4), KEPT(flags, 4), KEPT(status, 4), VALUE(1), \
	}, \
}

static const struct dt_tpsrc done[] = {
	DONE("block_bio_complete", DT_EACH_BIO),
	DONE("block_rq_complete", DT_EACH_REQUEST),
};

#define	WAIT(function, what, file, ends) { \
	.tp = (function), .is_function = true, .at_return = (ends), \
	.waits = (what), .nargs = 8, \
	.args = { \
		ARG(0), WAITED(bdev), file, WAITED(sector), WAITED(bytes), \
		WAITED(opf), WAITED(status), VALUE(ends), \
	}, \
}
/* The struct bio of a buffer is unknown. */
#define	WAITS(ends) { \
	WAIT("submit_bio_wait", DT_WAITS_BIO, ARG(0), ends), \
	WAIT("__wait_on_buffer", DT_WAITS_BUFFER, VALUE(0), ends), \
}

static const struct dt_tpsrc wait_start[] = WAITS(false);
static const struct dt_tpsrc wait_done[] = WAITS(true);

static const char *const types[] = {
	"struct bio *", "struct block_device *", "struct bio *", NULL
};

/* The position of a row determines its probe's id: add at the end. */
static const struct dt_tpprobe rows[] = {
	TPROW("start", 8, start, types),
	TPROW("done", 8, done, types),
	TPROW("wait-start", 8, wait_start, types),
	TPROW("wait-done", 8, wait_done, types),
};

const struct dt_prov dt_prov_io = {
	.name = "io",
	.attrs = DT_PA_PROC,
	.tps = rows,
	.ntps = N(rows),
	.tps_id = FIRST_ID,
};
