/* SPDX-License-Identifier: MIT */
/*
 * ip.d - packets, the addresses of sockets, and the arguments of provider ip:
 * the packet, the socket, the IP header, the device, the header as one of IPv4
 * and as one of IPv6, and why the packet was dropped.
 */
#pragma D depends_on provider ip

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

/*
 * The process that makes the probe fire.  While a process uses a socket of TCP,
 * the socket is locked; interrupts and timers do not lock it.  A datagram is
 * sent by the process.  In states 6 and 12 a socket is a smaller struct, which
 * lacks these members.
 */
inline pid_t sock_pid[struct sock *K] = K == NULL ||
    K->__sk_common.skc_state == 6 || K->__sk_common.skc_state == 12 ? 0 :
    K->sk_protocol == 6 ? (K->sk_lock.owned != 0 ? pid : 0) :
    K->sk_type == 2 && probename == "send" ? pid : 0;

translator csinfo_t < struct sock *K > {
	cs_addr = (uintptr_t)K;
	cs_cid = (uint64_t)K;
	cs_pid = sock_pid[K];
	cs_zoneid = 0;
};

typedef struct ipinfo {
	uint8_t ip_ver;
	uint32_t ip_plength;
	string ip_saddr;
	string ip_daddr;
} ipinfo_t;

/*
 * The addresses of a socket.  If an IPv6 socket is connected to an IPv4 host,
 * they are after ::ffff: and in the members for IPv4 as well.
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
 * A closed socket has released its port, which inet_sport still has.  States 6
 * and 12 belong to smaller structs without that member.
 */
inline uint16_t sock_lport[struct sock *K] = K == NULL ? 0 :
    K->__sk_common.skc_num != 0 || K->__sk_common.skc_state == 6 ||
    K->__sk_common.skc_state == 12 ? K->__sk_common.skc_num :
    ntohs(((struct inet_sock *)K)->inet_sport);
inline uint16_t sock_rport[struct sock *K] = K == NULL ? 0 :
    ntohs(K->__sk_common.skc_dport);

/* Fields of an IP header of either version. */
inline string ip_saddr_of[uint8_t *H] = *H >> 4 == 4 ?
    inet_ntoa(&((struct iphdr *)H)->saddr) :
    inet_ntoa6(&((struct ipv6hdr *)H)->saddr);
inline string ip_daddr_of[uint8_t *H] = *H >> 4 == 4 ?
    inet_ntoa(&((struct iphdr *)H)->daddr) :
    inet_ntoa6(&((struct ipv6hdr *)H)->daddr);
inline uint32_t ip_plength_of[uint8_t *H] = *H >> 4 == 4 ?
    ntohs(((struct iphdr *)H)->tot_len) - (*H & 15) * 4 :
    ntohs(((struct ipv6hdr *)H)->payload_len);

typedef struct ifinfo {
	string if_name;
	int8_t if_local;
	uintptr_t if_addr;
} ifinfo_t;

/*
 * A packet in the queue of a socket has other data in place of the device, which
 * are not negative as an address of the kernel is.
 */
translator ifinfo_t < struct net_device *D > {
	if_name = (int64_t)D < 0 ? stringof(D->name) : "<null>";
	if_local = (int64_t)D < 0 && (D->flags & 8) != 0;
	if_addr = (int64_t)D < 0 ? (uintptr_t)D : 0;
};

/* An IP header. */
struct dtrace_ip;

translator ipinfo_t < struct dtrace_ip *H > {
	ip_ver = *(uint8_t *)H >> 4;
	ip_plength = ip_plength_of[(uint8_t *)H];
	ip_saddr = ip_saddr_of[(uint8_t *)H];
	ip_daddr = ip_daddr_of[(uint8_t *)H];
};

/* The name of a protocol, or its number. */
inline string ip_protocol[uint8_t N] = N == 6 ? "TCP" : N == 17 ? "UDP" :
    N == 1 ? "ICMP" : N == 58 ? "ICMPv6" : N == 4 ? "IP" : N == 2 ? "IGMP" :
    N == 8 ? "EGP" : N == 41 ? "IPv6" : N == 43 ? "ROUTE" : N == 50 ? "ESP" :
    N == 51 ? "AH" : N == 89 ? "OSPF" : N == 132 ? "SCTP" : N == 255 ? "RAW" :
    lltostr(N);

typedef struct ipv4info {
	uint8_t ipv4_ver;
	uint8_t ipv4_ihl;
	uint8_t ipv4_tos;
	uint16_t ipv4_length;
	uint16_t ipv4_ident;
	uint8_t ipv4_flags;
	uint16_t ipv4_offset;
	uint8_t ipv4_ttl;
	uint8_t ipv4_protocol;
	string ipv4_protostr;
	uint16_t ipv4_checksum;
	ipaddr_t ipv4_src;
	ipaddr_t ipv4_dst;
	string ipv4_saddr;
	string ipv4_daddr;
	struct iphdr *ipv4_hdr;
} ipv4info_t;

