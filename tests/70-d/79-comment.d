/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Comments may stand anywhere.
 */
/* one */
BEGIN /* two */
/* three */
/1 /* four */ == 1/
{
	/* five
	 * six */
	trace(1 /* seven */ + 1);	/* eight ** / * */
	trace("// no comment\n");
	exit(0);
}

/* >>> output
2// no comment
<<< */
