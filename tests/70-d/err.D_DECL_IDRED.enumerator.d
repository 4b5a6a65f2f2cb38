/* SPDX-License-Identifier: MIT */
/* ASSERTION: An enumerator has one meaning. */
enum e { A, B };
enum f { B, A };

BEGIN
{
	exit(0);
}

/* >>> output
[D_DECL_IDRED] line 4: enumerator B: the name already has another meaning
<<< */
