/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Subroutines can be called in ERROR and in expressions that keep
 * many values at hand: neither calls nor stack become too deep.
 */
#pragma D option aggsortkey

int zero;

BEGIN
{
	trace(1 / zero);
}

BEGIN
{
	exit(0);
}

ERROR
{
	a = arg1 + 1;
	b = a + 1;
	c = b + 1;
	@["many"] = sum(a + (b + (c + (a * b + (b * c + (c * a + (a - b +
	    (a * a + (b * b + (c * c + (a * b * c + (a * 7 + (b * 7 +
	    (c * 7 + (a * 11 + (b * 11 + (c * 11 + (a * 13 + (b * 13 +
	    index("hello world", "world"))))))))))))))))))));
	@["rindex"] = sum(rindex("hello hello", "hello", arg2 + 20));
	@["strstr"] = sum(strlen(strstr(probename, "ROR")));
	@["clean"] = sum(strlen(cleanpath(strjoin("/a/../b/", probename))));
	@["dirname"] = sum(strlen(dirname("/usr/lib/x")));
	@["strtok"] = sum(strlen(strtok(strjoin(probename, " x"), "O ")));
	@["number"] = sum(strlen(lltostr(arg4 * 1000)));
}

/* >>> output
error on enabled probe ID 1 (ID 1: dtrace:::BEGIN): divide-by-zero in action #1
  clean                                                             8
  dirname                                                           8
  many                                                            320
  number                                                            4
  rindex                                                            6
  strstr                                                            3
  strtok                                                            3
<<< */
