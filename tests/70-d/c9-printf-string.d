/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: %s takes any string: constants, built-in variables, conditions;
 * nothing is printed of an empty one.
 */
BEGIN
{
	printf("%s:%s:%s:%s\n", probeprov, probemod, probefunc, probename);
	printf("[%s] [%3s]\n", "", "");
	printf("%s\n", pid == 0 ? "no" : "yes");
	printf("%s %d %s %d %s\n", "a", 1, "b", 2, "c");
	exit(0);
}

/* >>> output
dtrace:::BEGIN
[] [   ]
yes
a 1 b 2 c
<<< */
