/* SPDX-License-Identifier: MIT */
/* ip.d - packets, and the addresses of sockets. */

/* The bits of ipv4_flags. */
inline int IPH_DF = 4;
inline int IPH_MF = 2;

typedef struct pktinfo {
	uintptr_t pkt_addr;
} pktinfo_t;

translator pktinfo_t < struct sk_buff *S > {
	pkt_addr = (uintptr_t)S;
};

typedef struct csinfo {
	uintptr_t cs_addr;
	uint64_t cs_cid;
	pid_t cs_pid;
	zoneid_t cs_zoneid;
} csinfo_t;

/* No value for cs_pid: a socket may belong to several processes. */
translator csinfo_t < struct sock *K > {
	cs_addr = (uintptr_t)K;
	cs_cid = (uint64_t)K;
	cs_zoneid = 0;
};

typedef struct ipinfo {
	uint8_t ip_ver;
	uint32_t ip_plength;
	string ip_saddr;
	string ip_daddr;
} ipinfo_t;

/*
 * Addresses of a socket.  One of IPv6 that talks to a host of IPv4 has these
 * behind ::ffff: and in the members of IPv4 as well.
 */
inline int sock_is_ip6[struct sock *K] = K->__sk_common.skc_family == 10 &&
    (K->__sk_common.skc_v6_daddr.in6_u.u6_addr32[0] != 0 ||
    K->__sk_common.skc_v6_daddr.in6_u.u6_addr32[1] != 0 ||
    K->__sk_common.skc_v6_daddr.in6_u.u6_addr32[2] != htonl(0xffff));
inline string sock_laddr[struct sock *K] = K == NULL ? "<unknown>" :
    sock_is_ip6[K] ? inet_ntoa6(&K->__sk_common.skc_v6_rcv_saddr) :
    inet_ntoa(&K->__sk_common.skc_rcv_saddr);
inline string sock_raddr[struct sock *K] = K == NULL ? "<unknown>" :
    sock_is_ip6[K] ? inet_ntoa6(&K->__sk_common.skc_v6_daddr) :
    inet_ntoa(&K->__sk_common.skc_daddr);
/*
 * A socket that is closed has released its port, but still knows it.  States 6
 * and 12 are of smaller structs, which do not.
 */
inline uint16_t sock_lport[struct sock *K] = K == NULL ? 0 :
    K->__sk_common.skc_num != 0 || K->__sk_common.skc_state == 6 ||
    K->__sk_common.skc_state == 12 ? K->__sk_common.skc_num :
    ntohs(((struct inet_sock *)K)->inet_sport);
inline uint16_t sock_rport[struct sock *K] = K == NULL ? 0 :
    ntohs(K->__sk_common.skc_dport);

/* What the header of a packet says, of either version. */
inline string ip_saddr_of[uint8_t *H] = *H >> 4 == 4 ?
    inet_ntoa(&((struct iphdr *)H)->saddr) :
    inet_ntoa6(&((struct ipv6hdr *)H)->saddr);
inline string ip_daddr_of[uint8_t *H] = *H >> 4 == 4 ?
    inet_ntoa(&((struct iphdr *)H)->daddr) :
    inet_ntoa6(&((struct ipv6hdr *)H)->daddr);
inline uint32_t ip_plength_of[uint8_t *H] = *H >> 4 == 4 ?
    ntohs(((struct iphdr *)H)->tot_len) - (*H & 15) * 4 :
    ntohs(((struct ipv6hdr *)H)->payload_len);
