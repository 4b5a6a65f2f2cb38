/* SPDX-License-Identifier: MIT */
/*
 * talk.c - a TCP connection over the loopback device: a request of 10 bytes, a
 * reply of 1000; the client closes first.  Then one that is refused, and
 * datagrams of 100 bytes, 50 back, and 200.
 */
#include <arpa/inet.h>
#include <err.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr_in a = { .sin_family = AF_INET };

static int
connect_to(void)
{
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	if (fd < 0)
		err(1, "socket");
	if (connect(fd, (struct sockaddr *)&a, sizeof(a)) == 0)
		return fd;
	close(fd);
	return -1;
}

static void
move(int from, int to, size_t n)
{
	char b[1000] = "";

	if (write(from, b, n) != (ssize_t)n ||
	    recv(to, b, n, MSG_WAITALL) != (ssize_t)n)
		err(1, "talk");
}

static void
send_datagrams(void)
{
	int in = socket(AF_INET, SOCK_DGRAM, 0);
	int out = socket(AF_INET, SOCK_DGRAM, 0);
	struct sockaddr_in to = a, from;
	socklen_t len = sizeof(to);
	char b[200] = "";

	to.sin_port = 0;
	if (bind(in, (struct sockaddr *)&to, len) != 0 ||
	    getsockname(in, (struct sockaddr *)&to, &len) != 0 ||
	    connect(out, (struct sockaddr *)&to, len) != 0)
		err(1, "socket for datagrams");
	if (send(out, b, 100, 0) != 100 || recvfrom(in, b, sizeof(b), 0,
	    (struct sockaddr *)&from, &len) != 100 ||
	    sendto(in, b, 50, 0, (struct sockaddr *)&from, len) != 50 ||
	    recv(out, b, sizeof(b), 0) != 50 ||
	    send(out, b, 200, 0) != 200 || recv(in, b, sizeof(b), 0) != 200)
		err(1, "datagrams");
}

int
main(void)
{
	int l = socket(AF_INET, SOCK_STREAM, 0), c, s;
	socklen_t len = sizeof(a);
	char b;

	a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	if (bind(l, (struct sockaddr *)&a, len) != 0 || listen(l, 1) != 0 ||
	    getsockname(l, (struct sockaddr *)&a, &len) != 0)
		err(1, "listen");
	c = connect_to();
	if (c < 0)
		err(1, "connect");
	s = accept(l, NULL, NULL);
	move(c, s, 10);
	move(s, c, 1000);
	shutdown(c, SHUT_WR);
	if (recv(s, &b, 1, 0) != 0)
		errx(1, "more than was sent");
	close(s);
	if (recv(c, &b, 1, 0) != 0)
		errx(1, "more than was sent");
	close(c);
	close(l);
	if (connect_to() >= 0)
		errx(1, "not refused");
	send_datagrams();
	return 0;
}
