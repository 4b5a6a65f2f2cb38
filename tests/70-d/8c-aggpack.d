/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: With aggpack a distribution is a line, over the buckets that any
 * entry of the aggregation has; lquantize() shows all.
 */
#pragma D option aggpack

BEGIN
{
	@q["x"] = quantize(1);
	@q["x"] = quantize(100);
	@q["x"] = quantize(100);
	@q["y"] = quantize(5000, 8);
	@q["y"] = quantize(100);
	@q["y"] = quantize(-1);
	@q["z"] = quantize(5000, -1);
	@l[1] = lquantize(15, 0, 100, 10);
	@l[1] = lquantize(100, 0, 100, 10, 4);
	@l[1] = lquantize(99, 0, 100, 10, 7);
	@l[2] = lquantize(-1, 0, 100, 10);
	@g["x", 10] = llquantize(15, 10, 0, 2, 10);
	@g["x", 10] = llquantize(999, 10, 0, 2, 10);
	@e["gone"] = quantize(1);
	@c["plain"] = count();
	normalize(@l, 2);
	clear(@e);
	exit(0);
}

/* >>> output

              key min .---------------. max  | count
                z  -1 :              V: 4096 | -1
                x  -1 :  x     x      : 4096 | 3
                y  -1 :_       _     X: 4096 | 10

      key min .------------. max    | count
        2 < 0 :X           : >= 100 | 0
        1 < 0 :  _       xx: >= 100 | 6

                       key min .------------------. max | count
                x       10  10 :x                x: 900 | 2

              key min .---. max | count
             gone  -1 :   : 1   | 0
  plain                                                             1
<<< */
