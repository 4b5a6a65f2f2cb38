/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: lquantize() counts what is below the base and not below the
 * limit too.
 */
BEGIN
{
	@ = lquantize(-1, 0, 100, 10);
	@ = lquantize(0, 0, 100, 10);
	@ = lquantize(1, 0, 100, 10);
	@ = lquantize(9, 0, 100, 10);
	@ = lquantize(10, 0, 100, 10);
	@ = lquantize(55, 0, 100, 10);
	@ = lquantize(99, 0, 100, 10);
	@ = lquantize(100, 0, 100, 10);
	@ = lquantize(101, 0, 100, 10);
	exit(0);
}

/* >>> output

           value  ------------- Distribution ------------- count    
             < 0 |@@@@                                     1        
               0 |@@@@@@@@@@@@@                            3        
              10 |@@@@                                     1        
              20 |                                         0        
              30 |                                         0        
              40 |                                         0        
              50 |@@@@                                     1        
              60 |                                         0        
              70 |                                         0        
              80 |                                         0        
              90 |@@@@                                     1        
          >= 100 |@@@@@@@@@                                2        

<<< */
