/* SPDX-License-Identifier: MIT */
/* ASSERTION: Linux has no value for some members of lwpsinfo_t. */
BEGIN { trace(curlwpsinfo->pr_oldpri + curlwpsinfo->pr_cpu); }

/* >>> output
[D_XLATE_NOCONV] line 3: the translator to lwpsinfo_t has no value for member pr_oldpri
<<< */
