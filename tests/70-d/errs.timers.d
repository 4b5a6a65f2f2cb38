/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A description of a timer that cannot fire is refused with the
 * reason, with and without its provider.
 */

profile:::profile-1us { }

tick-199999ns { }

profile-5001hz { }

profile-99999999999 { }

tick-0ms { }

profile:::tick- { }

tick-5x { }

profile:x::tick-1ns { }

tick-1ns* { }

/* >>> output
[D_PDESC_ZERO] profile-1us would fire too often: a timer fires at most every 200us, which is 5000 times a second
[D_PDESC_ZERO] tick-199999ns would fire too often: a timer fires at most every 200us, which is 5000 times a second
[D_PDESC_ZERO] profile-5001hz would fire too often: a timer fires at most every 200us, which is 5000 times a second
[D_PDESC_ZERO] profile-99999999999 would fire too often: a timer fires at most every 200us, which is 5000 times a second
[D_PDESC_ZERO] tick-0ms needs a positive number of times a second, or an interval, as in tick-97 or tick-10ms
[D_PDESC_ZERO] tick- needs a positive number of times a second, or an interval, as in tick-97 or tick-10ms
[D_PDESC_ZERO] tick-5x needs a positive number of times a second, or an interval, as in tick-97 or tick-10ms
[D_PDESC_ZERO] probe description profile:x::tick-1ns does not match any probes
[D_PDESC_ZERO] probe description :::tick-1ns* does not match any probes
<<< */
