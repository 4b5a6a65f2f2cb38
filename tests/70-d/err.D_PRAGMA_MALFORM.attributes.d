/* SPDX-License-Identifier: MIT */
/* ASSERTION: Attributes are of a part of a provider. */
provider foo { };
#pragma D attributes Stable/Stable/Common provider foo nonsense

/* >>> output
[D_PRAGMA_MALFORM] line 4: #pragma D attributes ... provider foo must end in provider, module, function, name or args
<<< */
