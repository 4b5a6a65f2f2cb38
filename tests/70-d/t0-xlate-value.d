/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A translated struct can be assigned and printed, with all members
 * that its translator has; the others are 0.
 */
struct inner { int a; int64_t b; };
struct outer { int n; string text; char name[8]; struct inner in; int rest; };
translator struct inner < int64_t N > { b = N / 2; a = N; };
translator struct outer < int X > {
	n = X;
	text = strjoin("number ", lltostr(X));
	name = "a long name";
	in = xlate <struct inner> ((int64_t)X * 10);
};
inline struct outer made = xlate <struct outer> (7);
struct outer g;

BEGIN
{
	v = xlate <struct outer> (3);
	printf("%d %s %s %d %d %d\n", v.n, v.text, v.name, v.in.a, v.in.b,
	    v.rest);
	g.rest = 5;
	g = xlate <struct outer> (4);
	this->t = xlate <struct outer> (5);
	printf("%s %d %s %d\n", g.text, g.rest, this->t.text, this->t.in.b);
	self->in = xlate <struct inner> ((int64_t)9);
	a["x"] = xlate <struct inner> ((int64_t)-9);
	printf("%d %d %d %d\n", self->in.a, self->in.b, a["x"].a, a["x"].b);
	v = made;
	printf("%s\n", v.text);
	print(xlate <struct outer> (6));
	print(*xlate <struct inner *> ((int64_t)8));
	exit(0);
}
/* >>> output
3 number 3 a long  30 15 0
number 4 0 number 5 25
9 4 -9 -4
number 7
struct outer {
    int n = 0x6
    string text = [ "number 6" ]
    char [8] name = [ "a long " ]
    struct inner in = {
        int a = 0x3c
        int64_t b = 0x1e
    }
    int rest = 0
}
struct inner {
    int a = 0x8
    int64_t b = 0x4
}
<<< */
