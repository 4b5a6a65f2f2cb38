/* SPDX-License-Identifier: MIT */
/* longnop.c - tries what the kernel does to a probed nop of five bytes. */
#include "kernel/longnop.h"

#ifdef __x86_64__

#include <limits.h>
#include <linux/perf_event.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "kernel/kernel.h"
#include "sym/maps.h"

/* Returns its argument, which it keeps below the stack pointer over a nop. */
__asm__(".pushsection .text\n"
	".p2align 4\n"
	".globl dt_longnop_keep\n"
	".hidden dt_longnop_keep\n"
	".type dt_longnop_keep, @function\n"
	"dt_longnop_keep:\n"
	"	movq %rdi, -8(%rsp)\n"
	".globl dt_longnop_at\n"
	".hidden dt_longnop_at\n"
	"dt_longnop_at:\n"
	"	.byte 0x0f, 0x1f, 0x44, 0, 0\n"
	"	movq -8(%rsp), %rax\n"
	"	ret\n"
	".size dt_longnop_keep, . - dt_longnop_keep\n"
	".popsection\n");
uint64_t dt_longnop_keep(uint64_t value);
extern const uint8_t dt_longnop_at[];

/* Where the file is that this process has mapped the nop from. */
static bool
find_nop(char *path, size_t size, uint64_t *offset)
{
	uintptr_t at = (uintptr_t)dt_longnop_at;
	struct dt_buf text = { 0 };
	struct dt_umap m = { 0 };
	bool found = false;
	char *next;

	if (dt_maps_read(getpid(), &text) == 0) {
		next = text.p;
		while (!found && dt_maps_next(&next, &m))
			found = at >= m.start && at < m.end;
		found = found && dt_maps_path(getpid(), &m, path, size);
		*offset = at - m.start + m.offset;
	}
	dt_buf_free(&text);
	return found;
}

/* Probe the nop in this thread.  A perf event, or negative. */
static int
probe(void)
{
	int type = dt_kernel_event_type("uprobe");
	struct perf_event_attr attr = { .size = sizeof(attr) };
	char path[PATH_MAX + 64];
	uint64_t offset;

	if (type < 0 || !find_nop(path, sizeof(path), &offset))
		return -1;
	attr.type = (uint32_t)type;
	attr.config1 = (uintptr_t)path;
	attr.config2 = offset;
	return (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1,
	    PERF_FLAG_FD_CLOEXEC);
}

/* The first call replaces the nop, and the others run what it has become. */
bool
dt_longnop_is_safe(void)
{
	int fd = probe();
	bool is_safe = fd >= 0;

	for (uint64_t i = 1; i < 4 && is_safe; i++)
		is_safe = dt_longnop_keep(i) == i;
	if (fd >= 0)
		(void) close(fd);
	return is_safe;
}

#else

bool
dt_longnop_is_safe(void)
{
	return true;
}

#endif
