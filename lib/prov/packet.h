/* SPDX-License-Identifier: MIT */
/*
 * packet.h - initializers for the sources of probes on packets; i is the
 * position of an argument that is a struct sk_buff.
 */
#ifndef DT_PACKET_H
#define DT_PACKET_H

#include <stdint.h>
#include "prov/tpargs.h"

#define	IP_OF(i)	{ .from = DT_TP_IP, .n = (i) }
#define	PAYLOAD_OF(i)	{ .from = DT_TP_PAYLOAD, .n = (i) }
#define	SOCKET_OF(i)	{ .from = DT_TP_SOCKET, .n = (i) }

/* Protocols. */
enum { TCP = 6, UDP = 17 };

#define	CARRIES(i, protocol)	{ { .from = DT_TP_PROTOCOL, .n = (i) }, \
				    DT_TP_EQ, VALUE(protocol) }
/* Argument i is a struct sock of this protocol. */
#define	SPEAKS(i, protocol)	{ MEMBER(i, "sock", "sk_protocol", 2), \
				    DT_TP_EQ, VALUE(protocol) }
/* Not a forwarded packet, which was received by a device. */
#define	IS_MADE_HERE(i)	{ INT(i, "sk_buff", "skb_iif"), DT_TP_EQ, VALUE(0) }
/* States of a connection in the kernel. */
enum { ESTABLISHED = 1, SYN_SENT, SYN_RECV, TIME_WAIT = 6, CLOSED,
	CLOSE_WAIT, LISTEN = 10 };
/* A struct sock begins with a struct sock_common. */
#define	STATE_OF(i)	MEMBER(i, "sock_common", "skc_state", 1)

/* Arguments of inet_sock_set_state; the socket still has its old state. */
enum { SOCK, OLD, NEW };
#define	BECOMES(old, new) \
	.tp = "inet_sock_set_state", .nconds = 3, \
	.conds = { { INTARG(OLD), DT_TP_EQ, VALUE(old) }, \
	    { INTARG(NEW), DT_TP_EQ, VALUE(new) }, SPEAKS(SOCK, TCP) }

/* These flags of a TCP header, of which `fin` is the first bit; 0: all. */
#define	FLAGS_OF(i, bits)	{ .from = DT_TP_PAYLOAD, .n = (i), \
				    .type = "tcphdr", .member = "fin", \
				    .size = 1, .mask = (bits) }

/*
 * Functions by which IP passes a packet with all its headers to a device.  The
 * tracepoints of devices may fire several times for it, as it may pass several.
 */
#define	OUT4	"ip_finish_output2"
#define	OUT6	"ip6_finish_output2"
enum { OUT_NET, OUT_SENDER, OUT_PACKET };	/* arguments of both */

/* Functions that check each packet that a device passes to IP. */
#define	IN4	"ip_rcv_core"
#define	IN6	"ip6_rcv_core"
/* Packets for other hosts arrive only if a program watches the device. */
enum { THIS_HOST = 0, OTHER_HOST = 3 };
#define	ADDRESSED_TO(i)	{ .from = DT_TP_ARG, .n = (i), .type = "sk_buff", \
			    .member = "pkt_type", .size = 1, .mask = 7 }
#define	ARRIVES_AT_IP	{ ADDRESSED_TO(0), DT_TP_NE, VALUE(OTHER_HOST) }

enum { DROPPED, BY, REASON };	/* arguments of kfree_skb */

/* IPv4 and IPv6, in network order, as signed numbers. */
static const int16_t ip_protocols[] = { 0x0008, (int16_t)0xdd86 };
static const int16_t ip_versions[] = { 0x40, 0x60 };

/* Other packets are freed, too, and those of IP before they have a header. */
#define	IS_IP	{ { .from = DT_TP_ARG, .n = DROPPED, .type = "sk_buff", \
		    .member = "protocol", .size = 2, .is_signed = true }, \
		    DT_TP_IN, SET(ip_protocols) }, \
		{ { .from = DT_TP_IP, .n = DROPPED, .type = "iphdr", \
		    .size = 1, .mask = 0xf0 }, DT_TP_IN, SET(ip_versions) }

#define	DROPPED_IN \
	.tp = "kfree_skb", .nconds = 3, \
	.conds = { { INT(DROPPED, "sk_buff", "skb_iif"), DT_TP_NE, \
	    VALUE(0) }, IS_IP }
/* A received packet has neither a device nor a socket before IP has seen it. */
#define	DROPPED_OUT \
	.tp = "kfree_skb", .nconds = 4, \
	.conds = { IS_MADE_HERE(DROPPED), { MEMBER(DROPPED, "sk_buff", "sk", \
	    8), DT_TP_NE, VALUE(0) }, IS_IP }

#endif /* DT_PACKET_H */
