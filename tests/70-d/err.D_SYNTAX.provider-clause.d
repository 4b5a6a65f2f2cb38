/* SPDX-License-Identifier: MIT */
/* ASSERTION: A provider is declared outside of clauses. */
BEGIN { provider foo { probe a(int); }; }

/* >>> output
[D_SYNTAX] line 3: a clause cannot contain "provider": write the declaration before the clause
<<< */
