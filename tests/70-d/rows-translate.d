/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Which translator is chosen, which members it evaluates, and where a
 * translated value may stand.
 */
typedef int inch;
struct opaque;
struct s { int m; int calls; string t; };
struct t { int m; };
struct u { int m; char c; };
int n;
translator struct s < inch i > { m = i + 100; };
translator struct s < int i > { m = i; calls = n++; t = "int"; };
translator struct s < char *p > { t = p; };
translator struct t < struct s *S > { m = S->m + (xlate<struct s>(S->m)).m; };
translator struct u < struct u *U > { m = U->m + 1; c = (char)U->m; };
translator struct t < struct u *U > { m = xlate<struct s>(U->m).m; };
translator struct u < struct t *T > { m = T->m; };
translator struct t < struct opaque *O > { };
struct opaque *o;
BEGIN
{
	printf("%d %d\n", xlate<struct s>((inch)1).m, xlate<struct s>(1).m);
	printf("%d %d\n", xlate<struct s>((char)2).m,
	    xlate<struct s>((int64_t)3).m);
	this->x = xlate<struct s>(5).m; this->y = n;
	this->z = xlate<struct s>(n).calls;
	printf("%d %d %d\n", this->y, this->z, n);
	this->u = (struct u *)alloca(sizeof (struct u));
	this->u->m = 7;
	printf("%d %d %d\n", xlate<struct u *>(this->u)->m,
	    (xlate<struct u *>(this->u))->c, (xlate<struct t>(this->u)).m);
	e = xlate<struct t>(o);
	printf("%d\n", e.m);
	self->s = xlate<struct s>(6);
	arr["k"] = xlate<struct s>(8);
	printf("%d %s %d %s\n", self->s.m, self->s.t, arr["k"].m, arr["k"].t);
	print(xlate<struct s>(9));
	trace(xlate<struct t>(this->u));
	printf("\n");
	exit(0);
}

/* >>> output
101 1
2 3
0 0 1
8 7 7
0
6 int 8 int
struct s {
    int m = 0x9
    int calls = 0x3
    string t = [ "int" ]
}
7
<<< */
