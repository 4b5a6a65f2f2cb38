/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A pointer to string leads to strsize bytes that hold a string: it
 * can be read, assigned and moved by whole strings.
 * run: -x strsize=16
 */
struct pair { string first, second; string *at; };
struct pair v;
string *declared;

BEGIN
{
	this->p = (string *)alloca(3 * sizeof (string));
	*this->p = "abc";
	this->p[1] = "a text that is longer";
	*(this->p + 2) = this->p[0];
	printf("[%s] [%s] [%s] %d\n", *this->p, this->p[1], this->p[2],
	    sizeof (*this->p));
	this->p++;
	printf("[%s] %d\n", *this->p, strlen(*this->p));
	v.first = "one";
	v.at = &v.second;
	*v.at = "two";
	declared = &v.first;
	printf("%s %s %s\n", v.second, *declared, declared[1]);
	*declared = NULL;
	printf("[%s]\n", v.first);
	print(*v.at);
	exit(0);
}

/* >>> output
[abc] [a text that is ] [abc] 16
[a text that is ] 15
two one two
[]
string "two"
<<< */
