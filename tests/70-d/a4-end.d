/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: END runs once, after everything else.
 */
END
{
	trace("end\n");
}

BEGIN
{
	trace("begin\n");
	exit(0);
}

/* >>> output
begin
end
<<< */
