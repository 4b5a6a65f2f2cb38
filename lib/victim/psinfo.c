/* SPDX-License-Identifier: MIT */
/* psinfo.c - the data of a victim in /proc, in the structs of <libproc.h>. */
#include <elf.h>
#include <stdio.h>
#include <string.h>
#include <sys/sysmacros.h>
#include <time.h>
#include <unistd.h>
#include "base/clock.h"
#include "base/procfs.h"
#include "victim/priv.h"

#define	NSEC	1000000000ll

static timestruc_t
time_of(long long ticks)
{
	long hz = sysconf(_SC_CLK_TCK);

	return (timestruc_t){ .tv_sec = ticks / hz,
	    .tv_nsec = (long)(ticks % hz * NSEC / hz) };
}

/* When a process was created, given in ticks after the boot. */
static timestruc_t
start_of(long long ticks)
{
	timestruc_t t = time_of(ticks);
	int64_t ns = dt_clock_walloffset(CLOCK_BOOTTIME) + t.tv_sec * NSEC +
	    t.tv_nsec;

	return (timestruc_t){ .tv_sec = ns / NSEC, .tv_nsec = ns % NSEC };
}

static char
model_of(pid_t pid)
{
	char head[EI_NIDENT + 1];

	if (dt_procfs_read(pid, "exe", head, sizeof(head)) < EI_NIDENT)
		return PR_MODEL_UNKNOWN;
	return head[EI_CLASS] == ELFCLASS64 ? PR_MODEL_LP64 : PR_MODEL_ILP32;
}

static void
read_args(pid_t pid, psinfo_t *ps)
{
	char text[4096];
	ssize_t n = dt_procfs_read(pid, "cmdline", text, sizeof(text));

	ps->pr_argc = 0;
	for (ssize_t i = 0; i < n; i++)
		if (text[i] == '\0') {
			ps->pr_argc++;
			text[i] = i + 1 < n ? ' ' : '\0';
		}
	(void) snprintf(ps->pr_psargs, sizeof(ps->pr_psargs), "%.*s",
	    PRARGSZ - 1, text);
}

static void
read_psinfo(pid_t pid, const char *stat, psinfo_t *ps)
{
	long long page = sysconf(_SC_PAGESIZE), tty;
	char status[4096];

	tty = dt_procfs_field(stat, DT_STAT_TTY);
	ps->pr_nlwp = (int)dt_procfs_field(stat, DT_STAT_THREADS);
	ps->pr_ppid = (pid_t)dt_procfs_field(stat, DT_STAT_PPID);
	ps->pr_pgid = (pid_t)dt_procfs_field(stat, DT_STAT_PGID);
	ps->pr_sid = (pid_t)dt_procfs_field(stat, DT_STAT_SID);
	ps->pr_size = (size_t)(dt_procfs_field(stat, DT_STAT_VSIZE) / 1024);
	ps->pr_rssize = (size_t)(dt_procfs_field(stat, DT_STAT_RSS) *
	    page / 1024);
	ps->pr_ttydev = tty == 0 ? 0 : makedev((tty >> 8) & 0xfff,
	    (tty & 0xff) | ((tty >> 12) & 0xfff00));
	ps->pr_start = start_of(dt_procfs_field(stat, DT_STAT_START));
	ps->pr_time = time_of(dt_procfs_field(stat, DT_STAT_UTIME) +
	    dt_procfs_field(stat, DT_STAT_STIME));
	ps->pr_ctime = time_of(dt_procfs_field(stat, DT_STAT_CUTIME) +
	    dt_procfs_field(stat, DT_STAT_CSTIME));
	ps->pr_dmodel = model_of(pid);
	(void) dt_procfs_comm(pid, ps->pr_fname, sizeof(ps->pr_fname));
	read_args(pid, ps);
	if (dt_procfs_read(pid, "status", status, sizeof(status)) > 0) {
		dt_procfs_ids(status, "\nUid:\t", &ps->pr_uid, &ps->pr_euid);
		dt_procfs_ids(status, "\nGid:\t", &ps->pr_gid, &ps->pr_egid);
	}
}

/* False for a zombie, which has lost most values: the last ones are kept. */
static bool
read_stat(struct ps_prochandle *p, char *stat, size_t size)
{
	return !dt_victim_ended(p, NULL) &&
	    dt_procfs_read(p->pid, "stat", stat, size) > 0;
}

const psinfo_t *
dt_victim_psinfo(struct ps_prochandle *p)
{
	psinfo_t *ps = &p->psinfo;
	char stat[1024];
	int status;

	if (read_stat(p, stat, sizeof(stat)))
		read_psinfo(p->pid, stat, ps);
	ps->pr_pid = p->pid;
	if (dt_victim_ended(p, &status) && status != -1)
		ps->pr_wstat = status;
	return ps;
}

const pstatus_t *
dt_victim_pstatus(struct ps_prochandle *p)
{
	pstatus_t *st = &p->pstatus;
	char stat[1024];

	if (read_stat(p, stat, sizeof(stat))) {
		st->pr_nlwp = (int)dt_procfs_field(stat, DT_STAT_THREADS);
		st->pr_ppid = (pid_t)dt_procfs_field(stat, DT_STAT_PPID);
		st->pr_pgid = (pid_t)dt_procfs_field(stat, DT_STAT_PGID);
		st->pr_sid = (pid_t)dt_procfs_field(stat, DT_STAT_SID);
		st->pr_utime = time_of(dt_procfs_field(stat, DT_STAT_UTIME));
		st->pr_stime = time_of(dt_procfs_field(stat, DT_STAT_STIME));
		st->pr_cutime = time_of(dt_procfs_field(stat, DT_STAT_CUTIME));
		st->pr_cstime = time_of(dt_procfs_field(stat, DT_STAT_CSTIME));
		st->pr_dmodel = model_of(p->pid);
	}
	st->pr_pid = p->pid;
	return st;
}

int
dt_victim_state(struct ps_prochandle *p)
{
	pid_t tracer;

	if (dt_victim_ended(p, NULL))
		return PS_UNDEAD;
	if (dt_victim_lost(p, &tracer) != 0)
		return PS_LOST;
	return p->held ? PS_STOP : PS_RUN;
}
