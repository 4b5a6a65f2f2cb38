/* SPDX-License-Identifier: MIT */
/* System calls of other ABIs in a 64-bit process: ia32 (int $0x80) and x32. */
#ifndef INT80_H
#define INT80_H

#ifdef __x86_64__

#include <stdint.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include "api.h"

#define INT80_GETPID 20

static inline long int80(long nr, uint32_t a, uint32_t b, uint32_t c,
			 uint32_t d, uint32_t e)
{
	long rc = nr;

	__asm__ volatile("int $0x80" : "+a"(rc) : "b"((long)a), "c"((long)b),
			 "d"((long)c), "S"((long)d), "D"((long)e)
			 : "r8", "r9", "r10", "r11", "memory");
	return (int)rc;
}

/* Has the kernel these calls?  If not, they cause a fault. */
static inline int has_compat(void)
{
	int status = -1;
	pid_t child = fork();

	if (child == 0)
		_exit(int80(INT80_GETPID, 0, 0, 0, 0, 0) == getpid() ? 0 : 1);
	waitpid(child, &status, 0);
	if (status != 0)
		print_message("int $0x80 does not work in this kernel\n");
	return status == 0;
}

/* The bit that makes a native number that of an x32 call. */
#define X32 0x40000000

static inline int has_x32(void)
{
	if (syscall(X32 | SYS_getpid) == getpid())
		return 1;
	print_message("this kernel has no x32 calls\n");
	return 0;
}

#endif
#endif
