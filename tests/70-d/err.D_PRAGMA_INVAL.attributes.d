/* SPDX-License-Identifier: MIT */
/* ASSERTION: Attributes are three words. */
provider foo { };
#pragma D attributes Good/Good provider foo provider

/* >>> output
[D_PRAGMA_INVAL] line 4: "Good/Good" is not of the form name/data/class, as Evolving/Evolving/Common
<<< */
