/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: print() shows a value with its type: integers in hexadecimal,
 * whatever their sign, enumerators by name, strings in quotes.
 */
enum colour { red, green = 5 };
typedef int size_in_inches;

BEGIN
{
	print(1);
	print(0);
	print(-1);
	print((short)456);
	print((char)97);
	print((char)0);
	print((char)-2);
	print((uint8_t)97);
	print((ulong_t)0xddd5);
	print((size_in_inches)12);
	print((void *)0x1234);
	print((char *)0);
	print((enum colour)5);
	print((enum colour)6);
	print((enum colour)-6);
	print("hello");
	print(strjoin("a", "b"));
	print("");
	print(probename);
	exit(0);
}

/* >>> output
int 0x1
int 0
int 0xffffffff
short 0x1c8
char 'a'
char '\0'
char '\376'
uint8_t 0x61
ulong_t 0xddd5
size_in_inches 0xc
void * 0x1234
char * 0
enum colour green
enum colour 6
enum colour -6
string "hello"
string "ab"
string ""
string "BEGIN"
<<< */
