/* SPDX-License-Identifier: MIT */
/* udp.c - datagrams of UDP.  lib/dlib/udp.d translates the arguments. */
#include "prov/packet.h"
#include "prov/prov.h"

#define	FIRST_ID	13440

/* Arguments: packet, socket, IP header, socket, UDP header. */
#define	DATAGRAM(skb, sk) \
	.nargs = 5, \
	.args = { ARG(skb), sk, IP_OF(skb), sk, PAYLOAD_OF(skb) }

#define	SENDS(function) { \
	.tp = (function), .is_function = true, .order = 1, \
	.nconds = 2, \
	.conds = { IS_MADE_HERE(OUT_PACKET), CARRIES(OUT_PACKET, UDP) }, \
	DATAGRAM(OUT_PACKET, SOCKET_OF(OUT_PACKET)), \
}

static const struct dt_tpsrc send[] = { SENDS(OUT4), SENDS(OUT6) };

/* Only UDP: UDP-Lite uses the same functions. */
#define	RECEIVES(function) { \
	.tp = (function), .is_function = true, \
	.nconds = 1, .conds = { SPEAKS(0, UDP) }, \
	DATAGRAM(1, ARG(0)), \
}

static const struct dt_tpsrc receive[] = {
	RECEIVES("udp_queue_rcv_one_skb"), RECEIVES("udpv6_queue_rcv_one_skb"),
};

static const char *const types[] = { "struct sk_buff *", "struct sock *",
	"void *", "struct udp_sock *", "struct udphdr *", NULL };

#define	ROW(srcs)	TPROW(#srcs, 5, srcs, types)

/* The position of a row determines its probe's id: add at the end. */
static const struct dt_tpprobe rows[] = { ROW(send), ROW(receive) };

const struct dt_prov dt_prov_udp = {
	.name = "udp",
	.attrs = DT_PA_PROC,
	.tps = rows,
	.ntps = N(rows),
	.tps_id = FIRST_ID,
};
