/* SPDX-License-Identifier: MIT */
/* ASSERTION: A declaration has a probe once. */
provider foo {
	probe a__b(int);
	probe a__b(int);
};

/* >>> output
[D_PROV_PRDUP] line 5: probe a__b of provider foo is declared twice, first in line 4
<<< */
