/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: quantize() draws a row for each power of two, one more at each
 * end.
 */
BEGIN
{
	@ = quantize(0);
	@ = quantize(1);
	@ = quantize(1);
	@ = quantize(2);
	@ = quantize(3);
	@ = quantize(4);
	@ = quantize(7);
	@ = quantize(8);
	@ = quantize(1000);
	exit(0);
}

/* >>> output

           value  ------------- Distribution ------------- count    
              -1 |                                         0        
               0 |@@@@                                     1        
               1 |@@@@@@@@@                                2        
               2 |@@@@@@@@@                                2        
               4 |@@@@@@@@@                                2        
               8 |@@@@                                     1        
              16 |                                         0        
              32 |                                         0        
              64 |                                         0        
             128 |                                         0        
             256 |                                         0        
             512 |@@@@                                     1        
            1024 |                                         0        

<<< */
