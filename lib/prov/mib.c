/* SPDX-License-Identifier: MIT */
/*
 * mib.c - counters of the network, named as in Solaris' management information
 * bases, where the kernel counts.  args[0] is the number by which the counter
 * grows.
 */
#include <stdio.h>
#include <string.h>

#include "prov/packet.h"
#include "prov/prov.h"

#define	FIRST_ID	12928

#define	ONE		.nargs = 1, .args = { VALUE(1) }
#define	CALLED(function)	.tp = (function), .is_function = true
#define	RETURNS(function)	CALLED(function), .at_return = true
#define	RESULT		{ .from = DT_TP_RESULT, .size = 4, .is_signed = true }
#define	LENGTH_OF(i)	MEMBER(i, "sk_buff", "len", 4)
#define	HAS_DATA(i)	{ LENGTH_OF(i), DT_TP_NE, VALUE(0) }

/* --- TCP: connections --------------------------------------------------- */

static const struct dt_tpsrc tcpActiveOpens[] = {
	{ BECOMES(CLOSED, SYN_SENT), ONE },
};
/* The socket of a new connection begins as a copy of the listening one. */
static const struct dt_tpsrc tcpPassiveOpens[] = {
	{ BECOMES(LISTEN, SYN_RECV), ONE },
};
static const struct dt_tpsrc tcpAttemptFails[] = {
	{ BECOMES(SYN_SENT, CLOSED), ONE },
	{ BECOMES(SYN_RECV, CLOSED), ONE },
};
static const struct dt_tpsrc tcpEstabResets[] = {
	{ BECOMES(ESTABLISHED, CLOSED), ONE },
	{ BECOMES(CLOSE_WAIT, CLOSED), ONE },
};

/* The listening socket i has as many connections as it may keep. */
#define	IS_FULL(i)	{ INT(i, "sock", "sk_max_ack_backlog"), DT_TP_LT, \
			    INT(i, "sock", "sk_ack_backlog") }
#define	IS_IP6(i)	{ MEMBER(i, "sk_buff", "protocol", 2), DT_TP_EQ, \
			    VALUE(0xdd86) }

/*
 * Functions for a request, and for the end of its handshake: they ignore it if
 * the listening socket is full.  The one for IPv6 calls the one for IPv4 for
 * packets of that.
 */
static const struct dt_tpsrc tcpListenDrop[] = {
	{ CALLED("tcp_conn_request"), .nconds = 1, .conds = { IS_FULL(2) },
	    ONE },
	{ CALLED("tcp_v4_syn_recv_sock"), .nconds = 1, .conds = { IS_FULL(0) },
	    ONE },
	{ CALLED("tcp_v6_syn_recv_sock"), .nconds = 2,
	    .conds = { IS_FULL(0), IS_IP6(1) }, ONE },
};

/* --- TCP: segments ------------------------------------------------------ */

/* A member of the data that TCP keeps in a packet which has no header yet. */
#define	KEPT(i, m, sz)	INNER(i, "sk_buff", "cb", "tcp_skb_cb", m, sz)
/* One packet may be sent as several segments. */
#define	SEGMENTS(i)	.nargs = 1, .args = { KEPT(i, "tcp_gso_segs", 2) }
#define	BYTES(i)	.nargs = 1, .args = { LENGTH_OF(i) }

/* The segment is the next to be sent, or is only an acknowledgement. */
#define	IS_NEXT		{ KEPT(1, "seq", 4), DT_TP_EQ, \
			    MEMBER(0, "tcp_sock", "snd_nxt", 4) }
#define	IS_EMPTY	{ KEPT(1, "seq", 4), DT_TP_EQ, KEPT(1, "end_seq", 4) }

#define	IS_RECEIVED(function) { \
	CALLED(function), .nconds = 1, .conds = { { ADDRESSED_TO(0), \
	    DT_TP_EQ, VALUE(THIS_HOST) } }, ONE \
}

