/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: this-> strings are shared by the clauses of one firing, and every
 * firing begins with empty ones.
 */
this string empty;

BEGIN
{
	this->name = probename;
	this->other = "x";
	trace(this->empty == "");
	trace(this->name);
}

BEGIN
/this->name == "BEGIN"/
{
	this->copy = this->name;
	this->name = this->other;
	this->n = 5;
	trace(" ");
	trace(this->copy);
	trace(this->name);
	trace(this->n);
	exit(0);
}

END
{
	trace(this->name == "" && this->copy == "" && this->n == 0);
	this->name = "end";
	trace(this->name);
	trace("\n");
}

/* >>> output
1BEGIN BEGINx51end
<<< */
