/* SPDX-License-Identifier: MIT */
/* ASSERTION: A declared type of an argument needs a translator. */
struct other { int m; };
provider syscall { probe entry(int64_t a) : (struct other *a); };

syscall::read:entry
{
	trace(args[0]->m);
}

/* >>> output
[D_ARGS_XLATOR] line 8: the probe passes a int64_t for a struct other *, and there is no translator for it
<<< */
