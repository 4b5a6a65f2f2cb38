/* SPDX-License-Identifier: MIT */
/* site.c - the changes that a tracer makes in processes, and how they end. */
#include <errno.h>
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

bool
dt_patch_is_there(const struct dt_patch *p, int fd)
{
	uint8_t byte;

	return p->kind == DT_PATCH_CODE &&
	    pread(fd, &byte, 1, (off_t)p->addr) == 1 && byte == DT_BREAKPOINT;
}

static void
undo_code(const struct dt_patch *p, int fd)
{
	if (dt_patch_is_there(p, fd))
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

int
dt_patch_open(pid_t pid)
{
	char path[64];
	int fd;

	(void) snprintf(path, sizeof(path), "/proc/%d/mem", (int)pid);
	fd = open(path, O_RDWR | O_CLOEXEC);
	return fd < 0 ? -errno : fd;
}

/* Take the patch, for one of several processes that may try to: a copy. */
static struct dt_patch
take(struct dt_patch *p)
{
	struct dt_patch copy = *p;

	copy.kind = __atomic_exchange_n(&p->kind, DT_PATCH_NONE,
	    __ATOMIC_SEQ_CST);
	return copy;
}

/* The patches from that number on have never been in use. */
static uint32_t
first_unused(const struct dt_sites *s)
{
	uint32_t next = __atomic_load_n(s->next_patch, __ATOMIC_SEQ_CST);

	return next < s->npatches ? next : s->npatches;
}

uint32_t
dt_patches_undo(const struct dt_sites *s, pid_t root, struct dt_patch *undone)
{
	uint32_t n = 0, end = first_unused(s);
	pid_t pid = 0;
	int fd = -1;

	for (uint32_t i = 0; i < end; i++) {
		struct dt_patch p;

		if (s->patches[i].root != root ||
		    s->patches[i].kind == DT_PATCH_NONE)
			continue;
		p = take(&s->patches[i]);
		if (p.pid != pid && fd >= 0)
			(void) close(fd);
		if (p.pid != pid)
			fd = dt_patch_open(p.pid);
		pid = p.pid;
		if (undone != NULL)
			undone[n++] = p;
		if (fd >= 0)
			dt_patch_undo(&p, fd);
	}
	if (fd >= 0)
		(void) close(fd);
	return n;
}
