/* SPDX-License-Identifier: MIT */
/* ureg.bpf.c - the registers of a process at its entry to the kernel. */
#include "rt/bpf.h"

/* The verifier accepts no computed address, so it goes through the slot. */
uint64_t
dt_ureg(struct dt_slot *s, uint32_t n)
{
	volatile uint64_t *at;
	uint64_t v = 0;

	if (s == NULL)
		return 0;
	at = &s->ctx.mem;
	*at = (uint64_t)bpf_task_pt_regs(bpf_get_current_task_btf());
	(void) bpf_probe_read_kernel(&v, sizeof(v), *at + 8ull * n);
	return v;
}
