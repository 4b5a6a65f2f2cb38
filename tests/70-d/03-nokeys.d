/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: aggregations without keys, more than have a place in the header
 * of a buffer, keep their values apart.
 */
BEGIN
{
	@low = min(3);
	@low = min(-3);
	@low = min(5);
	@high = max(-7);
	@high = max(-5);
	@high = max(-6);
	@mean = avg(10);
	@mean = avg(20);
	@spread = stddev(2);
	@spread = stddev(4);
	@n = count();
	@n = count();
	@all = sum(40);
	@all = sum(2);
	@big = lquantize(5, 0, 10, 5);
	@key[1] = count();
	exit(0);
}

END
{
	@low = min(9);
	@low = min(11);
	@high = max(-9);
	@mean = avg(60);
	@n = count();
	@all = sum(-1);
	@big = lquantize(7, 0, 10, 5);
	@key[1] = count();
	printa("%@d %@d %@d %@d ", @low, @high, @mean, @spread);
	printa("%@d %@d\n", @n, @all);
}

/* >>> output
-3 -5 30 1 3 41

           value  ------------- Distribution ------------- count    
               0 |                                         0        
               5 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 2        
           >= 10 |                                         0        

        1                2
<<< */
