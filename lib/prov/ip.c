/* SPDX-License-Identifier: MIT */
/*
 * ip.c - packets of IPv4 and IPv6 that pass between IP and a device.
 * lib/dlib/ip.d translates the arguments.
 */
#include "prov/packet.h"
#include "prov/prov.h"

#define	FIRST_ID	13504

/*
 * Arguments: packet, socket, IP header, device, the IP header twice again, and
 * the reason of a drop.
 */
#define	PACKET(skb, sk, why) \
	.nargs = 7, .args = { ARG(skb), sk, IP_OF(skb), \
	    MEMBER(skb, "sk_buff", "dev", 8), IP_OF(skb), IP_OF(skb), why }

#define	SENDS(function) { \
	.tp = (function), .is_function = true, .order = 2, \
	PACKET(OUT_PACKET, SOCKET_OF(OUT_PACKET), VALUE(0)), \
}

static const struct dt_tpsrc send[] = { SENDS(OUT4), SENDS(OUT6) };

/* Packets for other hosts arrive only if a program watches the device. */
#define	OTHER_HOST	3
#define	RECEIVES(function) { \
	.tp = (function), .is_function = true, \
	.nconds = 1, \
	.conds = { { { .from = DT_TP_ARG, .n = 0, .type = "sk_buff", \
	    .member = "pkt_type", .size = 1, .mask = 7 }, DT_TP_NE, \
	    VALUE(OTHER_HOST) } }, \
	PACKET(0, VALUE(0), VALUE(0)), \
}

static const struct dt_tpsrc receive[] = {
	RECEIVES("ip_rcv_core"), RECEIVES("ip6_rcv_core"),
};

/* --- drops -------------------------------------------------------------- */

enum { DROPPED, BY, REASON };	/* arguments of kfree_skb */

/* IPv4 and IPv6, in network order, as signed numbers. */
static const int16_t protocols[] = { 0x0008, (int16_t)0xdd86 };
static const int16_t versions[] = { 0x40, 0x60 };

/* Other packets are freed, too, and those of IP before they have a header. */
#define	IS_IP	{ .a = { .from = DT_TP_ARG, .n = DROPPED, .type = "sk_buff", \
		    .member = "protocol", .size = 2, .is_signed = true }, \
		    .op = DT_TP_IN, .set = protocols, .nset = N(protocols) }, \
		{ .a = { .from = DT_TP_IP, .n = DROPPED, .type = "iphdr", \
		    .size = 1, .mask = 0xf0 }, \
		    .op = DT_TP_IN, .set = versions, .nset = N(versions) }

static const struct dt_tpsrc drop_in[] = {
	{
		.tp = "kfree_skb",
		.nconds = 3,
		.conds = { { INT(DROPPED, "sk_buff", "skb_iif"), DT_TP_NE,
		    VALUE(0) }, IS_IP },
		PACKET(DROPPED, VALUE(0), INTARG(REASON)),
	},
};

/* A received packet has neither a device nor a socket before IP has seen it. */
static const struct dt_tpsrc drop_out[] = {
	{
		.tp = "kfree_skb",
		.nconds = 4,
		.conds = { IS_MADE_HERE(DROPPED), { MEMBER(DROPPED, "sk_buff",
		    "sk", 8), DT_TP_NE, VALUE(0) }, IS_IP },
		PACKET(DROPPED, SOCKET_OF(DROPPED), INTARG(REASON)),
	},
};

static const char *const passed[] = { "struct sk_buff *", "struct sock *",
	"void *", "struct net_device *", "struct iphdr *", "struct ipv6hdr *",
	NULL };
static const char *const dropped[] = { "struct sk_buff *", "struct sock *",
	"void *", "struct net_device *", "struct iphdr *", "struct ipv6hdr *",
	"enum skb_drop_reason", NULL };

/* The position of a row determines its probe's id: add at the end. */
static const struct dt_tpprobe rows[] = {
	TPROW("send", 6, send, passed), TPROW("receive", 6, receive, passed),
	TPROW("drop-in", 7, drop_in, dropped),
	TPROW("drop-out", 7, drop_out, dropped),
};

const struct dt_prov dt_prov_ip = {
	.name = "ip",
	.attrs = DT_PA_PROC,
	.tps = rows,
	.ntps = N(rows),
	.tps_id = FIRST_ID,
};
