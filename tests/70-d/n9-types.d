/* SPDX-License-Identifier: MIT */
/* ASSERTION: The types that scripts take from other systems have their sizes. */
boolean_t yes;
timespec_t when;

BEGIN
{
	printf("%d %d %d %d %d %d %d\n", sizeof (boolean_t),
	    sizeof (longlong_t), sizeof (offset_t), sizeof (hrtime_t),
	    sizeof (caddr_t), sizeof (daddr_t), sizeof (dev_t));
	printf("%d %d %d %d %d %d %d\n", sizeof (major_t), sizeof (minor_t),
	    sizeof (uid_t), sizeof (gid_t), sizeof (zoneid_t),
	    sizeof (taskid_t), sizeof (projid_t));
	printf("%d %d %d %d %d %d %d\n", sizeof (poolid_t),
	    sizeof (processorid_t), sizeof (psetid_t), sizeof (chipid_t),
	    sizeof (lgrp_id_t), sizeof (clock_t), sizeof (time_t));
	printf("%d %d %d %d %d %d %d\n", sizeof (timespec_t),
	    sizeof (timestruc_t), sizeof (struct timespec),
	    sizeof (struct timeval), sizeof (ipaddr_t), sizeof (in_addr_t),
	    sizeof (union sigval));
	printf("%d %d %d %d\n", sizeof (int8_t), sizeof (uchar_t),
	    sizeof (ushort_t), sizeof (u_longlong_t));
	yes = 1 == 1;
	when.tv_nsec = 5;
	print(yes);
	printf("%d %d %d\n", yes == B_TRUE, when.tv_nsec, when.tv_sec);
	printf("%s %d %d\n", zonename, jid, ipl);
	exit(0);
}
/* >>> output
4 8 8 8 8 8 8
4 4 4 4 4 4 4
4 4 4 4 4 8 8
16 16 16 16 4 4 8
1 1 2 8
boolean_t B_TRUE
1 5 0
global 0 0
<<< */
