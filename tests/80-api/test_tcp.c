/* SPDX-License-Identifier: MIT */
/*
 * Provider tcp, on connections over the loopback device of a network namespace
 * whose statistics are the second witness.
 */
#include <linux/filter.h>
#include <sys/utsname.h>
#include "net.h"

enum { PORT = 7001, CLOSED_PORT = 7002, NTALKS = 3, NREFUSED = 2 };

/* A request of 10 bytes, a reply of 1000; the client closes first. */
static void talk(int family)
{
	int l = open_at(family, SOCK_STREAM, PORT), c, s;
	char b[1000] = "";

	if (listen(l, 5) != 0)
		_exit(1);
	for (int i = 0; i < NTALKS; i++) {
		c = open_to(family, SOCK_STREAM, PORT);
		s = accept(l, NULL, NULL);
		if (c < 0 || s < 0)
			_exit(1);
		put(c, b, 10);
		get(s, b, 10);
		put(s, b, sizeof(b));
		get(c, b, sizeof(b));
		hang_up(c, s);
	}
	close(l);
	for (int i = 0; i < NREFUSED; i++)
		if (open_to(family, SOCK_STREAM, CLOSED_PORT) >= 0)
			_exit(1);
}

static void talks(void *arg)
{
	(void)arg;
	talk(AF_INET);
	talk(AF_INET6);
}

/* --- connections ---------------------------------------------------------- */

#define ENDS(dir) \
	"args[2]->ip_" #dir "addr == (args[2]->ip_ver == 6 ? \"::1\" :" \
	"	\"127.0.0.1\") && args[4]->tcp_" #dir "port"
#define AT(probe, name, dir) \
	"tcp:::" probe " /mine[(struct sock *)arg1] &&" ENDS(dir) " == 7001/" \
	"{ @" name " = count(); }"

static void counts_connections(void **state)
{
	static const char text[] =
		"tcp:::connect-request /mine[(struct sock *)arg1] &&"
		"	pid == $1/ { @requests = count(); }"
		"tcp:::connect-refused /mine[(struct sock *)arg1] &&" ENDS(s)
		"	== 7002 && args[3]->tcps_rport == 7002/"
		"{ @refused = count(); }"
		AT("connect-request", "to", d)
		AT("connect-established", "connected", s)
		AT("accept-established", "accepted", d);
	int64_t active = snmp("Tcp", "ActiveOpens");
	int64_t passive = snmp("Tcp", "PassiveOpens");
	struct child c = start(talks, NULL);
	dtrace_hdl_t *dtp = run_child(state, only_here(text), &c);

	active = snmp("Tcp", "ActiveOpens") - active;
	passive = snmp("Tcp", "PassiveOpens") - passive;
	assert_int_equal(active, 2 * (NTALKS + NREFUSED));
	assert_int_equal(value_of(dtp, "requests"), active);
	assert_int_equal(value_of(dtp, "to"), 2 * NTALKS);
	assert_int_equal(value_of(dtp, "connected"), active - 2 * NREFUSED);
	assert_int_equal(value_of(dtp, "refused"), 2 * NREFUSED);
	assert_int_equal(passive, 2 * NTALKS);
	assert_int_equal(value_of(dtp, "accepted"), passive);
	dtrace_close(dtp);
	end(&c);
}

/* A socket keeps its number and its ends until it is closed. */
static void follows_states(void **state)
{
	static const char text[] =
		"tcp:::connect-request /mine[(struct sock *)arg1]/"
		"{ born[args[1]->cs_cid] = 1; }"
		"tcp:::state-change /mine[(struct sock *)arg1] &&"
		"	args[5]->tcps_state == TCP_STATE_CLOSED &&"
		"	args[3]->tcps_state == TCP_STATE_SYN_SENT/"
		"{ @opened = count(); }"
		"tcp:::state-change /mine[(struct sock *)arg1] &&"
		"	args[3]->tcps_state == TCP_STATE_ESTABLISHED &&"
		"	args[3]->tcps_lport != 0 && args[3]->tcps_local &&"
		"	args[3]->tcps_laddr == args[3]->tcps_raddr/"
		"{ @established = count(); }"
		"tcp:::state-change /mine[(struct sock *)arg1] &&"
		"	tcp_state_string[args[3]->tcps_state] =="
		"	\"state-closed\" && born[args[1]->cs_cid] &&"
		"	args[3]->tcps_rport == 7001 &&"
		"	args[3]->tcps_lport > 1024/"
		"{ @closed = count(); born[args[1]->cs_cid] = 0; }";
	struct child c = start(talks, NULL);
	dtrace_hdl_t *dtp = run_child(state, only_here(text), &c);

	assert_int_equal(value_of(dtp, "opened"), 2 * (NTALKS + NREFUSED));
	assert_int_equal(value_of(dtp, "established"), 2 * 2 * NTALKS);
	assert_int_equal(value_of(dtp, "closed"), 2 * NTALKS);
	dtrace_close(dtp);
	end(&c);
}

