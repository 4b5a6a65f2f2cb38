/* SPDX-License-Identifier: MIT */
/*
 * Provider tcp, on connections over the loopback device of a network namespace
 * whose statistics are the second witness.
 */
#include "net.h"

#define TYPES "/sys/kernel/btf/vmlinux"

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
		shutdown(c, SHUT_WR);
		if (read(s, b, 1) != 0)
			_exit(1);
		close(s);
		if (read(c, b, 1) != 0)
			_exit(1);
		close(c);
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON_KERNEL(counts_connections), ON_KERNEL(follows_states),
	};

	if (access(TYPES, R_OK) != 0 || !own_network())
		return 77;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
