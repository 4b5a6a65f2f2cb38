/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: An aggregation takes an aggregating function.
 */
BEGIN
{
	@ = trace(1);
}

/* >>> output
[D_AGG_FUNC] line 7: @_ can only be assigned, with =, the result of count(), sum(), min(), max(), avg(), stddev(), quantize(), lquantize() or llquantize(): any other value goes into a variable, without @
<<< */
