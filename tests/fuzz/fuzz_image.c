/* SPDX-License-Identifier: MIT */
/*
 * fuzz_image - libFuzzer on images: any bytes are refused with a reason, or are
 * an image that can be joined to a run and written again, as bytes that read
 * the same.
 *
 * The checksum in the head is corrected, since any writer of a file can do so.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "run/file.h"
#include "run/join.h"

static void make_head(uint8_t *p, size_t n)
{
	const struct dt_image none = { .strsize = 256 };
	struct dt_filewhy why;
	struct dt_buf good = { 0 };

	if (dt_file_write(&none, &good, &why) == 0) {
		memcpy(p, good.p, sizeof(struct dt_filehead));
		dt_file_seal(p, n);
	}
	dt_buf_free(&good);
}

static void join(const struct dt_image *img, struct dt_arena *arena)
{
	struct dt_joining in = { .image = img, .target = 1 };
	struct dt_joined j = { .arena = arena, .v = &in, .n = 1 };
	struct dt_run run = { 0 };

	if (dt_join(&j, &run) == -EINVAL && j.why[0] == '\0')
		abort();
}

static void write_again(const struct dt_image *img, struct dt_arena *arena)
{
	struct dt_buf one = { 0 }, two = { 0 };
	struct dt_filewhy why = { "" };
	struct dt_image *again;

	if (dt_file_write(img, &one, &why) != 0 ||
	    dt_file_read(one.p, one.len, arena, &again, &why) != 0 ||
	    dt_file_write(again, &two, &why) != 0 || one.len != two.len ||
	    memcmp(one.p, two.p, one.len) != 0)
		abort();
	dt_buf_free(&one);
	dt_buf_free(&two);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct dt_arena *arena = dt_arena_create();
	struct dt_filewhy why = { "" };
	struct dt_image *img;
	uint8_t *p = malloc(size + 1);
	int err;

	if (size >= sizeof(struct dt_filehead) && p != NULL && arena != NULL) {
		memcpy(p, data, size);
		make_head(p, size);
		err = dt_file_read(p, size, arena, &img, &why);
		if (err != 0 && err != -ENOMEM && why.text[0] == '\0')
			abort();
		if (err == 0) {
			join(img, arena);
			write_again(img, arena);
		}
	}
	free(p);
	dt_arena_destroy(arena);
	return 0;
}
