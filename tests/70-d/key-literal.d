/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A key that is a string of the program is printed without escapes,
 * also where ?: chooses one; a traced string is not, and an entry of both has
 * one value.
 */
#pragma D option quiet
#pragma D option aggsortkey

BEGIN
{
	@["\n  us:\t1", 2] = quantize(1);
	@b[pid == 0 ? "\n  zero" : "\n  other"] = count();
	@c["both"] = sum(1);
	@c["\nboth"] = sum(10);
}

BEGIN
{
	@b[strjoin("\n", "  traced")] = count();
	@c[strjoin("bo", "th")] = sum(2);
	@c[strjoin("\nbo", "th")] = sum(20);
	exit(0);
}

END
{
	printa(@);
	printa(@b);
	printa("%s %@d\n", @c);
}

/* >>> output

  
  us:	1                                                  2
           value  ------------- Distribution ------------- count    
               0 |                                         0        
               1 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 1        
               2 |                                         0        


  
  other                                                          1
  \n  traced                                                        1

both 30
both 3
<<< */
