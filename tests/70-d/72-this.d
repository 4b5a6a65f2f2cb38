/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: this-> variables are shared by the clauses of one firing.
 */
BEGIN
{
	this->x = 3;
	this->y = this->x + 1LL;
}

BEGIN
{
	trace(this->x * 2);
	trace(" ");
	trace(this->y);
	trace("\n");
	exit(0);
}

/* >>> output
6 4
<<< */
