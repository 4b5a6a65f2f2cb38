/* SPDX-License-Identifier: MIT */
/*
 * check.c - dtrace --check: what this account may trace, and how to permit what
 * it may not.  Both engines are tried.
 */
#include "cmd.h"

#include <errno.h>
#include <linux/capability.h>
#include <linux/magic.h>
#include <linux/perf_event.h>
#include <linux/seccomp.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>

#define	INITIAL_USERNS	0xeffffffdu	/* inode of the initial namespace */

/* Read a small file, without its last newline; "" if that fails. */
static void
read_text(const char *path, char *buf, size_t n)
{
	FILE *fp = fopen(path, "re");
	size_t len = fp != NULL ? fread(buf, 1, n - 1, fp) : 0;

	buf[len] = '\0';
	if (fp != NULL)
		(void) fclose(fp);
	while (len > 0 && buf[len - 1] == '\n')
		buf[--len] = '\0';
}

/* A number from /proc/self/status. */
static unsigned long long
status_of(const char *name, int base)
{
	char buf[8192], *s;

	read_text("/proc/self/status", buf, sizeof(buf));
	s = strstr(buf, name);
	return s != NULL ? strtoull(s + strlen(name), NULL, base) : 0;
}

static bool
has_cap(int cap)
{
	unsigned long long caps = status_of("\nCapEff:", 16);

	/* CAP_SYS_ADMIN includes the two that were split from it */
	if ((cap == CAP_BPF || cap == CAP_PERFMON) &&
	    (caps >> CAP_SYS_ADMIN & 1))
		return true;
	return caps >> cap & 1;
}

/* Is this a user namespace, whose capabilities do not permit tracing? */
static bool
in_userns(void)
{
	struct stat st;

	return stat("/proc/self/ns/user", &st) == 0 &&
	    st.st_ino != INITIAL_USERNS;
}

static void
line(const char *name, bool good, const char *what, const char *remedy)
{
	(void) printf("%s: %s%s%s\n", name, what, good ? "" : "; ",
	    good ? "" : remedy);
}

static void
capabilities(void)
{
	static const struct {
		int cap;
		const char *name, *remedy;
	} caps[] = {
		{ CAP_BPF, "CAP_BPF", "the kernel engine needs it: run as "
		    "root, or setcap cap_bpf,cap_perfmon+ep on the installed "
		    "program" },
		{ CAP_PERFMON, "CAP_PERFMON", "the kernel engine needs it: run "
		    "as root, or setcap cap_bpf,cap_perfmon+ep on the "
		    "installed program" },
		{ CAP_SYS_ADMIN, "CAP_SYS_ADMIN", "the probes of profile need "
		    "it where kernel.perf_event_paranoid is above 2: run as "
		    "root, or set that to 2" },
		{ CAP_SYSLOG, "CAP_SYSLOG", "names of kernel addresses need "
		    "it: run as root, or setcap cap_syslog+ep as well" },
	};

	bool userns = in_userns();

	for (size_t i = 0; i < sizeof(caps) / sizeof(caps[0]); i++) {
		bool has = has_cap(caps[i].cap);

		line(caps[i].name, has && !userns, !has ? "no" :
		    userns ? "in a user namespace only" : "yes", userns ?
		    "the kernel ignores it: run as root outside of the "
		    "namespace" : caps[i].remedy);
	}
}

static void
unprivileged_bpf(void)
{
	char v[64];

	read_text("/proc/sys/kernel/unprivileged_bpf_disabled", v, sizeof(v));
	line("kernel.unprivileged_bpf_disabled", has_cap(CAP_BPF),
	    *v != '\0' ? v : "unknown", "no value helps: tracing needs the "
	    "capabilities");
}

static void
lockdown(void)
{
	char v[256];
	struct statfs fs;

	read_text("/sys/kernel/security/lockdown", v, sizeof(v));
	if (*v == '\0' && (statfs("/sys/kernel/security", &fs) != 0 ||
	    fs.f_type != SECURITYFS_MAGIC))
		line("lockdown", false, "unknown", "mount securityfs: mount "
		    "-t securityfs securityfs /sys/kernel/security");
	else
		line("lockdown", strstr(v, "[confidentiality]") == NULL,
		    *v != '\0' ? v : "none", "this kernel cannot be traced: "
		    "boot with lockdown=integrity or without lockdown");
}

/*
 * Try to create a kprobe on a function that runs at most once, and remove it
 * without enabling it.
 */
static void
kernel_functions(void)
{
	struct perf_event_attr attr = { .size = sizeof(attr), .disabled = 1 };
	char type[16], what[128] = "yes";
	int fd = -1;

	read_text("/sys/bus/event_source/devices/kprobe/type", type,
	    sizeof(type));
	if (*type == '\0') {
		line("functions of the kernel, kprobe tried", false, "no",
		    "the kernel was built without CONFIG_KPROBE_EVENTS; no "
		    "probe here needs it");
		return;
	}
	attr.type = (uint32_t)atoi(type);
	attr.config1 = (uintptr_t)"kernel_restart";
	fd = (int)syscall(SYS_perf_event_open, &attr, -1, 0, -1,
	    PERF_FLAG_FD_CLOEXEC);
	if (fd < 0)
		(void) snprintf(what, sizeof(what), "no, %s", strerror(errno));
	else
		(void) close(fd);
	line("functions of the kernel, kprobe tried", fd >= 0, what,
	    "it needs CAP_PERFMON or root; no probe here needs it");
}

