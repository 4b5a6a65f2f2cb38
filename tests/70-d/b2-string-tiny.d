/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A string is printed as one where it takes no more bytes than an
 * integer.
 */
#pragma D option strsize=8
#pragma D option agghist

BEGIN
{
	trace("abcdefghij");
	trace(stringof("xy"));
	@["abcdefghij", 5] = count();
	@hist["short"] = count();
	printa("%s %d %@d\n", @);
	setopt("agghist", "no");
	printa(@);
	setopt("agghist");
	exit(0);
}

/* >>> output
abcdefgxyabcdefg 5 1

  abcdefg                                                   5                1

              key  ------------- Distribution ------------- count    
            short |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 1        
<<< */