/* No tracepoint fires when a socket gives way to one in this state. */
static void shows_waiting(void **state)
{
	static const char text[] =
		"tcp:::state-change /mine[(struct sock *)arg1] &&"
		"	args[3]->tcps_state == TCP_STATE_TIME_WAIT &&"
		"	args[5]->tcps_state == TCP_STATE_FIN_WAIT_2 &&"
		"	args[3]->tcps_rport == 7001/"
		"{ @waits = count(); }";
	struct child c;
	dtrace_hdl_t *dtp;

	if (!api_has_functions())
		skip();
	c = start(talks, NULL);
	dtp = run_child(state, only_here(text), &c);
	assert_int_equal(value_of(dtp, "waits"), 2 * NTALKS);
	dtrace_close(dtp);
	end(&c);
}

/* --- processes ------------------------------------------------------------ */

static void serve(int l)
{
	char b[1000] = "";
	int s = accept(l, NULL, NULL);

	get(s, b, 10);
	put(s, b, sizeof(b));
	_exit(read(s, b, 1) != 0);
}

/* Talk to a process of its own. */
static void talks_to_child(void *arg)
{
	int l = open_at(AF_INET, SOCK_STREAM, PORT), c, status;
	char b[1000] = "";

	(void)arg;
	if (listen(l, 1) != 0)
		_exit(1);
	if (fork() == 0)
		serve(l);
	c = open_to(AF_INET, SOCK_STREAM, PORT);
	put(c, b, 10);
	get(c, b, sizeof(b));
	close(c);
	if (wait(&status) < 0 || status != 0)
		_exit(1);
}

/*
 * On a loopback device, segments arrive and connections are accepted while the
 * peer runs, which is not the process of that socket.
 */
static void tells_processes(void **state)
{
	static const char text[] =
		"tcp:::connect-request /mine[(struct sock *)arg1]/"
		"{ @request = sum(args[1]->cs_pid == $1); }"
		"tcp:::accept-established /mine[(struct sock *)arg1]/"
		"{ @accepted = count();"
		"	@accept = sum(args[1]->cs_pid == $1); }";
	static const char text_segments[] =
		"inline int size = args[2]->ip_plength - args[4]->tcp_offset;"
		"tcp:::send /mine[(struct sock *)arg1] && size == 10/"
		"{ @sent = max(args[1]->cs_pid == $1); }"
		"tcp:::receive /mine[(struct sock *)arg1] && size == 10/"
		"{ @received = count();"
		"	@receive = sum(args[1]->cs_pid == $1); }"
		"tcp:::send /mine[(struct sock *)arg1] && size == 1000/"
		"{ @served = max(args[1]->cs_pid != 0 &&"
		"	args[1]->cs_pid == pid && pid != $1); }";
	struct child c = start(talks_to_child, NULL);
	char all[2048];
	dtrace_hdl_t *dtp;

	snprintf(all, sizeof(all), "%s%s", text,
		 api_has_functions() ? text_segments : "");
	dtp = run_child(state, only_here(all), &c);
	assert_int_equal(value_of(dtp, "request"), 1);
	assert_int_equal(value_of(dtp, "accepted"), 1);
	assert_int_equal(value_of(dtp, "accept"), 0);
	if (api_has_functions()) {
		assert_int_equal(value_of(dtp, "sent"), 1);
		assert_true(value_of(dtp, "received") >= 1);
		assert_int_equal(value_of(dtp, "receive"), 0);
		assert_int_equal(value_of(dtp, "served"), 1);
	}
	dtrace_close(dtp);
	end(&c);
}

/* --- segments ------------------------------------------------------------- */

/*
 * Has tracepoint tcp_send_reset a reason, and so segments without a socket?
 * Linux 6.10 added both.
 */
static bool has_reasons(void)
{
	struct utsname u;
	int major = 0, minor = 0;

	assert_int_equal(uname(&u), 0);
	assert_int_equal(sscanf(u.release, "%d.%d", &major, &minor), 2);
	return major > 6 || (major == 6 && minor >= 10);
}

/* Each side of a refused connection is seen by a probe of its own. */
static void counts_refusals(void **state)
{
	static const char text[] =
		"tcp:::accept-refused /on_mine[(struct sk_buff *)arg0] &&"
		ENDS(s) "	== 7002 &&"
		"	args[4]->tcp_flags == (TH_RST | TH_ACK) &&"
		"	args[3]->tcps_state == TCP_STATE_CLOSED/"
		"{ @refused = count(); }";
	int64_t resets = snmp("Tcp", "OutRsts");
	dtrace_hdl_t *dtp;
	struct child c;

	if (!api_has_functions() && !has_reasons())
		skip();
	c = start(talks, NULL);
	dtp = run_child(state, only_here(text), &c);
	assert_int_equal(value_of(dtp, "refused"), 2 * NREFUSED);
	assert_int_equal(snmp("Tcp", "OutRsts") - resets, 2 * NREFUSED);
	dtrace_close(dtp);
	end(&c);
}

/* Bytes of data, without headers. */
#define DATA "sum(args[2]->ip_plength - args[4]->tcp_offset)"