static const struct dt_tpsrc tcpInSegs[] = {
	IS_RECEIVED("tcp_v4_rcv"), IS_RECEIVED("tcp_v6_rcv"),
};
/* Those of a connection, and those that are sent without one. */
static const struct dt_tpsrc tcpOutSegs[] = {
	{ CALLED("__tcp_transmit_skb"), .any = true, .nconds = 2,
	    .conds = { IS_NEXT, IS_EMPTY }, SEGMENTS(1) },
	{ CALLED("tcp_make_synack"), ONE },
	{ CALLED("ip_send_unicast_reply"), ONE },
	{ CALLED("tcp_v6_send_response"), ONE },
};
static const struct dt_tpsrc tcpOutDataSegs[] = {
	{ CALLED("__tcp_transmit_skb"), .nconds = 2,
	    .conds = { IS_NEXT, HAS_DATA(1) }, SEGMENTS(1) },
};
static const struct dt_tpsrc tcpOutDataBytes[] = {
	{ CALLED("__tcp_transmit_skb"), .nconds = 2,
	    .conds = { IS_NEXT, HAS_DATA(1) }, BYTES(1) },
};
static const struct dt_tpsrc tcpInDataInorderBytes[] = {
	{ CALLED("tcp_queue_rcv"), .nconds = 1, .conds = { HAS_DATA(1) },
	    BYTES(1) },
};
static const struct dt_tpsrc tcpRetransSegs[] = {
	{ .tp = "tcp_retransmit_skb", SEGMENTS(1) },
	{ .tp = "tcp_retransmit_synack", ONE },
};
static const struct dt_tpsrc tcpRetransBytes[] = {
	{ .tp = "tcp_retransmit_skb", .nconds = 1, .conds = { HAS_DATA(1) },
	    BYTES(1) },
};
static const struct dt_tpsrc tcpOutSackRetransSegs[] = {
	{ .tp = "tcp_retransmit_skb", .nconds = 1,
	    .conds = { { { .from = DT_TP_ARG, .type = "tcp_sock",
	    .member = "sacked_out", .size = 4, .larger = true }, DT_TP_NE,
	    VALUE(0) } }, SEGMENTS(1) },
};
static const struct dt_tpsrc tcpTimRetrans[] = {
	{ CALLED("tcp_retransmit_timer"), .nconds = 1,
	    .conds = { { INT(0, "tcp_sock", "packets_out"), DT_TP_NE,
	    VALUE(0) } }, ONE },
};
static const struct dt_tpsrc tcpTimRetransDrop[] = {
	{ RETURNS("tcp_retransmit_timer"), .nconds = 1,
	    .conds = { { STATE_OF(0), DT_TP_EQ, VALUE(CLOSED) } }, ONE },
};

#define	RESETS		"trace_event_raw_tcp_send_reset"
#define	FLAG_RST	4
/* Before Linux 6.10 the tracepoint fires only for segments with a socket. */
#define	IS_ANSWERED(function) { \
	CALLED(function), .nconds = 1, .conds = { { FLAGS_OF(1, FLAG_RST), \
	    DT_TP_EQ, VALUE(0) } }, ONE \
}

static const struct dt_tpsrc tcpOutRsts[] = {
	{ .tp = "tcp_send_reset", ONE },
};
static const struct dt_tpsrc tcpOutRsts_by[] = {
	IS_ANSWERED("tcp_v4_send_reset"), IS_ANSWERED("tcp_v6_send_reset"),
	{ .tp = "tcp_send_reset", .nconds = 1,
	    .conds = { { ARG(1), DT_TP_EQ, VALUE(0) } }, ONE },
};

/* --- drops -------------------------------------------------------------- */

#define	IS_FOR(reason)	{ INTARG(REASON), DT_TP_EQ, { .from = DT_TP_ENUM, \
			    .type = "skb_drop_reason", \
			    .member = "SKB_DROP_REASON_" reason } }
#define	DROP(reason) { \
	.tp = "kfree_skb", .nconds = 1, .conds = { IS_FOR(reason) }, ONE \
}
#define	DROP_OF(protocol, reason) { \
	.tp = "kfree_skb", .nconds = 2, \
	.conds = { IS_FOR(reason), CARRIES(DROPPED, protocol) }, ONE \
}

static const struct dt_tpsrc tcpInCksumErrs[] = {
	{ .tp = "tcp_bad_csum", ONE },
};
static const struct dt_tpsrc tcpInErrs[] = {
	{ .tp = "tcp_bad_csum", ONE }, DROP_OF(TCP, "PKT_TOO_SMALL"),
};
static const struct dt_tpsrc udpNoPorts[] = { DROP_OF(UDP, "NO_SOCKET") };
static const struct dt_tpsrc ipInHdrErrors[] = {
	DROP("IP_INHDR"), DROP("IP_CSUM"),
};
static const struct dt_tpsrc ipInCksumErrs[] = { DROP("IP_CSUM") };
static const struct dt_tpsrc ipInAddrErrors[] = { DROP("IP_INADDRERRORS") };
static const struct dt_tpsrc ipInUnknownProtos[] = { DROP("IP_NOPROTO") };
static const struct dt_tpsrc ipOutNoRoutes[] = { DROP("IP_OUTNOROUTES") };
static const struct dt_tpsrc ipInDiscards[] = { { DROPPED_IN, ONE } };
static const struct dt_tpsrc ipOutDiscards[] = { { DROPPED_OUT, ONE } };

/* --- UDP ---------------------------------------------------------------- */

