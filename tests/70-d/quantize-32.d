/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: With option lquantize32 a value counts by its low 32 bits.
 */
#pragma D option lquantize32
BEGIN
{
	@ = lquantize(4294967296 + 5, 0, 10, 5);
	@ = lquantize(4294967295, 0, 10, 5);
	@ = lquantize(7, 0, 10, 5);
	exit(0);
}

/* >>> output

           value  ------------- Distribution ------------- count    
             < 0 |@@@@@@@@@@@@@                            1        
               0 |                                         0        
               5 |@@@@@@@@@@@@@@@@@@@@@@@@@@@              2        
           >= 10 |                                         0        

<<< */
