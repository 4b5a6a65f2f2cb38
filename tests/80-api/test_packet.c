/* SPDX-License-Identifier: MIT */
/*
 * Providers udp and ip, on the loopback device of a network namespace whose
 * statistics are the second witness.
 */
#include <bpf/bpf.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include "net.h"

enum { PORT = 7003, MTU = 1500, LARGE = 4000, NSENT = 5 };

/* Datagrams of 100, 200 .. bytes, and one that takes several packets. */
static void send_datagrams(int family, uint16_t port)
{
	int in = open_at(family, SOCK_DGRAM, port);
	int out = open_to(family, SOCK_DGRAM, port);
	char b[LARGE] = "";

	if (in < 0 || out < 0)
		_exit(1);
	for (int i = 1; i <= NSENT; i++) {
		ssize_t n = i < NSENT ? 100 * i : LARGE;

		put(out, b, n);
		if (read(in, b, sizeof(b)) != n)
			_exit(1);
	}
	close(in);
	close(out);
}

static void sends(void *arg)
{
	struct ifreq r = { .ifr_name = "lo", .ifr_mtu = MTU };
	int fd = socket(AF_INET, SOCK_DGRAM, 0);

	(void)arg;
	if (ioctl(fd, SIOCSIFMTU, &r) != 0)
		_exit(1);
	close(fd);
	send_datagrams(AF_INET, PORT);
	send_datagrams(AF_INET6, PORT);
}

#define SUM_OF_LENGTHS (100 + 200 + 300 + 400 + LARGE + NSENT * 8)

static void counts_datagrams(void **state)
{
	static const char text[] =
		"udp:::send /on_mine[(struct sk_buff *)arg0] &&"
		"	args[4]->udp_dport == 7003 &&"
		"	args[3]->udps_rport == 7003 &&"
		"	args[3]->udps_lport == args[4]->udp_sport &&"
		"	args[1]->cs_cid == args[3]->udps_addr &&"
		"	args[1]->cs_pid == $1 &&"
		"	args[2]->ip_daddr == (args[2]->ip_ver == 6 ? \"::1\" :"
		"	\"127.0.0.1\") && pid == $1/"
		"{ @sent = count(); @out = sum(args[4]->udp_length); }"
		"udp:::receive /mine[(struct sock *)arg1] &&"
		"	args[4]->udp_dport == 7003 &&"
		"	args[3]->udps_lport == 7003 &&"
		"	args[3]->udps_laddr == args[2]->ip_daddr/"
		"{ @received = count(); @in = sum(args[4]->udp_length); }";
	int64_t in, out;
	dtrace_hdl_t *dtp;
	struct child c;

	if (!api_has_functions())
		skip();
	in = snmp("Udp", "InDatagrams") + snmp6("Udp6InDatagrams");
	out = snmp("Udp", "OutDatagrams") + snmp6("Udp6OutDatagrams");
	c = start(sends, NULL);
	dtp = run_child(state, only_here(text), &c);
	in = snmp("Udp", "InDatagrams") + snmp6("Udp6InDatagrams") - in;
	out = snmp("Udp", "OutDatagrams") + snmp6("Udp6OutDatagrams") - out;
	assert_int_equal(out, 2 * NSENT);
	assert_int_equal(value_of(dtp, "sent"), out);
	assert_int_equal(value_of(dtp, "received"), in);
	assert_int_equal(value_of(dtp, "out"), 2 * SUM_OF_LENGTHS);
	assert_int_equal(value_of(dtp, "in"), 2 * SUM_OF_LENGTHS);
	dtrace_close(dtp);
	end(&c);
}

static int64_t received(void)
{
	return snmp("Ip", "InReceives") + snmp6("Ip6InReceives");
}

/* Datagrams, with the packets into which some have been split. */
static int64_t sent(void)
{
	return snmp("Ip", "OutRequests") + snmp("Ip", "FragCreates") -
		snmp("Ip", "FragOKs") + snmp6("Ip6OutRequests") +
		snmp6("Ip6FragCreates") - snmp6("Ip6FragOKs");
}

