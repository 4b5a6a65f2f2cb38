/* SPDX-License-Identifier: MIT */
/*
 * Provider mib, on traffic in a network namespace of the test's own: its probes
 * and the kernel's counters of that namespace grow by the same numbers.
 */
#include <linux/filter.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <linux/tcp.h>
#include <netinet/icmp6.h>
#include <netinet/ip.h>
#include <netinet/ip_icmp.h>
#include <poll.h>
#include <stdlib.h>
#include "net.h"

enum { PORT = 7101, CLOSED_PORT = 7102, N = 5, UNKNOWN = 253, CLOSED = 7 };

/*
 * A probe, and what it is compared with: a sum of counters GROUP:NAME and of
 * counters NAME of IPv6, of which "-" subtracts one; "=0" and "=1" are what the
 * child has counted.
 */
struct row {
	const char *probe, *witness;
};

static int64_t *noted;

static int64_t counter(char *text)
{
	char *name = strchr(text, ':');
	int64_t n;

	if (*text == '=')
		return noted[atoi(text + 1)];
	if (!name)
		return snmp6(text);
	*name++ = '\0';
	n = counter_of(getpid(), "net/snmp", text, name);
	if (n < 0)
		n = counter_of(getpid(), "net/netstat", text, name);
	if (n < 0)
		fail_msg("no counter %s:%s", text, name);
	return n;
}

static int64_t sum_of(const char *witness)
{
	char text[256], *at = NULL, *s;
	int64_t n = 0;

	snprintf(text, sizeof(text), "%s", witness);
	for (s = strtok_r(text, " ", &at); s; s = strtok_r(NULL, " ", &at))
		n += *s == '-' ? -counter(s + 1) : counter(s);
	return n;
}

static int on_probe(dtrace_hdl_t *dtp, const dtrace_probedesc_t *pd, void *arg)
{
	(void)dtp;
	(void)pd;
	*(bool *)arg = true;
	return 0;
}

static bool is_listed(dtrace_hdl_t *dtp, const char *name)
{
	dtrace_probedesc_t pd = { .dtpd_provider = "mib" };
	bool found = false;

	snprintf(pd.dtpd_name, sizeof(pd.dtpd_name), "%s", name);
	(void)dtrace_probe_iter(dtp, &pd, on_probe, &found);
	return found;
}

#define MAXROWS 24

/* The rows whose probes this kernel has: all of them, if it has functions. */
static int listed(void **state, const struct row *rows, struct row *v)
{
	dtrace_hdl_t *dtp = api_open(state);
	int n = 0;

	for (; rows->probe; rows++)
		if (is_listed(dtp, rows->probe))
			v[n++] = *rows;
		else
			assert_false(api_has_functions());
	dtrace_close(dtp);
	return n;
}

#define TRIES 20

/* One run; false: a row differs, which is not accepted in the last try. */
static bool agrees(void **state, const struct row *v, int n,
		   void (*act)(void *), const char *predicate, int tries)
{
	int64_t was[MAXROWS], is, grown;
	char text[8192] = "", name[16];
	struct child c;
	dtrace_hdl_t *dtp;
	bool same = true;

	for (int i = 0; i < n; i++)
		snprintf(text + strlen(text), sizeof(text) - strlen(text),
			 "mib:::%s /%s/ { @row%d = sum(args[0]); }\n",
			 v[i].probe, predicate, i);
	memset(noted, 0, 2 * sizeof(*noted));
	for (int i = 0; i < n; i++)
		was[i] = sum_of(v[i].witness);
	c = start(act, NULL);
	dtp = run_child(state, text, &c);
	for (int i = 0; i < n; i++) {
		snprintf(name, sizeof(name), "row%d", i);
		is = value_of(dtp, name);
		grown = sum_of(v[i].witness) - was[i];
		if (is == grown && grown > 0)
			continue;
		same = false;
		if (tries == TRIES)
			print_error("%s %ld, %s %ld\n", v[i].probe, (long)is,
				    v[i].witness, (long)grown);
	}
	assert_true(same || tries < TRIES);
	dtrace_close(dtp);
	end(&c);
	return same;
}

/*
 * An interrupt may run its part of the network while another process runs, or
 * another process's part here, so try again then.
 */
