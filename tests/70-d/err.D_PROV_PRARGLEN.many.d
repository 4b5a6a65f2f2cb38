/* SPDX-License-Identifier: MIT */
/* ASSERTION: A probe has at most 255 arguments. */
provider foo { probe a(int,int,int,int,int,int,int,int,int,int,int,int,int,int,int,int,
	int,int,int,int,int,int,int,int,int,int,int,int,int,int,int,int,
	int,int,int,int,int,int,int,int,int,int,int,int,int,int,int,int,
	int,int,int,int,int,int,int,int,int,int,int,int,int,int,int,int,
	int,int,int,int,int,int,int,int,int,int,int,int,int,int,int,int,
	int,int,int,int,int,int,int,int,int,int,int,int,int,int,int,int,
	int,int,int,int,int,int,int,int,int,int,int,int,int,int,int,int,
	int,int,int,int,int,int,int,int,int,int,int,int,int,int,int,int,
	int,int,int,int,int,int,int,int,int,int,int,int,int,int,int,int,
	int,int,int,int,int,int,int,int,int,int,int,int,int,int,int,int,
	int,int,int,int,int,int,int,int,int,int,int,int,int,int,int,int,
	int,int,int,int,int,int,int,int,int,int,int,int,int,int,int,int,
	int,int,int,int,int,int,int,int,int,int,int,int,int,int,int,int,
	int,int,int,int,int,int,int,int,int,int,int,int,int,int,int,int,
	int,int,int,int,int,int,int,int,int,int,int,int,int,int,int,int,
	int,int,int,int,int,int,int,int,int,int,int,int,int,int,int,int); };

/* >>> output
[D_PROV_PRARGLEN] line 18: probe a has more than 255 arguments
<<< */
