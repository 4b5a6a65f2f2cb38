/* SPDX-License-Identifier: MIT */
/* packet.bpf.c - the headers and the socket of a packet, a struct sk_buff. */
#include "rt/kmem.h"

/* The protocols of headers between that of IPv6 and the payload. */
enum { HOP_BY_HOP = 0, ROUTING = 43, FRAGMENT = 44, OPTIONS = 60 };

#define	MAXEXTRA	8		/* of these headers */
#define	IP6_SIZE	40

/* States of objects that stand for a connection without a struct sock. */
enum { TIME_WAIT = 6, NEW_SYN_RECV = 12 };
enum { STREAM = 1, DATAGRAM };

DT_INLINE uint64_t
byte_of(uint64_t object, uint64_t off)
{
	return half_of(object, off) & 0xff;
}

DT_INLINE uint64_t
short_of(uint64_t object, uint64_t off)
{
	return half_of(object, off) & 0xffff;
}

uint64_t
dt_packet_ip(uint64_t skb)
{
	return word_of(skb, DT_IMM(dt_imm_packet_head)) +
	    short_of(skb, DT_IMM(dt_imm_packet_network));
}

uint64_t
dt_packet_payload(uint64_t skb)
{
	return word_of(skb, DT_IMM(dt_imm_packet_head)) +
	    short_of(skb, DT_IMM(dt_imm_packet_transport));
}

/*
 * Is a fragment not the first?  Its offset is big-endian, so the low bits are
 * in the second byte of the short.
 */
DT_INLINE int
is_later(uint64_t offset, uint64_t low_mask, uint64_t high_mask)
{
	return (offset & high_mask) != 0 || (offset >> 8 & low_mask) != 0;
}

int64_t
dt_packet_protocol6(uint64_t ip)
{
	uint64_t next = byte_of(ip, 6), at = ip + IP6_SIZE;
	uint32_t i;

	DT_LOOP
	for (i = 0; i < MAXEXTRA; i++) {
		if (next == FRAGMENT && is_later(short_of(at, 2), 0xf8, 0xff))
			return -1;
		if (next != HOP_BY_HOP && next != ROUTING &&
		    next != FRAGMENT && next != OPTIONS)
			break;
		next = byte_of(at, 0) | byte_of(at, 1) << 8 |
		    (next == FRAGMENT ? 1 << 16 : 0);
		at += next >> 16 ? 8 : 8 * (next >> 8 & 0xff) + 8;
		next &= 0xff;
	}
	return next;
}

int64_t
dt_packet_protocol(uint64_t skb)
{
	uint64_t ip = dt_packet_ip(skb);

	if (byte_of(ip, 0) >> 4 == 6)
		return dt_packet_protocol6(ip);
	return is_later(short_of(ip, 6), 0xff, 0x1f) ? -1 :
	    (int64_t)byte_of(ip, 9);
}

/*
 * A reply that belongs to no connection is sent through a raw socket of the
 * kernel, which does not count.
 */
uint64_t
dt_packet_socket(uint64_t skb)
{
	uint64_t sk = word_of(skb, DT_IMM(dt_imm_packet_sock)), state, type;

	if (sk == 0)
		return 0;
	state = byte_of(sk, DT_IMM(dt_imm_sock_state));
	if (state == TIME_WAIT || state == NEW_SYN_RECV)
		return sk;
	type = short_of(sk, DT_IMM(dt_imm_sock_type));
	return type == STREAM || type == DATAGRAM ? sk : 0;
}
