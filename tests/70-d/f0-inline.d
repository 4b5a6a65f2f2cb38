/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: An inline stands for its expression, which is computed at each
 * use and cast to the type of the inline.  If it is an integer constant it is
 * one wherever a constant is needed, with the type of the expression.
 */
int x;

inline int FIVE = 5;
inline int TEN = FIVE * 2;
inline int BIG = 1 << 4;
inline char WIDE = 300;
inline string hello = "hello";
inline string none = 0;
inline string both = strjoin(hello, ", world");
inline char *nowhere = 0;
inline uint8_t byte = x;
inline int next = x++;
inline string side = x > 600 ? "above" : "below";

struct sized {
	char name[TEN];
	int grid[FIVE][BIG - FIVE];
};

inline int8_t low = x;
inline int f[int a] = a * TEN + x;
inline int larger[int a, int b] = a > b ? a : b;
inline int largest[int a, int b, int c] = larger[a, larger[b, c]];
inline string name[int n, string of] =
    n == 0 ? "zero" : n == 1 ? of : "many";
inline uint8_t narrow[int16_t n] = n;

BEGIN
{
	printf("%d %d %d %d %d\n", FIVE, TEN, BIG, WIDE, sizeof (WIDE));
	printf("%s [%s] %s %d\n", hello, none, both, nowhere == NULL);
	printf("%d %d %d\n", sizeof (struct sized), sizeof (FIVE),
	    sizeof (low));
	x = 513;
	printf("%d %d\n", low, f[3]);
	x = 0x1ff;
	printf("%d %d %d\n", low, f[3], largest[low, x, f[2]]);
	printf("%s %s %s\n", name[0, "a"], name[1, hello], name[x, "a"]);
	printf("%d\n", narrow[0x12345]);
	@ = lquantize(3, 0, TEN, FIVE);
	printa(@);
	exit(0);
}

/* >>> output
5 10 16 300 4
hello [] hello, world 1
232 4 1
1 543
-1 541 531
zero hello many
69


           value  ------------- Distribution ------------- count    
             < 0 |                                         0        
               0 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 1        
               5 |                                         0        

<<< */
