/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A this-> variable must be assigned somewhere before it is read.
 */
BEGIN
{
	trace(this->never);
}

/* >>> output
[D_VAR_UNDEF] line 7: this->never has not been declared or assigned before it is read
<<< */