static const char packets_d[] =
	"ip:::send /on_mine[(struct sk_buff *)arg0]/ { @sent = count(); }"
	"ip:::receive /on_mine[(struct sk_buff *)arg0]/ { @got = count(); }"
	"ip:::send /on_mine[(struct sk_buff *)arg0] && args[3]->if_local &&"
	"	args[3]->if_name == \"lo\" && args[2]->ip_ver == 4 &&"
	"	args[4]->ipv4_ihl == 20 && args[4]->ipv4_protostr == \"UDP\" &&"
	"	args[4]->ipv4_saddr == \"127.0.0.1\" &&"
	"	args[4]->ipv4_length == args[2]->ip_plength + 20 &&"
	"	args[5]->ipv6_ver == 0 && args[5]->ipv6_saddr == \"<null>\"/"
	"{ @v4 = count(); @v4_bytes = sum(args[2]->ip_plength); }"
	"ip:::receive /on_mine[(struct sk_buff *)arg0] &&"
	"	args[2]->ip_ver == 6 && args[5]->ipv6_daddr == \"::1\" &&"
	"	args[5]->ipv6_hlim == 64 && args[4]->ipv4_ttl == 0 &&"
	"	args[5]->ipv6_plen == args[2]->ip_plength/"
	"{ @v6 = count(); @v6_bytes = sum(args[2]->ip_plength); }"
	"ip:::receive /on_mine[(struct sk_buff *)arg0] &&"
	"	args[4]->ipv4_flags & IPH_MF/ { @more = count(); }"
	"ip:::receive /on_mine[(struct sk_buff *)arg0] &&"
	"	args[4]->ipv4_offset > 0/ { @later = count(); }";

/* A large datagram takes three packets: each has its headers. */
static void counts_packets(void **state)
{
	int64_t in, out;
	dtrace_hdl_t *dtp;
	struct child c;

	if (!api_has_functions())
		skip();
	in = received();
	out = sent();
	c = start(sends, NULL);
	dtp = run_child(state, only_here(packets_d), &c);
	assert_int_equal(value_of(dtp, "sent"), sent() - out);
	assert_int_equal(value_of(dtp, "got"), received() - in);
	assert_int_equal(value_of(dtp, "v4"), NSENT + 2);
	assert_int_equal(value_of(dtp, "v4_bytes"), SUM_OF_LENGTHS);
	assert_int_equal(value_of(dtp, "v6"), NSENT + 2);
	assert_int_equal(value_of(dtp, "v6_bytes"), SUM_OF_LENGTHS + 3 * 8);
	assert_int_equal(value_of(dtp, "more"), 2);
	assert_int_equal(value_of(dtp, "later"), 2);
	dtrace_close(dtp);
	end(&c);
}

/* --- drops ---------------------------------------------------------------- */

enum { CLOSED_PORT = 7004 };

static void sends_to_nobody(void *arg)
{
	int families[] = { AF_INET, AF_INET6 };

	(void)arg;
	for (int i = 0; i < 2; i++) {
		union address a = local(families[i], CLOSED_PORT);
		int fd = socket(families[i], SOCK_DGRAM, 0);

		for (int n = 0; n < NSENT; n++)
			if (sendto(fd, "x", 1, 0, &a.any, sizeof(a)) != 1)
				_exit(1);
		close(fd);
	}
}

static void counts_drops_in(void **state)
{
	static const char text[] =
		"ip:::drop-in /on_mine[(struct sk_buff *)arg0] &&"
		"	args[6] == SKB_DROP_REASON_NO_SOCKET &&"
		"	args[3]->if_name == \"lo\" &&"
		"	args[2]->ip_plength == 9 &&"
		"	(args[4]->ipv4_protostr == \"UDP\" ||"
		"	args[5]->ipv6_nextstr == \"UDP\")/ { @n = count(); }";
	int64_t before = snmp("Udp", "NoPorts") + snmp6("Udp6NoPorts");
	struct child c = start(sends_to_nobody, NULL);
	dtrace_hdl_t *dtp = run_child(state, only_here(text), &c);

	assert_int_equal(value_of(dtp, "n"), snmp("Udp", "NoPorts") +
			 snmp6("Udp6NoPorts") - before);
	assert_int_equal(value_of(dtp, "n"), 2 * NSENT);
	dtrace_close(dtp);
	end(&c);
}

static void sends_nowhere(void *arg)
{
	union address a = local(AF_INET, CLOSED_PORT);
	int fd = socket(AF_INET, SOCK_DGRAM, 0);

	(void)arg;
	a.v4.sin_addr.s_addr = htonl(0x0a020202);
	for (int n = 0; n < NSENT; n++)
		if (sendto(fd, "x", 1, 0, &a.any, sizeof(a)) != -1 ||
		    errno != ENETUNREACH)
			_exit(1);
	close(fd);
}

static void counts_missing_routes(void **state)
{
	static const char text[] =
		"ip:::route-miss /pid == $1 &&"
		"	inet_ntoa(&args[0]->daddr) == \"10.2.2.2\"/"
		"{ @n = count(); }";
	int64_t before = snmp("Ip", "OutNoRoutes");
	struct child c = start(sends_nowhere, NULL);
	dtrace_hdl_t *dtp = run_child(state, text, &c);

	assert_int_equal(snmp("Ip", "OutNoRoutes") - before, NSENT);
	assert_int_equal(value_of(dtp, "n"), NSENT);
	dtrace_close(dtp);
	end(&c);
}

