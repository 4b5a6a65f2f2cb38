/* SPDX-License-Identifier: MIT */
/*
 * udp.d - the arguments of provider udp: the packet, the socket, the IP header,
 * the socket again, the UDP header.
 */
#pragma D depends_on provider udp
#pragma D depends_on library ip.d

inline int UDPH_SIZE = 8;

typedef struct udpsinfo {
	uintptr_t udps_addr;
	uint16_t udps_lport;
	uint16_t udps_rport;
	string udps_laddr;
	string udps_raddr;
} udpsinfo_t;

/* A socket that is not connected has no remote address. */
translator udpsinfo_t < struct udp_sock *P > {
	udps_addr = (uintptr_t)P;
	udps_lport = sock_lport[(struct sock *)P];
	udps_rport = sock_rport[(struct sock *)P];
	udps_laddr = sock_laddr[(struct sock *)P];
	udps_raddr = sock_raddr[(struct sock *)P];
};

typedef struct udpinfo {
	uint16_t udp_sport;
	uint16_t udp_dport;
	uint16_t udp_length;
	uint16_t udp_checksum;
	struct udphdr *udp_hdr;
} udpinfo_t;

translator udpinfo_t < struct udphdr *U > {
	udp_sport = ntohs(U->source);
	udp_dport = ntohs(U->dest);
	udp_length = ntohs(U->len);
	udp_checksum = ntohs(U->check);
	udp_hdr = U;
};

provider udp {
	probe send(struct sk_buff *S, struct sock *K, struct dtrace_ip *H,
	    struct udp_sock *P, struct udphdr *U) : (pktinfo_t *S, csinfo_t *K,
	    ipinfo_t *H, udpsinfo_t *P, udpinfo_t *U);
	probe receive(struct sk_buff *S, struct sock *K, struct dtrace_ip *H,
	    struct udp_sock *P, struct udphdr *U) : (pktinfo_t *S, csinfo_t *K,
	    ipinfo_t *H, udpsinfo_t *P, udpinfo_t *U);
};
