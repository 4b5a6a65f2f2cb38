/* SPDX-License-Identifier: MIT */
/*
 * inet.bpf.c - network and link addresses as text, cut at strsize - 1.
 * Addresses are read from kernel memory, which includes scratch memory.
 *
 * Each byte or group is written by a function, so that the verifier follows its
 * branches once instead of once for each place.
 */
#include "rt/text.h"

#define	FAMILY_INET	2
#define	FAMILY_INET6	10
#define	LINK_ETHER	1
#define	LINK_INFINIBAND	32
#define	ETHER_BYTES	6
#define	INFINIBAND_BYTES	20

DT_INLINE uint32_t
put(struct dt_slot *s, uint32_t dst, uint32_t at, uint32_t c)
{
	uint64_t o = dst + 8ull + at;

	DT_PIN(o);
	if (at < DT_IMM(dt_imm_strsize) - 1 && o < DT_IMM(dt_imm_slot_size))
		((char *)s)[o] = c;
	return at + 1;
}

/* Copy n bytes of an address; -1 if they cannot be read. */
DT_INLINE int
fetch(struct dt_slot *s, void *to, uint32_t n, uint64_t addr)
{
	if (bpf_probe_read_kernel(to, n, addr) == 0)
		return 0;
	s->ctx.fault_addr = addr;
	return -1;
}

DT_INLINE int
finish(struct dt_slot *s, uint32_t dst, uint32_t len)
{
	uint64_t max = DT_IMM(dt_imm_strsize) - 1;

	return str_end(s, dst, len < max ? len : max);
}

/* Write a byte in decimal.  As the next ones, it returns the next position. */
int
dt_inet_byte(struct dt_slot *s, uint32_t dst, uint32_t at, uint32_t v)
{
	if (s == NULL)
		return 0;
	v &= 0xff;
	if (v >= 100)
		at = put(s, dst, at, '0' + v / 100);
	if (v >= 10)
		at = put(s, dst, at, '0' + v / 10 % 10);
	return put(s, dst, at, '0' + v % 10);
}

/* Write 16 bits in hexadecimal, with at least `digits` digits. */
int
dt_inet_hex(struct dt_slot *s, uint32_t dst, uint32_t at, uint32_t v,
    uint32_t digits)
{
	uint32_t i, d;

	if (s == NULL)
		return 0;
	v &= 0xffff;
	for (i = 4; i > 0; i--) {
		d = v >> (i - 1) * 4;
		if (i > digits && d == 0)
			continue;
		d &= 15;
		at = put(s, dst, at, d < 10 ? '0' + d : 'a' + d - 10);
	}
	return at;
}

/* Write the four bytes of v, the most significant first, with dots. */
int
dt_inet_quad(struct dt_slot *s, uint32_t dst, uint32_t at, uint32_t v)
{
	if (s == NULL)
		return 0;
	at = dt_inet_byte(s, dst, at, v >> 24);
	at = put(s, dst, at, '.');
	at = dt_inet_byte(s, dst, at, v >> 16);
	at = put(s, dst, at, '.');
	at = dt_inet_byte(s, dst, at, v >> 8);
	at = put(s, dst, at, '.');
	return dt_inet_byte(s, dst, at, v);
}

DT_INLINE uint32_t
group(const struct dt_inet6 *a, uint32_t i)
{
	return (i < 4 ? a->high : a->low) >> (3 - i % 4) * 16 & 0xffff;
}

/*
 * Find the longest sequence of at least two zero groups, the first of equal
 * ones.  Bit i of `runs` is set if a sequence of `len` groups begins at i.
 */
int
dt_inet_zeroes(struct dt_inet6 *a)
{
	uint32_t zeroes = 0, runs, last = 0, i;

	if (a == NULL)
		return -1;
	a->first = 8;
	a->len = 0;
	DT_LOOP
	for (i = 0; i < 8; i++)
		zeroes |= (uint32_t)(group(a, i) == 0) << i;
	runs = zeroes;
	DT_LOOP
	for (i = 1; i <= 8; i++) {
		if (runs == 0)
			break;
		last = runs;
		runs &= zeroes >> i;
	}
	if (i <= 2)
		return 0;
	a->len = i - 1;
	DT_LOOP
	for (i = 0; i < 8; i++)
		if (last >> i & 1)
			break;
	a->first = i;
	return 0;
}

