/* SPDX-License-Identifier: MIT */
/*
 * The aggregating functions.
 * DT_AGG(id, name, min, max, nw)
 *	id	DTRACEAGG_<id>
 *	min/max	number of arguments; for the quantizing ones the last may be
 *		the increment
 *	nw	words of the value; 0: the parameter word determines them
 */
DT_AGG(COUNT, "count", 0, 0, 1)
DT_AGG(MIN, "min", 1, 1, 1)
DT_AGG(MAX, "max", 1, 1, 1)
DT_AGG(AVG, "avg", 1, 1, 2)
DT_AGG(SUM, "sum", 1, 1, 1)
DT_AGG(STDDEV, "stddev", 1, 1, 4)
DT_AGG(QUANTIZE, "quantize", 1, 2, 127)
DT_AGG(LQUANTIZE, "lquantize", 3, 5, 0)
DT_AGG(LLQUANTIZE, "llquantize", 5, 6, 0)
