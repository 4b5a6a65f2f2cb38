/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: setopt() sets an option from there on; what cannot be set is an
 * error.
 */
BEGIN
{
	trace(1);
	setopt("quiet", "no");
	trace(2);
	setopt("quiet");
	trace(3);
	trace("\n");
	setopt("nonsuch");
	setopt("strsize", "5");
	setopt("quiet", probename);
	exit(0);
}

/* >>> output
1        23
error on enabled probe ID 1 (ID 1: dtrace:::BEGIN): setopt("nonsuch"): Invalid option name
error on enabled probe ID 1 (ID 1: dtrace:::BEGIN): setopt("strsize"): Operation illegal when tracing is active
error on enabled probe ID 1 (ID 1: dtrace:::BEGIN): setopt("quiet"): Invalid value for specified option: quiet takes a number from 0, on or off, not "BEGIN"
<<< */
