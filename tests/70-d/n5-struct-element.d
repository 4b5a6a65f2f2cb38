/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A self-> variable and the elements of an associative array can be
 * structs.  A member can be assigned before the whole; what was not assigned is
 * zero; 0 frees it.
 */
struct callinfo {
	uint64_t ts, elapsed;
	int calls;
	char name[8];
	short hist[4];
	int odd:3, even:5;
};
struct callinfo i[string];
struct { int x, y; } at[int, int];
self struct callinfo last;
struct callinfo g;

BEGIN
{
	i["read"].calls++;
	i["read"].elapsed += 1 << 20;
	i["read"].name[0] = 'r';
	i["write"].calls = 7;
	++i["write"].hist[i["read"].calls];
	this->n = 3;
	i["write"].hist[this->n] -= 5;
	i["write"].odd = 2;
	i["write"].even--;
	at[1, 2].x = 5;
	at[1, 2].y = at[1, 2].x++ * 2;
	self->last = i["read"];
	self->last.calls = 9;
}

BEGIN
{
	printf("%d %d %s %d\n", i["read"].calls, i["read"].elapsed,
	    i["read"].name, i["read"].hist[3]);
	printf("%d %d %d %d %d [%s]\n", i["write"].calls, i["write"].hist[1],
	    i["write"].hist[3], i["write"].odd, i["write"].even,
	    i["write"].name);
	printf("%d %d %d\n", at[1, 2].x, at[1, 2].y, at[2, 1].x);
	printf("%d %s %d\n", self->last.calls, self->last.name,
	    self->last.elapsed);
	g = self->last;
	i["none"] = g;
	self->last = 0;
	i["read"] = 0;
	printf("%d %d %d %d %d\n", g.calls, i["none"].calls, self->last.calls,
	    i["read"].calls, sizeof (i["x"]));
	new["a"] = g;
	self->new = new["a"];
	this->c = self->new;
	printf("%d %s\n", this->c.calls, strjoin(self->new.name, new["a"].name));
	printf("%d\n", strlen(i["none"].name) + i["none"].calls);
	exit(0);
}
/* >>> output
1 1048576 r 0
7 1 -5 2 -1 []
5 10 0
9 r 1048576
9 9 0 0 40
9 rr
10
<<< */
