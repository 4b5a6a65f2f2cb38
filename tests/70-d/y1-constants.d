/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The names of errors, signals, flags of open(2), families and
 * faults are constants of the D libraries.
 */
int sigs[int];

BEGIN
{
	printf("%d %d %d %d\n", EPERM, EAGAIN, EWOULDBLOCK, EHWPOISON);
	printf("%d %d %d %d\n", SIGHUP, SIGKILL, SIGSYS, CLD_CONTINUED);
	printf("%d %d %d %d\n", AF_INET, AF_INET6, PF_UNIX, SO_KEEPALIVE);
	printf("%d %d %d\n", IPPROTO_TCP, IPPROTO_UDP, SOCK_DGRAM);
	printf("%d %d\n", O_WRONLY | O_CREAT | O_TRUNC, O_DIRECTORY != 0);
	sigs[SIGTERM] = EINTR;
	self->ENOENT = SI_USER - ENOENT;
	printf("%d %d\n", sigs[15], self->ENOENT);
	printf("%d %d\n", DTRACEFLT_BADADDR, DTRACEFLT_BADSTACK);
	@ = lquantize(ESRCH, EPERM, EIO);
	exit(0);
}

/* >>> output
1 11 11 133
1 9 31 6
2 10 1 9
6 17 2
577 1
4 -2
1 9

           value  ------------- Distribution ------------- count    
               2 |                                         0        
               3 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 1        
               4 |                                         0        

<<< */
