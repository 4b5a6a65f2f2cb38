/* SPDX-License-Identifier: MIT */
/*
 * funcs.h - the runtime functions that generated code and shims call, on both
 * engines.  All are global BPF functions, which are verified once each, except
 * the programs at the end and the callbacks of helpers, which are static.
 *
 * A symbol that the engine binds has a prefix for its kind: dt_map_X is map X,
 * dt_val_X the address of the first element of map X, dt_imm_X a 64-bit number
 * of tbl/numbers.h or tbl/offsets.h.
 *
 * Maps: state ctl slots names self selfstr dynvar dynlong prios waits ios
 * globals gstrs specs rows vtime oncpu unwind.  Code for a map that a run does
 * not have is behind a test of a number, so the verifier removes it.
 *
 * Buffers of level 0 and of the deeper levels differ in size, so a function
 * with a buffer is linked twice, each time with its own numbers.
 *
 * Pointers are never NULL; the checks are for the verifier.
 */
#ifndef DT_FUNCS_H
#define DT_FUNCS_H

#include "rt/clause.h"
#include "rt/rt.h"

/*
 * Take a slot of this CPU.  Returns its level, or -1 after counting nrec and
 * nagg drops.
 */
int dt_slot_take(struct dt_ctl *c, uint32_t nrec, uint32_t nagg);

/*
 * Find or insert the record of {form, key[0..kw)}.  Returns the byte offset of
 * its value words in the buffer, with bit 0 set if the record is new and its
 * value 0; or 0 after counting a drop.
 */
int dt_agg_find(struct dt_aggbuf *b, struct dt_slot *s, uint32_t form,
    uint32_t kw, uint32_t nw);
/* Add v to {count, sum, sumsq lo, sumsq hi} at byte off of the buffer. */
int dt_agg_stddev(struct dt_aggbuf *b, uint32_t off, int64_t v);

/* Bucket numbers: quantize 0 to 126; others 0 (below) to n + 1 (above). */
int dt_quantize(int64_t v);
int dt_lquantize(int64_t v, uint64_t param);
int dt_llquantize(int64_t v, uint64_t param);

/* Append the string at slot offset off to the key; returns the new kw. */
int dt_key_str(struct dt_slot *s, uint32_t kw, uint32_t off);
/* Append the string at addr; the new kw, or < 0 as dt_str_user() returns. */
int dt_key_user(struct dt_slot *s, uint32_t kw, uint64_t addr, int64_t max);
int dt_key_kernel(struct dt_slot *s, uint32_t kw, uint64_t addr, int64_t max);
/* Append the stack at slot offset off: number of frames, then the frames. */
int dt_key_stack(struct dt_slot *s, uint32_t kw, uint32_t off, uint32_t bytes);

/*
 * Principal records.  begin reserves size bytes and writes the header; it
 * returns the byte offset of the record in the buffer, or 0 if there is no
 * room, which is counted except when a full buffer of policy fill is the
 * reason.  commit makes the record visible, cancel removes it.
 */
int dt_rec_begin(struct dt_prinbuf *b, struct dt_slot *s, uint32_t size);
int dt_rec_commit(struct dt_prinbuf *b, struct dt_slot *s);
int dt_rec_cancel(struct dt_prinbuf *b, struct dt_slot *s);
/*
 * After a fault of a clause, cancel its record and clear the fault.  If there
 * are clauses of ERROR, these run between begin and end instead, and failed
 * cancels and counts the record of one that has a fault, too.
 */
int dt_fault_cancel(struct dt_slot *s, struct dt_prinbuf *p);
int dt_error_begin(struct dt_slot *s, struct dt_prinbuf *p);
int dt_error_failed(struct dt_slot *s, struct dt_prinbuf *p);
int dt_error_end(struct dt_slot *s);
/* Copy a string at a slot offset to byte off of the buffer, at most strsize. */
int dt_rec_str(struct dt_prinbuf *b, struct dt_slot *s, uint32_t off,
    uint32_t str);
