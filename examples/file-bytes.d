/* SPDX-License-Identifier: MIT */
/*
 * The files that a command reads and writes: bytes, calls, and calls that
 * failed.
 *
 *	dtrace -qs file-bytes.d -c 'tar cf /tmp/all.tar .'
 */
fsinfo:::read,
fsinfo:::write
/progenyof($target) && args[1] >= 0/
{
	@bytes[probename, args[0]->fi_pathname] = sum(args[1]);
	@calls[probename, args[0]->fi_pathname] = count();
}

fsinfo:::read,
fsinfo:::write
/progenyof($target) && args[1] < 0/
{
	@failed[probename, args[0]->fi_pathname] = count();
}

END
{
	printa("%-5s %s: %@d bytes, %@d calls, %@d failed\n", @bytes, @calls,
	    @failed);
}
