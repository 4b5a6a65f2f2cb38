/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: min(), avg() and max() side by side, each variable by its
 * values.
 */
BEGIN
{
	@c["p_online"] = min(968);
	@d["p_online"] = avg(1051);
	@e["p_online"] = max(9685);
	@c["pollsys"] = min(7161);
	@d["pollsys"] = avg(120515277);
	@e["pollsys"] = max(4159836122);
	@c["portfs"] = min(1668);
	@d["portfs"] = avg(2583);
	@e["portfs"] = max(6948);
	@c["pset"] = min(1165);
	@d["pset"] = avg(1911);
	@e["pset"] = max(3369);
	exit(0);
}

/* >>> output
  p_online                                                        968
  pset                                                           1165
  portfs                                                         1668
  pollsys                                                        7161
  p_online                                                       1051
  pset                                                           1911
  portfs                                                         2583
  pollsys                                                   120515277
  pset                                                           3369
  portfs                                                         6948
  p_online                                                       9685
  pollsys                                                  4159836122
<<< */
