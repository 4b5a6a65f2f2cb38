/* SPDX-License-Identifier: MIT */
/* ASSERTION: A process is to fit behind the name of a provider. */
provider a0123456789012345678901234567890123456789012345678901b { probe a(); };

/* >>> output
[D_PROV_BADNAME] line 3: provider name a0123456789012345678901234567890123456789012345678901b has more than 53 characters
<<< */