#define GROUP "/sys/fs/cgroup/test_packet"

/* A group of processes whose packets a program drops; -1: not possible here. */
static int refuse_packets(pid_t pid)
{
	const struct bpf_insn none[] = {
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = 0 },
		{ .code = BPF_JMP | BPF_EXIT },
	};
	int group, prog, link = -1;
	FILE *fp;

	mkdir(GROUP, 0755);
	group = open(GROUP, O_RDONLY | O_DIRECTORY);
	prog = bpf_prog_load(BPF_PROG_TYPE_CGROUP_SKB, "none", "GPL", none, 2,
			     NULL);
	if (group >= 0 && prog >= 0)
		link = bpf_link_create(prog, group, BPF_CGROUP_INET_EGRESS,
				       NULL);
	close(prog);
	close(group);
	fp = link >= 0 ? fopen(GROUP "/cgroup.procs", "w") : NULL;
	if (fp) {
		fprintf(fp, "%d", (int)pid);
		assert_int_equal(fclose(fp), 0);
	}
	return link;
}

static void is_refused(void *arg)
{
	union address a = local(AF_INET, CLOSED_PORT);
	int fd = socket(AF_INET, SOCK_DGRAM, 0);

	(void)arg;
	for (int n = 0; n < NSENT; n++)
		if (sendto(fd, "x", 1, 0, &a.any, sizeof(a)) != -1 ||
		    errno != EPERM)
			_exit(1);
	close(fd);
}

static void counts_drops_out(void **state)
{
	static const char text[] =
		"ip:::drop-out /mine[(struct sock *)args[1]->cs_addr] &&"
		"	args[6] == SKB_DROP_REASON_BPF_CGROUP_EGRESS &&"
		"	pid == $1 && args[4]->ipv4_daddr == \"127.0.0.1\"/"
		"{ @n = count(); }";
	struct child c = start(is_refused, NULL);
	int link = refuse_packets(c.pid);
	dtrace_hdl_t *dtp;

	if (link >= 0) {
		dtp = run_child(state, only_here(text), &c);
		assert_int_equal(value_of(dtp, "n"), NSENT);
		dtrace_close(dtp);
	}
	end(&c);
	close(link);
	if (link < 0)		/* no group of its own */
		skip();
}

static int clean(void **state)
{
	(void)state;
	remove_group(GROUP);
	return 0;
}

/* --- a network that loses packets ----------------------------------------- */

enum { LOSSY_PORT = 7005, NDATAGRAMS = 60, NSEGMENTS = 60 };

static void lives_there(void *arg)
{
	(void)arg;
	if (!own_network())
		_exit(1);
}

/*
 * Join this namespace, where the address is 10.9.0.1, to that of the process,
 * 10.9.0.2, by two devices, so that each segment is a packet of its own.
 */
static bool join(pid_t pid)
{
	char cmd[512];

	snprintf(cmd, sizeof(cmd), "exec >/dev/null 2>&1;"
		"ip link add here type veth peer name there netns %d &&"
		"ip addr add 10.9.0.1/24 dev here &&"
		"tc qdisc add dev here root netem loss 0%% &&"
		"tc qdisc del dev here root &&"
		"ip link set here up gso_max_segs 1 &&"
		"nsenter -t %d -n ip addr add 10.9.0.2/24 dev there &&"
		"nsenter -t %d -n ip link set there up", (int)pid, (int)pid,
		(int)pid);
	return system(cmd) == 0;
}

static void qdisc(const char *what)
{
	char cmd[128];

	snprintf(cmd, sizeof(cmd), "tc qdisc %s", what);
	if (system(cmd) != 0)
		_exit(1);
}

/* A socket in the other process's namespace. */
static int socket_there(pid_t pid, int type)
{
	FILE *here = proc_file(getpid(), "ns/net");
	FILE *there = proc_file(pid, "ns/net");
	int fd, no = setns(fileno(there), CLONE_NEWNET);
	union address a = local(AF_INET, LOSSY_PORT);

	fd = socket(AF_INET, type, 0);
	no |= setns(fileno(here), CLONE_NEWNET);
	a.v4.sin_addr.s_addr = htonl(0x0a090002);
	if (no != 0 || fd < 0 || bind(fd, &a.any, sizeof(a)) != 0)
		_exit(1);
	fclose(here);
	fclose(there);
	return fd;
}

