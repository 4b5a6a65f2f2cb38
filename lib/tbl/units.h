/* SPDX-License-Identifier: MIT */
/*
 * The units of time that follow a number.  Readers: base/optval.c (rates),
 * prov/profile.c (names of timers).
 * DT_UNIT(suffix, ns)
 */
DT_UNIT("ns", 1)
DT_UNIT("nsec", 1)
DT_UNIT("us", 1000)
DT_UNIT("usec", 1000)
DT_UNIT("ms", 1000000)
DT_UNIT("msec", 1000000)
DT_UNIT("s", NANOSEC)
DT_UNIT("sec", NANOSEC)
DT_UNIT("m", 60 * NANOSEC)
DT_UNIT("min", 60 * NANOSEC)
DT_UNIT("h", 3600 * NANOSEC)
DT_UNIT("hour", 3600 * NANOSEC)
DT_UNIT("d", 86400 * NANOSEC)
DT_UNIT("day", 86400 * NANOSEC)