/* Can the library read the kernel's types? */
static void
btf(void)
{
	dtrace_hdl_t *dtp = dtrace_open(DTRACE_VERSION, 0, NULL);
	dtrace_typeinfo_t t;
	bool good = dtp != NULL && dtrace_lookup_by_type(dtp, "vmlinux",
	    "struct task_struct", &t) == 0;

	dtrace_close(dtp);
	line("kernel BTF", good, good ? "yes" : "no", "the kernel engine needs "
	    "CONFIG_DEBUG_INFO_BTF, and /sys mounted");
}

static void
ptrace_scope(void)
{
	char v[64];
	int scope;

	read_text("/proc/sys/kernel/yama/ptrace_scope", v, sizeof(v));
	scope = atoi(v);
	line("kernel.yama.ptrace_scope", scope == 0 ||
	    (scope < 3 && has_cap(CAP_SYS_PTRACE)), *v != '\0' ? v : "none",
	    scope == 1 ? "without a kernel engine -p needs 0, or "
	    "CAP_SYS_PTRACE; -c does not" : scope == 2 ? "without a kernel "
	    "engine -c and -p need 1 or 0, or CAP_SYS_PTRACE" : "without a "
	    "kernel engine -c and -p need another value, from boot on");
}

static void
seccomp(void)
{
	bool filtered = status_of("\nSeccomp:", 10) != 0;
	uint32_t action = SECCOMP_RET_TRACE;
	bool usable = syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0,
	    &action) == 0;

	line("seccomp, of this process", !filtered, filtered ? "filtered" :
	    "not filtered", "the filter, such as a container's, may forbid "
	    "bpf, perf_event_open and ptrace: allow them");
	line("seccomp, for -c", usable, usable ? "usable" : "not usable",
	    "without a kernel engine every call of the command stops it: "
	    "tracing is slow");
}

static void
on_end(struct ps_prochandle *p, const char *msg, void *arg)
{
	(void) p;
	(void) msg;
	*(bool *)arg = true;
}

/* Start a command that ends by itself and prints nothing. */
static bool
start(dtrace_hdl_t *dtp, struct ps_prochandle **p, bool *ended)
{
	static char *argv[] = { (char *)"dtrace", (char *)"-en",
	    (char *)"BEGIN", NULL };

	if (dtrace_handle_proc(dtp, on_end, ended) != 0)
		return false;
	*p = dtrace_proc_create(dtp, "/proc/self/exe", argv);
	return *p != NULL;
}

/* Engine kernel is tried without a command, because -c may be impossible. */
static bool
trace(dtrace_hdl_t *dtp, const char *engine, const char *text)
{
	struct ps_prochandle *p = NULL;
	dtrace_prog_t *prog;
	bool ended = strcmp(engine, "kernel") == 0;

	if (dtrace_setopt(dtp, "engine", engine) != 0 ||
	    dtrace_setopt(dtp, "bufsize", "64k") != 0 ||
	    (!ended && !start(dtp, &p, &ended)))
		return false;
	prog = dtrace_program_strcompile(dtp, text, DTRACE_PROBESPEC_NAME, 0,
	    0, NULL);
	if (prog == NULL || dtrace_program_exec(dtp, prog, NULL) != 0 ||
	    dtrace_go(dtp) != 0)
		return false;
	if (p != NULL)
		dtrace_proc_continue(dtp, p);
	while (!ended)
		dtrace_sleep(dtp);
	return dtrace_stop(dtp) == 0;
}

static bool
try(const char *name, const char *engine, const char *text)
{
	int err;
	dtrace_hdl_t *dtp = dtrace_open(DTRACE_VERSION, 0, &err);
	bool good = dtp != NULL && trace(dtp, engine, text);

	line(name, good, good ? "yes" : "no", dtrace_errmsg(dtp,
	    dtp != NULL ? dtrace_errno(dtp) : err));
	dtrace_close(dtp);
	return good;
}

int
check(void)
{
	bool kernel, vm;

	capabilities();
	unprivileged_bpf();
	lockdown();
	kernel_functions();
	btf();
	ptrace_scope();
	seccomp();
	kernel = try("bpf tried, engine kernel works", "kernel",
	    "syscall::exit_group:entry /pid == 1/ { @[execname, pid] = "
	    "count(); }");
	vm = try("ptrace tried, engine vm works", "vm",
	    "syscall::exit_group:entry { @[execname, pid] = count(); }");
	return kernel ? EXIT_OKAY : vm ? EXIT_FAILED : EXIT_USAGE;
}