/* Copy a stack of nwords frames from slot offset src to byte off of b. */
int dt_rec_words(struct dt_prinbuf *b, struct dt_slot *s, uint32_t off,
    uint32_t src, uint32_t nwords);
/*
 * Copy size bytes of kernel memory to byte off of the buffer.  Not 0 if they
 * cannot be read; ctx.fault_addr is the address.
 */
int dt_rec_mem(struct dt_prinbuf *b, struct dt_slot *s, uint32_t off,
    uint64_t addr, uint32_t size);

/*
 * Speculations: see map specs in rt.h.  An id that is 0 or free is ignored; one
 * out of range returns -1.
 */
int dt_speculation(struct dt_slot *s);	/* an id, or 0 after counting it */
/* As dt_rec_begin(), for a record of the speculation; 0 if there is none. */
int dt_spec_begin(struct dt_prinbuf *b, struct dt_slot *s, uint32_t size,
    uint64_t id);
/* Decide the speculation.  commit adds a record, so none may be in progress. */
int dt_spec_commit(struct dt_prinbuf *b, struct dt_slot *s, uint64_t id);
int dt_spec_discard(struct dt_slot *s, uint64_t id);

/* Strings: all operands are slot offsets of struct dt_str. */
int dt_str_cmp(struct dt_slot *s, uint32_t a, uint32_t b);
int dt_str_copy(struct dt_slot *s, uint32_t dst, uint32_t src);
int dt_str_comm(struct dt_slot *s, uint32_t dst);	/* from ctx.execname */
/* The arguments of the process, separated by blanks; else execname. */
int dt_str_execargs(struct dt_slot *s, uint32_t dst);
/*
 * The name of a struct path; the directory where its file system is mounted.
 * The first is < 0 if no struct path is at this address: ctx.fault_addr.
 */
int dt_str_path(struct dt_slot *s, uint32_t dst, uint64_t path);
int dt_str_mount(struct dt_slot *s, uint32_t dst, uint64_t path);
/* The same for a dentry, by way of the first mount of its file system. */
int dt_str_dentry(struct dt_slot *s, uint32_t dst, uint64_t dentry);
int dt_str_first_mount(struct dt_slot *s, uint32_t dst, uint64_t dentry);
int dt_str_name(struct dt_slot *s, uint32_t dst, uint32_t part);

/*
 * Positions in strings, from 0, or -1.  index and rindex find an empty needle
 * anywhere.
 */
uint64_t dt_str_len(struct dt_slot *s, uint32_t str);
int dt_str_chr(struct dt_slot *s, uint32_t str, uint32_t from, uint32_t c);
int dt_str_first(struct dt_slot *s, uint32_t str, uint32_t c);
int dt_str_last(struct dt_slot *s, uint32_t str, uint32_t c);
int dt_str_index(struct dt_slot *s, uint32_t str, uint32_t needle,
    int64_t start);
int dt_str_rindex(struct dt_slot *s, uint32_t str, uint32_t needle,
    int64_t start);
/* The first position, from `from` on, of a byte in set, or (!in) not in set. */
int dt_str_span(struct dt_slot *s, uint32_t str, uint32_t from, uint32_t set,
    uint32_t in);

/*
 * New strings at dst, which is never an operand.  part: len bytes of src from
 * pos; from: all of src from pos, nothing if pos is negative; case: letters
 * from 'a' or 'A' on change their case; number: -1 if the base is unsupported.
 */
int dt_str_part(struct dt_slot *s, uint32_t dst, uint32_t src, uint32_t pos,
    uint32_t len);
int dt_str_from(struct dt_slot *s, uint32_t dst, uint32_t src, int32_t pos);
int dt_str_token(struct dt_slot *s, uint32_t dst, uint32_t src, int32_t from,
    int32_t to);
int dt_str_substr(struct dt_slot *s, uint32_t dst, uint32_t src, int64_t pos,
    int64_t n);
