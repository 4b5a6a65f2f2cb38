/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The unit of a timer may have capitals.
 * run: -r 'sleep 60'
 */
tick-100Hz { exit(0); }
tick-900SEC, profile-30Min, profile-1000Ms, tick-1Day { n++; }

/* >>> output
<<< */
