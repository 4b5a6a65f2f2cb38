/* ASSERTION: a hexadecimal escape of any length ends, and is refused. */
BEGIN { trace("\x100000000"); }

/* >>> output
[D_CHR_OFLOW] line 2: \x100000000 does not fit in a character: the largest are \377 and \xff
<<< */
