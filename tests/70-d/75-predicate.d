/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A clause runs when its predicate is not 0.
 */
int x;

BEGIN /1/ { trace("a"); }
BEGIN /0/ { trace("b"); }
BEGIN /1LL << 40/ { trace("c"); }
BEGIN /x == 0/ { trace("d"); x = 5; }
BEGIN /x == 0/ { trace("e"); }
BEGIN /x > 4 && x < 6/ { trace("f"); }
BEGIN /probename == "BEGIN"/ { trace("g"); }
BEGIN /probename == "END"/ { trace("h"); }
BEGIN /!(pid == 0)/ { trace("i"); }
BEGIN { trace("\n"); exit(0); }

/* >>> output
acdfgi
<<< */
