/* SPDX-License-Identifier: MIT */
/*
 * link.h - joins functions with the runtime functions that they need, and only
 * these, into one array of instructions, with calls resolved.  The engine
 * supplies the values of other symbols.
 */
#ifndef DT_LINK_H
#define DT_LINK_H

#include "rt/table.h"

/* 0 is level 0; 1 stands for all deeper levels. */
enum dt_variant { DT_VAR_L0, DT_VAR_DEEP, DT_NVARS };

struct dt_linkfn {
	const struct dt_func *fn;
	enum dt_variant variant;
	uint32_t start;			/* first instruction in the result */
};

/*
 * Bind a relocation that is not a call of a linked function: fill in the two
 * instructions of the ld_imm64 at insn (src_reg and both imm), or replace the
 * call of DT_REL_KFUNC.  0 or -errno.
 */
typedef int dt_bind_f(void *arg, const struct dt_reloc *rel,
    enum dt_variant variant, struct bpf_insn *insn);

struct dt_linked {
	struct bpf_insn *insns;
	uint32_t ninsns;
	struct dt_linkfn *fns;		/* by start; fns[0] is root 0 */
	uint32_t nfns;
};

struct dt_linkroot {
	const struct dt_func *fn;
	enum dt_variant variant;
};

/*
 * Link the roots and all their callees.  A FUNC relocation is first looked up
 * among the roots by name ("NAME@0" and "NAME@1" name a variant; "NAME" has the
 * variant of the caller), then in the runtime table.  A runtime function is
 * linked once per variant only if its code depends on the level.  -ENOENT:
 * *missing is the symbol that was not found.
 */
int dt_link(const struct dt_linkroot *roots, uint32_t nroots, dt_bind_f *bind,
    void *arg, struct dt_linked *out, const char **missing);
/* The number of functions that the roots link; 0: they cannot be linked. */
uint32_t dt_link_count(const struct dt_linkroot *roots, uint32_t nroots);
void dt_linked_free(struct dt_linked *l);

#endif /* DT_LINK_H */
