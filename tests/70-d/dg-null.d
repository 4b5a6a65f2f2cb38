/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: What a search does not find compares equal to NULL.
 */
BEGIN
/strstr(probename, "GIN") != NULL && strchr(probename, 'x') == NULL/
{
	trace("found\n");
	trace(strrchr("a/b", '/') == 0 ? "no\n" : "yes\n");
	trace(NULL == strstr("ab", "b") ? "no\n" : "yes\n");
	trace(substr("abc", 3) == NULL ? "empty\n" : "not empty\n");
	trace(NULL + 1);
	trace("\n");
}

BEGIN
/strstr(probename, "END") != NULL/
{
	trace("never\n");
}

BEGIN
{
	exit(0);
}

/* >>> output
found
yes
yes
empty
1
<<< */
