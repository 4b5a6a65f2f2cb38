/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Distributions are printed per key, in the order of their
 * weighted sums.
 */
BEGIN
{
	@["heavy"] = quantize(1000);
	@["heavy"] = quantize(2000);
	@["light"] = quantize(1);
	@["light"] = quantize(2);
	exit(0);
}

/* >>> output
  light                                             
           value  ------------- Distribution ------------- count    
               0 |                                         0        
               1 |@@@@@@@@@@@@@@@@@@@@                     1        
               2 |@@@@@@@@@@@@@@@@@@@@                     1        
               4 |                                         0        

  heavy                                             
           value  ------------- Distribution ------------- count    
             256 |                                         0        
             512 |@@@@@@@@@@@@@@@@@@@@                     1        
            1024 |@@@@@@@@@@@@@@@@@@@@                     1        
            2048 |                                         0        

<<< */
