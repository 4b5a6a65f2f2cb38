/* SPDX-License-Identifier: MIT */
/* ASSERTION: A probe has the same arguments in each declaration. */
provider foo { probe a(int); };
provider foo { probe a(long); };

/* >>> output
[D_PROV_INCOMPAT] line 4: probe a of provider foo is already declared with other arguments
<<< */
