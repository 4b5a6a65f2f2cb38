/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: probeprov, probemod, probefunc and probename are keys like other
 * strings.
 */
BEGIN
{
	@p[probeprov] = count();
	@p["dtrace"] = count();
	@n[probename] = count();
	exit(0);
}

END
{
	@n[probename] = count();
	@n["BEGIN"] = count();
}

/* >>> output
  dtrace                                                            2
  END                                                               1
  BEGIN                                                             2
<<< */
