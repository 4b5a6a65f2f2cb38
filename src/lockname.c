/* SPDX-License-Identifier: MIT */
/* lockname.c - the names of locks and callers. */
#include "locks.h"

#include <stdio.h>
#include <string.h>

void
name_address(const struct locks *l, const struct row *r, uint64_t addr,
    char *text, int size)
{
	if (addr == 0)
		(void) snprintf(text, (size_t)size, "-");
	else if (l->is_kernel)
		(void) dtrace_addr2str(l->dtp, addr, text, size);
	else
		(void) dtrace_uaddr2str(l->dtp, (pid_t)r->pid, addr, text,
		    size);
}

/* Is the address in a function of the kernel that takes a lock? */
static bool
takes_lock(const struct locks *l, uint64_t pc)
{
	static const char *const starts[] = {
		"__mutex_", "__ww_mutex_", "mutex_", "ww_mutex_", "down_",
		"__down_", "rwsem_", "__rwsem_", "up_", "downgrade_write",
		"queued_", "native_queued_", "__pv_queued_", "_raw_spin_",
		"_raw_read_", "_raw_write_", "__raw_spin_", "__raw_callee_",
	};
	char text[256];
	const char *name;

	if (dtrace_addr2str(l->dtp, pc, text, sizeof(text)) < 0)
		return false;
	name = strchr(text, '`');
	for (size_t i = 0; name != NULL &&
	    i < sizeof(starts) / sizeof(starts[0]); i++)
		if (strncmp(name + 1, starts[i], strlen(starts[i])) == 0)
			return true;
	return false;
}

size_t
lock_frames(const struct locks *l, const uint64_t *pcs, size_t n)
{
	size_t i = 0;

	while (i < n && i < LOCK_FRAMES && pcs[i] != 0 &&
	    takes_lock(l, pcs[i]))
		i++;
	return i;
}
