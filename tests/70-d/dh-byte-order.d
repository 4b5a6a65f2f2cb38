/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: htons() and kin turn the bytes of a number of their width round.
 */
#pragma D option aggsortkey

int64_t n;

BEGIN
{
	n = 0x1122334455667788;
	@["htons"] = sum(htons(n) == 0x8877);
	@["htonl"] = sum(htonl(n) == 0x88776655);
	@["htonll"] = sum(htonll(n) == 0x8877665544332211);
	@["ntohs"] = sum(ntohs(0x0102) == 0x0201);
	@["ntohl"] = sum(ntohl(-2) == 0xfeffffff);
	@["ntohll"] = sum(ntohll(1) == 0x0100000000000000);
	@["sizes"] = sum(100 * sizeof (htons(1)) + 10 * sizeof (htonl(1)) +
	    sizeof (htonll(1)));
	@["back"] = sum(ntohll(htonll(n)) == n && ntohl(htonl(7)) == 7 &&
	    ntohs(htons(7)) == 7);
	exit(0);
}

/* >>> output
  back                                                              1
  htonl                                                             1
  htonll                                                            1
  htons                                                             1
  ntohl                                                             1
  ntohll                                                            1
  ntohs                                                             1
  sizes                                                           248
<<< */
