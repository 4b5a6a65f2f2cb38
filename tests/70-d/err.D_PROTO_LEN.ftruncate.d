/* SPDX-License-Identifier: MIT */
/* ASSERTION: ftruncate() has no argument: it is about the output. */
BEGIN
{
	ftruncate("file");
}
