/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A character constant has up to eight characters, the first one in
 * the highest byte; a backslash that begins no escape is a character.
 */
BEGIN
{
	printf("%d %d %d %d\n", '\"\ba', '\?', '\'', '\0103');
	printf("%d %d %d %d\n", '\x4E', '\c', 'ab\"d', 'a\bcdefgh');
	printf("%d %d\n", sizeof ('abcd'), sizeof ('abcde'));
	printf("%s\n", "a\?b\'c\"");
	exit(0);
}

/* >>> output
2230369 23615 23591 2099
78 23651 1633821284 6991947704341784424
4 8
a\?b\'c"
<<< */
