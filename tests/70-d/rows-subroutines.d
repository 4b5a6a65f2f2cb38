/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The subroutines at the ends of their ranges, and those that few
 * programs call.
 */
BEGIN
{
	this->p = alloca(32);
	bcopy("abcdefg", this->p, 8);
	printf("%s %d\n", stringof(this->p), (uintptr_t)alloca(3) % 8);
	printf("%s\n", memstr(this->p, 'x', 4));
	printf("%d %d %d %d\n", getmajor(0xabcdef0123456789),
	    getminor(0xabcdef0123456789), getmajor(8 << 20 | 3),
	    sizeof (getmajor(1)));
	printf("%d %d %d %d\n", 1,0,0,0);
	printf("%x %x %x %x %x %x\n", htons(0x11223344),
	    htonl(0x1122334455667788), htonll(0x1122334455667788),
	    ntohs(0x1234), ntohl(0x12345678), ntohll(1));
	printf("%s %s\n", toupper("aBc1\351"), tolower("AbC1"));
	printf("%s|%s|%s|%s|%s|%s|%s\n", basename("/foo//"), basename("//"),
	    dirname("/foo//"), dirname("/"), dirname("/a"), dirname("a//b"),
	    basename("a"));
	printf("%s|%s|%s|%s|%s\n", cleanpath("/foo/./bar/../baz"),
	    cleanpath("//x"), cleanpath("/.."), cleanpath("a/b/../../.."),
	    cleanpath("baz/."));
	printf("%s|%s|%s|%s\n", lltostr(-1, 2), lltostr(10, 2), lltostr(-255,
	    10), lltostr(35, 36));
	printf("%d %d %d %d\n", strtoll("  \t42"), strtoll("-42x"),
	    strtoll("0x1f"), strtoll("ff", 16));
	printf("%d|%d|%d|%d|%d\n", index("", ""), index("", "a"), index("foo",
	    "", 3), index("foo", "o", 2), rindex("foo", "o", 1));
	printf("%d|%d|%d|%d\n", rindex("foofoo", "foo", 2), rindex("foofoo",
	    "foo", 9), index("foofoo", "foo", 1), rindex("", "x"));
	printf("%s|%s|%s|%s\n", substr("foobar", 2), substr("foobar", 2, 2),
	    substr("foobar", -2), substr("foobar", 0, -2));
	printf("%s|%s|%s|%s|%s\n", substr("foobar", -3, 2), substr("foobar",
	    6), substr("foobar", 7), substr("foobar", 1, -2), substr("foobar",
	    4, -3));
	printf("%s|%s|%s\n", strstr("foobar", "ob"), strstr("foobar", ""),
	    strstr("foobar", "x") == NULL ? "none" : "some");
	printf("%s|%s\n", strtok("a b c", " "), strtok(NULL, " "));
	printf("%s|%s\n", strtok("whole", ""), strtok(NULL,
	    ",") == NULL ? "null" : "more");
	printf("%s\n", strtok(",,,Carrots,,Barley,", ","));
}
BEGIN { printf("%s %d\n", strtok(NULL, ","), strtok(NULL, ",") == NULL); }
BEGIN
{
	printf("%d %d %d\n", progenyof(pid), progenyof(1), progenyof(-1));
	printf("%d\n", rand() != rand() || rand() != rand());
	this->a = (uint8_t *)alloca(20);
	this->a[0] = 127; this->a[3] = 1;
	printf("%s %s %s\n", inet_ntoa((ipaddr_t *)this->a),
	    inet_ntop(AF_INET, this->a), link_ntop(1, this->a));
	bcopy(alloca(16), this->a, 16);
	printf("%s %s\n", inet_ntoa6((struct in6_addr *)this->a),
	    inet_ntop(AF_INET6, this->a));
	this->a[15] = 1;
	printf("%s %s %s\n", inet_ntoa6((struct in6_addr *)this->a),
	    inet_ntop(AF_INET6, this->a), inet_ntoa6(this->a, 1));
	this->a[12] = 127;
	printf("%s %s %s\n", inet_ntoa6((struct in6_addr *)this->a),
	    inet_ntop(AF_INET6, this->a), inet_ntoa6(this->a, 1));
	this->a[10] = 0xff; this->a[11] = 0xff;
	printf("%s %s %s\n", inet_ntoa6((struct in6_addr *)this->a),
	    inet_ntop(AF_INET6, this->a), inet_ntoa6(this->a, 1));
	this->a[9] = 1;
	printf("%s\n", inet_ntop(AF_INET6, this->a));
	exit(0);
}

/* >>> output
abcdefg 0
abcd
564 354185 8 4
1 0 0 0
4433 88776655 8877665544332211 3412 78563412 100000000000000
ABC1é abc1
foo|/|/|/|/|a|a
/foo/baz|/x|/..|..|baz/.
1111111111111111111111111111111111111111111111111111111111111111|1010|-255|z
42 -42 0 255
0|-1|3|2|1
0|3|3|-1
obar|ob|ar|foob
ba|||oob|
obar|foobar|none
a|b
whole|null
Carrots
Barley 1
1 1 0
1
127.0.0.1 127.0.0.1 7f:00:00:01:00:00
:: ::
::1 ::1 ::1
127.0.0.1 ::127.0.0.1 ::127.0.0.1
127.0.0.1 ::ffff:127.0.0.1 127.0.0.1
::1:ffff:7f00:1
<<< */
