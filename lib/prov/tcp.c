/* SPDX-License-Identifier: MIT */
/*
 * tcp.c - TCP connections and their segments.  All probes pass the same
 * arguments, which lib/dlib/tcp.d translates.
 */
#include "prov/packet.h"
#include "prov/prov.h"

#define	FIRST_ID	13312

/* The segment arrives at the socket, leaves it, or answers the source's one. */
enum { ARRIVES, LEAVES, ANSWERS };

/*
 * Arguments: segment, socket, IP header, socket, TCP header, old state, state,
 * direction; 0 if the source lacks one.
 */
#define	SOCKET(old, state, dir) \
	.nargs = 8, .args = { VALUE(0), ARG(0), VALUE(0), ARG(0), VALUE(0), \
	    old, state, VALUE(dir) }

/* --- states ------------------------------------------------------------- */

#define	CHANGES { \
	.tp = "inet_sock_set_state", .order = 0, \
	.nconds = 1, .conds = { SPEAKS(SOCK, TCP) }, \
	SOCKET(INTARG(OLD), INTARG(NEW), LEAVES), \
}

static const struct dt_tpsrc state_change[] = { CHANGES };

/* A socket gives way to a smaller one in state time-wait without an event. */
static const struct dt_tpsrc state_change_by[] = {
	CHANGES,
	{
		.tp = "tcp_time_wait", .is_function = true,
		.nconds = 1, .conds = { { INTARG(1), DT_TP_EQ,
		    VALUE(TIME_WAIT) } },
		SOCKET(STATE_OF(0), INTARG(1), LEAVES),
	},
};

#define	PASSES(old, new, dir) { \
	BECOMES(old, new), .order = 1, \
	SOCKET(INTARG(OLD), INTARG(NEW), dir), \
}

static const struct dt_tpsrc connect_request[] = {
	PASSES(CLOSED, SYN_SENT, LEAVES),
};
static const struct dt_tpsrc connect_established[] = {
	PASSES(SYN_SENT, ESTABLISHED, ARRIVES),
};
static const struct dt_tpsrc accept_established[] = {
	PASSES(SYN_RECV, ESTABLISHED, ARRIVES),
};

static const struct dt_tpsrc connect_refused[] = {
	{
		.tp = "tcp_receive_reset",
		.nconds = 1,
		.conds = { { STATE_OF(0), DT_TP_EQ, VALUE(SYN_SENT) } },
		SOCKET(STATE_OF(0), STATE_OF(0), ARRIVES),
	},
};

/* --- segments ----------------------------------------------------------- */

#define	SEGMENT(skb, sk, state, dir) \
	.nargs = 8, .args = { ARG(skb), sk, IP_OF(skb), sk, PAYLOAD_OF(skb), \
	    state, state, VALUE(dir) }

#define	SENDS(function) { \
	.tp = (function), .is_function = true, .order = 0, \
	.nconds = 2, \
	.conds = { IS_MADE_HERE(OUT_PACKET), CARRIES(OUT_PACKET, TCP) }, \
	SEGMENT(OUT_PACKET, SOCKET_OF(OUT_PACKET), ((struct dt_tpval){ \
	    .from = DT_TP_SOCKET, .n = OUT_PACKET, .type = "sock_common", \
	    .member = "skc_state", .size = 1 }), LEAVES), \
}

static const struct dt_tpsrc send[] = { SENDS(OUT4), SENDS(OUT6) };

/* One of these processes each segment that belongs to a socket. */
#define	RECEIVES(function) { \
	.tp = (function), .is_function = true, \
	SEGMENT(1, ARG(0), STATE_OF(0), ARRIVES), \
}

static const struct dt_tpsrc receive[] = {
	RECEIVES("tcp_rcv_established"), RECEIVES("tcp_rcv_state_process"),
	RECEIVES("tcp_timewait_state_process"),
};

/* A request, with any of the flags PUSH, URG, ECE and CWR. */
static const int16_t requests[] = {
	0x02, 0x0a, 0x22, 0x2a, 0x42, 0x4a, 0x62, 0x6a, 0x82, 0x8a, 0xa2, 0xaa,
	0xc2, 0xca, 0xe2, 0xea
};

#define	REFUSES(source, function) { \
	.tp = (source), .is_function = (function), \
	.nconds = 1, .conds = { { FLAGS_OF(1, 0), DT_TP_IN, \
	    SET(requests) } }, \
	SEGMENT(1, ARG(0), STATE_OF(0), ANSWERS), \
}

static const struct dt_tpsrc accept_refused[] = {
	REFUSES("tcp_send_reset", false),
};
/* Before Linux 6.10 the tracepoint fires only for segments with a socket. */
static const struct dt_tpsrc accept_refused_by[] = {
	REFUSES("tcp_v4_send_reset", true), REFUSES("tcp_v6_send_reset", true),
};

/* --- the table ---------------------------------------------------------- */

/* The types that -l -v shows; lib/dlib/tcp.d translates them for programs. */
static const char *const types[] = { "struct sk_buff *", "struct sock *",
	"void *", "struct tcp_sock *", "struct tcphdr *", NULL };
static const char *const change_types[] = { "struct sk_buff *",
	"struct sock *", "void *", "struct tcp_sock *", "struct tcphdr *",
	"int", NULL };

#define	REFUSED(srcs, which)	{ "vmlinux", "", "accept-refused", 8, \
				    N(srcs), srcs, .argtypes = types, \
				    .which = "trace_event_raw_tcp_send_reset" }

#define	CHANGE(srcs, ...)	{ "vmlinux", "", "state-change", 8, N(srcs), \
				    srcs, .argtypes = change_types, \
				    __VA_ARGS__ }

/* The position of a row determines its probe's id: add at the end. */
static const struct dt_tpprobe rows[] = {
	CHANGE(state_change, .unless = "tcp_time_wait"),
	TPROW("connect-request", 8, connect_request, types),
	TPROW("connect-established", 8, connect_established, types),
	TPROW("connect-refused", 8, connect_refused, types),
	TPROW("accept-established", 8, accept_established, types),
	REFUSED(accept_refused, with),
	REFUSED(accept_refused_by, without),
	TPROW("send", 8, send, types),
	TPROW("receive", 8, receive, types),
	CHANGE(state_change_by),
};

const struct dt_prov dt_prov_tcp = {
	.name = "tcp",
	.attrs = DT_PA_PROC,
	.tps = rows,
	.ntps = N(rows),
	.tps_id = FIRST_ID,
};
