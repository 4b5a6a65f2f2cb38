/* SPDX-License-Identifier: MIT */
/* ASSERTION: The name of a provider does not end in a digit. */
provider foo9 { probe a(); };

/* >>> output
[D_PROV_BADNAME] line 3: provider name foo9 ends in a digit, but the number of a process follows it in the name of a probe
<<< */
