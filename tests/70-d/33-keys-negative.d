/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Integer keys are compared unsigned, so negative ones come last.
 */
BEGIN
{
	@[-1] = count();
	@[1] = count();
	@[0] = count();
	@[-2] = count();
	exit(0);
}

/* >>> output
        0                1
        1                1
       -2                1
       -1                1
<<< */
