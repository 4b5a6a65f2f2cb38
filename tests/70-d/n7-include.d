/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A C header may define a type that D has already; D's stays.
 */
# 1 "types.h" 1
typedef unsigned int id_t, header_t;
# 1 "inner.h" 1
typedef unsigned int pid_t;
# 4 "types.h" 2
typedef long off_t, uid_t;
# 12 "n7-include.d" 2

BEGIN
{
	printf("%d %d %d %d\n", (id_t)-1 < 0, (pid_t)-1 < 0, sizeof (uid_t),
	    sizeof (header_t));
	exit(0);
}
/* >>> output
1 1 4 4
<<< */
