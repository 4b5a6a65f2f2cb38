/* SPDX-License-Identifier: MIT */
/*
 * codegen.h - from the typed tree to an image: ir/ builds the intermediate code
 * of each clause; bpf/ lays out records and scratch, selects instructions and
 * allocates registers.
 */
#ifndef DT_CODEGEN_H
#define DT_CODEGEN_H

#include <stdio.h>
#include "base/arena.h"
#include "base/diag.h"
#include "bpf/image.h"
#include "front/ast.h"

struct dt_cgopts {
	uint32_t strsize;
	FILE *dump_ir, *dump_bpf;	/* or NULL */
};

int dt_codegen(const struct dt_dprog *prog, const struct dt_cgopts *opts,
    struct dt_arena *arena, struct dt_diag *diag, struct dt_image **out);

#endif
