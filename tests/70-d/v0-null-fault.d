/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A literal 0 where a subroutine reads a string is a fault, and so
 * is a string at an address that cannot be read, whatever cast it has.
 */
uint32_t faults;

ERROR
/arg4 == DTRACEFLT_BADADDR && arg5 == 0/
{
	faults++;
}

BEGIN { trace(strlen(0)); }
BEGIN { trace(strlen(NULL)); }
BEGIN { trace(strjoin("a", 0)); }
BEGIN { trace(substr(0, 1)); }
BEGIN { trace(index("a", 0)); }
BEGIN { trace(strtok("a", NULL)); }
BEGIN { trace(basename(NULL)); }
BEGIN { trace((string)0); }
BEGIN { i = 0; trace((string)i); }

BEGIN
{
	this->s = (char *)alloca(8);
	this->s[0] = 'o';
	this->s[1] = 'k';
	printf("%d faults, %s %s\n", faults, (string)(uintptr_t)this->s,
	    strtok(NULL, "a") == NULL ? "at the end" : "not at the end");
	exit(0);
}

/* >>> output
error on enabled probe ID 1 (ID 1: dtrace:::BEGIN): invalid address (0x0) in action #1
error on enabled probe ID 2 (ID 1: dtrace:::BEGIN): invalid address (0x0) in action #1
error on enabled probe ID 3 (ID 1: dtrace:::BEGIN): invalid address (0x0) in action #1
error on enabled probe ID 4 (ID 1: dtrace:::BEGIN): invalid address (0x0) in action #1
error on enabled probe ID 5 (ID 1: dtrace:::BEGIN): invalid address (0x0) in action #1
error on enabled probe ID 6 (ID 1: dtrace:::BEGIN): invalid address (0x0) in action #1
error on enabled probe ID 7 (ID 1: dtrace:::BEGIN): invalid address (0x0) in action #1
error on enabled probe ID 8 (ID 1: dtrace:::BEGIN): invalid address (0x0) in action #1
error on enabled probe ID 9 (ID 1: dtrace:::BEGIN): invalid address (0x0) in action #2
9 faults, ok at the end
<<< */
