/* SPDX-License-Identifier: MIT */
/*
 * ctlfd.c - a descriptor that polls readable when there is work, for consumers
 * with an event loop.  It is an epoll instance with the processes of the handle
 * and a timer for the next work by the rate options.  As a program cannot wake
 * the consumer, the timer also expires regularly to check whether exit() or a
 * full buffer has ended the run.
 */
#include "api/hdl.h"

#include <errno.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <unistd.h>

void
dt_ctlfd_init(dtrace_hdl_t *dtp)
{
	dtp->ctlfd = dtp->ctltimer = -1;
}

void
dt_ctlfd_fini(dtrace_hdl_t *dtp)
{
	if (dtp->ctlfd != -1)
		(void) close(dtp->ctlfd);
	if (dtp->ctltimer != -1)
		(void) close(dtp->ctltimer);
	dt_ctlfd_init(dtp);
}

/* Have all data been read since tracing stopped? */
static bool
is_read(const dtrace_hdl_t *dtp)
{
	return (dtp->snapped || dtp->run.aggsize == 0) &&
	    (dtp->consumed || dtp->run.bufsize == 0);
}

/*
 * When the next work is due, in monotonic ns; INT64_MAX: never.  Only work that
 * the consumer has called for before counts; if there is none, it is due now.
 */
static int64_t
next_work(const dtrace_hdl_t *dtp)
{
	int64_t due = dt_next_look(dtp);

	if (dtp->state == DT_RUN_STOPPED)
		return is_read(dtp) ? INT64_MAX : 1;
	if (dtp->state == DT_RUN_IDLE)
		return INT64_MAX;
	return due == INT64_MAX || due <= 0 ? 1 : due;
}

/* A time in the past makes the timer readable at once; 0 would disarm it. */
void
dt_ctlfd_arm(dtrace_hdl_t *dtp)
{
	struct itimerspec at = { 0 };
	int64_t due;

	if (dtp->ctlfd == -1)
		return;
	due = next_work(dtp);
	if (due != INT64_MAX)
		at.it_value = (struct timespec){ due / NANOSEC,
		    due % NANOSEC };
	(void) timerfd_settime(dtp->ctltimer, TFD_TIMER_ABSTIME, &at, NULL);
}

static int
watch(const dtrace_hdl_t *dtp, int fd)
{
	struct epoll_event ev = { .events = EPOLLIN };

	return epoll_ctl(dtp->ctlfd, EPOLL_CTL_ADD, fd, &ev) == 0 ? 0 : -errno;
}

int
dt_ctlfd_watch(dtrace_hdl_t *dtp, const struct ps_prochandle *p)
{
	return dtp->ctlfd == -1 ? 0 : watch(dtp, dt_victim_fd(p));
}

void
dt_ctlfd_forget(dtrace_hdl_t *dtp, const struct ps_prochandle *p)
{
	if (dtp->ctlfd != -1)
		(void) epoll_ctl(dtp->ctlfd, EPOLL_CTL_DEL, dt_victim_fd(p),
		    NULL);
}

static int
make(dtrace_hdl_t *dtp)
{
	int rc = 0;

	dtp->ctltimer = timerfd_create(CLOCK_MONOTONIC,
	    TFD_CLOEXEC | TFD_NONBLOCK);
	if (dtp->ctltimer == -1)
		return -errno;
	dtp->ctlfd = epoll_create1(EPOLL_CLOEXEC);
	if (dtp->ctlfd == -1)
		return -errno;
	rc = watch(dtp, dtp->ctltimer);
	for (uint32_t i = 0; i < dtp->nprocs && rc == 0; i++)
		if (!dtp->procs[i].reported)
			rc = dt_ctlfd_watch(dtp, dtp->procs[i].p);
	return rc;
}

int
dtrace_ctlfd(dtrace_hdl_t *dtp)
{
	int rc;

	if (dt_alive(dtp) != 0)
		return -1;
	if (dtp->ctlfd != -1)
		return dtp->ctlfd;
	rc = make(dtp);
	if (rc != 0) {
		dt_ctlfd_fini(dtp);
		return dt_set_error(dtp, -rc, "cannot create a descriptor to "
		    "poll: %s", dtrace_errmsg(NULL, -rc));
	}
	dt_ctlfd_arm(dtp);
	return dtp->ctlfd;
}
