/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: An operator of one operand makes a variable of the thread or of
 * the firing, and an array, of type int64_t.
 */
BEGIN
/!self->x && !this->y && !seen[pid] && !self->a["k"] && -this->z == 0/
{
	printf("%d %d %d %d\n", self->x, this->y, seen[pid], self->a["k"]);
	printf("%d %d %d %d %d\n", sizeof (self->x), sizeof (this->y),
	    sizeof (seen[pid]), sizeof (self->a["k"]), sizeof (this->w));
	printf("%d %d\n", ~self->n, +this->p);
	self->x = 1;
	seen[pid] = 1 << 20;
	printf("%d %d\n", self->x, seen[pid]);
	exit(0);
}

/* >>> output
0 0 0 0
8 8 8 8 8
-1 0
1 1048576
<<< */
