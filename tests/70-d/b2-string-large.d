/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Strings may be as large as a record may.
 */
#pragma D option quiet
#pragma D option strsize=65536

BEGIN
{
	this->s = "abc";
	this->t = strjoin(this->s, "def");
	self->u = strjoin(this->t, this->s);
	g = self->u;
	printf("%d %d\n", strlen(this->t), strlen(g));
	exit(0);
}

/* >>> output
6 9
<<< */
