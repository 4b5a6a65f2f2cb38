/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A predicate that fails is action 0: the clause does not run.
 */
int zero;

BEGIN
/1 / zero/
{
	trace("never\n");
}

BEGIN
{
	trace("next\n");
	exit(0);
}

/* >>> output
error on enabled probe ID 1 (ID 1: dtrace:::BEGIN): divide-by-zero in predicate
next
<<< */
