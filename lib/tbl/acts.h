/* SPDX-License-Identifier: MIT */
/*
 * The actions of D.
 * DT_ACT(id, name, kind, min, max)
 *	id	DT_A_<id>
 *	kind	DTRACEACT_* of its first record
 *	min/max	number of arguments
 */
DT_ACT(TRACE, "trace", DTRACEACT_DIFEXPR, 1, 1)
DT_ACT(TRACEMEM, "tracemem", DTRACEACT_TRACEMEM, 2, 3)
DT_ACT(PRINTF, "printf", DTRACEACT_PRINTF, 1, 128)
DT_ACT(SYSTEM, "system", DTRACEACT_SYSTEM, 1, 128)
DT_ACT(FREOPEN, "freopen", DTRACEACT_FREOPEN, 1, 128)
DT_ACT(SETOPT, "setopt", DTRACEACT_LIBACT, 1, 2)
DT_ACT(PRINTA, "printa", DTRACEACT_PRINTA, 1, 64)
DT_ACT(EXIT, "exit", DTRACEACT_EXIT, 1, 1)
DT_ACT(CLEAR, "clear", DTRACEACT_LIBACT, 1, 1)
DT_ACT(NORMALIZE, "normalize", DTRACEACT_LIBACT, 2, 2)
DT_ACT(DENORMALIZE, "denormalize", DTRACEACT_LIBACT, 1, 1)
DT_ACT(TRUNC, "trunc", DTRACEACT_LIBACT, 1, 2)
DT_ACT(STACK, "stack", DTRACEACT_STACK, 0, 1)
DT_ACT(SPECULATE, "speculate", DTRACEACT_SPECULATE, 1, 1)
DT_ACT(COMMIT, "commit", DTRACEACT_COMMIT, 1, 1)
DT_ACT(DISCARD, "discard", DTRACEACT_DISCARD, 1, 1)
