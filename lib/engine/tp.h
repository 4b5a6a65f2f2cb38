/* SPDX-License-Identifier: MIT */
/*
 * tp.h - probes on raw tracepoints of the kernel, or on its functions: when
 * such a probe fires, for which thread, and where its arguments come from.
 * Providers have tables of these, which the engines read.
 */
#ifndef DT_TP_H
#define DT_TP_H

#include <stdbool.h>
#include <stdint.h>

/* Where a value comes from. */
enum dt_tpfrom {
	DT_TP_CONST,		/* n itself */
	DT_TP_ENUM,		/* the enumerator `member` of the kernel's enum
				 * `type` */
	DT_TP_ARG,		/* argument n of the tracepoint, from 0 */
	DT_TP_RESULT,		/* of a source with at_return: the result */
	DT_TP_STATUS,		/* the same, where a function returns an int
				 * or a pointer: 0, or a negative errno */
	DT_TP_CURRENT,		/* the current thread's struct task_struct */
	DT_TP_CPU,		/* the number of the CPU */
	DT_TP_READING,		/* 1 if members are read by a helper, which
				 * raises the thread's pagefault_disabled
				 * meanwhile; 0 if they are read by loads */
	DT_TP_LENT,		/* the priority that the waiter in argument
				 * n + 1 lends to the thread in argument n */
	DT_TP_COMPAT,		/* not 0: a 32-bit call, with its own numbers */
	DT_TP_CHANGED,		/* of DT_EACH_CHANGE: the thread */
	DT_TP_WAITED,		/* of a source with waits: the member of struct
				 * dt_wait at offset n, 8 bytes */
	DT_TP_DONE,		/* of DT_EACH_BIO and DT_EACH_REQUEST: size
				 * bytes at offset n of struct dt_iowalk */
	/* of the struct sk_buff that argument n points to; 0: none */
	DT_TP_IP,		/* its IP header */
	DT_TP_PAYLOAD,		/* its payload, such as a TCP header */
	DT_TP_PROTOCOL,		/* number of the payload's protocol; -1: the
				 * payload begins in another packet */
	DT_TP_SOCKET,		/* the connection's struct sock */
};

/*
 * A value.  With a type, it is an address of a struct of that type, and the
 * value is read from there: the member, or without one the first bytes.  A
 * second member is read from what the first one points to or, if embedded is
 * set, from the struct that the first one is.
 */
struct dt_tpval {
	enum dt_tpfrom from;
	int64_t n;
	const int16_t *set;		/* of IN: n numbers */
	const char *type, *member;	/* as in the kernel's BTF, or NULL */
	const char *type2, *member2;	/* of what the first one points to */
	uint8_t size;			/* bytes of the last member, or of the
					 * argument; 0: all 8 */
	uint8_t element;		/* of a member that is an array */
	uint8_t mask;			/* the bits of it that count; 0: all */
	bool is_signed;
	bool negated;
	bool embedded;
	bool pointer;			/* the member is an address of a struct;
					 * set where that makes code faster */
	bool larger;			/* the argument's type is a struct that
					 * is the first member of this one */
};

/* LT: signed; IN: one of the set */
enum dt_tpop { DT_TP_EQ, DT_TP_NE, DT_TP_LT, DT_TP_IN };

struct dt_tpcond {
	struct dt_tpval a;
	enum dt_tpop op;
	struct dt_tpval b;
};

/* The thread that a probe is about: pid, execname, self-> are its own. */
enum dt_tpwho {
	DT_TP_WHO_CURRENT,
	DT_TP_WHO_NEXT,		/* sched_switch: the incoming thread */
};

/* Events that ptrace reports, for the engine without tracepoints. */
enum dt_event {
	DT_EVENT_NONE,
	DT_EVENT_CREATE, DT_EVENT_LWP_CREATE, DT_EVENT_START,
	DT_EVENT_LWP_START, DT_EVENT_EXEC, DT_EVENT_EXEC_FAILURE,
	DT_EVENT_EXEC_SUCCESS, DT_EVENT_LWP_EXIT, DT_EVENT_EXIT,
	DT_EVENT_SIGNAL_SEND, DT_EVENT_SIGNAL_DISCARD, DT_EVENT_SIGNAL_HANDLE,
	DT_EVENT_SIGNAL_CLEAR,
	DT_NEVENTS
};

/*
 * A probe fires for a call of its tracepoint, or for each element of the call.
 * The sources of a tracepoint with other elements have points of their own,
 * whose program runs the clauses for one element after the other.
 */
enum dt_tpeach {
	DT_EACH_EVENT,
	DT_EACH_CHANGE,		/* sys_exit: each thread whose priority the
				 * call has changed; no other calls */
	DT_EACH_BIO,		/* block_bio_complete: the bio, or, if it was
				 * the last part of another one, that bio */
	DT_EACH_REQUEST,	/* block_rq_complete: each bio that is done */
	DT_NEACH
};

/*
 * The wait of a thread that a source is about.  Such a source fires only if the
 * wait began during the run, and has a point of its own.
 */
enum dt_tpwaits {
	DT_WAITS_NOT,
	DT_WAITS_LOCK,		/* contention_end: the wait ends */
	/*
	 * The first argument of the function is what the thread waits for: the
	 * wait begins when it is called and ends when it returns.
	 */
	DT_WAITS_BIO,		/* a struct bio */
	DT_WAITS_BUFFER,	/* a struct buffer_head */
};

#define	DT_TP_MAXCONDS	4
#define	DT_TP_MAXARGS	10

/* One source of a probe; a probe may have several. */
struct dt_tpsrc {
	const char *tp;			/* name of the tracepoint, or */
	bool is_function;		/* of a function of the kernel */
	bool at_return;			/* of a function: when it returns */
	enum dt_event event;		/* its equivalent for ptrace, or NONE */
	uint8_t order;			/* among the probes of the tracepoint */
	enum dt_tpwho who;
	bool any;			/* one condition is enough, not all */
	/*
	 * An event that happens while the program of this source runs on the
	 * same CPU does not meet the conditions, so none is missed.
	 */
	bool never_nests;
	enum dt_tpeach each;
	enum dt_tpwaits waits;
	uint8_t nconds, nargs;
	struct dt_tpcond conds[DT_TP_MAXCONDS];
	struct dt_tpval args[DT_TP_MAXARGS];	/* arg0 .. */
};

#endif /* DT_TP_H */
