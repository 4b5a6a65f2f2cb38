/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A cast to a type of the kernel needs no particular spelling, and a
 * variable in parentheses is no cast.
 * needs: btf
 */
BEGIN
{
	p = (Elf64_Ehdr *)alloca(sizeof (struct elf64_hdr));
	p->e_type = 3;
	size = 4;
	printf("%d %d %d %d %d\n", p->e_type, sizeof ((Elf64_Half)size),
	    (size)*p->e_type, (size *2), -(size));
	exit(0);
}

/* >>> output
3 2 12 8 -4
<<< */
