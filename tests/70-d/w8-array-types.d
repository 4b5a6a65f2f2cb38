/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Values have the type of the declaration or of the first
 * assignment, and keep 64 bits; keys are cast to the type of the declaration or
 * of the first use.
 */
char c[int];
int bychar[char];
unsigned int u[int];

BEGIN
{
	c[1] = 255;
	u[1] = -1;
	u[2]--;
	trace(c[1] == -1);
	trace(" ");
	trace(u[1] == -1);
	trace(u[1] == u[2]);
	bychar[65] = 1;
	trace(bychar[65 + 256]);
	trace(bychar['A']);
	free[65] = 1;
	trace(free[65 + 256]);
	free[0x100000041] = 2;
	trace(free[65]);
	wide[0x100000041] = 3;
	wide[65] = 1;
	trace(wide[0x100000041]);
	c[2] = 127;
	c[2]++;
	trace(" ");
	trace(c[2] == 128);
	c[3] = 1 << 20;
	c[4] = c[2] << 20;
	trace(c[3]);
	trace(c[4] >> 20 == 128);
	trace("\n");
	exit(0);
}

/* >>> output
1 1111023 101
<<< */
