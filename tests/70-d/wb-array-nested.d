/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Elements stand in the keys, values and conditions of others.
 */
BEGIN
{
	a["x"] = 1;
	b[a["x"], a["x"] + 1] = 5;
	trace(b[a["x"], 2] ? a["x"] : 0);
	s[1] = "k";
	c[s[1]] = 9;
	c[s[1]] += c[s[1]] + a["x"];
	trace(c["k"]);
	s[2] = s[1] = "z";
	c[s[2] = "new"] = 3;
	trace(s[1]);
	trace(s[2]);
	trace(c["new"]);
	trace(c["new"] && c["k"] && !c["none"]);
	c["k"] = c["none"];
	trace(c["k"]);
	t[s[1] == "z" ? s[1] : s[2]] = 4;
	trace(t["z"]);
	this->p = s[1];
	self->q[this->p] = this->p;
	trace(self->q["z"]);
	y = (a["x"]++, a["x"]);
	trace(y);
	trace("\n");
}

BEGIN
/c["new"] == 3 && self->q[s[1]] == "z" && b[1, 2]/
{
	@[s[1], c[s[2]], b[1, 2]] = sum(c["new"] + t[s[1]]);
	exit(0);
}

/* >>> output
119znew3104z2
  z                                                         3        5                7
<<< */
