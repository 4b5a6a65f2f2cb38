/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: && || and ?: evaluate their right side only if it decides.
 */
#pragma D option aggsortkey

BEGIN
{
	n = 0;
	z = 0;
	o = 1;
	@["01 z && n++"] = sum(z && n++);
	@["02 n"] = sum(n);
	@["03 o && ++n"] = sum(o && ++n);
	@["04 n"] = sum(n);
	@["05 o || n++"] = sum(o || n++);
	@["06 n"] = sum(n);
	@["07 z || ++n"] = sum(z || ++n);
	@["08 n"] = sum(n);
	@["09 z ? n++ : 7"] = sum(z ? n++ : 7);
	@["10 n"] = sum(n);
	@["11 o ? ++n : 7"] = sum(o ? ++n : 7);
	@["12 n"] = sum(n);
	@["13 z && o / z"] = sum(z && o / z);
	@["14 o || o / z"] = sum(o || o / z);
	exit(0);
}

/* >>> output
  01 z && n++                                                       0
  02 n                                                              0
  03 o && ++n                                                       1
  04 n                                                              1
  05 o || n++                                                       1
  06 n                                                              1
  07 z || ++n                                                       1
  08 n                                                              2
  09 z ? n++ : 7                                                    7
  10 n                                                              2
  11 o ? ++n : 7                                                    3
  12 n                                                              3
  13 z && o / z                                                     0
  14 o || o / z                                                     1
<<< */
