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
	x = 8 / 2; // "six /* ' \
	trace(x // seven // eight
	    / 2); /* // */ trace("\n"); //**/ exit(1);
	exit(0); // }
}
//
BEGIN // nine
/ x == 4 / // ten
{ }
// end

/* >>> output
2// no comment
2
<<< */