inline int ip_is4 = *(uint8_t *)arg2 >> 4 == 4;
inline int ip_is6 = *(uint8_t *)arg2 >> 4 == 6;

/* For a packet of another version, numbers are 0 and strings "<null>". */
translator ipv4info_t < struct iphdr *H > {
	ipv4_ver = ip_is4 ? 4 : 0;
	ipv4_ihl = ip_is4 ? H->ihl * 4 : 0;
	ipv4_tos = ip_is4 ? H->tos : 0;
	ipv4_length = ip_is4 ? ntohs(H->tot_len) : 0;
	ipv4_ident = ip_is4 ? ntohs(H->id) : 0;
	ipv4_flags = ip_is4 ? ntohs(H->frag_off) >> 12 : 0;
	ipv4_offset = ip_is4 ? ntohs(H->frag_off) & 0x1fff : 0;
	ipv4_ttl = ip_is4 ? H->ttl : 0;
	ipv4_protocol = ip_is4 ? H->protocol : 0;
	ipv4_protostr = ip_is4 ? ip_protocol[H->protocol] : "<null>";
	ipv4_checksum = ip_is4 ? ntohs(H->check) : 0;
	ipv4_src = ip_is4 ? H->saddr : 0;
	ipv4_dst = ip_is4 ? H->daddr : 0;
	ipv4_saddr = ip_is4 ? inet_ntoa(&H->saddr) : "<null>";
	ipv4_daddr = ip_is4 ? inet_ntoa(&H->daddr) : "<null>";
	ipv4_hdr = ip_is4 ? H : (struct iphdr *)NULL;
};

typedef struct ipv6info {
	uint8_t ipv6_ver;
	uint8_t ipv6_tclass;
	uint32_t ipv6_flow;
	uint16_t ipv6_plen;
	uint8_t ipv6_nexthdr;
	string ipv6_nextstr;
	uint8_t ipv6_hlim;
	struct in6_addr *ipv6_src;
	struct in6_addr *ipv6_dst;
	string ipv6_saddr;
	string ipv6_daddr;
	struct ipv6hdr *ipv6_hdr;
} ipv6info_t;

translator ipv6info_t < struct ipv6hdr *H > {
	ipv6_ver = ip_is6 ? 6 : 0;
	ipv6_tclass = ip_is6 ? ntohl(*(uint32_t *)H) >> 20 : 0;
	ipv6_flow = ip_is6 ? ntohl(*(uint32_t *)H) & 0xfffff : 0;
	ipv6_plen = ip_is6 ? ntohs(H->payload_len) : 0;
	ipv6_nexthdr = ip_is6 ? H->nexthdr : 0;
	ipv6_nextstr = ip_is6 ? ip_protocol[H->nexthdr] : "<null>";
	ipv6_hlim = ip_is6 ? H->hop_limit : 0;
	ipv6_src = ip_is6 ? &H->saddr : (struct in6_addr *)NULL;
	ipv6_dst = ip_is6 ? &H->daddr : (struct in6_addr *)NULL;
	ipv6_saddr = ip_is6 ? inet_ntoa6(&H->saddr) : "<null>";
	ipv6_daddr = ip_is6 ? inet_ntoa6(&H->daddr) : "<null>";
	ipv6_hdr = ip_is6 ? H : (struct ipv6hdr *)NULL;
};

provider ip {
	probe send(struct sk_buff *S, struct sock *K, struct dtrace_ip *H,
	    struct net_device *D, struct iphdr *H4, struct ipv6hdr *H6) :
	    (pktinfo_t *S, csinfo_t *K, ipinfo_t *H, ifinfo_t *D,
	    ipv4info_t *H4, ipv6info_t *H6);
	probe receive(struct sk_buff *S, struct sock *K, struct dtrace_ip *H,
	    struct net_device *D, struct iphdr *H4, struct ipv6hdr *H6) :
	    (pktinfo_t *S, csinfo_t *K, ipinfo_t *H, ifinfo_t *D,
	    ipv4info_t *H4, ipv6info_t *H6);
	probe drop__in(struct sk_buff *S, struct sock *K, struct dtrace_ip *H,
	    struct net_device *D, struct iphdr *H4, struct ipv6hdr *H6,
	    enum skb_drop_reason R) : (pktinfo_t *S, csinfo_t *K, ipinfo_t *H,
	    ifinfo_t *D, ipv4info_t *H4, ipv6info_t *H6,
	    enum skb_drop_reason R);
	probe drop__out(struct sk_buff *S, struct sock *K, struct dtrace_ip *H,
	    struct net_device *D, struct iphdr *H4, struct ipv6hdr *H6,
	    enum skb_drop_reason R) : (pktinfo_t *S, csinfo_t *K, ipinfo_t *H,
	    ifinfo_t *D, ipv4info_t *H4, ipv6info_t *H6,
	    enum skb_drop_reason R);
};
