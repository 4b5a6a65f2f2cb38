/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: clear() sets values to 0 and keeps the keys.
 */
BEGIN
{
	@["a"] = count();
	@s["b"] = sum(5);
	@l = lquantize(5, 0, 10, 5);
	clear(@);
	clear(@s);
	clear(@l);
	exit(0);
}

/* >>> output
  a                                                                 0
  b                                                                 0

           value  ------------- Distribution ------------- count    
             < 0 |                                         0        
               0 |                                         0        
               5 |                                         0        

<<< */