static const struct dt_tpsrc udpInOverflows[] = {
	DROP_OF(UDP, "SOCKET_RCVBUFF"),
};
static const struct dt_tpsrc udpInErrors[] = {
	DROP_OF(UDP, "SOCKET_RCVBUFF"), DROP_OF(UDP, "PROTO_MEM"),
	DROP_OF(UDP, "SOCKET_FILTER"), DROP_OF(UDP, "UDP_CSUM"),
	DROP_OF(UDP, "PKT_TOO_SMALL"), DROP_OF(UDP, "XFRM_POLICY"),
};

#define	IS_QUEUED(function) { \
	RETURNS(function), .nconds = 2, \
	.conds = { SPEAKS(0, UDP), { RESULT, DT_TP_EQ, VALUE(0) } }, ONE \
}
static const struct dt_tpsrc udpInDatagrams[] = {
	IS_QUEUED("udp_queue_rcv_one_skb"),
	IS_QUEUED("udpv6_queue_rcv_one_skb"),
};

#define	IS_SENT(function) { \
	CALLED(function), .nconds = 2, .conds = { IS_MADE_HERE(OUT_PACKET), \
	    CARRIES(OUT_PACKET, UDP) }, ONE \
}
static const struct dt_tpsrc udpOutDatagrams[] = {
	IS_SENT(OUT4), IS_SENT(OUT6),
};

/* --- IP ----------------------------------------------------------------- */

#define	ARRIVES(function, ...) { \
	CALLED(function), .nconds = 1, .conds = { ARRIVES_AT_IP }, \
	__VA_ARGS__ \
}
static const struct dt_tpsrc ipInReceives[] = {
	ARRIVES(IN4, ONE), ARRIVES(IN6, ONE),
};
static const struct dt_tpsrc ipIfStatsHCInOctets[] = {
	ARRIVES(IN4, BYTES(0)), ARRIVES(IN6, BYTES(0)),
};

/* Not the packets that a packet is split into after the first one. */
#define	REQUESTED(function) { \
	CALLED(function), .nconds = 2, .conds = { IS_MADE_HERE(OUT_PACKET), \
	    { { .from = DT_TP_PROTOCOL, .n = OUT_PACKET }, DT_TP_NE, \
	    VALUE(-1) } }, ONE \
}
static const struct dt_tpsrc ipOutRequests[] = {
	REQUESTED(OUT4), REQUESTED(OUT6),
};
static const struct dt_tpsrc ipIfStatsHCOutTransmits[] = {
	{ CALLED(OUT4), ONE }, { CALLED(OUT6), ONE },
};
static const struct dt_tpsrc ipIfStatsHCOutOctets[] = {
	{ CALLED(OUT4), BYTES(OUT_PACKET) },
	{ CALLED(OUT6), BYTES(OUT_PACKET) },
};

/* --- raw sockets -------------------------------------------------------- */

#define	IS_GIVEN(function) { \
	RETURNS(function), .nconds = 1, \
	.conds = { { RESULT, DT_TP_EQ, VALUE(0) } }, ONE \
}
#define	IS_TAKEN(function) { \
	RETURNS(function), .nconds = 1, \
	.conds = { { VALUE(-1), DT_TP_LT, RESULT } }, ONE \
}
static const struct dt_tpsrc rawipInDatagrams[] = {
	IS_GIVEN("raw_rcv"), IS_GIVEN("rawv6_rcv"),
};
static const struct dt_tpsrc rawipOutDatagrams[] = {
	IS_TAKEN("raw_sendmsg"), IS_TAKEN("rawv6_sendmsg"),
};

/* --- ICMP --------------------------------------------------------------- */

#define	ICMP_IN		CALLED("icmp_rcv")
#define	ICMP_OUT	CALLED("icmp_out_count")
#define	ICMP6_IN	CALLED("icmpv6_rcv")
#define	OF_TYPE(value, type)	.nconds = 1, \
				.conds = { { value, DT_TP_EQ, VALUE(type) } }
/* The first byte of both headers is the type. */
#define	TYPE_RECEIVED	{ .from = DT_TP_PAYLOAD, .n = 0, .type = "icmphdr", \
			    .member = "type", .size = 1 }
#define	TYPE_SENT	{ .from = DT_TP_ARG, .n = 1, .size = 1 }

#define	RECEIVED(name, type) \
static const struct dt_tpsrc icmpIn##name[] = { \
	{ ICMP_IN, OF_TYPE(TYPE_RECEIVED, type), ONE }, \
};
#define	SENT(name, type) \
static const struct dt_tpsrc icmpOut##name[] = { \
	{ ICMP_OUT, OF_TYPE(TYPE_SENT, type), ONE }, \
};
#define	RECEIVED6(name, type) \
static const struct dt_tpsrc ipv6IfIcmpIn##name[] = { \
	{ ICMP6_IN, OF_TYPE(TYPE_RECEIVED, type), ONE }, \
};

