/* SPDX-License-Identifier: MIT */
/* site.c - the changes that a tracer makes in processes, and how they end. */
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>
#include "engine/site.h"

/* Search from the last one taken on, as patches become free again. */
struct dt_patch *
dt_patch_new(const struct dt_sites *s)
{
	uint32_t at, none, n = s->npatches;

	for (uint32_t i = 0; i < n; i++) {
		at = __atomic_fetch_add(s->next_patch, 1, __ATOMIC_SEQ_CST) % n;
		none = DT_PATCH_NONE;
		if (__atomic_compare_exchange_n(&s->patches[at].kind, &none,
		    DT_PATCH_TAKEN, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
			return &s->patches[at];
	}
	return NULL;
}

/* Restore the byte, if the breakpoint is still there. */
static void
undo_code(const struct dt_patch *p, int fd)
{
	uint8_t byte;

	if (pread(fd, &byte, 1, (off_t)p->addr) == 1 && byte == DT_BREAKPOINT)
		(void)!pwrite(fd, &p->old, 1, (off_t)p->addr);
}

static void
undo_spare(const struct dt_patch *p, int fd)
{
	static const uint8_t zeroes[DT_SPARE_LEN];

	(void)!pwrite(fd, zeroes, sizeof(zeroes), (off_t)p->addr);
}

static void
undo_semaphore(const struct dt_patch *p, int fd)
{
	uint16_t n;

	if (pread(fd, &n, sizeof(n), (off_t)p->addr) != sizeof(n) || n == 0)
		return;
	n--;
	(void)!pwrite(fd, &n, sizeof(n), (off_t)p->addr);
}

void
dt_patch_undo(struct dt_patch *p, int fd)
{
	switch (__atomic_load_n(&p->kind, __ATOMIC_SEQ_CST)) {
	case DT_PATCH_CODE:
		undo_code(p, fd);
		break;
	case DT_PATCH_SPARE:
		undo_spare(p, fd);
		break;
	case DT_PATCH_SEMAPHORE:
		undo_semaphore(p, fd);
		break;
	default:
		break;
	}
	__atomic_store_n(&p->kind, DT_PATCH_NONE, __ATOMIC_SEQ_CST);
}

static int
open_memory(pid_t pid)
{
	char path[64];

	(void) snprintf(path, sizeof(path), "/proc/%d/mem", (int)pid);
	return open(path, O_RDWR | O_CLOEXEC);
}

void
dt_patches_undo(const struct dt_sites *s, pid_t root)
{
	pid_t pid = 0;
	int fd = -1;

	for (uint32_t i = 0; i < s->npatches; i++) {
		struct dt_patch *p = &s->patches[i];

		if (p->root != root || p->kind == DT_PATCH_NONE)
			continue;
		if (p->pid != pid && fd >= 0)
			(void) close(fd);
		if (p->pid != pid)
			fd = open_memory(p->pid);
		pid = p->pid;
		if (fd >= 0)
			dt_patch_undo(p, fd);
	}
	if (fd >= 0)
		(void) close(fd);
}
