/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: With aggzoom the largest value has nearly all of the bar, be it
 * a distribution's or that of an entry; printa() draws as the end does.
 */
#pragma D option agghist
#pragma D option aggzoom

BEGIN
{
	@a["b"] = sum(20);
	@a["a"] = sum(80);
	@q = quantize(1);
	@q = quantize(1);
	@q = quantize(2);
	exit(0);
}

END
{
	printa(@a);
	printa("%s %@d\n", @a);
}

/* >>> output


              key  ------------- Distribution ------------- count    
                b |@@@@@@@@@                                20       
                a |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@   80       
b 20
a 80

           value  ------------- Distribution ------------- count    
               0 |                                         0        
               1 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@   2        
               2 |@@@@@@@@@@@@@@@@@@@                      1        
               4 |                                         0        

<<< */
