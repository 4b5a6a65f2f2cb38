/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A char * stands for the string that it points to where the key of
 * an array or an aggregation is a string, where ?: chooses between strings, and
 * as the argument of an action.  As the first use of a key it is a number.
 */
int byaddress[char *], bytext[string];

BEGIN
{
	this->p = (char *)alloca(8);
	bcopy("abc", this->p, 4);
	a["abc"] = 7;
	bytext["bc"] = 8;
	byaddress[this->p] = 9;
	first[this->p] = 10;
	printf("%d %d %d %d\n", a[this->p], bytext[this->p + 1],
	    byaddress[this->p], first[this->p]);
	printf("%d %d\n", byaddress[this->p + 1], first[this->p + 1]);
	@["abc"] = count();
	@[this->p] = count();
	@n[(uintptr_t)this->p == 0] = count();
	this->x = 1;
	printf("%s %s\n", this->x ? this->p : "no", this->x ? "yes" : this->p);
}

BEGIN
{
	this->o = (char *)alloca(16);
	bcopy("aggsortrev", this->o, 11);
	@o[1] = count();
	@o[2] = count();
	setopt(this->o);
	setopt("aggsortkey", "set");
	printa("%d\n", @o);
	exit(0);
}
/* >>> output
7 8 9 10
0 0
abc yes
2
1
        0                1
  abc                                                               2
<<< */
