/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A program may declare providers: names that D reserves, types that
 * it does not know, translated arguments by name and by position, attributes,
 * a second declaration with more probes or the same one.
 */
provider many {
	probe none();
	probe void__too(void);
	probe return(int, unsigned, bool, some_t, const struct tag *const);
	probe names(int this, unsigned long n, some_t *x, struct tag t,
	    char **argv, int (*fn)(int, char *), int v[3]);
	probe mapped(some_t *a, int b) : (int b, uintptr_t a, int b);
	probe placed(int, char *) : (long, string);;
};

#pragma D attributes Evolving/Evolving/Common provider many provider
#pragma D attributes Private/Private/Unknown provider many module
#pragma D attributes Private/Private/Unknown provider many function
#pragma D attributes Stable/Evolving/Common provider many name
#pragma D attributes Standard/Standard/ISA provider many args

provider many {
	probe more(int);
	probe return(int, unsigned, bool, some_t, const struct tag *const w);
};

provider empty {
};

BEGIN
{
	exit(0);
}
