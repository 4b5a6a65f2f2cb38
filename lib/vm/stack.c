/* SPDX-License-Identifier: MIT */
/*
 * stack.c - the stack of a traced thread.  Without tables of its files, and in
 * 32-bit processes, frame pointers are followed, as the kernel does: code that
 * was compiled without them is left out or ends the stack.
 */
#include <string.h>

#include "vm/vm.h"

/* A frame begins with the caller's frame pointer and the return address. */
static bool
read_frame(const struct dt_firing *f, uint64_t fp, uint64_t *next,
    uint64_t *ret)
{
	char raw[16];
	size_t word = f->user.word;

	if (fp == 0 || dt_vm_read(f->mem, raw, fp, 2 * word) != 2 * word)
		return false;
	*next = *ret = 0;
	memcpy(next, raw, word);
	memcpy(ret, raw + word, word);
	return true;
}

static uint32_t
follow(const struct dt_firing *f, uint64_t *pcs, uint32_t max)
{
	uint64_t fp = f->user.fp;
	size_t word = f->user.word;
	uint32_t n = 0;

	pcs[n++] = f->user.pc;
	if (n < max && f->user.ret != 0) {
		pcs[n] = 0;
		n += dt_vm_read(f->mem, &pcs[n], f->user.ret, word) == word;
	}
	while (n < max && read_frame(f, fp, &fp, &pcs[n]))
		n++;
	return n;
}

uint32_t
dt_vm_ustack(const struct dt_firing *f, uint64_t *pcs, uint32_t max)
{
	uint32_t n;

	if (f->mem == 0 || f->user.word == 0 || max == 0)
		return 0;
	if (f->unwind != NULL && f->user.word == sizeof(pcs[0]))
		n = f->unwind(f->arg, f, pcs, max);
	else
		n = follow(f, pcs, max);
	if (f->saw != NULL)
		f->saw(f->arg, f->pid, pcs, n);
	return n;
}
