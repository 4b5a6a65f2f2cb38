/* SPDX-License-Identifier: MIT */
/*
 * fuzz_vm.c - bytes as instructions: code that the load-time check accepts must
 * run to an end without touching memory that is not its own.
 */
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "vm/vm.h"

#define	MAXINSNS	512
#define	BUDGET		256

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct dt_firing firing = {
	.cpu = 1, .pid = 2, .tid = 3, .execname = "fuzz", .ts = 4,
	.stack = { 5, 6, 7 },
};

/* Replaces the function of the C library: programs may send signals. */
int
kill(pid_t pid, int sig)
{
	(void) pid;
	(void) sig;
	return 0;
}

static void
run(const struct bpf_insn *insns)
{
	uint64_t *mem = calloc(8, sizeof(*mem)), ret;
	uint64_t args[5] = { (uintptr_t)mem, DT_VM_MAPREF, DT_VM_MAPREF + 1,
	    64, 8 };
	struct dt_vm_map maps[2] = { { 4, 8, 8, (char *)mem, NULL } };
	struct dt_vm_exec x;
	struct dt_vm_win w;

	maps[1].hash = calloc(1, dt_vm_hash_size(8, 8, 4));
	if (mem == NULL || maps[1].hash == NULL)
		abort();
	dt_vm_hash_init(maps[1].hash, 8, 8, 4);
	maps[1].key_size = maps[1].value_size = 8;
	w = dt_vm_hash_win(maps[1].hash);
	dt_vm_exec_init(&x, insns, &firing);
	memset(x.stack, 0, sizeof(x.stack));
	dt_vm_exec_window(&x, mem, 8 * sizeof(*mem));
	dt_vm_exec_window(&x, (void *)(uintptr_t)w.base, w.len);
	x.maps = maps;
	x.nmaps = 2;
	x.budget = BUDGET;
	dt_vm_call(&x, 0, args, &ret);
	free(maps[1].hash);
	free(mem);
}

/* Use a copy of the exact size, so that reading past the end is found. */
int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct dt_linked code = { NULL, size / sizeof(*code.insns), NULL, 0 };
	char why[128];

	if (code.ninsns == 0 || code.ninsns > MAXINSNS)
		return -1;
	code.insns = malloc(code.ninsns * sizeof(*code.insns));
	if (code.insns == NULL)
		abort();
	memcpy(code.insns, data, code.ninsns * sizeof(*code.insns));
	if (dt_vm_check(&code, why, sizeof(why)) == 0)
		run(code.insns);
	free(code.insns);
	return 0;
}
