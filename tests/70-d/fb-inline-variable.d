/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A constant whose expression names a variable, although its value
 * does not depend on it, leaves the variable's declaration as it is.
 */
self char c;
int n;
inline int ON = 1 || -self->c;
inline int OFF = 0 && n++;

BEGIN
/ON/
{
	self->c = 300;
	printf("%d %d %d %d\n", ON, OFF, sizeof (self->c), self->c);
	exit(0);
}
/* >>> output
1 0 1 44
<<< */
