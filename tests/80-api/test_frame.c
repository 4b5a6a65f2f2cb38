/* SPDX-License-Identifier: MIT */
/*
 * The stack of the programs.  Kernels since 6.13 give a program that uses 64
 * bytes or more a private stack, which makes each call, and so each firing,
 * slower.
 * emulated: shared
 */
#include <bpf/bpf.h>
#include <dirent.h>
#include <linux/bpf.h>
#include <stdio.h>
#include <string.h>
#include "api.h"

#define MOST 56
#define MAXINSNS 20000

/* The offset from the frame pointer in an instruction, or 0. */
static int offset(const struct bpf_insn *i)
{
	switch (BPF_CLASS(i->code)) {
	case BPF_LDX:
		return i->src_reg == BPF_REG_10 ? i->off : 0;
	case BPF_ST:
	case BPF_STX:
		return i->dst_reg == BPF_REG_10 ? i->off : 0;
	default:
		return 0;
	}
}

static int is_program(int fd)
{
	char path[64], target[64] = "";

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	return readlink(path, target, sizeof(target) - 1) > 0 &&
	       strcmp(target, "anon_inode:bpf-prog") == 0;
}

/* The lowest offset in a program's first function. */
static int lowest(int fd, char name[BPF_OBJ_NAME_LEN])
{
	static struct bpf_insn insns[MAXINSNS];
	struct bpf_prog_info info;
	uint32_t len = sizeof(info), i;
	int low = 0;

	memset(&info, 0, sizeof(info));
	info.xlated_prog_len = sizeof(insns);
	info.xlated_prog_insns = (uintptr_t)insns;
	assert_int_equal(bpf_obj_get_info_by_fd(fd, &info, &len), 0);
	memcpy(name, info.name, BPF_OBJ_NAME_LEN);
	for (i = 0; i < info.xlated_prog_len / sizeof(*insns); i++) {
		if (offset(&insns[i]) < low)
			low = offset(&insns[i]);
		if (insns[i].code == (BPF_JMP | BPF_EXIT))
			return low;
	}
	fail_msg("%s does not end", name);
	return 0;
}

/* The number of programs of that name; all must have a small frame. */
static int frames(const char *wanted)
{
	DIR *dir = opendir("/proc/self/fd");
	char name[BPF_OBJ_NAME_LEN];
	struct dirent *d;
	int n = 0, low;

	assert_non_null(dir);
	while ((d = readdir(dir))) {
		if (d->d_name[0] == '.' || !is_program(atoi(d->d_name)))
			continue;
		low = lowest(atoi(d->d_name), name);
		if (strcmp(name, wanted) != 0)
			continue;
		n++;
		if (low == 0 || low < -MOST)
			fail_msg("%s uses %d bytes, not 1 to %d", name, -low,
				 MOST);
	}
	closedir(dir);
	return n;
}

static void are_small(void **state)
{
	static const struct { const char *text, *name; } t[] = {
		{ "syscall::lseek:entry/pid == $pid/"
		  "{ @[execname, copyinstr(arg1)] = count(); trace(arg0); }",
		  "dt_sys_enter" },
		{ "syscall::lseek:return/pid == $pid/"
		  "{ @[ppid, uid] = sum(vtimestamp); trace(errno); }",
		  "dt_sys_exit" },
		{ "sched:::on-cpu,sched:::off-cpu/pid == $pid/"
		  "{ @[execname, ppid, uid] = sum(vtimestamp); trace(gid); }",
		  "dt_tp" },
	};
	dtrace_hdl_t *dtp;
	size_t i;

	for (i = 0; i < sizeof(t) / sizeof(t[0]); i++) {
		dtp = api_go(state, t[i].text);
		if (frames(t[i].name) != 1)
			fail_msg("no program %s", t[i].name);
		dtrace_close(dtp);
	}
}

int main(void)
{
	static const struct CMUnitTest tests[] = { ON_KERNEL(are_small) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
