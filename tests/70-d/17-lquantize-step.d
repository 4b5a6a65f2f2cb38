/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The step of lquantize() is 1 when it is left out.
 */
BEGIN
{
	@ = lquantize(3, 0, 10);
	@ = lquantize(4, 0, 10);
	@ = lquantize(4, 0, 10);
	exit(0);
}

/* >>> output

           value  ------------- Distribution ------------- count    
               2 |                                         0        
               3 |@@@@@@@@@@@@@                            1        
               4 |@@@@@@@@@@@@@@@@@@@@@@@@@@@              2        
               5 |                                         0        

<<< */
