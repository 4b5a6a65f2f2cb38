/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: llquantize() adds the increment.
 */
BEGIN
{
	@ = llquantize(100, 10, 2, 3, 20, 7);
	@ = llquantize(2000, 10, 2, 3, 20, 3);
	exit(0);
}

/* >>> output

           value  ------------- Distribution ------------- count    
           < 100 |                                         0        
             100 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@             7        
             150 |                                         0        
             200 |                                         0        
             250 |                                         0        
             300 |                                         0        
             350 |                                         0        
             400 |                                         0        
             450 |                                         0        
             500 |                                         0        
             550 |                                         0        
             600 |                                         0        
             650 |                                         0        
             700 |                                         0        
             750 |                                         0        
             800 |                                         0        
             850 |                                         0        
             900 |                                         0        
             950 |                                         0        
            1000 |                                         0        
            1500 |                                         0        
            2000 |@@@@@@@@@@@@                             3        
            2500 |                                         0        

<<< */
