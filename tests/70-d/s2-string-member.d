/* SPDX-License-Identifier: MIT */
/* ASSERTION: A member of a struct can be a string, which is kept in memory. */
#pragma D option strsize=32

struct call { int n; string name; string more; };
struct call v, w;
this struct call t;

BEGIN
{
	v.n = 3;
	v.name = "first";
	printf("%s %d %d %d\n", v.name, v.n, strlen(v.more),
	    v.more == NULL);
	v.more = strjoin(v.name, " of all the strings that are too long");
	printf("%s|%s %d\n", v.name, v.more, strlen(v.more));
	w = v;
	v.name = 0;
	printf("%s|%s|%c\n", v.name, w.name, w.name[1]);
	this->t.name = w.more;
	this->p = (struct call *)alloca(sizeof (struct call));
	this->p->name = execname == "" ? "none" : "some";
	*this->p = w;
	this->p->name = "again";
	printf("%s %s %s\n", substr(this->t.name, 0, 8), this->p->name,
	    basename(w.name));
	printf("%d %d %d\n", sizeof (struct call), sizeof (v.name),
	    offsetof(struct call, more));
	@[this->p->name, w.name] = count();
	this->p->name = "x";
	@[this->p->name, w.name] = count();
	print(w);
	exit(0);
}
/* >>> output
first 3 0 1
first|first of all the strings that a 31
|first|i
first of again first
68 32 36
struct call {
    int n = 0x3
    string name = [ "first" ]
    string more = [ "first of all the strings that a" ]
}
  again                                               first                                                             1
  x                                                   first                                                             1
<<< */
