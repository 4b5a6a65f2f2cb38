/* SPDX-License-Identifier: MIT */
/*
 * cfa.h - turns programs of call frame information, as DWARF and the x86-64
 * ABI define them, into rows of rt/unwind.h.  Programs may be malformed.
 */
#ifndef DT_CFA_H
#define DT_CFA_H

#include <stdbool.h>
#include <stdint.h>
#include "rt/unwind.h"
#include "sym/dwbytes.h"

/* Read a pointer in this encoding, DW_EH_PE_*. */
uint64_t dt_eh_pointer(struct dt_dwbytes *b, uint8_t encoding);

/* A common information entry (CIE), which functions share. */
struct dt_cie {
	uint64_t code_align;
	int64_t data_align;
	uint8_t encoding;	/* of addresses */
	bool augmented;		/* the data of its FDEs have a size */
	bool is_signal;
	struct dt_dwbytes program;
};

/* A function; its place is an offset in the file. */
struct dt_cfafn {
	const struct dt_cie *cie;
	uint64_t start, end;
	uint64_t bias;		/* from an offset to the address */
	struct dt_dwbytes program;
};

/*
 * Call emit with each row of the function in order, the last one for the code
 * after it.  0, or the nonzero result of emit.
 */
typedef int dt_cfa_f(void *arg, const struct dt_unwrow *row);
int dt_cfa_run(const struct dt_cfafn *fn, dt_cfa_f *emit, void *arg);

#endif /* DT_CFA_H */
