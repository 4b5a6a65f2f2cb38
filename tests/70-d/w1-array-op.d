/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: ++ and the assignment operators work on elements, evaluate the
 * keys once, and have the value that they have on variables.
 */
BEGIN
{
	n[1]++;
	++n[1];
	old = n[1]++;
	new = ++n[1];
	n[1] *= 10;
	n[1] -= 2;
	n[1] <<= 1;
	trace(old);
	trace(new);
	trace(" ");
	trace(n[1]);
	trace(" ");
	i = 1;
	n[i++] += 4;
	n[i++]++;
	trace(i);
	trace(n[1]);
	trace(n[2]);
	trace(" ");
	n[5] = n[6] = 8;
	n[5] += (n[6] += n[5]);
	trace(n[5]);
	trace(n[n[6] - 11]);
	n[6]--;
	trace(n[6]);
	trace("\n");
	exit(0);
}

/* >>> output
24 76 3801 242415
<<< */
