/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: strtok() gives one part after the other, in all clauses of one
 * firing; the next firing has nothing left to go on with.
 */
#pragma D option aggsortkey

BEGIN
{
	@["1a"] = sum(strtok("/usr/lib//x.so", "/.") == "usr");
	@["1b"] = sum(strtok(NULL, "/.") == "lib");
	@["1c"] = sum(strtok(0, ".") == "//x");
	@["1d"] = sum(strtok(0, "./") == "so");
	@["1e"] = sum(strtok(0, "./") == NULL);
	@["1f"] = sum(strtok(0, "./") == NULL);
	this->first = strtok("one two", " ");
	self->more = strtok("three  four five ", " ");
}

BEGIN
{
	@["2a"] = sum(this->first == "one");
	@["2b"] = sum(self->more == "three");
	@["2c"] = sum(strtok(NULL, " ") == "four");
	@["2d"] = sum(strtok(NULL, "") == " five ");
	@["2e"] = sum(strtok(NULL, "") == NULL);
	@["3a"] = sum(strtok("", " ") == NULL);
	@["3b"] = sum(strtok(" - ", " -") == NULL);
	@["3c"] = sum(strtok("alone", " -") == "alone");
	@["3d"] = sum(strtok(0, " -") == NULL);
	@["3e"] = sum(strtok(strtok("a b.c d", "."), "b") == "a ");
	this->first = strtok("left over", " ");
	exit(0);
}

END
{
	@["4a"] = sum(strtok(NULL, " ") == NULL);
	@["4b"] = sum(strlen(strtok(NULL, " ")));
}

/* >>> output
  1a                                                                1
  1b                                                                1
  1c                                                                1
  1d                                                                1
  1e                                                                1
  1f                                                                1
  2a                                                                1
  2b                                                                1
  2c                                                                1
  2d                                                                1
  2e                                                                1
  3a                                                                1
  3b                                                                1
  3c                                                                1
  3d                                                                1
  3e                                                                1
  4a                                                                1
  4b                                                                0
<<< */
