/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Without option quiet trace() pads to a column.
 * run: -x quiet=no
 */
BEGIN
{
	trace(1);
	trace(-1LL);
	trace((short)7);
	trace((char)8);
	trace("text");
	@ = count();
	exit(0);
}

/* >>> output
        1               -1     7   8  text                                             1
<<< */
