/* SPDX-License-Identifier: MIT */
/*
 * tcp.c - TCP connections and their segments.  All probes pass the same
 * arguments, which lib/dlib/tcp.d translates.
 */
#include "prov/prov.h"
#include "prov/tpargs.h"

#define	FIRST_ID	13312

#define	N(v)	(sizeof(v) / sizeof((v)[0]))

/* States of the kernel. */
enum { ESTABLISHED = 1, SYN_SENT, SYN_RECV, CLOSED = 7 };

/* A struct sock begins with a struct sock_common. */
#define	STATE_OF(i)	MEMBER(i, "sock_common", "skc_state", 1)
#define	IS_TCP		{ MEMBER(0, "sock", "sk_protocol", 2), DT_TP_EQ, \
			    VALUE(6) }

/* Does the segment, or would it, leave the socket or arrive there? */
enum { ARRIVES, LEAVES };

/*
 * Segment, socket, IP header, socket, TCP header, old state, state, direction;
 * 0 for what the source does not have.
 */
#define	SOCKET(old, state, dir) \
	.nargs = 8, .args = { VALUE(0), ARG(0), VALUE(0), ARG(0), VALUE(0), \
	    old, state, VALUE(dir) }

/* --- states ------------------------------------------------------------- */

/* The socket still has its old state. */
enum { SOCK, OLD, NEW };	/* arguments of inet_sock_set_state */

static const struct dt_tpsrc state_change[] = {
	{
		.tp = "inet_sock_set_state", .order = 0,
		.nconds = 1, .conds = { IS_TCP },
		SOCKET(INTARG(OLD), INTARG(NEW), LEAVES),
	},
};

#define	BECOMES(old, new, dir) { \
	.tp = "inet_sock_set_state", .order = 1, \
	.nconds = 3, .conds = { { INTARG(OLD), DT_TP_EQ, VALUE(old) }, \
	    { INTARG(NEW), DT_TP_EQ, VALUE(new) }, IS_TCP }, \
	SOCKET(INTARG(OLD), INTARG(NEW), dir), \
}

static const struct dt_tpsrc connect_request[] = {
	BECOMES(CLOSED, SYN_SENT, LEAVES),
};
static const struct dt_tpsrc connect_established[] = {
	BECOMES(SYN_SENT, ESTABLISHED, ARRIVES),
};
static const struct dt_tpsrc accept_established[] = {
	BECOMES(SYN_RECV, ESTABLISHED, ARRIVES),
};

static const struct dt_tpsrc connect_refused[] = {
	{
		.tp = "tcp_receive_reset",
		.nconds = 1,
		.conds = { { STATE_OF(0), DT_TP_EQ, VALUE(SYN_SENT) } },
		SOCKET(STATE_OF(0), STATE_OF(0), ARRIVES),
	},
};

/* --- the table ---------------------------------------------------------- */

/* Those of -l -v: lib/dlib/tcp.d says what a program gets. */
static const char *const types[] = { "struct sk_buff *", "struct sock *",
	"void *", "struct tcp_sock *", "struct tcphdr *", NULL };
static const char *const change_types[] = { "struct sk_buff *",
	"struct sock *", "void *", "struct tcp_sock *", "struct tcphdr *",
	"int", NULL };

#define	ROW(name, srcs, types)	{ "vmlinux", "", name, 8, N(srcs), srcs, \
				    .argtypes = types }

/* The position of a row determines its probe's id: add at the end. */
static const struct dt_tpprobe rows[] = {
	ROW("state-change", state_change, change_types),
	ROW("connect-request", connect_request, types),
	ROW("connect-established", connect_established, types),
	ROW("connect-refused", connect_refused, types),
	ROW("accept-established", accept_established, types),
};

const struct dt_prov dt_prov_tcp = {
	.name = "tcp",
	.attr = { DTRACE_STABILITY_EVOLVING, DTRACE_STABILITY_EVOLVING,
	    DTRACE_CLASS_ISA },
	.tps = rows,
	.ntps = N(rows),
	.tps_id = FIRST_ID,
};
