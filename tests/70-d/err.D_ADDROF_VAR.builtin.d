/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A variable has no address.
 */
BEGIN
{
	trace(&pid);
}

/* >>> output
[D_ADDROF_VAR] line 7: cannot take the address of a variable or value of D: & applies to memory, structs and arrays
<<< */