static void check_if(void **state, const struct row *rows,
		     void (*act)(void *), const char *predicate)
{
	struct row v[MAXROWS];
	int tries = 1, n = listed(state, rows, v);

	if (n == 0)
		skip();
	while (!agrees(state, v, n, act, predicate, tries))
		tries++;
}

static void check(void **state, const struct row *rows, void (*act)(void *))
{
	check_if(state, rows, act, "pid == $1");
}

/* --- TCP ------------------------------------------------------------------ */

static void open_pair(int family, int *client, int *server)
{
	int l = open_at(family, SOCK_STREAM, PORT);

	if (listen(l, 1) != 0)
		_exit(1);
	*client = open_to(family, SOCK_STREAM, PORT);
	*server = accept(l, NULL, NULL);
	close(l);
	if (*client < 0 || *server < 0)
		_exit(1);
}

static void say(int fd, const char *b, ssize_t n)
{
	put(fd, b, n);
	noted[0] += n;
	noted[1]++;
}

/* A request of 10 bytes and a reply of 1000. */
static void talk(int family)
{
	char b[1000] = "";
	int c, s;

	open_pair(family, &c, &s);
	say(c, b, 10);
	get(s, b, 10);
	say(s, b, sizeof(b));
	get(c, b, sizeof(b));
	hang_up(c, s);
}

/* A socket that is closed before all has been read resets the connection. */
static void be_reset(int family)
{
	char b[10] = "";
	int c, s;

	open_pair(family, &c, &s);
	say(c, b, 10);
	get(s, b, 1);
	close(s);
	if (read(c, b, 1) != -1 || errno != ECONNRESET)
		_exit(1);
	close(c);
}

static void connects(void *arg)
{
	static const int families[] = { AF_INET, AF_INET6 };

	(void)arg;
	for (int i = 0; i < 2; i++) {
		talk(families[i]);
		be_reset(families[i]);
		if (open_to(families[i], SOCK_STREAM, CLOSED_PORT) >= 0)
			_exit(1);
	}
}

static void counts_connections(void **state)
{
	static const struct row rows[] = {
		{ "tcpActiveOpens", "Tcp:ActiveOpens" },
		{ "tcpPassiveOpens", "Tcp:PassiveOpens" },
		{ "tcpAttemptFails", "Tcp:AttemptFails" },
		{ "tcpEstabResets", "Tcp:EstabResets" },
		{ "tcpOutRsts", "Tcp:OutRsts" },
		{ "tcpInSegs", "Tcp:InSegs" },
		{ "tcpOutSegs", "Tcp:OutSegs" },
		{ "tcpOutDataSegs", "=1" },
		{ "tcpOutDataBytes", "=0" },
		{ "tcpInDataInorderBytes", "=0" },
		{ NULL, NULL }
	};

	check(state, rows, connects);
}

/* A queue for one connection, which holds two; the third request is dropped. */
static void overflows(void *arg)
{
	union address a = local(AF_INET, PORT);
	int l = open_at(AF_INET, SOCK_STREAM, PORT), fd[N];

	(void)arg;
	if (listen(l, 1) != 0)
		_exit(1);
	for (int i = 0; i < N; i++) {
		fd[i] = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
		connect(fd[i], &a.any, sizeof(a));
	}
	for (int i = 0; i < N; i++)
		close(fd[i]);
	close(l);
}

static void counts_overflows(void **state)
{
	static const struct row rows[] = {
		{ "tcpListenDrop", "TcpExt:ListenOverflows" },
		{ NULL, NULL }
	};

	check(state, rows, overflows);
}

static void drop_all(int fd, bool drops)
{
	struct sock_filter none = BPF_STMT(BPF_RET | BPF_K, 0);
	struct sock_fprog prog = { 1, &none };

	if (setsockopt(fd, SOL_SOCKET, drops ? SO_ATTACH_FILTER :
		       SO_DETACH_FILTER, &prog, sizeof(prog)) != 0)
		_exit(1);
}

static struct tcp_info info_of(int fd)
{
	struct tcp_info t;
	socklen_t n = sizeof(t);

	memset(&t, 0, sizeof(t));
	getsockopt(fd, IPPROTO_TCP, TCP_INFO, &t, &n);
	return t;
}

