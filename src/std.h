/* SPDX-License-Identifier: MIT */
/* std.h - descriptors 0 to 2 of a command. */
#ifndef STD_H
#define STD_H

/*
 * Occupy each of them that is closed.  Otherwise a descriptor of the library
 * could get its number, and receive results or messages.  A process that the
 * command starts finds it closed.
 */
void std_keep(void);

#endif
