/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Variables and arrays that their first use creates, deleted values,
 * strings and pointers to characters.
 */
struct s { int a; char n[8]; };
BEGIN
{
	x = "lit"; y = execname; c = 'a';
	++pre; --pred; post++; postd--;
	printf("%d %d %d %d %d %d\n", sizeof (pre), sizeof (post), pre, pred,
	    post, postd);
	printf("%d %d\n", !self->u1, -this->u2);
	printf("%d %d %d\n", sizeof (self->u3), ~self->u4, sizeof (self->u4));
	printf("%d %d\n", !seen[pid], sizeof (seen[1]));
	self->arr["k", 1] = "v";
	printf("%s\n", self->arr["k", 1]);
	self->n++; self->n++;
	printf("%d\n", self->n);
	; printf("first\n");
	1 ? printf("yes\n") : nofail;
}
BEGIN
{
	a[1] = "s"; a[1] = 0;
	printf("[%s] %d\n", a[1] == NULL ? "gone" : a[1], a[1] == "");
	self->t = "x"; self->t = 0;
	printf("%d\n", self->t == NULL);
	s1 = "ABC";
	printf("%d %c %s\n", s1[1], s1[2], stringof(s1 + 1));
	this->i = 2;
	printf("%s\n", stringof(s1 + this->i));
	p = (char *)alloca(8);
	p[0] = 'h'; p[1] = 'i'; p[2] = 0;
	printf("%s %d %s\n", stringof(p), strlen(p), strjoin(p, "!"));
	q = p + 1;
	printf("%s %d %d\n", stringof q, q - p, p == q);
	q++;
	printf("%d\n", q - p);
	st = "";
	st = p;
	p[0] = 'X';
	printf("%s %s\n", st, stringof(p));
	printf("%d %d\n", p == "Xi", "Xi" == p);
	x = pid ? p : "str";
	printf("%s\n", x);
	bcopy("text", p, 5);
	printf("%s\n", stringof(p));
	l["text"] = 3;
	printf("%d\n", l[p]);
	printf("%d\n", (boolean_t)1 == B_TRUE);
	exit(0)
}

/* >>> output
8 8 1 -1 1 -1
1 0
8 -1 8
1 8
v
2
first
yes
[gone] 1
1
66 C BC
C
hi 2 hi!
i 1 0
2
hi Xi
1 1
Xi
text
3
1
<<< */
