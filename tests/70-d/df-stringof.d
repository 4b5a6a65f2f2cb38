/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: stringof gives a string as it is, and reads one at an address.
 */
BEGIN
{
	@[stringof("literal")] = count();
	@[stringof(probename)] = count();
	@[stringof probeprov] = count();
	@[strjoin(stringof("a"), stringof "b")] = count();
	trace(stringof(24));
}

BEGIN
{
	exit(0);
}

/* >>> output
error on enabled probe ID 1 (ID 1: dtrace:::BEGIN): invalid address (0x18) in action #5
  BEGIN                                                             1
  ab                                                                1
  dtrace                                                            1
  literal                                                           1
<<< */
