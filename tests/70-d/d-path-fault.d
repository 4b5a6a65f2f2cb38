/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: d_path() of an address that has no struct path is a fault, not the
 * root directory.
 * engine: kernel
 * needs: btf
 */
BEGIN { trace(d_path((struct path *)0x18)); }

BEGIN { trace(d_path((struct path *)0)); }

BEGIN
{
	printf("%s\n", d_path(&curthread->fs->root));
	exit(0);
}

/* >>> output
error on enabled probe ID 1 (ID 1: dtrace:::BEGIN): invalid address (0x18) in action #1
error on enabled probe ID 2 (ID 1: dtrace:::BEGIN): invalid address (0x0) in action #1
/
<<< */
