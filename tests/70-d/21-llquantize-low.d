/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: llquantize() has one bucket below its lowest power, negative
 * numbers included.
 */
BEGIN
{
	@ = llquantize(-5, 2, 1, 3, 2);
	@ = llquantize(0, 2, 1, 3, 2);
	@ = llquantize(1, 2, 1, 3, 2);
	@ = llquantize(2, 2, 1, 3, 2);
	@ = llquantize(3, 2, 1, 3, 2);
	@ = llquantize(4, 2, 1, 3, 2);
	@ = llquantize(7, 2, 1, 3, 2);
	@ = llquantize(8, 2, 1, 3, 2);
	@ = llquantize(16, 2, 1, 3, 2);
	exit(0);
}

/* >>> output

           value  ------------- Distribution ------------- count    
             < 2 |@@@@@@@@@@@@@                            3        
               2 |@@@@@@@@@                                2        
               4 |@@@@@@@@@                                2        
               8 |@@@@                                     1        
           >= 16 |@@@@                                     1        

<<< */
