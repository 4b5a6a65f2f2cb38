/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Statements that D does not have.
 */

BEGIN { while (1) trace(1); }

BEGIN { for (;;) trace(1); }

BEGIN { do trace(1); while (1); }

BEGIN { return; }

BEGIN { switch (1) { case 1: trace(1); } }

BEGIN { goto x; }

BEGIN { break; }

BEGIN { else trace(1); }

BEGIN { if 1 trace(1); }

BEGIN { if ("s") trace(1); }

/* >>> output
[D_SYNTAX] line 6: D has no "while": use if, a predicate, several clauses, or ?:
[D_SYNTAX] line 8: D has no "for": use if, a predicate, several clauses, or ?:
[D_SYNTAX] line 10: D has no "do": use if, a predicate, several clauses, or ?:
[D_SYNTAX] line 12: D has no "return": use if, a predicate, several clauses, or ?:
[D_SYNTAX] line 14: D has no "switch": use if, a predicate, several clauses, or ?:
[D_SYNTAX] line 16: D has no "goto": use if, a predicate, several clauses, or ?:
[D_SYNTAX] line 18: D has no "break": use if, a predicate, several clauses, or ?:
[D_SYNTAX] line 20: "else" must follow the statement of an if
[D_SYNTAX] line 22: syntax error near "1": expected "(" and a condition after if
[D_OP_SCALAR] line 24: the condition of if must be an integer: compare a string, as in != ""
<<< */
