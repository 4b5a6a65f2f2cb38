/* SPDX-License-Identifier: MIT */
/*
 * names.c - a thread of the consumer that serves the tracer while a process is
 * stopped: it looks up addresses, since the process may end afterwards, and
 * finds the probes in what the process has just mapped.
 */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/thread.h"
#include "sym/usym.h"
#include "victim/order.h"
#include "vm/vm.h"

struct dt_vm_names {
	struct dt_vm_watchers w;
	pthread_t thread;
	int fd;
};

static void *
answer(void *arg)
{
	const struct dt_vm_names *n = arg;
	struct dt_ask ask;

	while (recv(n->fd, &ask, sizeof(ask), 0) == (ssize_t)sizeof(ask) &&
	    ask.n <= DT_ASK_MAX) {
		if (ask.n != 0 && n->w.usyms != NULL)
			dt_usym_saw(n->w.usyms, ask.pid, ask.pcs, ask.n);
		else if (ask.n == 0 && n->w.find != NULL)
			n->w.find(n->w.finder, ask.pid);
		if (send(n->fd, "", 1, MSG_NOSIGNAL) != 1)
			break;
	}
	return NULL;
}

int
dt_vm_names_start(const struct dt_vm_watchers *w, struct dt_vm_names **np,
    int *fd)
{
	struct dt_vm_names *n = calloc(1, sizeof(*n));
	int sock[2], err;

	if (n == NULL)
		return -ENOMEM;
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sock) != 0) {
		err = -errno;
		free(n);
		return err;
	}
	n->w = *w;
	n->fd = sock[0];
	err = dt_thread_start(&n->thread, answer, n);
	if (err != 0) {
		(void) close(sock[0]);
		(void) close(sock[1]);
		free(n);
		return err;
	}
	*np = n;
	*fd = sock[1];
	return 0;
}

void
dt_vm_names_stop(struct dt_vm_names *n)
{
	if (n == NULL)
		return;
	(void) shutdown(n->fd, SHUT_RDWR);
	pthread_join(n->thread, NULL);
	(void) close(n->fd);
	free(n);
}
