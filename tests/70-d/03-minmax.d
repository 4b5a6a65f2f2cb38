/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: min() and max() compare signed.
 */
BEGIN
{
	@lo["mixed"] = min(3);
	@lo["mixed"] = min(-3);
	@lo["mixed"] = min(0);
	@hi["mixed"] = max(-3);
	@hi["mixed"] = max(-5);
	@lo["one"] = min(7);
	@hi["one"] = max(7);
	exit(0);
}

/* >>> output
  mixed                                                            -3
  one                                                               7
  mixed                                                            -3
  one                                                               7
<<< */
