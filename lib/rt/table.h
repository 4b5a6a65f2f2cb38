/* SPDX-License-Identifier: MIT */
/*
 * table.h - runtime and generated code for the linker: functions with symbolic
 * relocations, independent of a run or engine.
 */
#ifndef DT_TABLE_H
#define DT_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <linux/bpf.h>

enum dt_relkind {
	DT_REL_FUNC,		/* call: imm of BPF_PSEUDO_CALL */
	DT_REL_FUNCADDR,	/* ld_imm64: the function, for a helper */
	DT_REL_MAP,		/* ld_imm64: the map itself (a descriptor) */
	DT_REL_MAPVAL,		/* ld_imm64: address in its first element */
	DT_REL_IMM,		/* ld_imm64: 64-bit value of a symbol */
	DT_REL_KFUNC,		/* call: a function of the kernel */
};

/*
 * The function of the kernel that gives an address a type, so that a load can
 * read there.  Such a load reads 0 if the address is not readable, and takes
 * 5 ns less than bpf_probe_read_kernel().
 */
#define	DT_CAST	"bpf_rdonly_cast"

struct dt_reloc {
	uint32_t insn;		/* index in the function */
	uint32_t kind;		/* enum dt_relkind */
	const char *sym;		/* with its prefix */
	int64_t addend;		/* MAPVAL and IMM */
};

/*
 * A runtime function with an OPAQUE parameter is static: a program, whose
 * parameter is its context, or a callback of a helper.
 */
enum dt_param {
#define	DT_PARAM(id, ...)	DT_PARAM_##id,
#include "tbl/params.h"
#undef DT_PARAM
	DT_NPARAMS
};

#define	DT_MAXPARAMS	5

struct dt_func {
	const char *name;
	const struct bpf_insn *insns;
	uint32_t ninsns;
	uint32_t nrels;
	const struct dt_reloc *rels;
	uint32_t nparams;
	uint8_t params[DT_MAXPARAMS];	/* enum dt_param */
	int global;		/* verified once, alone; else static */
	const uint32_t *lines;	/* D line of each instruction, or NULL */
};

struct dt_rt_table {
	const struct dt_func *funcs;
	size_t nfuncs;
};

extern const struct dt_rt_table dt_rt_table;	/* made by mkrt */

const struct dt_func *dt_rt_find(const char *name);

/* A constant of 64 bits, in two instructions. */
static inline bool
dt_insn_is_wide(const struct bpf_insn *i)
{
	return i->code == (BPF_LD | BPF_IMM | BPF_DW);
}

/* A call of a function or a helper. */
static inline bool
dt_insn_is_call(const struct bpf_insn *i)
{
	return i->code == (BPF_JMP | BPF_CALL);
}

/* A jump within a function. */
static inline bool
dt_insn_is_jump(const struct bpf_insn *i)
{
	int class = BPF_CLASS(i->code);

	return (class == BPF_JMP || class == BPF_JMP32) &&
	    !dt_insn_is_call(i) && i->code != (BPF_JMP | BPF_EXIT);
}

#endif /* DT_TABLE_H */
