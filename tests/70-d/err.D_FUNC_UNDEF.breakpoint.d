/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: breakpoint() is refused, and the message says why.
 */
BEGIN
{
	breakpoint();
}

/* >>> output
[D_FUNC_UNDEF] line 7: breakpoint() cannot be called: Linux lets no traced program enter the kernel debugger: stop() stops the process
<<< */
