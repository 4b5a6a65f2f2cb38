/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: count() counts, per key and without any.
 */
BEGIN
{
	@ = count();
	@ = count();
	@n["one"] = count();
	@n["three"] = count();
	@n["three"] = count();
	@n["three"] = count();
	exit(0);
}

/* >>> output
                2
  one                                                               1
  three                                                             3
<<< */
