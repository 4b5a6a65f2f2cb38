/* SPDX-License-Identifier: MIT */
/*
 * The conversions of printf-like formats.
 * Readers: front/check_fmt.c (the argument of a conversion), show/ (how it is
 * printed).
 *
 * DT_CONV(conv, arg, how)
 *	conv	size and letter, as in dt_fmtseg.conv
 *	arg	the type of the argument:
 *		INT	any integer
 *		SMALL	an integer of at most 4 bytes
 *		SHORT	an integer of 2 bytes
 *		LONG	an integer of 8 bytes
 *		PTR	any integer, or a pointer
 *		ADDR	the same, or an action such as sym() or usym()
 *		STR	a string
 *		STACK	a stack
 *		WIDE	an integer of 4 bytes
 *		WSTR	a string of wide characters; D has none
 *		FLOAT	a float or a double in memory
 *		LFLOAT	a long double in memory
 *		The value of an aggregation (%@) is an integer of 8 bytes.
 *	how	how it is printed:
 *		INT	as the letter in C, with the argument's size; d of an
 *			unsigned argument as u
 *		SIGNED UNSIGNED	as the letter in C, whatever the argument's sign
 *		CHAR	a character; ESCCHAR: as in a C constant; WCHAR: UTF-8
 *		STR	a string; ESCSTR: as in a C constant
 *		PTR	hexadecimal
 *		SYM	kernel symbol; USYM: user symbol
 *		STACK	a frame a line
 *		HOST	name of the host with this address, else the address
 *		PORT	name of the service at this port, else the number
 *		DATE	year month day time; TIME: as in a mail's header
 *		FLOAT	as the letter in C
 *		NONE	never
 */
DT_CONV("d", INT, INT)
DT_CONV("i", INT, INT)
DT_CONV("o", INT, UNSIGNED)
DT_CONV("u", INT, UNSIGNED)
DT_CONV("x", INT, UNSIGNED)
DT_CONV("X", INT, UNSIGNED)
DT_CONV("hd", SHORT, SIGNED)
DT_CONV("hi", SHORT, SIGNED)
DT_CONV("ho", SHORT, UNSIGNED)
DT_CONV("hu", SHORT, UNSIGNED)
DT_CONV("hx", SHORT, UNSIGNED)
DT_CONV("hX", SHORT, UNSIGNED)
DT_CONV("ld", LONG, SIGNED)
DT_CONV("li", LONG, SIGNED)
DT_CONV("lo", LONG, UNSIGNED)
DT_CONV("lu", LONG, UNSIGNED)
DT_CONV("lx", LONG, UNSIGNED)
DT_CONV("lX", LONG, UNSIGNED)
DT_CONV("lld", LONG, SIGNED)
DT_CONV("lli", LONG, SIGNED)
DT_CONV("llo", LONG, UNSIGNED)
DT_CONV("llu", LONG, UNSIGNED)
DT_CONV("llx", LONG, UNSIGNED)
DT_CONV("llX", LONG, UNSIGNED)
DT_CONV("c", SMALL, CHAR)
DT_CONV("C", SMALL, ESCCHAR)
DT_CONV("lc", WIDE, WCHAR)
DT_CONV("wc", WIDE, WCHAR)
DT_CONV("s", STR, STR)
DT_CONV("S", STR, ESCSTR)
DT_CONV("p", PTR, PTR)
DT_CONV("a", ADDR, SYM)
DT_CONV("A", ADDR, USYM)
DT_CONV("k", STACK, STACK)
DT_CONV("I", STR, HOST)
DT_CONV("P", SHORT, PORT)
DT_CONV("Y", LONG, DATE)
DT_CONV("T", LONG, TIME)
DT_CONV("ls", WSTR, NONE)
DT_CONV("ws", WSTR, NONE)
DT_CONV("e", FLOAT, FLOAT)
DT_CONV("E", FLOAT, FLOAT)
DT_CONV("f", FLOAT, FLOAT)
DT_CONV("g", FLOAT, FLOAT)
DT_CONV("G", FLOAT, FLOAT)
DT_CONV("Le", LFLOAT, FLOAT)
DT_CONV("LE", LFLOAT, FLOAT)
DT_CONV("Lf", LFLOAT, FLOAT)
DT_CONV("Lg", LFLOAT, FLOAT)
DT_CONV("LG", LFLOAT, FLOAT)
