/* SPDX-License-Identifier: MIT */
/*
 * tpargs.h - for tables of probes: the number of elements of an array, and
 * initializers of struct dt_tpval, the source of a value.  i is the
 * position of an argument of the tracepoint, t the struct that it points to, m
 * the member to read.
 */
#ifndef DT_TPARGS_H
#define DT_TPARGS_H

#define	N(v)		(sizeof(v) / sizeof((v)[0]))

#define	ARG(i)		{ .from = DT_TP_ARG, .n = (i) }
#define	INTARG(i)	{ .from = DT_TP_ARG, .n = (i), .size = 4, \
			    .is_signed = true }
#define	BOOLARG(i)	{ .from = DT_TP_ARG, .n = (i), .size = 1 }
#define	VALUE(v)	{ .from = DT_TP_CONST, .n = (v) }
#define	SET(v)		{ .from = DT_TP_CONST, .set = (v), .n = N(v) }
#define	MEMBER(i, t, m, sz) { .from = DT_TP_ARG, .n = (i), .type = (t), \
			    .member = (m), .size = (sz) }
#define	POINTER(i, t, m) { .from = DT_TP_ARG, .n = (i), .type = (t), \
			    .member = (m), .size = 8, .pointer = true }
#define	INT(i, t, m)	{ .from = DT_TP_ARG, .n = (i), .type = (t), \
			    .member = (m), .size = 4, .is_signed = true }
/* Element e of a member that is an array of 8-byte elements. */
#define	ELEMENT(i, t, m, e) { .from = DT_TP_ARG, .n = (i), .type = (t), \
			    .member = (m), .size = 8, .element = (e) }
/* A member of a struct that is itself a member. */
#define	INNER(i, t, m, t2, m2, sz) { .from = DT_TP_ARG, .n = (i), \
			    .type = (t), .member = (m), .type2 = (t2), \
			    .member2 = (m2), .size = (sz), .embedded = true }
/* A member of struct dt_wait. */
#define	WAITED(m)	{ .from = DT_TP_WAITED, \
			    .n = offsetof(struct dt_wait, m) }
/* The process of a thread: its first thread. */
#define	PROC(i)		POINTER(i, "task_struct", "group_leader")

/*
 * Arguments of the statistics of Solaris: by how much a counter grows, its
 * address, which is not known, and the CPU, which is a cpu_t.
 */
#define	GROWS(by)	.nargs = 3, .args = { by, VALUE(0), \
			    { .from = DT_TP_CPU } }

/* A probe with n arguments. */
#define	TPROW(name, n, srcs, types) { "vmlinux", "", name, n, N(srcs), srcs, \
			    .argtypes = types }

#endif /* DT_TPARGS_H */
