/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Global variables hold strings, by declaration or by the first
 * assignment; they begin empty, are copied and compared, and are keys.
 */
#pragma D option aggsortkey

string late;

BEGIN
{
	trace(late == "" ? "empty" : "full");
	a = "one";
	b = a;
	a = "two";
	late = probename;
	c = d = "both";
	trace(" ");
	trace(a);
	trace(" ");
	trace(b);
	trace(" ");
	trace(late);
	trace(" ");
	trace(c);
	trace(d);
}

BEGIN
/a != b && a > b && late == "BEGIN" && c == d/
{
	@[a, b] = count();
	@[b, a] = count();
	a = a == "two" ? "three" : "none";
	@[a, b] = count();
	b = 0;
}

BEGIN
{
	trace(" ");
	trace(a);
	trace(b == "");
	exit(0);
}

END
{
	trace(" ");
	trace(a);
	trace("\n");
}

/* >>> output
empty two one BEGIN bothboth three1 three
  one                                                 two                                                               1
  three                                               one                                                               1
  two                                                 one                                                               1
<<< */
