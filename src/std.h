/* SPDX-License-Identifier: MIT */
/* std.h - descriptors 0 to 2 of a command. */
#ifndef STD_H
#define STD_H

/*
 * Nothing else shall get the number of one that is closed, least of all a
 * descriptor of the library's, which results and messages would then go to.
 * What the command starts finds it closed.
 */
void std_keep(void);

#endif