/*
 * A connection that loses all segments until two were sent again, and one that
 * loses them until the sender gives up.
 */
static void loses(void *arg)
{
	unsigned int limit = 500;
	char b[100] = "";
	int c, s;

	(void)arg;
	open_pair(AF_INET, &c, &s);
	drop_all(s, true);
	put(c, b, sizeof(b));
	while (info_of(c).tcpi_total_retrans < 2)
		nap(10 * MSEC);
	drop_all(s, false);
	get(s, b, sizeof(b));
	while (info_of(c).tcpi_unacked > 0)
		nap(10 * MSEC);
	noted[0] = (int64_t)info_of(c).tcpi_bytes_retrans;
	close(c);
	close(s);
	open_pair(AF_INET, &c, &s);
	setsockopt(c, IPPROTO_TCP, TCP_USER_TIMEOUT, &limit, sizeof(limit));
	drop_all(s, true);
	put(c, b, sizeof(b));
	while (info_of(c).tcpi_state != CLOSED)
		nap(10 * MSEC);
	noted[0] += (int64_t)info_of(c).tcpi_bytes_retrans;
	close(c);
	drop_all(s, false);	/* or it would send its end again and again */
	close(s);
}

static void counts_losses(void **state)
{
	static const struct row rows[] = {
		{ "tcpRetransSegs", "Tcp:RetransSegs" },
		{ "tcpRetransBytes", "=0" },
		{ "tcpTimRetrans", "Tcp:RetransSegs -TcpExt:TCPLossProbes "
			"TcpExt:TCPAbortOnTimeout" },
		{ "tcpTimRetransDrop", "TcpExt:TCPAbortOnTimeout" },
		{ NULL, NULL }
	};

	/* Timers run while any process does. */
	check_if(state, rows, loses, "$1 != 0");
}

/* --- UDP ------------------------------------------------------------------ */

static void send_datagrams(int family)
{
	int in = open_at(family, SOCK_DGRAM, PORT);
	int out = open_to(family, SOCK_DGRAM, PORT);
	char b[1000] = "";

	for (int i = 1; i <= N; i++) {
		put(out, b, 100 * i);
		get(in, b, 100 * i);
	}
	drop_all(in, true);
	put(out, b, 1);
	drop_all(in, false);
	close(in);
	close(out);
}

/* More than the buffer takes; all that it has taken is read. */
static void send_too_many(int family)
{
	int in = open_at(family, SOCK_DGRAM, PORT), size = 1;
	int out = open_to(family, SOCK_DGRAM, PORT);
	char b[1000] = "";

	setsockopt(in, SOL_SOCKET, SO_RCVBUF, &size, sizeof(size));
	for (int i = 0; i < 20; i++)
		put(out, b, sizeof(b));
	while (recv(in, b, sizeof(b), MSG_DONTWAIT) > 0)
		;
	close(in);
	close(out);
}

static void send_to_nobody(int family)
{
	union address a = local(family, CLOSED_PORT);
	int fd = socket(family, SOCK_DGRAM, 0);

	for (int i = 0; i < N; i++)
		if (sendto(fd, "x", 1, 0, &a.any, sizeof(a)) != 1)
			_exit(1);
	close(fd);
}

static void sends(void *arg)
{
	static const int families[] = { AF_INET, AF_INET6 };

	(void)arg;
	for (int i = 0; i < 2; i++) {
		send_datagrams(families[i]);
		send_too_many(families[i]);
		send_to_nobody(families[i]);
	}
}

