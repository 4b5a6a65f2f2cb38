/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: END may commit what has been left; a clause may speculate and
 * commit in one.
 */
BEGIN
{
	spec = speculation();
}

BEGIN
{
	speculate(spec);
	trace("left by BEGIN\n");
}

BEGIN
{
	exit(0);
}

END
{
	trace("END\n");
}

END
{
	speculate(spec);
	commit(spec);
}

/* >>> output
END
left by BEGIN
<<< */
