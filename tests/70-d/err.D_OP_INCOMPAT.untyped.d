/* SPDX-License-Identifier: MIT */
/* ASSERTION: A variable that is declared without a type is an int. */
self x;

BEGIN
{
	self->x = "text";
}

/* >>> output
[D_OP_INCOMPAT] line 7: self->x holds an integer and cannot be assigned a string
<<< */