int dt_str_append(struct dt_slot *s, uint32_t dst, uint32_t src);
int dt_str_basename(struct dt_slot *s, uint32_t dst, uint32_t src);
int dt_str_dirname(struct dt_slot *s, uint32_t dst, uint32_t src);
int dt_str_cleanpath(struct dt_slot *s, uint32_t dst, uint32_t src);
int dt_str_case(struct dt_slot *s, uint32_t dst, uint32_t src, uint32_t from);
int dt_str_number(struct dt_slot *s, uint32_t dst, int64_t value,
    int64_t base);
/* The value at a path in JSON text; empty if there is none. */
int dt_str_json(struct dt_slot *s, uint32_t dst, uint32_t src, uint32_t path);
/* The number that a string begins with, to a base from 2 to 36. */
int64_t dt_str_toll(struct dt_slot *s, uint32_t str, int64_t base);

/*
 * The text of an IPv4, IPv6 or link address in kernel memory: -1 if it cannot
 * be read, 1 if the family or hardware is unknown.
 */
int dt_str_inet4(struct dt_slot *s, uint32_t dst, uint64_t addr);
int dt_str_inet6(struct dt_slot *s, uint32_t dst, uint64_t addr,
    int64_t strict);
int dt_str_inet(struct dt_slot *s, uint32_t dst, int64_t family,
    uint64_t addr);
int dt_str_link(struct dt_slot *s, uint32_t dst, int64_t hardware,
    uint64_t addr);

/*
 * A string from user or kernel memory, of at most max bytes.  < 0 if it cannot
 * be read; ctx.fault_addr is the address.
 */
int dt_str_user(struct dt_slot *s, uint32_t dst, uint64_t addr, int64_t max);
int dt_str_kernel(struct dt_slot *s, uint32_t dst, uint64_t addr, int64_t max);
/* n bytes, at most strsize, from kernel memory, with c in place of each NUL. */
int dt_str_mem(struct dt_slot *s, uint32_t dst, uint64_t addr, int32_t c,
    uint64_t n);

/*
 * Memory of the firing, by its kernel address.  take reserves n bytes, zeroed
 * on request, and returns 0 if there is no room.  user and kernel copy n bytes
 * from addr to such an address; < 0 if `to` is not in such memory, or addr
 * cannot be read: ctx.fault_addr is the address.
 */
uint64_t dt_scratch_take(struct dt_slot *s, uint64_t n, uint32_t zero);
int dt_scratch_user(struct dt_slot *s, uint64_t to, uint64_t addr, uint64_t n);
int dt_scratch_kernel(struct dt_slot *s, uint64_t to, uint64_t addr,
    uint64_t n);
/* Store the low n bytes of value, 1 to 8, at such an address.  < 0 if it is
 * not one; ctx.fault_addr is the address. */
int dt_mem_store(struct dt_slot *s, uint64_t to, uint64_t value, uint32_t n);
/*
 * A struct from a map is copied as a string of n bytes.  open returns the
 * address of the string at dst, which it zeroes first if that is empty; 0 if
 * there is none.  read copies n bytes from an address; < 0 if it cannot be
 * read: ctx.fault_addr is the address.
 */
uint64_t dt_obj_open(struct dt_slot *s, uint32_t dst, uint32_t n);
int dt_obj_read(struct dt_slot *s, uint32_t dst, uint64_t addr, uint32_t n);

/*
 * Actions that change the traced program: a signal to the current process, a
 * wait of ns, a copy of scratch memory or of a string to an address of the
 * process.  < 0 if they fail; a copy leaves the address in ctx.fault_addr.
 */
int dt_raise(struct dt_slot *s, int64_t sig);
int dt_chill(struct dt_slot *s, uint64_t ns);
int dt_copyout(struct dt_slot *s, uint64_t from, uint64_t to, uint64_t n);
int dt_copyout_str(struct dt_slot *s, uint32_t str, uint64_t to, uint64_t n);

/* Is the process with this id the current one or an ancestor of it? */
int dt_progeny(struct dt_slot *s, int64_t pid);
/*
 * The process id and thread id of a task in the consumer's PID namespace, 0 if
 * it is outside of that; ids: both, as bpf_get_current_pid_tgid() returns them.
 */
