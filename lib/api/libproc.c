/* SPDX-License-Identifier: MIT */
/* libproc.c - the functions of <libproc.h>. */
#include "api/hdl.h"

#include <libproc.h>
#include <signal.h>
#include <string.h>

int
Pstate(struct ps_prochandle *p)
{
	return p != NULL ? dt_victim_state(p) : -1;
}

const pstatus_t *
Pstatus(struct ps_prochandle *p)
{
	return p != NULL ? dt_victim_pstatus(p) : NULL;
}

const psinfo_t *
Ppsinfo(struct ps_prochandle *p)
{
	return p != NULL ? dt_victim_psinfo(p) : NULL;
}

void
Prelease(struct ps_prochandle *p, int flags)
{
	if (p == NULL)
		return;
	if (flags & PRELEASE_KILL)
		(void) dt_victim_kill(p);
	dtrace_proc_release(dt_victim_owner(p), p);
}

char *
proc_signame(int sig, char *buf, size_t size)
{
	const char *name = sigabbrev_np(sig);

	if (name != NULL)
		(void) snprintf(buf, size, "SIG%s", name);
	else
		(void) snprintf(buf, size, "SIG%d", sig);
	return buf;
}
