/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A system call that other systems have is refused with its names on
 * Linux and with the option that lets it stand for these.
 */
syscall::exece:entry
{
}

/* >>> output
[D_PDESC_ZERO] line 6: Linux has no system call exece: use execve, execveat instead, or set option sysaliases
<<< */
