/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: What fails inside an if, or in its condition, ends the clause, and
 * keeps what the clause has recorded before.  Clauses of ERROR may have ifs.
 */
int zero;

BEGIN
{
	printf("before\n");
	if (1) {
		printf("%d\n", 1 / zero);
		printf("not reached\n");
	} else
		printf("not reached\n");
	printf("not reached\n");
}

BEGIN
{
	printf("next\n");
	if (5 / zero)
		printf("not reached\n");
	else
		printf("not reached\n");
	if (1)
		printf("not reached\n");
}

BEGIN
/1 / zero/
{
	if (1)
		printf("not reached\n");
	printf("not reached\n");
}

BEGIN
/pid != 0 && zero == 1/
{
	if (1)
		printf("not reached\n");
	printf("not reached\n");
}

ERROR
/errors < 2/
{
	errors++;
	if (errors == 1)
		printf("first error\n");
	else
		printf("second error\n");
	printf("of kind %d\n", arg4);
}

BEGIN
{
	if (!zero) {
		if (zero == 0)
			printf("last\n");
		exit(0);
		printf("exit() ends no statement\n");
	}
	printf("not reached\n");
}

BEGIN
{
	printf("not reached\n");
}

/* >>> output
before
error on enabled probe ID 2 (ID 1: dtrace:::BEGIN): divide-by-zero in action #1
first error
of kind 4
next
error on enabled probe ID 6 (ID 1: dtrace:::BEGIN): divide-by-zero in predicate
second error
of kind 4
error on enabled probe ID 9 (ID 1: dtrace:::BEGIN): divide-by-zero in predicate
last
exit() ends no statement
<<< */