uint32_t dt_task_pid(uint64_t task);
uint32_t dt_task_tid(uint64_t task);
uint64_t dt_task_ids(uint64_t task);
uint64_t dt_ids(void);			/* of the current thread */
/* Fill ctx.ppid, ctx.uid and ctx.gid, ctx.execname. */
int dt_fill_ppid(struct dt_slot *s, uint64_t task);
int dt_fill_uid(struct dt_slot *s, uint64_t task);
int dt_fill_comm(struct dt_slot *s, uint64_t task);
/* Fill ctx.args for a USDT place from the thread's registers. */
int dt_fill_uargs(struct dt_slot *s, const void *regs, uint64_t args);
/*
 * A program that may wait: make present the memory that the clauses of this
 * place are about to read.
 */
int dt_touch(const void *ctx);
/* 1: the instruction of a place, a struct dt_leave, leaves its function. */
uint64_t dt_leaves(const void *regs, uint64_t leave);
/* Fill ctx.caller, ucaller, stackdepth and ustackdepth; overwrites this_var. */
int dt_fill_stacks(struct dt_slot *s, const void *ctx);
/*
 * The stack of the kernel or of the current thread, in size bytes at off of the
 * slot, padded with zeroes.  Returns the bytes of its frames, or < 0.
 */
int dt_stack(struct dt_slot *s, const void *ctx, uint32_t off, uint32_t size);
int dt_ustack(struct dt_slot *s, const void *ctx, uint32_t off, uint32_t size);
/* For clauses: -1 without a task, and ctx.fault_addr is the address. */
int dt_process_id(struct dt_slot *s, uint64_t task);
int dt_process_group(struct dt_slot *s, uint64_t task);
int dt_process_session(struct dt_slot *s, uint64_t task);
int dt_thread_id(struct dt_slot *s, uint64_t task);
int dt_thread_prio(struct dt_slot *s, uint64_t task);
/* Register n of tbl/regs.h of the current thread in user mode. */
uint64_t dt_ureg(struct dt_slot *s, uint32_t n);

/*
 * In the namespace of thread me, pid_find returns the struct pid of an id, and
 * thread_find the thread with the id, which is me for 0.  tree_find returns the
 * value at an index of a namespace's tree of ids.  0: there is none.
 */
uint64_t dt_pid_find(uint64_t me, int64_t id);
uint64_t dt_thread_find(uint64_t me, int64_t id);
uint64_t dt_tree_find(uint64_t entry, uint64_t index);

/*
 * Changes of priority by system calls.  begin prepares a walk, whose `me` is
 * set, for a kind of call with its first three arguments; 0: the call changes
 * no priority.  note, at the entry of the call, and changed, at its return,
 * handle one thread each and return 1 after the last.  changed sets w->task if
 * the thread's priority differs from what note saved.
 */
enum dt_priocall { DT_CALL_NONE, DT_CALL_WHICH, DT_CALL_THREAD, DT_CALL_SELF };
int dt_prio_begin(struct dt_priowalk *w, uint32_t kind, uint64_t a0,
    uint64_t a1, uint64_t a2);
int dt_prio_note(struct dt_priowalk *w);
int dt_prio_changed(struct dt_priowalk *w);
int dt_prio_step(uint32_t i, void *walk);
int dt_prio_stale(void *map, const uint64_t *key, const void *value,
    const uint64_t *me);
/*
 * The programs on sys_enter and sys_exit.  The second, which has two forms,
 * runs the shim of the point for each thread, with a struct dt_prioeach.
 */
struct dt_prioeach {
	struct dt_priowalk w;
	const void *ctx;		/* of the program */
};
int dt_prio_enter(const uint64_t *ctx);
int dt_prio_exit(const uint64_t *ctx);
int dt_prio_event(const uint64_t *ctx);

