/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: %@d of a distribution draws it.
 */
BEGIN
{
	@["k"] = quantize(4);
	@["k"] = quantize(5);
	printa("<%s%@d>\n", @);
	exit(0);
}

/* >>> output
<k
           value  ------------- Distribution ------------- count    
               2 |                                         0        
               4 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 2        
               8 |                                         0        
>
<<< */
