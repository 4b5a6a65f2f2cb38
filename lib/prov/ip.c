/* SPDX-License-Identifier: MIT */
/*
 * ip.c - packets of IPv4 and IPv6 that pass between IP and a device, and routes
 * that are missing.  lib/dlib/ip.d translates the arguments of packets.
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

#define	RECEIVES(function) { \
	.tp = (function), .is_function = true, \
	.nconds = 1, .conds = { ARRIVES_AT_IP }, \
	PACKET(0, VALUE(0), VALUE(0)), \
}

static const struct dt_tpsrc receive[] = { RECEIVES(IN4), RECEIVES(IN6) };

static const struct dt_tpsrc drop_in[] = {
	{ DROPPED_IN, PACKET(DROPPED, VALUE(0), INTARG(REASON)) },
};
static const struct dt_tpsrc drop_out[] = {
	{ DROPPED_OUT, PACKET(DROPPED, SOCKET_OF(DROPPED), INTARG(REASON)) },
};

/* --- routes ------------------------------------------------------------- */

/* Arguments of fib_table_lookup. */
enum { TABLE, WANTED, FOUND, ERROR };
#define	MAIN_TABLE	254	/* the other ones are searched as well */
#define	NOT_THERE	(-11)

static const struct dt_tpsrc route_miss[] = {
	{
		.tp = "fib_table_lookup",
		.nconds = 2,
		.conds = { { INTARG(TABLE), DT_TP_EQ, VALUE(MAIN_TABLE) },
		    { INTARG(ERROR), DT_TP_EQ, VALUE(NOT_THERE) } },
		.nargs = 1, .args = { ARG(WANTED) },
	},
};

static const char *const route[] = { "struct flowi4 *", NULL };
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
	TPROW("route-miss", 1, route_miss, route),
};

const struct dt_prov dt_prov_ip = {
	.name = "ip",
	.attrs = DT_PA_PROC,
	.tps = rows,
	.ntps = N(rows),
	.tps_id = FIRST_ID,
};
