/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: What is to be done by the consumer may follow commit().
 * run: -x destructive
 */
BEGIN
{
	spec = speculation();
}

BEGIN
{
	speculate(spec);
	trace("committed\n");
}

BEGIN
{
	x = 1;
	commit(spec);
	system("echo %s", "done");
}

BEGIN
{
	exit(0);
}

/* >>> output
committed
done
<<< */
