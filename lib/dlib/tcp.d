/* SPDX-License-Identifier: MIT */
/*
 * tcp.d - the arguments of provider tcp.  All its probes pass the segment, the
 * socket, the IP header, the socket again, the TCP header, the old state, the
 * state, and whether the segment is sent; 0 for what is not known.
 */
#pragma D depends_on provider tcp
#pragma D depends_on library ip.d

inline int32_t TCP_STATE_IDLE = -3;
inline int32_t TCP_STATE_BOUND = -2;
inline int32_t TCP_STATE_ESTABLISHED = 1;
inline int32_t TCP_STATE_SYN_SENT = 2;
inline int32_t TCP_STATE_SYN_RECEIVED = 3;
inline int32_t TCP_STATE_FIN_WAIT_1 = 4;
inline int32_t TCP_STATE_FIN_WAIT_2 = 5;
inline int32_t TCP_STATE_TIME_WAIT = 6;
inline int32_t TCP_STATE_CLOSED = 7;
inline int32_t TCP_STATE_CLOSE_WAIT = 8;
inline int32_t TCP_STATE_LAST_ACK = 9;
inline int32_t TCP_STATE_LISTEN = 10;
inline int32_t TCP_STATE_CLOSING = 11;

/* The same, named as on FreeBSD. */
inline int32_t TCPS_ESTABLISHED = TCP_STATE_ESTABLISHED;
inline int32_t TCPS_SYN_SENT = TCP_STATE_SYN_SENT;
inline int32_t TCPS_SYN_RECEIVED = TCP_STATE_SYN_RECEIVED;
inline int32_t TCPS_FIN_WAIT_1 = TCP_STATE_FIN_WAIT_1;
inline int32_t TCPS_FIN_WAIT_2 = TCP_STATE_FIN_WAIT_2;
inline int32_t TCPS_TIME_WAIT = TCP_STATE_TIME_WAIT;
inline int32_t TCPS_CLOSED = TCP_STATE_CLOSED;
inline int32_t TCPS_CLOSE_WAIT = TCP_STATE_CLOSE_WAIT;
inline int32_t TCPS_LAST_ACK = TCP_STATE_LAST_ACK;
inline int32_t TCPS_LISTEN = TCP_STATE_LISTEN;
inline int32_t TCPS_CLOSING = TCP_STATE_CLOSING;

inline string tcp_state_string[int32_t state] =
    state == TCP_STATE_CLOSED ? "state-closed" :
    state == TCP_STATE_IDLE ? "state-idle" :
    state == TCP_STATE_BOUND ? "state-bound" :
    state == TCP_STATE_LISTEN ? "state-listen" :
    state == TCP_STATE_SYN_SENT ? "state-syn-sent" :
    state == TCP_STATE_SYN_RECEIVED ? "state-syn-received" :
    state == TCP_STATE_ESTABLISHED ? "state-established" :
    state == TCP_STATE_CLOSE_WAIT ? "state-close-wait" :
    state == TCP_STATE_FIN_WAIT_1 ? "state-fin-wait-1" :
    state == TCP_STATE_CLOSING ? "state-closing" :
    state == TCP_STATE_LAST_ACK ? "state-last-ack" :
    state == TCP_STATE_FIN_WAIT_2 ? "state-fin-wait-2" :
    state == TCP_STATE_TIME_WAIT ? "state-time-wait" : "<unknown>";

inline uint8_t TH_FIN = 0x01;
inline uint8_t TH_SYN = 0x02;
inline uint8_t TH_RST = 0x04;
inline uint8_t TH_PUSH = 0x08;
inline uint8_t TH_ACK = 0x10;
inline uint8_t TH_URG = 0x20;
inline uint8_t TH_ECE = 0x40;
inline uint8_t TH_CWR = 0x80;

inline int TCP_MIN_HEADER_LENGTH = 20;

/* --- the packet ----------------------------------------------------------- */

/*
 * An IP header, or NULL: then the addresses are those of the socket, arg1.  If
 * arg7 is 2, the packet is an answer to the one with this header.
 */
struct dtrace_tcpip;

translator ipinfo_t < struct dtrace_tcpip *H > {
	ip_ver = H != NULL ? *(uint8_t *)H >> 4 :
	    sock_is_ip6[(struct sock *)arg1] ? 6 : 4;
	ip_plength = H != NULL && arg7 != 2 ? ip_plength_of[(uint8_t *)H] : 0;
	ip_saddr = H == NULL ? (arg7 ? sock_laddr[(struct sock *)arg1] :
	    sock_raddr[(struct sock *)arg1]) :
	    arg7 == 2 ? ip_daddr_of[(uint8_t *)H] : ip_saddr_of[(uint8_t *)H];
	ip_daddr = H == NULL ? (arg7 ? sock_raddr[(struct sock *)arg1] :
	    sock_laddr[(struct sock *)arg1]) :
	    arg7 == 2 ? ip_saddr_of[(uint8_t *)H] : ip_daddr_of[(uint8_t *)H];
};

