/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: speculate() in an if diverts the statements behind it in these
 * braces, and no others.
 */
BEGIN
{
	self->s = speculation();
	if (self->s != 0) {
		speculate(self->s);
		printf("diverted\n");
	}
	printf("direct\n");
	if (0)
		commit(self->s);
	else
		speculate(0);
	printf("still direct\n");
	@["counted"] = count();
}

BEGIN
{
	if (self->s)
		commit(self->s);
	else
		discard(self->s);
	exit(0);
}

/* >>> output
direct
still direct
diverted
  counted                                                           1
<<< */
