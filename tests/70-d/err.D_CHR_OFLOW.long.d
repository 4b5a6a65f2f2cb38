/* ASSERTION: a hexadecimal escape of any length ends, and is refused. */
BEGIN { trace("\x100000000"); }