/* Types of messages. */
#define	ICMP_TYPES(EACH) \
	EACH(EchoReps, 0) EACH(DestUnreachs, 3) EACH(SrcQuenchs, 4) \
	EACH(Redirects, 5) EACH(Echos, 8) EACH(TimeExcds, 11) \
	EACH(ParmProbs, 12) EACH(Timestamps, 13) EACH(TimestampReps, 14) \
	EACH(AddrMasks, 17) EACH(AddrMaskReps, 18)
#define	ICMP6_TYPES(EACH) \
	EACH(DestUnreachs, 1) EACH(PktTooBigs, 2) EACH(TimeExcds, 3) \
	EACH(ParmProblems, 4) EACH(Echos, 128) EACH(EchoReplies, 129) \
	EACH(RouterSolicits, 133) EACH(RouterAdvertisements, 134) \
	EACH(NeighborSolicits, 135) EACH(NeighborAdvertisements, 136) \
	EACH(Redirects, 137)

static const struct dt_tpsrc icmpInMsgs[] = { { ICMP_IN, ONE } };
static const struct dt_tpsrc icmpOutMsgs[] = { { ICMP_OUT, ONE } };
static const struct dt_tpsrc ipv6IfIcmpInMsgs[] = { { ICMP6_IN, ONE } };
ICMP_TYPES(RECEIVED)
ICMP_TYPES(SENT)
ICMP6_TYPES(RECEIVED6)

/* --- the table ---------------------------------------------------------- */

static const char *const types[] = { "int", NULL };

#define	ROW(name)		TPROW(#name, 1, name, types)
#define	ALIAS(name, of) \
	{ "vmlinux", "", name, 1, N(of), of, .argtypes = types, \
	    .alias_of = #of }
#define	VARIANT(name, srcs, which) \
	{ "vmlinux", "", name, 1, N(srcs), srcs, .argtypes = types, \
	    .which = RESETS }
#define	ROW_IN(name, type)	ROW(icmpIn##name),
#define	ROW_OUT(name, type)	ROW(icmpOut##name),
#define	ROW_IN6(name, type)	ROW(ipv6IfIcmpIn##name),

/* The position of a row determines its probe's id: add at the end. */
static const struct dt_tpprobe rows[] = {
	ROW(tcpActiveOpens), ROW(tcpPassiveOpens), ROW(tcpAttemptFails),
	ROW(tcpEstabResets), ROW(tcpListenDrop), ROW(tcpInSegs),
	ROW(tcpOutSegs), ROW(tcpOutDataSegs), ROW(tcpOutDataBytes),
	ROW(tcpInDataInorderBytes), ROW(tcpRetransSegs), ROW(tcpRetransBytes),
	ROW(tcpOutSackRetransSegs), ROW(tcpTimRetrans), ROW(tcpTimRetransDrop),
	VARIANT("tcpOutRsts", tcpOutRsts, with),
	VARIANT("tcpOutRsts", tcpOutRsts_by, without),
	ROW(tcpInErrs), ROW(tcpInCksumErrs),
	ROW(udpInDatagrams), ROW(udpOutDatagrams), ROW(udpNoPorts),
	ROW(udpInErrors), ROW(udpInOverflows),
	ROW(ipInReceives), ROW(ipInHdrErrors), ROW(ipInCksumErrs),
	ROW(ipInAddrErrors), ROW(ipInUnknownProtos), ROW(ipInDiscards),
	ROW(ipOutRequests), ROW(ipOutDiscards), ROW(ipOutNoRoutes),
	ALIAS("ipIfStatsHCInReceives", ipInReceives),
	ROW(ipIfStatsHCInOctets),
	ALIAS("ipIfStatsInDiscards", ipInDiscards),
	ALIAS("ipIfStatsHCOutRequests", ipOutRequests),
	ROW(ipIfStatsHCOutTransmits), ROW(ipIfStatsHCOutOctets),
	ALIAS("ipIfStatsOutDiscards", ipOutDiscards),
	ROW(rawipInDatagrams), ROW(rawipOutDatagrams),
	ROW(icmpInMsgs), ICMP_TYPES(ROW_IN)
	ROW(icmpOutMsgs), ICMP_TYPES(ROW_OUT)
	ROW(ipv6IfIcmpInMsgs), ICMP6_TYPES(ROW_IN6)
	ALIAS("udpHCInDatagrams", udpInDatagrams),
	ALIAS("udpHCOutDatagrams", udpOutDatagrams),
};

const struct dt_prov dt_prov_mib = {
	.name = "mib",
	.attrs = DT_PA_PROC,
	.tps = rows,
	.ntps = N(rows),
	.tps_id = FIRST_ID,
};
