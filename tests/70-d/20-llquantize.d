/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: llquantize() is linear within each power of its factor.
 */
BEGIN
{
	@ = llquantize(1, 10, 0, 3, 10);
	@ = llquantize(9, 10, 0, 3, 10);
	@ = llquantize(10, 10, 0, 3, 10);
	@ = llquantize(15, 10, 0, 3, 10);
	@ = llquantize(99, 10, 0, 3, 10);
	@ = llquantize(100, 10, 0, 3, 10);
	@ = llquantize(999, 10, 0, 3, 10);
	@ = llquantize(1000, 10, 0, 3, 10);
	@ = llquantize(99999, 10, 0, 3, 10);
	exit(0);
}

/* >>> output

           value  ------------- Distribution ------------- count    
             < 1 |                                         0        
               1 |@@@@                                     1        
               2 |                                         0        
               3 |                                         0        
               4 |                                         0        
               5 |                                         0        
               6 |                                         0        
               7 |                                         0        
               8 |                                         0        
               9 |@@@@                                     1        
              10 |@@@@@@@@@                                2        
              20 |                                         0        
              30 |                                         0        
              40 |                                         0        
              50 |                                         0        
              60 |                                         0        
              70 |                                         0        
              80 |                                         0        
              90 |@@@@                                     1        
             100 |@@@@                                     1        
             200 |                                         0        
             300 |                                         0        
             400 |                                         0        
             500 |                                         0        
             600 |                                         0        
             700 |                                         0        
             800 |                                         0        
             900 |@@@@                                     1        
            1000 |@@@@                                     1        
            2000 |                                         0        
            3000 |                                         0        
            4000 |                                         0        
            5000 |                                         0        
            6000 |                                         0        
            7000 |                                         0        
            8000 |                                         0        
            9000 |                                         0        
        >= 10000 |@@@@                                     1        

<<< */
