/* SPDX-License-Identifier: MIT */
/* std.h - descriptors 0 to 2 of a command. */
#ifndef STD_H
#define STD_H

/*
 * Occupy those that are closed, as a descriptor of the library could get such a
 * number and receive results or messages.  Processes that the command starts
 * inherit them closed.
 */
void std_keep(void);

#endif