/* --- the connection ------------------------------------------------------- */

typedef struct tcpsinfo {
	uintptr_t tcps_addr;
	int tcps_local;
	int tcps_active;
	uint16_t tcps_lport;
	uint16_t tcps_rport;
	string tcps_laddr;
	string tcps_raddr;
	int32_t tcps_state;
	uint32_t tcps_iss;
	uint32_t tcps_suna;
	uint32_t tcps_snxt;
	uint32_t tcps_rack;
	uint32_t tcps_rnxt;
	uint32_t tcps_swnd;
	int32_t tcps_snd_ws;
	uint32_t tcps_rwnd;
	int32_t tcps_rcv_ws;
	uint32_t tcps_cwnd;
	uint32_t tcps_cwnd_ssthresh;
	uint32_t tcps_sack_fack;
	uint32_t tcps_sack_snxt;
	uint32_t tcps_rto;
	uint32_t tcps_mss;
	int tcps_retransmit;
} tcpsinfo_t;

typedef struct tcplsinfo {
	int32_t tcps_state;
} tcplsinfo_t;

/* The kernel has two more states, of sockets that are being made. */
inline int32_t tcp_state[int N] = N == 0 ? TCP_STATE_CLOSED :
    N == 12 ? TCP_STATE_SYN_RECEIVED : N == 13 ? TCP_STATE_BOUND : N;

translator tcplsinfo_t < int N > {
	tcps_state = tcp_state[N];
};

/*
 * A struct tcp_sock, or NULL, or a smaller struct that takes its place while a
 * connection begins or when it has ended: the state, arg6, tells which.  No
 * values for tcps_active, tcps_iss, tcps_sack_fack and tcps_sack_snxt: Linux
 * does not keep them.
 */
struct dtrace_tcps;

inline int tcp_is_whole = arg3 != 0 && arg6 != 6 && arg6 != 12;
inline struct tcp_sock *tcp_socket = (struct tcp_sock *)arg3;
inline struct tcphdr *tcp_header = (struct tcphdr *)arg4;
inline int tcp_is_known = arg4 != 0 && arg7 != 2;

translator tcpsinfo_t < struct dtrace_tcps *P > {
	tcps_addr = (uintptr_t)P;
	tcps_local = P != NULL && (sock_is_ip6[(struct sock *)P] ?
	    ((struct sock *)P)->__sk_common.skc_v6_daddr.in6_u.u6_addr32[3] ==
	    ((struct sock *)P)->__sk_common.skc_v6_rcv_saddr.in6_u.u6_addr32[3]
	    && sock_laddr[(struct sock *)P] == sock_raddr[(struct sock *)P] :
	    (((struct sock *)P)->__sk_common.skc_daddr & htonl(0xff000000)) ==
	    htonl(0x7f000000) || ((struct sock *)P)->__sk_common.skc_daddr ==
	    ((struct sock *)P)->__sk_common.skc_rcv_saddr);
	tcps_lport = sock_lport[(struct sock *)P];
	tcps_rport = sock_rport[(struct sock *)P];
	tcps_laddr = sock_laddr[(struct sock *)P];
	tcps_raddr = sock_raddr[(struct sock *)P];
	tcps_state = tcp_state[arg6];
	tcps_suna = tcp_is_whole ? tcp_socket->snd_una : 0;
	tcps_snxt = tcp_is_whole ? tcp_socket->snd_nxt : 0;
	tcps_rack = tcp_is_whole ? tcp_socket->rcv_wup : 0;
	tcps_rnxt = tcp_is_whole ? tcp_socket->rcv_nxt : 0;
	tcps_swnd = tcp_is_whole ? tcp_socket->snd_wnd : 0;
	tcps_snd_ws = tcp_is_whole ? tcp_socket->rx_opt.snd_wscale : 0;
	tcps_rwnd = tcp_is_whole ? tcp_socket->rcv_wnd : 0;
	tcps_rcv_ws = tcp_is_whole ? tcp_socket->rx_opt.rcv_wscale : 0;
	tcps_cwnd = tcp_is_whole ? tcp_socket->snd_cwnd *
	    tcp_socket->mss_cache : 0;
	tcps_cwnd_ssthresh = tcp_is_whole ? tcp_socket->snd_ssthresh *
	    tcp_socket->mss_cache : 0;
	tcps_mss = tcp_is_whole ? tcp_socket->mss_cache : 0;
	tcps_retransmit = tcp_is_whole && tcp_is_known && arg7 == 1 &&
	    (int32_t)(ntohl(tcp_header->seq) - tcp_socket->snd_nxt) < 0 &&
	    ((*((uint8_t *)arg4 + 13) & (TH_SYN | TH_FIN)) != 0 ||
	    ip_plength_of[(uint8_t *)arg2] > tcp_header->doff * 4);
};

