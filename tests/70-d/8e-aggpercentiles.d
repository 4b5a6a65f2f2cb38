/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: aggpercentiles prints p50 p90 p99 p999 below distributions: a
 * guess, and the bounds of the bucket that holds it for certain; where a bucket
 * has one bound only, that. Counts below 0 and emptiness have none.
 */
#pragma D option aggpercentiles

BEGIN
{
	@q = quantize(-5, 5);
	@q = quantize(0, 40);
	@q = quantize(100, 54);
	@q = quantize(5000);
	@l = lquantize(-3, 0, 10, 2);
	@l = lquantize(5, 0, 10, 2, 8);
	@l = lquantize(50, 0, 10, 2);
	@g = llquantize(7, 10, 0, 1, 10);
	@n = quantize(5, -1);
	@e = quantize(5);
	@c = count();
	clear(@e);
	normalize(@q, 10);
	exit(0);
}

END
{
	printa("%@d\n", @g);
	setopt("aggpack");
	printa(@l);
	setopt("aggpack", "off");
}

/* >>> output

           value  ------------- Distribution ------------- count    
               6 |                                         0        
               7 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 1        
               8 |                                         0        
             p50 7 (7 to 7)
             p90 7 (7 to 7)
             p99 7 (7 to 7)
            p999 7 (7 to 7)



 min .-------. max   | count
 < 0 :_  X  _: >= 10 | 10 p50 4 (4 to 5) p90 4 (4 to 5) p99 10 or more p999 10 or more

           value  ------------- Distribution ------------- count    
              -8 |                                         0        
              -4 |@@                                       0        
              -2 |                                         0        
              -1 |                                         0        
               0 |@@@@@@@@@@@@@@@@                         4        
               1 |                                         0        
               2 |                                         0        
               4 |                                         0        
               8 |                                         0        
              16 |                                         0        
              32 |                                         0        
              64 |@@@@@@@@@@@@@@@@@@@@@@                   5        
             128 |                                         0        
             256 |                                         0        
             512 |                                         0        
            1024 |                                         0        
            2048 |                                         0        
            4096 |                                         0        
            8192 |                                         0        
             p50 69 (64 to 127)
             p90 115 (64 to 127)
             p99 126 (64 to 127)
            p999 6143 (4096 to 8191)


           value  ------------- Distribution ------------- count    
               2                                         | 0        
               4 @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@| -1       
               8                                         | 0        
     percentiles none: counts are below 0


           value  ------------- Distribution ------------- count    
              -1 |                                         0        
               0 |                                         0        
               1 |                                         0        
     percentiles none: no data

                1
<<< */
