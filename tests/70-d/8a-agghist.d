/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: With agghist counts and sums get bars, one head for each
 * aggregation; others and distributions are printed as ever.
 */
#pragma D option agghist

BEGIN
{
	@a["write"] = count();
	@a["read"] = count();
	@a["read"] = count();
	@a["read"] = count();
	@s[1, "x"] = sum(10);
	@s[2, "y"] = sum(-5);
	@s[3, "z"] = sum(1);
	@n[(short)4, (char)1] = sum(-7);
	@ = count();
	@m["read"] = max(3);
	@q = quantize(1);
	normalize(@a, 2);
	exit(0);
}

/* >>> output

              key  ------------- Distribution ------------- count    
            write |@@@@@@@@@@                               0        
             read |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@           1        

                       key  ------------- Distribution ------------- count    
        2                y               @@@@@@|                     -5       
        3                z                     |@                    1        
        1                x                     |@@@@@@@@@@@@@        10       

       key  ------------- Distribution ------------- count    
     4   1 @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@| -7       

  ------------- Distribution ------------- count    
 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 1        
  read                                                              3

           value  ------------- Distribution ------------- count    
               0 |                                         0        
               1 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 1        
               2 |                                         0        

<<< */
