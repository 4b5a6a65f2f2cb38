/* SPDX-License-Identifier: MIT */
/* interrupt.h - signals that end a command. */
#ifndef INTERRUPT_H
#define INTERRUPT_H

#include <stdbool.h>

/*
 * The first signal of this kind makes is_interrupted() true; a second one kills
 * the command, unless it follows within 0.2 seconds: timeout(1) sends one to
 * the process and one to its group.
 */
void catch_interrupt(int sig);
bool is_interrupted(void);

#endif
