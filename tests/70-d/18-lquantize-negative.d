/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: lquantize() may begin below 0.
 */
BEGIN
{
	@ = lquantize(-50, -50, 50, 20);
	@ = lquantize(-49, -50, 50, 20);
	@ = lquantize(-1, -50, 50, 20);
	@ = lquantize(0, -50, 50, 20);
	@ = lquantize(49, -50, 50, 20);
	@ = lquantize(50, -50, 50, 20);
	exit(0);
}

/* >>> output

           value  ------------- Distribution ------------- count    
           < -50 |                                         0        
             -50 |@@@@@@@@@@@@@                            2        
             -30 |                                         0        
             -10 |@@@@@@@@@@@@@                            2        
              10 |                                         0        
              30 |@@@@@@@                                  1        
           >= 50 |@@@@@@@                                  1        

<<< */