/*
 * Transfers of block devices: start is the program that records those that
 * start; bio and request run the shim of the point for each that is done, step
 * for the next one of a walk.  take and find return a place of map ios, or -1.
 */
struct dt_ioeach {
	struct dt_iowalk w;
	const void *ctx;		/* of the program */
};
int dt_io_start(const uint64_t *ctx);
int dt_io_bio(const uint64_t *ctx);
int dt_io_request(const uint64_t *ctx);
long dt_io_step(uint32_t i, void *each);
int dt_io_take(uint64_t bio);
int dt_io_find(uint64_t bio);
/* The priority that a waiter (0: none) lends to the task it waits for. */
int64_t dt_prio_lent(uint64_t task, uint64_t waiter);

/*
 * Waits for locks.  dt_wait_begin is the program on contention_begin.  end sets
 * the ns of the current thread's wait for this lock and returns its place in
 * map waits, or -1, which free accepts.  find returns a place or -1; take gives
 * a free place to the thread and returns it, or -1.
 */
int dt_wait_begin(const uint64_t *ctx);
int dt_wait_end(uint64_t lock);
int dt_wait_free(int place);
int dt_wait_find(uint64_t task, uint64_t lock);
int dt_wait_take(uint64_t task);

/*
 * Waits for transfers.  iowait_bio and iowait_buffer are the programs that note
 * waits for a struct bio and a struct buffer_head when they begin.  begin and
 * end return the place of the current thread's wait for this one, or -1.
 */
int dt_iowait_bio(const uint64_t *ctx);
int dt_iowait_buffer(const uint64_t *ctx);
int dt_iowait_begin(uint64_t what, int is_buffer);
int dt_iowait_end(uint64_t what, int is_buffer);

/* The addresses of the IP header and of the payload of a struct sk_buff. */
uint64_t dt_packet_ip(uint64_t skb);
uint64_t dt_packet_payload(uint64_t skb);
/* The protocol of the payload; -1 if that begins in another packet. */
int64_t dt_packet_protocol(uint64_t skb);
/* The struct sock of the packet's connection, or 0. */
uint64_t dt_packet_socket(uint64_t skb);

/* rand(); htons() and other conversions of byte order. */
int dt_rand(struct dt_slot *s);
uint64_t dt_swap16(struct dt_slot *s, uint64_t v);
uint64_t dt_swap32(struct dt_slot *s, uint64_t v);
uint64_t dt_swap64(struct dt_slot *s, uint64_t v);
/* The struct dentry of the last name of a struct inode that was looked up. */
uint64_t dt_inode_dentry(struct dt_slot *s, uint64_t inode);
/* The file of a struct bio, 0: none, and where in it the transfer begins. */
uint64_t dt_bio_inode(struct dt_slot *s, uint64_t bio);
uint64_t dt_bio_offset(struct dt_slot *s, uint64_t bio);
/* The package, the memory node and the clock of a CPU; -1: not known. */
int64_t dt_cpu_chip(struct dt_slot *s, uint64_t cpu);
int64_t dt_cpu_node(struct dt_slot *s, uint64_t cpu);
int64_t dt_cpu_id(struct dt_slot *s, uint64_t cpu);
int64_t dt_cpu_mhz(struct dt_slot *s, uint64_t cpu);
/* The parts of a device number in the kernel's form. */
uint64_t dt_dev_major(struct dt_slot *s, uint64_t dev);
uint64_t dt_dev_minor(struct dt_slot *s, uint64_t dev);

/*
 * String variables.  dst and src are slot offsets of a struct dt_str.  A global
 * one is an element of map gstrs.  A this-> one is at slot offset off, and word
 * ix of this_var says whether it was assigned.  A thread-local one has its
 * number among all thread-local variables.
 */
int dt_gstr_get(struct dt_slot *s, uint32_t dst, uint32_t ix);
int dt_gstr_set(struct dt_slot *s, uint32_t ix, uint32_t src);
int dt_this_get(struct dt_slot *s, uint32_t dst, uint32_t ix, uint32_t off);
int dt_this_set(struct dt_slot *s, uint32_t ix, uint32_t off, uint32_t src);
int dt_selfstr_get(struct dt_slot *s, uint32_t dst, uint32_t var);
int dt_selfstr_set(struct dt_slot *s, uint32_t var, uint32_t src);

