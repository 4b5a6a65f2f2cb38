/* SPDX-License-Identifier: MIT */
/*
 * Numbers that are put into code when it is linked for a run, like the offsets
 * of offsets.h.  Readers: rt/ (symbols dt_imm_<name>), bpf/ (which of them
 * depend on the level).  engine/size.c and the engines have the values.
 *
 * DT_NUMBER(name, by_level)
 *	by_level	1: the number for buffers of level 0 differs from that
 *			for deeper levels
 */
/* An aggregation buffer: bytes, index words, offset of the first record. */
DT_NUMBER(agg_size, 1)
DT_NUMBER(agg_nidx, 1)		/* a power of two */
DT_NUMBER(agg_data, 1)
DT_NUMBER(agg_maxrec, 0)	/* bytes of the largest record of this run */
/*
 * A principal buffer: its bytes; the limit of records, below the requested size
 * if the largest record does not fit there; the largest record; the bytes after
 * the limit that are reserved for END.
 */
DT_NUMBER(prin_size, 1)
DT_NUMBER(prin_limit, 1)
DT_NUMBER(prin_maxrec, 0)
DT_NUMBER(prin_reserve, 0)
DT_NUMBER(policy, 0)		/* enum dt_policy */
DT_NUMBER(slot_size, 0)
DT_NUMBER(nslots, 0)		/* of all CPUs */
DT_NUMBER(key_words, 0)		/* of the longest key of an aggregation */
DT_NUMBER(strsize, 0)		/* the option */
DT_NUMBER(strbytes, 0)		/* of the place of a string: dt_strbytes() */
/* Offsets in the slot: this-> strings, strbytes each; an array's key, value */
DT_NUMBER(this_str, 0)
DT_NUMBER(dynkey, 0)
DT_NUMBER(dynval, 0)
DT_NUMBER(dyn_words, 0)		/* of the longest key of an array */
DT_NUMBER(dyn_short, 0)		/* of the longest key in map dynvar */
/* Scratch memory: see scratch.bpf.c. */
DT_NUMBER(scratch_all, 0)
DT_NUMBER(scratch_size, 1)
DT_NUMBER(scratch_cpu, 0)
DT_NUMBER(scratch_level, 0)
DT_NUMBER(scratch_from, 1)
DT_NUMBER(globals_size, 0)	/* bytes; the map has room for twice as many */
DT_NUMBER(nspec, 0)		/* speculation ids, from 1 */
DT_NUMBER(nios, 0)		/* places of map ios: a power of two */
DT_NUMBER(self_keep, 0)		/* zeroes that map self keeps */
DT_NUMBER(needs, 0)		/* enum dt_need of all clauses of the run */
DT_NUMBER(sweep, 0)		/* enum dt_sweep_when, for dt_thread() */
DT_NUMBER(deadman, 0)		/* ns without a status that end a session */
/* Probe ERROR: its id, its first epid, its row of map names. */
DT_NUMBER(error_probe, 0)
DT_NUMBER(error_epid, 0)
DT_NUMBER(error_names, 0)
/*
 * The number of the engine's frames on a stack, in dt_stack() and in
 * dt_fill_stacks(), and the place of the function that runs all programs of a
 * tracepoint.
 */
DT_NUMBER(stack_skip, 0)
DT_NUMBER(stack_fill, 0)
DT_NUMBER(stack_iter, 0)
DT_NUMBER(stack_iterlen, 0)
DT_NUMBER(stack_entry, 0)	/* is it a function's entry in a process? */
DT_NUMBER(stack_called, 0)	/* is it a function's entry in the kernel? */
DT_NUMBER(stack_next, 0)	/* may it be the next thread's? */
DT_NUMBER(unwind_size, 0)	/* bytes of map unwind; 0: there is none */
DT_NUMBER(look_ids, 0)		/* the thread that dt_look_stack() looks at */
/*
 * The consumer's PID namespace: its depth (0: the initial one), its address in
 * the kernel, its file.
 */
DT_NUMBER(ns_level, 0)
DT_NUMBER(ns_self, 0)
DT_NUMBER(ns_dev, 0)
DT_NUMBER(ns_ino, 0)
/* The type that DT_CAST takes; 0: programs cannot call that function. */
DT_NUMBER(word_type, 0)
