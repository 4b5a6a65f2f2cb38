/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The order of actions, and aggregations.
 */

BEGIN { speculate(1); speculate(1); }

BEGIN { commit(1); speculate(1); }

BEGIN { trace(1); speculate(1); }

BEGIN { speculate(1); @a = count(); }

BEGIN { speculate(1); exit(0); }

BEGIN { commit(1); @a = count(); }

BEGIN { commit(1); trace(1); }

BEGIN { commit(1); exit(0); }

BEGIN { trace(1); commit(1); }

BEGIN { @a = count(); @a = sum(1); }

BEGIN { @a = 1; }

BEGIN { @a = strlen("a"); }

BEGIN { @a[1][2] = count(); }

BEGIN { @a = sum("s"); }

BEGIN { @ = lquantize(1, pid, 2); }

BEGIN { @ = lquantize(1, 1, pid); }

BEGIN { @ = lquantize(1, 1, 2, pid); }

BEGIN { @ = lquantize(1, 1, 2, 0); }

BEGIN { @ = lquantize(1, 1, 2, -1); }

BEGIN { @ = lquantize(1, 2, 1); }

/* >>> output
[D_SPEC_SPEC] line 6: speculate() is allowed once in a clause: write a second clause for another speculation
[D_SPEC_COMM] line 8: speculate() cannot follow commit() in one clause
[D_SPEC_DREC] line 10: speculate() cannot follow trace(), which records data: put speculate() first
[D_AGG_SPEC] line 12: an aggregation cannot follow speculate(): its change cannot be discarded
[D_EXIT_SPEC] line 14: exit() cannot follow speculate(): it cannot be discarded
[D_AGG_COMM] line 16: an aggregation cannot follow commit() in one clause
[D_DREC_COMM] line 18: trace() records data and cannot follow commit(): write a second clause
[D_DREC_COMM] line 20: exit() records data and cannot follow commit(): write a second clause
[D_COMM_DREC] line 22: commit() cannot follow trace(), which records data: write a separate clause for commit()
[D_AGG_REDEF] line 24: @a was assigned a different function before sum()
[D_AGG_FUNC] line 26: @a can only be assigned, with =, the result of count(), sum(), min(), max(), avg(), stddev(), quantize(), lquantize() or llquantize(): any other value goes into a variable, without @
[D_AGG_FUNC] line 28: @a can only be assigned, with =, the result of count(), sum(), min(), max(), avg(), stddev(), quantize(), lquantize() or llquantize(): any other value goes into a variable, without @
[D_AGG_MDIM] line 30: @a takes its keys in one [ ]: write @a[a, b], not @a[a][b]
[D_AGG_SCALAR] line 32: sum() aggregates integers, not a value of type string
[D_LQUANT_BASETYPE] line 34: the base of lquantize() must be a constant integer
[D_LQUANT_LIMTYPE] line 36: the limit of lquantize() must be a constant integer
[D_LQUANT_STEPTYPE] line 38: the step of lquantize() must be a constant integer
[D_LQUANT_STEPVAL] line 40: the step of lquantize() must be from 1 to 65535
[D_LQUANT_STEPVAL] line 42: the step of lquantize() must be from 1 to 65535
[D_LQUANT_MISMATCH] line 44: the base of lquantize(), 2, must be less than its limit, 1
<<< */
