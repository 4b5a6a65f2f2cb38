/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Inlines of structs, translators, constants and variables.
 */
struct s { int m; long n; string str; };
struct opaque;
translator struct s < int i > { m = i * 2; str = "s"; };
inline int i0 = 5;
inline struct s i3 = xlate<struct s>(i0);
inline int i5[int x] = (xlate<struct s>(x)).m;
inline string istr = strjoin("a", i3.str);
inline int deep = i5[i5[1]];
struct s var;
inline struct s alias = var;
int arr5[i0];
struct t { char v; };
translator struct t < struct s *S > { v = S->m; };
translator struct s < struct t *T > { m = T->v; };
struct s *gp;
BEGIN {
	printf("%d %d %s %d\n", i3.m, i5[4], istr, deep);
	alias.m = 3; printf("%d %d\n", var.m, sizeof (arr5));
	v = xlate<struct s>(7);
	printf("%d %d [%s]\n", v.m, v.n, v.str);
	i0 == 5 ? printf("const\n") : 1;
	@ = lquantize(2, 0, i0);
	printa(@);
	this->ps = (struct s *)alloca(sizeof (struct s));
	this->ps->m = 300;
	printf("%d\n", (xlate<struct t>(this->ps)).v);
	print(*xlate<struct t *>(this->ps));
	trace(sizeof (xlate<struct t>(this->ps))); 
	printf("\n%d\n", xlate<struct t *>(this->ps)->v);
}
BEGIN { printf("%d\n", xlate<struct t *>(gp)->v); }
BEGIN { exit(0); }

/* >>> output
10 8 as 4
3 20
14 0 [s]
const


           value  ------------- Distribution ------------- count    
               1 |                                         0        
               2 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 1        
               3 |                                         0        

44
struct t {
    char v = ','
}
1
44
error on enabled probe ID 2 (ID 1: dtrace:::BEGIN): invalid address (0x0) in action #1
<<< */
