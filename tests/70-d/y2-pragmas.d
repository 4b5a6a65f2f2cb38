/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Pragmas about attributes, versions and what a program depends on
 * are read, and so are #line, #ident and pragmas of other compilers.
 */
#pragma D attributes Evolving/Evolving/Common limit
#pragma D attributes Private/Private/Unknown translator
#pragma D binding "1.0" limit
#pragma D depends_on provider sdt
#pragma D depends_on provider cpc
#pragma D depends_on provider syscall
#pragma D depends_on module vmlinux
#pragma ident	"@(#)text"
#pragma once
#ident "text"

struct pair {
	int a;
};
translator struct pair < int N > {
	a = N;
};

provider own { };
#pragma D attributes Stable/Stable/Common provider own name

inline int limit = 7;
inline int after = 8;
#pragma D attributes Stable/Stable/Common after
#pragma D binding "1.0" after

BEGIN
{
	printf("%d %d\n", limit, after);
	exit(0);
}

/* >>> output
7 8
<<< */
