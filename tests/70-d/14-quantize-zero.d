/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: quantize(0) has one row on either side of 0.
 */
BEGIN
{
	@ = quantize(0);
	exit(0);
}

/* >>> output

           value  ------------- Distribution ------------- count    
              -1 |                                         0        
               0 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 1        
               1 |                                         0        

<<< */
