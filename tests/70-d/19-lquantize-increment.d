/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: lquantize() adds the increment.
 */
BEGIN
{
	@ = lquantize(5, 0, 30, 10, 10);
	@ = lquantize(15, 0, 30, 10, 30);
	@ = lquantize(25, 0, 30, 10, -5);
	exit(0);
}

/* >>> output

           value  ------------- Distribution ------------- count    
             < 0                     |                     0        
               0                     |@@@@                 10       
              10                     |@@@@@@@@@@@@@        30       
              20                   @@|                     -5       
           >= 30                     |                     0        

<<< */
