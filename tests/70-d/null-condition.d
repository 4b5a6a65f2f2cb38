/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Beside a string, 0 and NULL are the null string in ?:, also where
 * a value is assigned in an arm.
 */
BEGIN
{
	x = 1;
	x ? s = "yes" : 0;
	x ? 0 : (t = "no");
	printf("%s %d\n", s, t == NULL);
	self->s = x ? NULL : "no";
	printf("%d %d\n", self->s == NULL, strlen(x == 1 ? "abc" : 0));
	x == 2 ? s = "other" : 0;
	printf("%d\n", s == NULL || s == "yes");
	exit(0);
}

/* >>> output
yes 1
1 3
1
<<< */