static void counts_datagrams(void **state)
{
	static const struct row rows[] = {
		{ "udpInDatagrams", "Udp:InDatagrams Udp6InDatagrams" },
		{ "udpOutDatagrams", "Udp:OutDatagrams Udp6OutDatagrams" },
		{ "udpHCInDatagrams", "Udp:InDatagrams Udp6InDatagrams" },
		{ "udpHCOutDatagrams", "Udp:OutDatagrams Udp6OutDatagrams" },
		{ "udp*OutDatagrams", "Udp:OutDatagrams Udp6OutDatagrams" },
		{ "udpNoPorts", "Udp:NoPorts Udp6NoPorts" },
		{ "udpInErrors", "Udp:InErrors Udp6InErrors" },
		{ "udpInOverflows", "Udp:RcvbufErrors Udp6RcvbufErrors" },
		{ "icmpOutMsgs", "Icmp:OutMsgs" },
		{ "icmpOutDestUnreachs", "Icmp:OutDestUnreachs" },
		{ "icmpInMsgs", "Icmp:InMsgs" },
		{ "icmpInDestUnreachs", "Icmp:InDestUnreachs" },
		{ "ipv6IfIcmpInMsgs", "Icmp6InMsgs" },
		{ "ipv6IfIcmpInDestUnreachs", "Icmp6InDestUnreachs" },
		{ "ipInReceives", "Ip:InReceives Ip6InReceives" },
		{ "ipIfStatsHCInReceives", "Ip:InReceives Ip6InReceives" },
		{ "ipIfStatsHCInOctets", "IpExt:InOctets Ip6InOctets" },
		{ "ipOutRequests", "Ip:OutRequests Ip6OutRequests" },
		{ "ipIfStatsHCOutRequests", "Ip:OutRequests Ip6OutRequests" },
		{ "ipIfStatsHCOutTransmits", "Ip:OutRequests Ip6OutRequests" },
		{ "ipIfStatsHCOutOctets", "IpExt:OutOctets Ip6OutOctets" },
		{ NULL, NULL }
	};

	check(state, rows, sends);
}

/* --- packets that are not accepted ---------------------------------------- */

static uint16_t checksum(const void *p, size_t n)
{
	const uint16_t *v = p;
	uint32_t sum = 0;

	for (size_t i = 0; i < n / 2; i++)
		sum += v[i];
	sum = (sum & 0xffff) + (sum >> 16);
	return (uint16_t)~(sum + (sum >> 16));
}

struct packet {
	struct iphdr ip;
	struct tcphdr tcp;
};

static struct packet packet(uint8_t protocol, uint32_t from, uint32_t to)
{
	struct packet p;

	memset(&p, 0, sizeof(p));
	p.ip.version = 4;
	p.ip.ihl = 5;
	p.ip.ttl = 64;
	p.ip.tot_len = htons(sizeof(p));
	p.ip.protocol = protocol;
	p.ip.saddr = htonl(from);
	p.ip.daddr = htonl(to);
	p.ip.check = checksum(&p.ip, sizeof(p.ip));
	return p;
}

/* Hand N packets to the device; without a route they are as if received. */
static void send_frames(const struct packet *p)
{
	struct sockaddr_ll to = { .sll_family = AF_PACKET,
		.sll_protocol = htons(ETH_P_IP), .sll_halen = 6,
		.sll_ifindex = (int)if_nametoindex("lo") };
	int fd = socket(AF_PACKET, SOCK_DGRAM, 0);

	for (int i = 0; i < N; i++)
		if (sendto(fd, p, sizeof(*p), 0, (struct sockaddr *)&to,
			   sizeof(to)) != sizeof(*p))
			_exit(1);
	close(fd);
}

static void send_packets(const struct packet *p)
{
	union address a = local(AF_INET, 0);
	int fd = socket(AF_INET, SOCK_RAW, IPPROTO_RAW);

	for (int i = 0; i < N; i++)
		if (sendto(fd, p, sizeof(*p), 0, &a.any, sizeof(a)) !=
		    sizeof(*p))
			_exit(1);
	close(fd);
}

static void sends_bad(void *arg)
{
	struct packet p = packet(UNKNOWN, 0x0a010101, 0x0a020202);

	(void)arg;
	send_frames(&p);		/* an address of nobody */
	p.ip.check ^= 1;
	send_frames(&p);
	p.ip.ihl = 4;
	send_frames(&p);
	p = packet(UNKNOWN, INADDR_LOOPBACK, INADDR_LOOPBACK);
	send_packets(&p);
	p = packet(IPPROTO_TCP, INADDR_LOOPBACK, INADDR_LOOPBACK);
	p.tcp.dest = htons(CLOSED_PORT);
	p.tcp.syn = 1;
	p.tcp.doff = 5;
	p.tcp.check = 1;
	send_packets(&p);
	p.tcp.doff = 4;
	send_packets(&p);
}

