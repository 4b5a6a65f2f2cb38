/* SPDX-License-Identifier: MIT */
/* probe.c - checks whether this process may use the kernel engine. */
#include <bpf/bpf.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/btf.h>
#include <linux/capability.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "kernel/kernel.h"
#include "type/type.h"

#define	BIT(cap)	(1ull << (cap))
#define	INITIAL_USERNS	0xeffffffdu	/* inode that the kernel gives it */

static uint64_t
effective_caps(void)
{
	struct __user_cap_header_struct head = {
		.version = _LINUX_CAPABILITY_VERSION_3,
	};
	struct __user_cap_data_struct data[2] = { { 0 } };

	if (syscall(SYS_capget, &head, data) != 0)
		return 0;
	return data[0].effective | (uint64_t)data[1].effective << 32;
}

static int
check_caps(char *why, size_t len)
{
	uint64_t caps = effective_caps();
	int bpf = (caps & BIT(CAP_BPF)) != 0;
	int perfmon = (caps & BIT(CAP_PERFMON)) != 0;

	if ((caps & BIT(CAP_SYS_ADMIN)) || (bpf && perfmon))
		return 0;
	snprintf(why, len, "this process lacks %s%s%s: run as root, or grant "
	    "both to the program with \"setcap cap_bpf,cap_perfmon+ep FILE\"",
	    bpf ? "" : "CAP_BPF", bpf || perfmon ? "" : " and ",
	    perfmon ? "" : "CAP_PERFMON");
	return -EPERM;
}

/* bpf() ignores the capabilities of root in a user namespace. */
static int
check_userns(char *why, size_t len)
{
	struct stat st;

	if (stat("/proc/self/ns/user", &st) != 0 || st.st_ino == INITIAL_USERNS)
		return 0;
	snprintf(why, len, "this process is in a user namespace, such as that "
	    "of a rootless container, and the capabilities that it has there "
	    "do not permit bpf(): run as root outside of it");
	return -EPERM;
}

/* Brackets in the file mark the current mode. */
static int
check_lockdown(char *why, size_t len)
{
	FILE *fp = fopen("/sys/kernel/security/lockdown", "re");
	char line[256] = "";

	if (fp == NULL)
		return 0;
	if (fgets(line, sizeof(line), fp) == NULL)
		line[0] = '\0';
	fclose(fp);
	if (strstr(line, "[confidentiality]") == NULL)
		return 0;
	snprintf(why, len, "the kernel is locked down for confidentiality, so "
	    "its memory cannot be read: boot with lockdown=integrity or "
	    "without it");
	return -EPERM;
}

static int
check_btf(char *why, size_t len)
{
	int fd = open(DT_KERNEL_TYPES, O_RDONLY | O_CLOEXEC);
	uint16_t magic = 0;
	ssize_t n = fd < 0 ? -1 : read(fd, &magic, sizeof(magic));
	int err = errno;

	if (fd >= 0)
		close(fd);
	if (magic == BTF_MAGIC)
		return 0;
	snprintf(why, len, DT_KERNEL_TYPES " cannot be read (%s): the "
	    "kernel needs CONFIG_DEBUG_INFO_BTF, and /sys must be mounted",
	    n < 0 ? strerror(err) : "it is not a BTF file");
	return -ENOTSUP;
}

/*
 * Load a small program of the type that the engine uses.  Like every other it
 * takes the value that an atomic operation returns.
 */
static int
check_call(char *why, size_t len)
{
	const struct bpf_insn insns[] = {
		MOVI(1, 1), ST(BPF_W, 10, -8, 0), FETCH_ADD32(10, -8, 1),
		MOVI(0, 0), EXIT()
	};
	int fd;

	fd = dt_kernel_verify(BPF_PROG_TYPE_RAW_TRACEPOINT, "dt_probe", insns,
	    sizeof(insns) / sizeof(insns[0]), NULL);
	if (fd >= 0) {
		close(fd);
		return 0;
	}
	if (fd == -EPERM)
		snprintf(why, len, "bpf() is refused although this process has "
		    "the capabilities: a seccomp filter or a security module "
		    "forbids it (in a container, allow bpf and "
		    "perf_event_open)");
	else if (fd == -EINVAL)
		snprintf(why, len, "this kernel's BPF has no atomic operations "
		    "that return a value, which Linux 5.12 has");
	else if (fd == -ENOSYS)
		snprintf(why, len, "this kernel has no bpf(): it needs "
		    "CONFIG_BPF_SYSCALL and CONFIG_BPF_EVENTS");
	else
		snprintf(why, len, "bpf() does not load a program: %s",
		    strerror(-fd));
	return fd;
}

#define	MAJOR	6	/* the oldest Linux that the engine is made for */
#define	MINOR	1

bool
dt_kernel_is_before(unsigned int major, unsigned int minor)
{
	unsigned int has[2];
	struct utsname u;

	return uname(&u) == 0 &&
	    sscanf(u.release, "%u.%u", &has[0], &has[1]) == 2 &&
	    (has[0] < major || (has[0] == major && has[1] < minor));
}

const char *
dt_kernel_age(char buf[DT_AGELEN])
{
	struct utsname u;

	*buf = '\0';
	if (dt_kernel_is_before(MAJOR, MINOR) && uname(&u) == 0)
		snprintf(buf, DT_AGELEN, "; the kernel engine needs Linux "
		    "%d.%d or later, and this is %s", MAJOR, MINOR, u.release);
	return buf;
}

int
dt_kernel_probe(char *why, size_t len)
{
	static int (*const checks[])(char *, size_t) = {
		check_caps, check_userns, check_lockdown, check_btf, check_call,
	};
	char age[DT_AGELEN];
	size_t i;
	int err = 0;

	for (i = 0; err == 0 && i < sizeof(checks) / sizeof(checks[0]); i++)
		err = checks[i](why, len);
	if (err != 0 && err != -EPERM)
		snprintf(why + strlen(why), len - strlen(why), "%s",
		    dt_kernel_age(age));
	return err;
}