/* --- the segment ---------------------------------------------------------- */

typedef struct tcpinfo {
	uint16_t tcp_sport;
	uint16_t tcp_dport;
	uint32_t tcp_seq;
	uint32_t tcp_ack;
	uint8_t tcp_offset;
	uint8_t tcp_flags;
	uint16_t tcp_window;
	uint16_t tcp_checksum;
	uint16_t tcp_urgent;
	struct tcphdr *tcp_hdr;
} tcpinfo_t;

/*
 * A TCP header, or NULL: then the ports are those of the socket, arg1.  An
 * answer is a RST without data.
 */
struct dtrace_tcph;

translator tcpinfo_t < struct dtrace_tcph *T > {
	tcp_sport = T != NULL ? ntohs(arg7 == 2 ? tcp_header->dest :
	    tcp_header->source) : arg7 ? sock_lport[(struct sock *)arg1] :
	    sock_rport[(struct sock *)arg1];
	tcp_dport = T != NULL ? ntohs(arg7 == 2 ? tcp_header->source :
	    tcp_header->dest) : arg7 ? sock_rport[(struct sock *)arg1] :
	    sock_lport[(struct sock *)arg1];
	tcp_seq = tcp_is_known ? ntohl(tcp_header->seq) : 0;
	tcp_ack = tcp_is_known ? ntohl(tcp_header->ack_seq) : 0;
	tcp_offset = tcp_is_known ? tcp_header->doff * 4 : 0;
	tcp_flags = T == NULL ? 0 : arg7 == 2 ? TH_RST | TH_ACK :
	    *((uint8_t *)T + 13);
	tcp_window = tcp_is_known ? ntohs(tcp_header->window) : 0;
	tcp_checksum = tcp_is_known ? ntohs(tcp_header->check) : 0;
	tcp_urgent = tcp_is_known ? ntohs(tcp_header->urg_ptr) : 0;
	tcp_hdr = tcp_is_known ? tcp_header : (struct tcphdr *)NULL;
};

provider tcp {
	probe state__change(struct sk_buff *S, struct sock *K,
	    struct dtrace_tcpip *H, struct dtrace_tcps *P,
	    struct dtrace_tcph *T, int N) : (void *S, csinfo_t *K, void *H,
	    tcpsinfo_t *P, void *T, tcplsinfo_t *N);
	probe connect__request(struct sk_buff *S, struct sock *K,
	    struct dtrace_tcpip *H, struct dtrace_tcps *P,
	    struct dtrace_tcph *T) : (pktinfo_t *S, csinfo_t *K, ipinfo_t *H,
	    tcpsinfo_t *P, tcpinfo_t *T);
	probe connect__established(struct sk_buff *S, struct sock *K,
	    struct dtrace_tcpip *H, struct dtrace_tcps *P,
	    struct dtrace_tcph *T) : (pktinfo_t *S, csinfo_t *K, ipinfo_t *H,
	    tcpsinfo_t *P, tcpinfo_t *T);
	probe connect__refused(struct sk_buff *S, struct sock *K,
	    struct dtrace_tcpip *H, struct dtrace_tcps *P,
	    struct dtrace_tcph *T) : (pktinfo_t *S, csinfo_t *K, ipinfo_t *H,
	    tcpsinfo_t *P, tcpinfo_t *T);
	probe accept__established(struct sk_buff *S, struct sock *K,
	    struct dtrace_tcpip *H, struct dtrace_tcps *P,
	    struct dtrace_tcph *T) : (pktinfo_t *S, csinfo_t *K, ipinfo_t *H,
	    tcpsinfo_t *P, tcpinfo_t *T);
	probe accept__refused(struct sk_buff *S, struct sock *K,
	    struct dtrace_tcpip *H, struct dtrace_tcps *P,
	    struct dtrace_tcph *T) : (pktinfo_t *S, csinfo_t *K, ipinfo_t *H,
	    tcpsinfo_t *P, tcpinfo_t *T);
	probe send(struct sk_buff *S, struct sock *K,
	    struct dtrace_tcpip *H, struct dtrace_tcps *P,
	    struct dtrace_tcph *T) : (pktinfo_t *S, csinfo_t *K, ipinfo_t *H,
	    tcpsinfo_t *P, tcpinfo_t *T);
	probe receive(struct sk_buff *S, struct sock *K,
	    struct dtrace_tcpip *H, struct dtrace_tcps *P,
	    struct dtrace_tcph *T) : (pktinfo_t *S, csinfo_t *K, ipinfo_t *H,
	    tcpsinfo_t *P, tcpinfo_t *T);
};
