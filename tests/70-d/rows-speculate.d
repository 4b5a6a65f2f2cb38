/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Ids that no speculation has, a buffer after commit() and discard(),
 * and a fault after side effects.
 */
#pragma D option nspec=2
BEGIN { self->a = speculation(); self->b = speculation(); printf("%d %d\n",
    self->a, self->b); }
BEGIN { speculate(0); printf("never\n"); x = 1; }
BEGIN { printf("x %d\n", x); }
BEGIN { speculate(-1); printf("never\n"); }
BEGIN { speculate(99); printf("never\n"); }
BEGIN { speculate(self->a); printf("spec a\n"); }
BEGIN { speculate(self->b); printf("spec b\n"); }
BEGIN { commit(0); discard(0); discard(x); }
BEGIN { discard(self->b); }
BEGIN { commit(self->b); }
BEGIN { commit(99); }
BEGIN { discard(-1); }
BEGIN { commit(self->a); }
BEGIN { commit(self->a); discard(self->a); }
BEGIN { self->a = speculation(); printf("again %d\n", self->a); }
BEGIN { speculate(self->a); printf("lost\n"); discard(self->a); }
BEGIN { commit(self->a); }
BEGIN { this->l = "kept"; x = 1; @["counted"] = count(); trace("lost");
    y = 1 / (x - 1); x = 2; }
ERROR { printf("fault %d\n", arg4); }
BEGIN { printf("%s %d\n", this->l, x); exit(0); }

/* >>> output
1 2
x 0
error on enabled probe ID 11 (ID 1: dtrace:::BEGIN): illegal operation in action #1
fault 3
error on enabled probe ID 12 (ID 1: dtrace:::BEGIN): illegal operation in action #1
fault 3
spec a
again 1
error on enabled probe ID 18 (ID 1: dtrace:::BEGIN): divide-by-zero in action #5
fault 4
kept 1
  counted                                                           1
<<< */
