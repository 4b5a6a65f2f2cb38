/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Option amin refuses a name that is less stable, except in an inline
 * with attributes of its own.
 * needs: btf
 */
#pragma D option amin=Stable/Stable/Common
#pragma D attributes Stable/Stable/Common t
inline uintptr_t t = (uintptr_t)curthread;

BEGIN { trace(t); trace(curpsinfo->pr_pid); }
BEGIN { trace(curthread); exit(0); }

/* >>> output
[D_ATTR_MIN] line 12: the stability of curthread is Stable/Private/Common, and option amin demands Stable/Stable/Common
<<< */
