/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: normalize() divides what is printed, toward zero; values stay.
 */
BEGIN
{
	@["a"] = sum(100);
	@["b"] = sum(-7);
	@q["c"] = quantize(8, 30);
	@v["d"] = avg(100);
	@v["d"] = avg(301);
	normalize(@, 10);
	normalize(@q, 10);
	normalize(@v, 10);
	exit(0);
}

/* >>> output
  b                                                                 0
  a                                                                10
  c                                                 
           value  ------------- Distribution ------------- count    
               4 |                                         0        
               8 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 3        
              16 |                                         0        

  d                                                                20
<<< */
