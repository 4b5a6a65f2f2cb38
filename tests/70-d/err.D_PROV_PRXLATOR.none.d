/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A declared argument that is made from one of another type needs a
 * translator, which may follow, or compatible types, even if nothing uses it.
 */
struct in { int m; };
struct out { int m; };
struct unrelated { int m; };
provider fine {
	probe a(struct in *a, int b, char *c) : (struct out *a, long b,
	    string c, unknown_t *a);
};
provider bad {
	probe b(int n, struct in *a) : (int n, struct unrelated *a);
};
translator struct out < struct in *I > { m = I->m; };

BEGIN
{
	exit(0);
}

/* >>> output
[D_PROV_PRXLATOR] line 14: probe b passes a struct in * for args[1], a struct unrelated *, and there is no translator for it
<<< */
