/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A predicate that compares ids is what it says, whatever the other
 * clauses of the probe compare, however wide the number, and its parts are
 * evaluated in their order.
 * needs: source
 */
int x, y, z;

BEGIN /pid == $pid/ { trace("a"); }
BEGIN /$pid == pid && tid == $pid/ { trace("b"); }
BEGIN /pid == $pid && uid == $uid && tid == $pid && pid == $pid &&
    tid == $pid/ { trace("c"); }
BEGIN /pid == $pid && tid != $pid/ { trace("d"); }
BEGIN /pid == 0/ { trace("e"); }
BEGIN /pid == -1/ { trace("f"); }
BEGIN /pid == (1LL << 32) + $pid/ { trace("g"); }
BEGIN /pid == $pid && (x = 1) && pid == 0/ { trace("h"); }
BEGIN /(y = 2) && pid == 0/ { trace("i"); }
BEGIN /pid == 0 && (z = 3)/ { trace("j"); }
BEGIN /pid == $pid || pid == 0/ { trace("k"); }
BEGIN /(char)pid == (char)$pid/ { trace("l"); }
BEGIN { trace(x); trace(y); trace(z); trace("\n"); exit(0); }

/* >>> output
abckl120
<<< */
