/* SPDX-License-Identifier: MIT */
/* text.h - shared by scan.bpf.c, json.bpf.c and inet.bpf.c. */
#ifndef DT_TEXT_H
#define DT_TEXT_H

#include "rt/bpf.h"
#include "rt/progress.h"

/* The byte at a position of a string; -1 beyond its end. */
DT_INLINE int
byte_at(const struct dt_slot *s, uint32_t str, uint32_t pos)
{
	uint64_t o = str + 8ull + pos;

	DT_PIN(o);
	if (pos >= str_length(s, str) || o >= DT_IMM(dt_imm_slot_size))
		return -1;
	return ((const unsigned char *)s)[o];
}

/* Kinds of bytes that dt_scan() skips, up to the position that it returns. */
enum dt_scan {
	DT_SCAN_SPACE,
	DT_SCAN_DIGITS,
	DT_SCAN_STRING,		/* of JSON, up to its closing quote; or -1 */
	DT_SCAN_DOTS,		/* what separates components of a path, */
	DT_SCAN_NAME,		/* and anything else */
};
int dt_scan(struct dt_slot *s, uint32_t str, uint32_t pos, uint32_t kind);
int dt_scan_steps(struct dt_slot *s, uint32_t str, uint32_t pos, uint32_t kind);
int dt_scan_step(struct dt_slot *s, uint32_t str, uint32_t pos, uint32_t kind);
int dt_num_digit(struct dt_slot *s, uint32_t str, uint32_t pos, int64_t base);
uint64_t dt_num_parse(struct dt_slot *s, uint32_t str, uint32_t pos,
    int64_t base);

int dt_json_token(struct dt_slot *s, struct dt_json *j, uint32_t src,
    uint32_t path);

int dt_inet_byte(struct dt_slot *s, uint32_t dst, uint32_t at, uint32_t v);
int dt_inet_hex(struct dt_slot *s, uint32_t dst, uint32_t at, uint32_t v,
    uint32_t digits);
int dt_inet_quad(struct dt_slot *s, uint32_t dst, uint32_t at, uint32_t v);
int dt_inet_zeroes(struct dt_inet6 *a);
int dt_inet_group(struct dt_slot *s, uint32_t dst, struct dt_inet6 *a,
    uint32_t i);
int dt_link_byte(struct dt_slot *s, uint32_t dst, uint32_t i, uint32_t v);

#endif /* DT_TEXT_H */
