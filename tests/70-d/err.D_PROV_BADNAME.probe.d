/* SPDX-License-Identifier: MIT */
/* ASSERTION: The name of a probe has at most 63 characters. */
provider foo {
	probe a012345678901234567890123456789012345678901234567890123456789123();
};

/* >>> output
[D_PROV_BADNAME] line 4: probe name a012345678901234567890123456789012345678901234567890123456789123 has more than 63 characters
<<< */
