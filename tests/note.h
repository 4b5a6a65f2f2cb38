/* SPDX-License-Identifier: MIT */
/*
 * Probes as <sys/sdt.h> makes them, in assembler: an instruction that does
 * nothing, and a note that names it.  That header is not on every machine.
 */
#ifndef TESTS_NOTE_H
#define TESTS_NOTE_H

#ifdef __LP64__
#define NOTE_ADDRESS ".8byte "
#else
#define NOTE_ADDRESS ".4byte "
#endif

/* The size that the note gives leaves out its last `cut` bytes. */
#define NOTE(at, base, semaphore, provider, name, operands, cut) \
	".pushsection .note.stapsdt, \"?\", \"note\"\n.balign 4\n" \
	".4byte 992f-991f, 994f-993f-" #cut ", 3\n" \
	"991: .asciz \"stapsdt\"\n992: .balign 4\n" \
	"993: " NOTE_ADDRESS at ", " base ", " semaphore "\n" \
	".asciz \"" provider "\"\n.asciz \"" name "\"\n" \
	".asciz \"" operands "\"\n994: .balign 4\n.popsection\n"

/* How far the linker moved its address is how far it moved the probes. */
#define NOTE_BASE \
	".ifndef _.stapsdt.base\n.pushsection .stapsdt.base, \"aG\", " \
	"\"progbits\", .stapsdt.base, comdat\n.weak _.stapsdt.base\n" \
	".hidden _.stapsdt.base\n_.stapsdt.base: .space 1\n" \
	".size _.stapsdt.base, 1\n.popsection\n.endif\n"

/* The semaphore is the name of a 16-bit variable in section .probes, or "0". */
#define PROBE(provider, name, operands, semaphore) \
	"990: nop\n" NOTE("990b", "_.stapsdt.base", semaphore, provider, \
	name, operands, 0) NOTE_BASE

#endif
