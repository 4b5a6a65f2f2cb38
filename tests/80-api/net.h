/* SPDX-License-Identifier: MIT */
/*
 * A network namespace of the test's own, with the loopback device and without
 * other traffic; its statistics are the second witness.
 */
#ifndef NET_H
#define NET_H

#include <arpa/inet.h>
#include <net/if.h>
#include <stdbool.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include "child.h"

/* Enter a new network namespace; false: not permitted. */
static inline bool own_network(void)
{
	int fd;
	struct ifreq r = { .ifr_name = "lo", .ifr_flags = IFF_UP };
	bool ok = unshare(CLONE_NEWNET) == 0;

	fd = socket(AF_INET, SOCK_DGRAM, 0);
	ok = ok && ioctl(fd, SIOCSIFFLAGS, &r) == 0;
	close(fd);
	return ok;
}

/* The number of a process's network namespace. */
static inline unsigned int net_of(pid_t pid)
{
	char path[64];
	struct stat st;

	snprintf(path, sizeof(path), "/proc/%d/ns/net", (int)pid);
	assert_int_equal(stat(path, &st), 0);
	return (unsigned int)st.st_ino;
}

/* Close a connection from both sides, c first; neither has data to read. */
static inline void hang_up(int c, int s)
{
	char b;

	shutdown(c, SHUT_WR);
	if (read(s, &b, 1) != 0)
		_exit(1);
	close(s);
	if (read(c, &b, 1) != 0)
		_exit(1);
	close(c);
}

/*
 * The text behind D that tells whether a namespace, the socket's or that of the
 * packet's device, is this one: is_net[], mine[], on_mine[].
 */
static inline const char *only_here(const char *text)
{
	static char buf[8192];
	int n;

	n = snprintf(buf, sizeof(buf),
		"inline int is_net[struct net *n] = n->ns.inum == %uu;\n"
		"inline int mine[struct sock *k] = k != NULL &&"
		"	is_net[k->__sk_common.skc_net.net];\n"
		"inline int on_mine[struct sk_buff *s] ="
		"	(int64_t)s->dev < 0 && is_net[s->dev->nd_net.net];\n"
		"%s", net_of(getpid()), text);
	assert_in_range(n, 1, sizeof(buf) - 1);
	return buf;
}

/* A counter in a file of a process's namespace, or -1. */
static inline int64_t counter_of(pid_t pid, const char *file,
				 const char *group, const char *name)
{
	char line[2][8192], *at[2] = { NULL, NULL }, *s[2];
	FILE *fp = proc_file(pid, file);
	int64_t n = -1;

	while (n < 0 && fgets(line[0], sizeof(line[0]), fp) &&
	    fgets(line[1], sizeof(line[1]), fp)) {
		s[0] = strtok_r(line[0], ": \n", &at[0]);
		s[1] = strtok_r(line[1], ": \n", &at[1]);
		if (strcmp(s[0], group) != 0)
			continue;
		while (s[0] && s[1] && strcmp(s[0], name) != 0) {
			s[0] = strtok_r(NULL, " \n", &at[0]);
			s[1] = strtok_r(NULL, " \n", &at[1]);
		}
		n = s[1] ? atoll(s[1]) : -1;
	}
	fclose(fp);
	return n;
}

static inline int64_t snmp_of(pid_t pid, const char *group, const char *name)
{
	int64_t n = counter_of(pid, "net/snmp", group, name);

	assert_true(n >= 0);
	return n;
}

static inline int64_t snmp(const char *group, const char *name)
{
	return snmp_of(getpid(), group, name);
}

/* A counter of /proc/net/snmp6. */
static inline int64_t snmp6(const char *name)
{
	FILE *fp = fopen("/proc/net/snmp6", "r");
	char is[64];
	long v;

	assert_non_null(fp);
	while (fscanf(fp, "%63s %ld", is, &v) == 2)
		if (strcmp(is, name) == 0) {
			fclose(fp);
			return v;
		}
	fclose(fp);
	fail_msg("no counter %s", name);
	return 0;
}

union address {
	struct sockaddr any;
	struct sockaddr_in v4;
	struct sockaddr_in6 v6;
};

/* The loopback address of a family, and a port of the host's order. */
static inline union address local(int family, uint16_t port)
{
	union address a;

	memset(&a, 0, sizeof(a));
	a.any.sa_family = (sa_family_t)family;
	a.v4.sin_port = htons(port);	/* at the same place in both */
	if (family == AF_INET)
		a.v4.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	else
		a.v6.sin6_addr = in6addr_loopback;
	return a;
}

static inline int open_at(int family, int type, uint16_t port)
{
	union address a = local(family, port);
	int fd = socket(family, type, 0), one = 1;

	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one));
	if (fd < 0 || bind(fd, &a.any, sizeof(a)) != 0)
		_exit(1);
	return fd;
}

static inline int open_to(int family, int type, uint16_t port)
{
	union address a = local(family, port);
	int fd = socket(family, type, 0);

	if (fd < 0 || connect(fd, &a.any, sizeof(a)) == 0)
		return fd;
	close(fd);
	return -1;
}

static inline void get(int fd, char *b, ssize_t n)
{
	for (ssize_t got; n > 0; n -= got) {
		got = read(fd, b, (size_t)n);
		if (got <= 0)
			_exit(1);
	}
}

static inline void put(int fd, const char *b, ssize_t n)
{
	if (write(fd, b, (size_t)n) != n)
		_exit(1);
}

#endif
