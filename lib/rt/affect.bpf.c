/* SPDX-License-Identifier: MIT */
/*
 * affect.bpf.c - actions that change the traced program; copyout() is in
 * scratch.bpf.c.
 */
#include "rt/bpf.h"

#define	CHILL_PERIOD	1000000000ull	/* ns */
#define	CHILL_MOST	500000000ull	/* ns that a CPU may wait in a period */
#define	STEPS		1024

int
dt_raise(struct dt_slot *s, int64_t sig)
{
	return s == NULL || bpf_send_signal(sig) != 0 ? -1 : 0;
}

/*
 * Wait until ns have passed since `from`.  0: the loop ended before that.
 * There are two functions because the verifier follows a loop to its end.
 */
int
dt_chill_step(uint64_t from, uint64_t ns)
{
	uint32_t i;

	DT_LOOP
	for (i = 0; i < STEPS; i++)
		if (bpf_ktime_get_boot_ns() - from >= ns)
			return 1;
	return 0;
}

int
dt_chill_steps(uint64_t from, uint64_t ns)
{
	uint32_t i;

	DT_LOOP
	for (i = 0; i < STEPS; i++)
		if (dt_chill_step(from, ns))
			return 1;
	return 0;
}

/* The loops read the clock 64 million times, longer than the longest wait. */
int
dt_chill(struct dt_slot *s, uint64_t ns)
{
	uint64_t now;
	uint32_t i;

	if (s == NULL)
		return -1;
	now = bpf_ktime_get_boot_ns();
	if (now - s->ctx.chill_from >= CHILL_PERIOD) {
		s->ctx.chill_from = now;
		s->ctx.chilled = 0;
	}
	if (ns > CHILL_MOST || s->ctx.chilled > CHILL_MOST - ns)
		return -1;
	s->ctx.chilled += ns;
	DT_LOOP
	for (i = 0; i < 64; i++)
		if (dt_chill_steps(now, ns))
			break;
	return 0;
}

/* Copy a string with its NUL, or its first n bytes, to a process's address. */
int
dt_copyout_str(struct dt_slot *s, uint32_t str, uint64_t to, uint64_t n)
{
	uint64_t o = str + 8ull, max = DT_IMM(dt_imm_strsize), len, less;

	if (s == NULL)
		return -1;
	len = str_length(s, str);
	if (n > len + 1)
		n = len + 1;
	if (n == 0)
		return 0;
	less = n - 1;
	DT_PIN(o);
	DT_PIN(less);
	if (less >= max || o > DT_IMM(dt_imm_slot_size) - max ||
	    str_end(s, str, len) != 0)
		return -1;
	s->ctx.fault_addr = to;
	return is_of_process() && bpf_probe_write_user(to, word_at(s, o),
	    less + 1) == 0 ? 0 : -1;
}
