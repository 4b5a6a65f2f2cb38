/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: if and else choose statements, with actions and aggregations; an
 * else belongs to the nearest if.  Each condition is computed once, when it is
 * reached.
 */
int calls, n;

BEGIN
{
	x = 3;
	if (x == 3)
		printf("three\n");
	else
		printf("other\n");
	if (x > 5) {
		printf("large\n");
		@["large"] = count();
	} else if (x > 2) {
		printf("middle\n");
		@["middle"] = count();
		x = 10;
	} else
		printf("small\n");
	printf("x %d\n", x);
	if (x == 10)
		if (calls++)
			printf("called\n");
		else
			printf("not called\n");
	if (calls == 1) {
		y = 1;
		if (y) {
			printf("inner\n");
			y = 0;
			if (y)
				;
			else {
				printf("innermost\n")
			}
			printf("back with %d\n", y);
		}
		printf("outer\n");
	} else {
		printf("wrong\n");
		if (1)
			printf("wrong\n");
		printf("wrong\n");
	}
	if (NULL) {}
	if (curcpu >= 0) {} else printf("wrong\n");
	if (!self->p) self->p = 1;
	printf("%d calls, %d\n", calls, self->p);
}

tick-10ms
/n < 3/
{
	if (n % 2)
		printf("odd\n");
	else
		printf("even\n");
	n++;
}

tick-10ms
/n == 3 && !late/
{
	late = 1;
	if (1)
		exit(0);
	printf("exit() ends the clause\n");
}

BEGIN
{
	if ("x" == "x")
		this->a = strjoin("a", "b");
	printf("%s\n", this->a);
}

/* >>> output
three
middle
x 10
not called
inner
innermost
back with 0
outer
1 calls, 1
ab
even
odd
even
  middle                                                            1
<<< */
