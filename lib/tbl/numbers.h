/* SPDX-License-Identifier: MIT */
/*
 * Numbers that code leaves open until it is linked for a run, beside the
 * offsets of offsets.h.  Readers: rt/ (symbols dt_imm_<name>), bpf/ (which of
 * them depend on the level).  engine/size.c and the engines have the values.
 *
 * DT_NUMBER(name, by_level)
 *	by_level	1: the buffers of level 0 and of the deeper levels
 *			differ in it
 */
/* An aggregation buffer: bytes, index words, offset of the first record. */
DT_NUMBER(agg_size, 1)
DT_NUMBER(agg_nidx, 1)		/* a power of two */
DT_NUMBER(agg_data, 1)
DT_NUMBER(agg_maxrec, 0)	/* bytes of the largest record of this run */
/*
 * A principal buffer: its bytes; those that records may take, less than there
 * is room for if the largest record does not fit the requested size; those
 * behind the limit that are kept for END.
 */
DT_NUMBER(prin_size, 1)
DT_NUMBER(prin_limit, 1)
DT_NUMBER(prin_maxrec, 0)
DT_NUMBER(prin_reserve, 0)
DT_NUMBER(policy, 0)		/* enum dt_policy */
DT_NUMBER(slot_size, 0)
DT_NUMBER(nslots, 0)		/* of all CPUs */
DT_NUMBER(key_words, 0)		/* the most of any aggregation of this run */
DT_NUMBER(strsize, 0)		/* the option */
DT_NUMBER(strbytes, 0)		/* of a place for a string: dt_strbytes() */
/* Offsets in the slot: this-> strings, strbytes each; an array's key, value */
DT_NUMBER(this_str, 0)
DT_NUMBER(dynkey, 0)
DT_NUMBER(dynval, 0)
DT_NUMBER(dyn_words, 0)		/* of the longest key of any array */
DT_NUMBER(dyn_short, 0)		/* the same in map dynvar */
/* Scratch memory: see scratch.bpf.c. */
DT_NUMBER(scratch_all, 0)
DT_NUMBER(scratch_size, 1)
DT_NUMBER(scratch_cpu, 0)
DT_NUMBER(scratch_level, 0)
DT_NUMBER(scratch_from, 1)
DT_NUMBER(globals_size, 0)	/* bytes; the map has room for twice as many */
DT_NUMBER(nspec, 0)		/* speculation ids, from 1 */
DT_NUMBER(self_keep, 0)		/* zeroes that map self keeps */
DT_NUMBER(needs, 0)		/* enum dt_need of all clauses of the run */
DT_NUMBER(sweep, 0)		/* when dt_thread() does: enum dt_sweep_when */
DT_NUMBER(deadman, 0)		/* ns without a status that end a session */
/* Probe ERROR: its id, its first epid, its row of map names. */
DT_NUMBER(error_probe, 0)
DT_NUMBER(error_epid, 0)
DT_NUMBER(error_names, 0)
/*
 * Frames of a stack that are the engine's, in dt_stack() and dt_fill_stacks(),
 * and where the function is that calls all programs of this tracepoint.
 */
DT_NUMBER(stack_skip, 0)
DT_NUMBER(stack_fill, 0)
DT_NUMBER(stack_iter, 0)
DT_NUMBER(stack_iterlen, 0)
DT_NUMBER(stack_entry, 0)	/* is this the entry of a user's function? */
DT_NUMBER(unwind_size, 0)	/* bytes of map unwind; 0: there is none */
DT_NUMBER(look_ids, 0)		/* the thread that dt_look_stack() is for */
/*
 * The consumer's PID namespace: its depth, 0 if it is the initial one, its
 * address in the kernel, its file.
 */
DT_NUMBER(ns_level, 0)
DT_NUMBER(ns_self, 0)
DT_NUMBER(ns_dev, 0)
DT_NUMBER(ns_ino, 0)