/* Write group i after its separator.  1: it was the last. */
int
dt_inet_group(struct dt_slot *s, uint32_t dst, struct dt_inet6 *a, uint32_t i)
{
	if (s == NULL || a == NULL)
		return 1;
	if (i >= a->first && i < a->first + a->len) {
		if (i == a->first)
			a->at = put(s, dst, a->at, ':');
		return 0;
	}
	if (i != 0)
		a->at = put(s, dst, a->at, ':');
	if (i == 6 && a->first == 0 && (a->len == 6 ||
	    (a->len == 5 && group(a, 5) == 0xffff))) {
		a->at = dt_inet_quad(s, dst, a->at, a->low);
		return 1;
	}
	a->at = dt_inet_hex(s, dst, a->at, group(a, i), 1);
	return 0;
}

/* Read a 128-bit address. */
DT_INLINE int
fetch6(struct dt_slot *s, struct dt_inet6 *a, uint64_t addr)
{
	uint64_t w[2] = { 0 };

	if (fetch(s, w, sizeof(w), addr) != 0)
		return -1;
	a->high = __builtin_bswap64(w[0]);
	a->low = __builtin_bswap64(w[1]);
	return 0;
}

DT_INLINE int
text6(struct dt_slot *s, uint32_t dst, struct dt_inet6 *a)
{
	uint32_t i;

	dt_inet_zeroes(a);
	DT_LOOP
	for (i = 0; i < 8; i++)
		if (dt_inet_group(s, dst, a, i) != 0)
			break;
	if (i == 8 && a->first + a->len == 8 && a->len != 0)
		a->at = put(s, dst, a->at, ':');
	return finish(s, dst, a->at);
}

/* inet_ntoa() */
int
dt_str_inet4(struct dt_slot *s, uint32_t dst, uint64_t addr)
{
	uint32_t v = 0;

	if (s == NULL || fetch(s, &v, sizeof(v), addr) != 0)
		return -1;
	return finish(s, dst, dt_inet_quad(s, dst, 0, __builtin_bswap32(v)));
}

/*
 * inet_ntoa6().  An embedded IPv4 address is written alone; `strict` keeps the
 * colons before an IPv4-compatible one, which is deprecated.
 */
int
dt_str_inet6(struct dt_slot *s, uint32_t dst, uint64_t addr, int64_t strict)
{
	struct dt_inet6 a = { 0 };

	if (s == NULL || fetch6(s, &a, addr) != 0)
		return -1;
	if (a.high == 0 && (a.low >> 32 == 0xffff ||
	    (a.low >> 32 == 0 && a.low > 1 && strict == 0)))
		return finish(s, dst, dt_inet_quad(s, dst, 0, a.low));
	return text6(s, dst, &a);
}

/* inet_ntop(); 1 if the address family is unknown. */
int
dt_str_inet(struct dt_slot *s, uint32_t dst, int64_t family, uint64_t addr)
{
	struct dt_inet6 a = { 0 };

	if (s == NULL)
		return -1;
	if (family == FAMILY_INET)
		return dt_str_inet4(s, dst, addr);
	if (family != FAMILY_INET6)
		return 1;
	if (fetch6(s, &a, addr) != 0)
		return -1;
	return text6(s, dst, &a);
}

int
dt_link_byte(struct dt_slot *s, uint32_t dst, uint32_t i, uint32_t v)
{
	uint32_t at = i * 3;

	if (s == NULL)
		return 0;
	if (at != 0)
		put(s, dst, at - 1, ':');
	return dt_inet_hex(s, dst, at, v & 0xff, 2);
}

/* link_ntop(); 1 if the kind of link is unknown. */
int
dt_str_link(struct dt_slot *s, uint32_t dst, int64_t hardware, uint64_t addr)
{
	uint8_t b[INFINIBAND_BYTES] = { 0 };
	uint32_t n, i;

	if (s == NULL)
		return -1;
	if (hardware != LINK_ETHER && hardware != LINK_INFINIBAND)
		return 1;
	n = hardware == LINK_ETHER ? ETHER_BYTES : INFINIBAND_BYTES;
	if (fetch(s, b, n, addr) != 0)
		return -1;
	DT_LOOP
	for (i = 0; i < INFINIBAND_BYTES; i++) {
		if (i >= n)
			break;
		dt_link_byte(s, dst, i, b[i]);
	}
	return finish(s, dst, n * 3 - 1);
}
