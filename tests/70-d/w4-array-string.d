/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Elements can be strings; 0 and "" free them; they are copied,
 * compared, and are keys of arrays and aggregations.
 */
string name[int];

BEGIN
{
	name[1] = "one";
	name[2] = name[1];
	name[1] = probename;
	self->by[name[1]] = name[2];
	trace(name[1]);
	trace(name[2]);
	trace(name[3] == "");
	trace(" ");
	trace(self->by["BEGIN"]);
	trace(self->by[name[2]] == "");
	count[self->by[probename], 1] = 7;
	trace(count["one", 1]);
	trace(" ");
	s = name[4] = "four";
	trace(s);
	trace(name[4] == s ? name[4] : "wrong");
	name[4] = 0;
	name[2] = "";
	trace(name[4] == "" && name[2] == "");
	trace("\n");
	@[name[1], count[self->by[name[1]], 1]] = sum(count["one", 1]);
	exit(0);
}

/* >>> output
BEGINone1 one17 fourfour1
  BEGIN                                                     7                7
<<< */
