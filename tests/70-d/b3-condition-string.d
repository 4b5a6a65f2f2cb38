/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: ?: chooses between strings.
 */
BEGIN
{
	x = 3;
	trace(x > 2 ? "more" : "less");
	@[x == 3 ? "three" : "other"] = count();
	trace("\n");
	exit(0);
}

/* >>> output
more
  three                                                             1
<<< */
