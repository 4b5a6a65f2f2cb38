/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: aggdelta has a column of what the latest snapshot brought: of a
 * mean that of what came, of an extreme how far it moved, of a distribution
 * that of each bucket.
 */
#pragma D option aggdelta

BEGIN
{
	@s["x"] = sum(5);
	@s["y"] = sum(-4);
	@a = avg(3);
	@a = avg(5);
	@d = stddev(3);
	@d = stddev(5);
	@m = max(9);
	@q = quantize(8, 4);
	@l["k"] = lquantize(1, 0, 3);
	normalize(@s, 2);
	exit(0);
}

END
{
	setopt("agghist");
	setopt("aggpack");
	printa(@l);
	printa(@s);
	setopt("agghist", "off");
	setopt("aggpack", "off");
}

/* >>> output


              key min .-----. max  | count
                k < 0 :  X  : >= 3 | 1               +1


              key  ------------- Distribution ------------- count    
                y            @@@@@@@@@|                     -2                      -2
                x                     |@@@@@@@@@@@          2                       +2
                4                -
                1                -
                9               +0

           value  ------------- Distribution ------------- count    
               4 |                                         0                       +0
               8 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 4                       +0
              16 |                                         0                       +0

<<< */