/*
 * A request to a port without a socket is not received by one.  False: a
 * segment was sent twice, as happens where a CPU stands still.
 */
static bool segments_counted(void **state)
{
	static const char text[] =
		"tcp:::send /on_mine[(struct sk_buff *)arg0]/"
		"{ @sent = count(); @out = " DATA "; }"
		"tcp:::receive /mine[(struct sock *)arg1]/"
		"{ @received = count(); @in = " DATA "; }"
		"tcp:::send /on_mine[(struct sk_buff *)arg0] && (args[4]->"
		"	tcp_flags & (TH_SYN | TH_ACK | TH_RST)) == TH_SYN &&"
		"	args[4]->tcp_dport == args[3]->tcps_rport/"
		"{ @requests = count(); }"
		"tcp:::receive /mine[(struct sock *)arg1] &&"
		"	(args[4]->tcp_flags & (TH_SYN | TH_ACK)) =="
		"	(TH_SYN | TH_ACK) && args[4]->tcp_sport == 7001 &&"
		"	args[4]->tcp_dport == args[3]->tcps_lport &&"
		"	args[2]->ip_saddr == args[3]->tcps_raddr &&"
		"	args[3]->tcps_state == TCP_STATE_SYN_SENT/"
		"{ @answers = count(); }"
		"tcp:::send /on_mine[(struct sk_buff *)arg0] &&"
		"	args[3]->tcps_retransmit/ { @again = count(); }";
	int64_t in = snmp("Tcp", "InSegs"), out = snmp("Tcp", "OutSegs");
	int64_t again = snmp("Tcp", "RetransSegs");
	struct child c = start(talks, NULL);
	dtrace_hdl_t *dtp = run_child(state, only_here(text), &c);

	end(&c);
	if (snmp("Tcp", "RetransSegs") != again) {
		dtrace_close(dtp);
		return false;
	}
	assert_int_equal(value_of(dtp, "sent"), snmp("Tcp", "OutSegs") - out);
	assert_int_equal(value_of(dtp, "received") + 2 * NREFUSED,
			 snmp("Tcp", "InSegs") - in);
	assert_int_equal(value_of(dtp, "out"), 2 * NTALKS * 1010);
	assert_int_equal(value_of(dtp, "in"), 2 * NTALKS * 1010);
	assert_int_equal(value_of(dtp, "requests"), 2 * (NTALKS + NREFUSED));
	assert_int_equal(value_of(dtp, "answers"), 2 * NTALKS);
	assert_int_equal(value_of(dtp, "again"), 0);
	dtrace_close(dtp);
	return true;
}

static void counts_segments(void **state)
{
	if (!api_has_functions())
		skip();
	while (!segments_counted(state))
		;
}

/* A socket that drops what it receives, until the sender has tried again. */
static void tries_again(void *arg)
{
	struct sock_filter none = BPF_STMT(BPF_RET | BPF_K, 0);
	struct sock_fprog drop = { 1, &none };
	int l = open_at(AF_INET, SOCK_STREAM, PORT), c, s;
	int64_t before = snmp("Tcp", "RetransSegs");
	char b = 0;

	(void)arg;
	c = listen(l, 1) == 0 ? open_to(AF_INET, SOCK_STREAM, PORT) : -1;
	s = accept(l, NULL, NULL);
	if (setsockopt(s, SOL_SOCKET, SO_ATTACH_FILTER, &drop,
		       sizeof(drop)) != 0)
		_exit(1);
	put(c, &b, 1);
	while (snmp("Tcp", "RetransSegs") == before)
		nap(MSEC);
	setsockopt(s, SOL_SOCKET, SO_DETACH_FILTER, &drop, sizeof(drop));
	get(s, &b, 1);
}

static void tells_retransmissions(void **state)
{
	static const char text[] =
		"tcp:::send /on_mine[(struct sk_buff *)arg0] &&"
		"	args[3]->tcps_retransmit && args[3]->tcps_mss > 500 &&"
		"	args[3]->tcps_cwnd % args[3]->tcps_mss == 0 &&"
		"	args[4]->tcp_seq == args[3]->tcps_suna &&"
		"	args[2]->ip_plength - args[4]->tcp_offset == 1/"
		"{ @again = count(); }";
	int64_t before;
	dtrace_hdl_t *dtp;
	struct child c;

	if (!api_has_functions())
		skip();
	before = snmp("Tcp", "RetransSegs");
	c = start(tries_again, NULL);
	dtp = run_child(state, only_here(text), &c);
	assert_true(value_of(dtp, "again") > 0);
	assert_int_equal(value_of(dtp, "again"),
			 snmp("Tcp", "RetransSegs") - before);
	dtrace_close(dtp);
	end(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON_KERNEL(counts_connections), ON_KERNEL(follows_states),
		ON_KERNEL(shows_waiting),
		ON_KERNEL(tells_processes), ON_KERNEL(counts_refusals),
		ON_KERNEL(counts_segments),
		ON_KERNEL(tells_retransmissions),
	};

	if (!api_has_types() || !own_network())
		return 77;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
