/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: json() is the text of the value at a path: a string without its
 * quotes, an object or array as it is written, and nothing where there is no
 * such value or the text before it is no JSON.
 */
#pragma D option quiet
#pragma D option strsize=128

BEGIN
{
	s = "{\"a\": [1, {\"b\": \"x\\\"y\"}, 16E10], \"c\": {\"d\": true}}";
	printf("%s|%s|%s\n", json(s, "a[0]"), json(s, "a[1].b"), json(s, "a.2"));
	printf("%s|%s|%s\n", json(s, "a"), json(s, "c"), json(s, "c.d"));
	printf("%d %d %d %d\n", json(s, "x") == NULL, json(s, "a[3]") == NULL,
	    json(s, "a[-1]") == NULL, json(s, "c.d.e") == NULL);
	printf("%d\n", json("{\"a\": 0x1000}", "a") == NULL);
	printf("%d\n", 1 + strtoll(json("{\"n\": 41}", "n")));
	exit(0);
}

/* >>> output
1|x\"y|16E10
[1, {"b": "x\"y"}, 16E10]|{"d": true}|true
1 1 1 1
1
42
<<< */