static int connect_there(int type)
{
	union address a = local(AF_INET, LOSSY_PORT);
	int fd = socket(AF_INET, type, 0), one = 1;

	a.v4.sin_addr.s_addr = htonl(0x0a090002);
	if (fd < 0 || connect(fd, &a.any, sizeof(a)) != 0)
		_exit(1);
	if (type == SOCK_STREAM)
		setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one));
	return fd;
}

/* The last datagram, which cannot be lost, is shorter than the others. */
static void send_with_losses(void *arg)
{
	pid_t there = *(const pid_t *)arg;
	int l = socket_there(there, SOCK_STREAM), s, c;
	int in = socket_there(there, SOCK_DGRAM);
	int out = connect_there(SOCK_DGRAM);
	char b[1000] = "";

	pin(0);
	c = listen(l, 1) == 0 ? connect_there(SOCK_STREAM) : -1;
	s = accept(l, NULL, NULL);
	qdisc("add dev here root netem loss 20%");
	for (int i = 0; i < NDATAGRAMS; i++)
		put(out, b, 2);
	for (int i = 0; i < NSEGMENTS; i++)
		put(c, b, sizeof(b));
	for (int i = 0; i < NSEGMENTS; i++)
		get(s, b, sizeof(b));
	qdisc("del dev here root");
	put(out, b, 1);
	while (read(in, b, 2) == 2)
		;
	hang_up(c, s);
}

static const char losses_d[] =
	"inline int is_there[struct net *n] = n->ns.inum == %uu;\n"
	"tcp:::send /on_mine[(struct sk_buff *)arg0] &&"
	"	args[3]->tcps_retransmit/ { @again = count(); }"
	"tcp:::send /on_mine[(struct sk_buff *)arg0]/ { @segments = count(); }"
	"udp:::send /on_mine[(struct sk_buff *)arg0]/ { @sent = count(); }"
	"udp:::receive /is_there[((struct sock *)arg1)->"
	"	__sk_common.skc_net.net] && args[2]->ip_saddr == \"10.9.0.1\"/"
	"{ @received = count(); }";

/* ip:::drop-out needs no functions, unlike the others. */
static const char lost_d[] =
	"ip:::drop-out /on_mine[(struct sk_buff *)arg0] &&"
	"	args[6] == SKB_DROP_REASON_QDISC_DROP &&"
	"	args[3]->if_name == \"here\" &&"
	"	args[4]->ipv4_protostr == \"UDP\"/ { @lost = count(); }";

/* What the kernel has counted here, and in the other namespace. */
struct counters {
	int64_t segments, again, sent, received;
};

static struct counters counters(pid_t there)
{
	return (struct counters){ snmp("Tcp", "OutSegs"),
		snmp("Tcp", "RetransSegs"), snmp("Udp", "OutDatagrams"),
		snmp_of(there, "Udp", "InDatagrams") };
}

static void run_with_losses(void **state, const char *text, struct child *there)
{
	struct counters was = counters(there->pid), is;
	struct child c = start(send_with_losses, &there->pid);
	dtrace_hdl_t *dtp = run_child(state, only_here(text), &c);

	is = counters(there->pid);
	assert_int_equal(is.sent - was.sent, NDATAGRAMS + 1);
	assert_true(is.received - was.received <= NDATAGRAMS);
	assert_int_equal(value_of(dtp, "lost"), is.sent - was.sent -
			 (is.received - was.received));
	if (text != lost_d) {
		assert_int_equal(value_of(dtp, "sent"), is.sent - was.sent);
		assert_int_equal(value_of(dtp, "received"),
				 is.received - was.received);
		assert_int_equal(value_of(dtp, "again"), is.again - was.again);
		assert_true(is.again > was.again);
		assert_int_equal(value_of(dtp, "segments"),
				 is.segments + is.again - was.segments -
				 was.again);
	}
	dtrace_close(dtp);
	end(&c);
}

static void counts_losses(void **state)
{
	struct child there = start(lives_there, NULL);
	char text[4096];

	let_go(&there);
	await(&there);
	if (!join(there.pid)) {	/* no such devices */
		end(&there);
		skip();
	}
	if (api_has_functions()) {
		snprintf(text, sizeof(text), losses_d, net_of(there.pid));
		strcat(text, lost_d);
		run_with_losses(state, text, &there);
	} else {
		run_with_losses(state, lost_d, &there);
	}
	end(&there);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON_KERNEL(counts_datagrams), ON_KERNEL(counts_packets),
		ON_KERNEL(counts_drops_in), ON_KERNEL(counts_drops_out),
		ON_KERNEL(counts_missing_routes), ON_KERNEL(counts_losses),
	};

	if (!api_has_types() || !own_network())
		return 77;
	return cmocka_run_group_tests(tests, NULL, clean);
}
