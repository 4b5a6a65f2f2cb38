/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Without a speculation speculate() records nothing and commit()
 * and discard() do nothing; what is not decided at the end is not shown.
 */
BEGIN
{
	speculate(0);
	trace("zero\n");
}

BEGIN
{
	speculate(1);
	trace("not taken\n");
}

BEGIN
{
	commit(0);
	discard(0);
	spec = speculation();
}

BEGIN
{
	speculate(spec);
	trace("once\n");
}

BEGIN
{
	commit(spec);
}

BEGIN
{
	commit(spec);
}

BEGIN
{
	speculate(spec);
	trace("too late\n");
}

BEGIN
{
	discard(spec);
	spec = speculation();
}

BEGIN
{
	speculate(spec);
	trace("undecided\n");
}

BEGIN
{
	trace("end\n");
	exit(0);
}

/* >>> output
once
end
<<< */
