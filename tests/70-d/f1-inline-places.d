/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: An inline may stand for a variable, which is assigned through it,
 * for a pointer, or for memory.  A parameter is computed where it is used.
 */
struct pair {
	int x, y;
};

int y, calls;
int64_t list[int];
struct pair *p;

inline int alias = y;
inline int64_t third = list[3];
inline struct pair *at = p;
inline struct pair it = *p;
inline int y_of[struct pair *q] = q->y;
inline char *behind[struct pair *q, int n] = (char *)(q + n);
inline int twice[int n] = n + n;
inline int pick[int first, int second] = alias ? first : second;
inline int who = pid;

BEGIN
/who == pid && !alias/
{
	alias = 7;
	alias++;
	third += 3;
	printf("%d %d\n", y, list[3]);
	p = (struct pair *)alloca(sizeof (struct pair));
	printf("%d %d %d\n", (uintptr_t)&it.y - (uintptr_t)p,
	    (uintptr_t)&at->y - (uintptr_t)p, at[0].x + y_of[p]);
	printf("%d %d\n", behind[p, 3] - behind[p, 1], sizeof (it));
	printf("%d", twice[calls++]);
	printf(" %d\n", calls);
	printf("%d", pick[1, calls++]);
	printf(" %d\n", calls);
	exit(0);
}

/* >>> output
8 3
4 4 0
16 8
1 2
1 2
<<< */
