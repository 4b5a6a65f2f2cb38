/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Where all counts are negative the bars grow to the left.
 */
BEGIN
{
	@ = quantize(16, -5);
	@ = quantize(32, -3);
	exit(0);
}

/* >>> output

           value  ------------- Distribution ------------- count    
               8                                         | 0        
              16                @@@@@@@@@@@@@@@@@@@@@@@@@| -5       
              32                          @@@@@@@@@@@@@@@| -3       
              64                                         | 0        

<<< */