static void counts_errors(void **state)
{
	static const struct row rows[] = {
		{ "ipInHdrErrors", "Ip:InHdrErrors" },
		{ "ipInCksumErrs", "IpExt:InCsumErrors" },
		{ "ipInAddrErrors", "Ip:InAddrErrors" },
		{ "ipInUnknownProtos", "Ip:InUnknownProtos" },
		{ "tcpInErrs", "Tcp:InErrs" },
		{ "tcpInCksumErrs", "Tcp:InCsumErrors" },
		{ NULL, NULL }
	};

	check(state, rows, sends_bad);
}

static void set_address(uint32_t address)
{
	struct ifreq r = { .ifr_name = "lo" };
	struct sockaddr_in *a = (struct sockaddr_in *)&r.ifr_addr;
	int fd = socket(AF_INET, SOCK_DGRAM, 0);

	a->sin_family = AF_INET;
	a->sin_addr.s_addr = htonl(address);
	if (ioctl(fd, SIOCSIFADDR, &r) != 0)
		_exit(1);
	close(fd);
}

/* The address of a connection goes. */
static void loses_route(void *arg)
{
	int c, s;

	(void)arg;
	open_pair(AF_INET, &c, &s);
	set_address(0x0a030303);
	put(c, "x", 1);
	set_address(INADDR_LOOPBACK);
	close(c);
	close(s);
}

static void counts_lost_routes(void **state)
{
	static const struct row rows[] = {
		{ "ipOutNoRoutes", "Ip:OutNoRoutes" },
		{ NULL, NULL }
	};

	check(state, rows, loses_route);
}

/* --- raw sockets and ICMP ------------------------------------------------- */

/* A raw socket receives what it has sent to this host. */
static void send_raw(int family, int protocol, const void *p, size_t n,
		     int answers)
{
	union address a = local(family, 0);
	int fd = socket(family, SOCK_RAW, protocol);
	char b[256];

	for (int i = 0; i < N; i++) {
		if (sendto(fd, p, n, 0, &a.any, sizeof(a)) != (ssize_t)n)
			_exit(1);
		for (int k = 0; k < answers; k++)
			if (read(fd, b, sizeof(b)) <= 0)
				_exit(1);
		noted[0]++;
		noted[1] += answers;
	}
	close(fd);
}

static void pings(void *arg)
{
	struct icmphdr echo = { .type = ICMP_ECHO, .un.echo.id = 1 };
	struct icmp6_hdr echo6 = { .icmp6_type = ICMP6_ECHO_REQUEST };

	(void)arg;
	echo.checksum = checksum(&echo, sizeof(echo));
	send_raw(AF_INET, UNKNOWN, "text", 4, 1);
	send_raw(AF_INET6, UNKNOWN, "text", 4, 1);
	send_raw(AF_INET, IPPROTO_ICMP, &echo, sizeof(echo), 2);
	send_raw(AF_INET6, IPPROTO_ICMPV6, &echo6, sizeof(echo6), 2);
}

static void counts_pings(void **state)
{
	static const struct row rows[] = {
		{ "rawipOutDatagrams", "=0" },
		{ "rawipInDatagrams", "=1" },
		{ "icmpInMsgs", "Icmp:InMsgs" },
		{ "icmpInEchos", "Icmp:InEchos" },
		{ "icmpInEchoReps", "Icmp:InEchoReps" },
		{ "icmpOutMsgs", "Icmp:OutMsgs" },
		{ "icmpOutEchos", "Icmp:OutEchos" },
		{ "icmpOutEchoReps", "Icmp:OutEchoReps" },
		{ "ipv6IfIcmpInMsgs", "Icmp6InMsgs" },
		{ "ipv6IfIcmpInEchos", "Icmp6InEchos" },
		{ "ipv6IfIcmpInEchoReplies", "Icmp6InEchoReplies" },
		{ NULL, NULL }
	};

	check(state, rows, pings);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON_KERNEL(counts_connections), ON_KERNEL(counts_overflows),
		ON_KERNEL(counts_losses), ON_KERNEL(counts_datagrams),
		ON_KERNEL(counts_errors), ON_KERNEL(counts_lost_routes),
		ON_KERNEL(counts_pings),
	};

	if (!api_has_types() || !own_network())
		return 77;
	noted = shared(2 * sizeof(*noted));
	return cmocka_run_group_tests(tests, NULL, NULL);
}
