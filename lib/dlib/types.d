/* SPDX-License-Identifier: MIT */
/* types.d - types and values that the kernels of other systems define. */
typedef enum {
	B_FALSE = 0,
	B_TRUE = 1
} boolean_t;

typedef struct timespec {
	time_t tv_sec;
	long tv_nsec;
} timespec_t, timestruc_t;

struct timeval {
	time_t tv_sec;
	long tv_usec;
};

union sigval {
	int sival_int;
	void *sival_ptr;
};

/* A CPU: its address is its number, and lib/tbl/members.h has its members. */
struct dtrace_cpu {
	processorid_t id;
};
typedef struct dtrace_cpu cpu_t;

/*
 * Linux has no zones and no jails: all processes are in the one that others call
 * global.  The priority level of interrupts does not change.
 */
inline string zonename = "global";
inline int jid = 0;
inline string jailname = "";
inline uint_t ipl = 0;
