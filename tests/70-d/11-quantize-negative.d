/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: quantize() puts negative numbers into buckets of their own.
 */
BEGIN
{
	@ = quantize(-1);
	@ = quantize(-2);
	@ = quantize(-3);
	@ = quantize(-1000);
	@ = quantize(0);
	@ = quantize(5);
	exit(0);
}

/* >>> output

           value  ------------- Distribution ------------- count    
           -1024 |                                         0        
            -512 |@@@@@@@                                  1        
            -256 |                                         0        
            -128 |                                         0        
             -64 |                                         0        
             -32 |                                         0        
             -16 |                                         0        
              -8 |                                         0        
              -4 |                                         0        
              -2 |@@@@@@@@@@@@@                            2        
              -1 |@@@@@@@                                  1        
               0 |@@@@@@@                                  1        
               1 |                                         0        
               2 |                                         0        
               4 |@@@@@@@                                  1        
               8 |                                         0        

<<< */
