/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Integer and character literals.
 */
#pragma D option aggsortkey

BEGIN
{
	@["01 10"] = sum(10);
	@["02 0x1F"] = sum(0x1F);
	@["03 0xffffffff"] = sum(0xffffffff);
	@["04 0xFFFFFFFFFFFFFFFF"] = sum(0xFFFFFFFFFFFFFFFF);
	@["05 017"] = sum(017);
	@["06 0"] = sum(0);
	@["07 1L"] = sum(1L);
	@["08 1LL"] = sum(1LL);
	@["09 1UL"] = sum(1UL);
	@["10 4294967296"] = sum(4294967296);
	@["11 2147483648"] = sum(2147483648);
	@["12 1u"] = sum(1u);
	@["13 1ull"] = sum(1ull);
	@["14 'A'"] = sum('A');
	@["15 'n'"] = sum('\n');
	@["16 '0'"] = sum('\0');
	@["17 ''"] = sum('\\');
	@["18 'x41'"] = sum('\x41');
	@["19 '101'"] = sum('\101');
	@["20 'a' + 1"] = sum('a' + 1);
	@["21 'z' - 'a'"] = sum('z' - 'a');
	exit(0);
}

/* >>> output
  01 10                                                            10
  02 0x1F                                                          31
  03 0xffffffff                                            4294967295
  04 0xFFFFFFFFFFFFFFFF                                            -1
  05 017                                                           15
  06 0                                                              0
  07 1L                                                             1
  08 1LL                                                            1
  09 1UL                                                            1
  10 4294967296                                            4294967296
  11 2147483648                                            2147483648
  12 1u                                                             1
  13 1ull                                                           1
  14 'A'                                                           65
  15 'n'                                                           10
  16 '0'                                                            0
  17 ''                                                            92
  18 'x41'                                                         65
  19 '101'                                                         65
  20 'a' + 1                                                       98
  21 'z' - 'a'                                                     25
<<< */