/*
 * Thread-local scalars, with numbers from 1 to DT_NSELF - 1.  get returns 0 if
 * the variable is not assigned.
 */
uint64_t dt_self_get(struct dt_slot *s, uint32_t var);
int dt_self_set(struct dt_slot *s, uint32_t var, uint64_t value);
/* Record that the thread has this variable; 0 if there is no room. */
int dt_self_note(uint32_t var, uint64_t task);

/*
 * Delete all data of a thread at its end: string variables, scalars, elements
 * of arrays, time.  Strings go first, because the mask of the thread's
 * variables is among the scalars.
 */
int dt_sweep(uint64_t task);
int dt_selfstr_sweep(uint64_t task);
int dt_self_sweep(uint64_t task);
int dt_dyn_sweep(uint64_t task);
int dt_dyn_match(const void *map, const uint64_t *key, const void *value,
    const uint64_t *task);

/* When a switch of threads calls dt_sweep(): see dt_thread(). */
enum dt_sweep_when { DT_SWEEP_NEVER, DT_SWEEP_ALWAYS, DT_SWEEP_DEAD };
#define	DT_TASK_DEAD	0x80
/* Arguments of sched_switch. */
#define	DT_NEXT		2
#define	DT_PREV_STATE	3

/* The CPU time in ns of a thread that is on this CPU now. */
uint64_t dt_vtime(uint64_t task);

/*
 * Associative arrays.  A key is {id, task, tuple}; the tuple is in the slot's
 * dynkey from word 2 on: an integer is one word, a string its length and then
 * its words.  The caller stores the integers, then dt_dyn_key() appends each
 * string (at slot offset src) and returns the next word; the other functions
 * fill in the first words.  An id with DT_DYN_SELF names an array of the
 * thread; in the keys of other arrays the task is 0.
 *
 * Most keys have at most dyn_short words.  These are in map dynvar, which
 * hashes them fast, longer ones in dynlong, both padded with zeroes.  An
 * element that is 0 or empty has no entry.  A thread with elements has one
 * more, of array 0, as a mark.
 */
int dt_dyn_key(struct dt_slot *s, uint32_t kw, uint32_t src);
int dt_dyn_fill(struct dt_slot *s, uint32_t id, uint32_t kw);
uint64_t dt_dyn_get(struct dt_slot *s, uint32_t id, uint32_t kw);
int dt_dyn_set(struct dt_slot *s, uint32_t id, uint32_t kw, uint64_t value);
int dt_dyn_getstr(struct dt_slot *s, uint32_t id, uint32_t kw, uint32_t dst);
int dt_dyn_setstr(struct dt_slot *s, uint32_t id, uint32_t kw, uint32_t src);

/* exit(): begin DRAINING, unless the session has reached a later state. */
int dt_exit(void);
int dt_end_cpus(uint32_t from, uint32_t to);

/* Programs of the kernel engine.  ctx has the arguments of their tracepoint. */
int dt_deadman(const uint64_t *ctx);
/* On sched_switch if the run uses vtimestamp, else where dt_sweep() is due. */
int dt_thread(const uint64_t *ctx);
/*
 * Programs that inspect the kernel once and store the result in map rows: ns,
 * the PID namespace of the current thread; stack, their own stack at a system
 * call of one thread; file, what is mapped at the address in their argument.
 */
#define	DT_LOOKFRAMES	16
struct dt_look {
	uint64_t ns_level, ns_self;
	int64_t stack_size;		/* bytes; the frames follow */
	uint64_t frame[DT_LOOKFRAMES];
	uint64_t file_key;
};
int dt_look_ns(const uint64_t *ctx);
int dt_look_stack(const uint64_t *ctx);
int dt_look_file(const uint64_t *ctx);

#endif /* DT_FUNCS_H */
