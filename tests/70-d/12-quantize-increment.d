/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: quantize() adds the increment; with counts of both signs the
 * bars leave from the middle.
 */
BEGIN
{
	@ = quantize(16, 5);
	@ = quantize(32, -3);
	@ = quantize(64, 2);
	exit(0);
}

/* >>> output

           value  ------------- Distribution ------------- count    
               8                     |                     0        
              16                     |@@@@@@@@@@           5        
              32               @@@@@@|                     -3       
              64                     |@@@@                 2        
             128                     |                     0        

<<< */
