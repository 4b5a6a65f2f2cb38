/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: If a translator gives a member twice, the last expression counts,
 * also for the whole struct.
 */
struct o { int a; int b; };
int n;
translator struct o < int x > {
	a = n++;
	b = x;
	a = x + 1;
};

BEGIN
{
	printf("%d\n", (xlate <struct o> (5)).a);
	print(xlate <struct o> (6));
	printf("%d\n", n);
	exit(0);
}

/* >>> output
6
struct o {
    int a = 0x7
    int b = 0x6
}
0
<<< */
