/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: printa(), printf(), tracemem() and the actions on aggregations; exit()
 * ends the probe but not END.
 */
BEGIN
{
	@a[1, "x", 3] = sum(4);
	printa("%d %s\n", @a);
	printa("%d\n", @a);
	@w[5, 42] = count();
	printa("[%*d] %@d\n", @w);
	@j1["one"] = sum(1); @j1["two"] = sum(2); @j2["two"] = sum(22);
	@j2["three"] = sum(-3); 
	printa("%s %@d %@d\n", @j1, @j2);
	printa(@j1, @j2);
	@q["h"] = quantize(5);
	printa("%s:%@d\n", @q);
	printf("%d%%\n", 5);
	printf("%s %p %c %x %o %i %u\n", "s", 16, 'c', 255, 8, -1, -1);
	printf("%-5d|%05d|%+d|% d|%#x|%#o|%5.3d|%.2s|%-6s|%*d\n", 1, 2, 3, 4,
	    5, 8, 6, "abc", "d", 4, 9);
	normalize(@j1, 2); clear(@j2); 
	printa(@j1); printa(@j2);
	trunc(@j1, 1); printa(@j1); trunc(@j1); 
	denormalize(@q);
	printf("end\n");
}
BEGIN
{
	s = "0123456789abcdef0123";
	tracemem(s + 0, 20, 4);
}
BEGIN
{
	tracemem(s + 0, 4, 0); tracemem(s + 0, 4, 9); tracemem(s + 0, 4, -1);
	tracemem(s + 0, 4);
}
BEGIN { clear(@q); trunc(@w); exit(3); }
BEGIN { printf("never\n"); }
END { printf("END runs\n"); }

/* >>> output
1 x
1
[   42] 1
three 0 -3
one 1 0
two 2 22

  three                                                             0               -3
  one                                                               1                0
  two                                                               2               22
h:
           value  ------------- Distribution ------------- count    
               2 |                                         0        
               4 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 1        
               8 |                                         0        

5%
s 10 c ff 10 -1 4294967295
1    |00002|+3| 4|0x5|010|  006|ab|d     |   9

  one                                                               0
  two                                                               1

  three                                                             0
  two                                                               0

  two                                                               1
end

             0  1  2  3  4  5  6  7  8  9  a  b  c  d  e  f  0123456789abcdef
         0: 30 31 32 33                                      0123

             0  1  2  3  4  5  6  7  8  9  a  b  c  d  e  f  0123456789abcdef
         0: 30 31 32 33                                      0123

             0  1  2  3  4  5  6  7  8  9  a  b  c  d  e  f  0123456789abcdef
         0: 30 31 32 33                                      0123

             0  1  2  3  4  5  6  7  8  9  a  b  c  d  e  f  0123456789abcdef
         0: 30 31 32 33                                      0123

             0  1  2  3  4  5  6  7  8  9  a  b  c  d  e  f  0123456789abcdef
         0: 30 31 32 33                                      0123
END runs
<<< */
