/* SPDX-License-Identifier: MIT */
/*
 * packet.h - initializers for the sources of probes on packets; i is the
 * position of an argument that is a struct sk_buff.
 */
#ifndef DT_PACKET_H
#define DT_PACKET_H

#include "prov/tpargs.h"

#define	IP_OF(i)	{ .from = DT_TP_IP, .n = (i) }
#define	PAYLOAD_OF(i)	{ .from = DT_TP_PAYLOAD, .n = (i) }
#define	SOCKET_OF(i)	{ .from = DT_TP_SOCKET, .n = (i) }

/* Protocols. */
enum { TCP = 6, UDP = 17 };

#define	CARRIES(i, protocol)	{ { .from = DT_TP_PROTOCOL, .n = (i) }, \
				    DT_TP_EQ, VALUE(protocol) }
/* Not a forwarded packet, which was received by a device. */
#define	IS_MADE_HERE(i)	{ INT(i, "sk_buff", "skb_iif"), DT_TP_EQ, VALUE(0) }

/*
 * Functions by which IP passes a packet with all its headers to a device.  The
 * tracepoints of devices may fire several times for it, as it may pass several.
 */
#define	OUT4	"ip_finish_output2"
#define	OUT6	"ip6_finish_output2"
enum { OUT_NET, OUT_SENDER, OUT_PACKET };	/* arguments of both */

#endif /* DT_PACKET_H */
