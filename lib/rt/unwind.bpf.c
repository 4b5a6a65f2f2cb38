/* SPDX-License-Identifier: MIT */
/*
 * unwind.bpf.c - the stack of the current process by the rules of map "unwind".
 * Calls of a program nest at most eight deep, and dt_ustack() may be the fifth.
 * It has the context, so it is verified at each call, and leaves the work to
 * functions that are verified once.
 *
 * The rules are those of the file that is mapped where the code is.  The
 * kernel's helper that finds a mapping takes a lock, and fails from its second
 * call on where interrupts are disabled, as in a timer.  So the tree of
 * mappings is read without a lock.  Another thread may change it meanwhile.
 * Nodes are freed late, so a walk then ends at the wrong mapping at worst,
 * which is noticed.
 */
#include "rt/arch.h"
#include "rt/kmem.h"
#include "rt/unwind.h"

#define	DT_UNWIND_READ(arg, dst, addr, n)	\
	((void)(arg), bpf_probe_read_user((dst), (n), (addr)) == 0)
#include "rt/step.h"

#define	DEPTH		8		/* of a tree */
#define	SEARCH		22		/* steps: 4 million rows */
#define	RETURNS		64		/* in the list of probed returns */
#define	FILESEARCH	8		/* steps: DT_UNW_FILES */
#define	PAGE_SHIFT	12

/* --- the tree of mappings ------------------------------------------------- */

/*
 * A node of a maple tree has 256 bytes: the parent, the last address of each
 * slot but the last, the slots.  Leaves and inner nodes have up to 16 slots; if
 * fewer, the last one holds their number.  Inner nodes of a process's tree have
 * 10, and their number after other data.  The low bits of a slot are the type
 * of the node below.
 */
#define	NODE_MASK	255ull
#define	TYPE(slot)	((slot) >> 3 & 15)
#define	LEAF		1
#define	ALLOC		3		/* an inner node of 10 slots */
#define	IS_NODE(root)	(((root) & 3) == 2)
#define	PIVOTS		15
#define	NODESEARCH	4		/* steps: PIVOTS + 1 */
#define	LAST_AT		8		/* after the parent */
#define	SLOTS_AT	128
#define	NSLOTS_AT	248
#define	ALLOC_SLOTS_AT	80
#define	ALLOC_NSLOTS_AT	240

/* The number of pivots of a node: its last slot has none. */
DT_INLINE uint32_t
count_pivots(uint64_t node, uint64_t type)
{
	uint8_t n = PIVOTS;

	if (type == ALLOC)
		(void) bpf_probe_read_kernel(&n, 1, node + ALLOC_NSLOTS_AT);
	else if (word_of(node, LAST_AT + (PIVOTS - 1) * 8) == 0)
		(void) bpf_probe_read_kernel(&n, 1, node + NSLOTS_AT);
	return n;
}

/*
 * The slot of a node that an address belongs to.  The pivots are not copied:
 * this may be the eighth call, and all stacks together have 512 bytes.
 */
uint64_t
dt_tree_slot(uint64_t slot, uint64_t addr)
{
	uint64_t node = slot & ~NODE_MASK, type = TYPE(slot), lo = 0, half;
	uint32_t i, n;

	if (DT_IMM(dt_imm_vma_file) == 0)
		return 0;
	n = count_pivots(node, type);
	half = (PIVOTS + 1) / 2;
	DT_LOOP
	for (i = 0; i < NODESEARCH; i++) {
		if (lo + half <= n &&
		    word_of(node, LAST_AT + (lo + half - 1) * 8) < addr)
			lo += half;
		half >>= 1;
	}
	return word_of(node, (type == ALLOC ? ALLOC_SLOTS_AT : SLOTS_AT) +
	    lo * 8);
}

/* The mapping at an address, or one near it, or 0. */
DT_INLINE uint64_t
find_vma(uint64_t addr)
{
	uint64_t mm, slot, i;

	mm = word_of(bpf_get_current_task(), DT_IMM(dt_imm_task_mm));
	if (mm == 0)
		return 0;
	slot = word_of(mm, DT_IMM(dt_imm_mm_maps) + DT_IMM(dt_imm_tree_root));
	if (!IS_NODE(slot))
		return 0;
	DT_LOOP
	for (i = 0; i < DEPTH && slot != 0; i++) {
		uint64_t type = TYPE(slot);

		slot = dt_tree_slot(slot, addr);
		if (type == LEAF)
			return slot;
	}
	return 0;
}

/* The key of a mapping: an inode, or an object of the kernel, or 0. */
uint64_t
dt_file_key(uint64_t vma)
{
	uint64_t file;

	if (DT_IMM(dt_imm_vma_file) == 0)
		return 0;
	file = word_of(vma, DT_IMM(dt_imm_vma_file));
	return file != 0 ? word_of(file, DT_IMM(dt_imm_file_inode)) :
	    word_of(vma, DT_IMM(dt_imm_vma_private));
}

/* Store the key of this process's mapping at an address in map rows. */
int
dt_look_file(const uint64_t *ctx)
{
	dt_val_rows.file_key = dt_file_key(find_vma(ctx[0]));
	return 0;
}

/* --- rows ----------------------------------------------------------------- */

/* A word of map unwind. */
DT_INLINE uint64_t
table_word(uint64_t off)
{
	DT_PIN(off);
	if (off > DT_IMM(dt_imm_unwind_size) - 8)
		return 0;
	return *word_at(dt_val_unwind, off);
}

/* The rows of a file as in struct dt_unwfile; 0: it has none. */
uint64_t
dt_unwind_rows(uint64_t key)
{
	uint64_t lo = 0, half = DT_UNW_FILES / 2, i, table;
	const uint64_t size = sizeof(struct dt_unwfile);

	if (DT_IMM(dt_imm_unwind_size) == 0)
		return 0;
	table = __builtin_offsetof(struct dt_unwmap, files) +
	    (table_word(0) & 1) * DT_UNW_FILES * size;
	DT_LOOP
	for (i = 0; i < FILESEARCH; i++) {
		if (table_word(table + (lo + half) * size) <= key)
			lo += half;
		half >>= 1;
	}
	table += lo * size;
	return table_word(table) == key ? table_word(table + 8) : 0;
}

/* The last row at or before an offset, as a word; 0, which means NONE. */
uint64_t
dt_unwind_row(uint64_t first, uint64_t n, uint64_t at)
{
	uint64_t row = 0, w, half, i;

	if (DT_IMM(dt_imm_unwind_size) == 0)
		return 0;
	DT_LOOP
	for (i = 0; i < SEARCH; i++) {
		if (n == 0)
			break;
		half = n >> 1;
		w = table_word(__builtin_offsetof(struct dt_unwmap, rows) +
		    (first + half) * sizeof(struct dt_unwrow));
		if ((uint32_t)w <= at) {
			first += half + 1;
			n -= half + 1;
			row = w;
		} else {
			n = half;
		}
	}
	return row;
}

/* --- frames --------------------------------------------------------------- */

/* Find the mapping of an address; an empty one if there is none. */
DT_INLINE void
find_map(struct dt_unwind *u, uint64_t addr)
{
	uint64_t vma, bounds[2], rows;

	u->start = u->end = u->n = 0;
	vma = find_vma(addr);
	if (vma == 0 || bpf_probe_read_kernel(bounds, sizeof(bounds), vma) !=
	    0 || addr < bounds[0] || addr >= bounds[1])
		return;
	u->start = bounds[0];
	u->end = bounds[1];
	u->offset = word_of(vma, DT_IMM(dt_imm_vma_pgoff)) << PAGE_SHIFT;
	rows = dt_unwind_rows(dt_file_key(vma));
	u->first = (uint32_t)rows;
	u->n = rows >> 32;
}

/*
 * The return address of a function.  If its return is probed, the kernel has
 * replaced the address, and keeps the old one in a list, innermost first.
 */
int
dt_unwind_return(struct dt_unwind *u)
{
	uint64_t i, at, there;

	if (u == NULL || DT_IMM(dt_imm_return_address) == 0)
		return 0;
	at = u->r.sp - 8;
	DT_LOOP
	for (i = 0; i < RETURNS && u->returns != 0; i++) {
		there = word_of(u->returns, DT_IMM(dt_imm_return_stack));
		if (there == at)
			u->r.pc = word_of(u->returns,
			    DT_IMM(dt_imm_return_address));
		if (there >= at)
			break;
		u->returns = word_of(u->returns, DT_IMM(dt_imm_return_next));
	}
	return 0;
}

/* Go to the caller; 0: there is none. */
int
dt_unwind_next(struct dt_unwind *u)
{
	union {
		uint64_t w;
		struct dt_unwrow row;
	} v = { 0 };
	uint64_t pc;

	if (u == NULL || DT_IMM(dt_imm_unwind_size) == 0)
		return 0;
	pc = u->r.pc - u->back;
	if (pc < u->start || pc >= u->end)
		find_map(u, pc);
	if (u->n != 0)
		v.w = dt_unwind_row(u->first, u->n, pc - u->start + u->offset);
	u->back = v.row.how != DT_UNW_SIGNAL;
	if (!dt_unwind_step(0, &v.row, &u->r))
		return 0;
	if (DT_IMM(dt_imm_return_address) != 0 && u->returns != 0)
		dt_unwind_return(u);
	return u->r.pc != 0;
}

/*
 * Begin where the process entered the kernel.  0: it runs 32-bit code, or code
 * without rules.
 */
int
dt_unwind_begin(struct dt_slot *s, struct dt_unwind *u)
{
	volatile uint64_t *at;
	uint64_t regs;

	if (s == NULL || u == NULL || DT_IMM(dt_imm_unwind_size) == 0)
		return 0;
	at = &s->ctx.mem;
	*at = (uint64_t)bpf_task_pt_regs(bpf_get_current_task_btf());
	regs = *at;
	if (word_of(regs, DT_ARCH_MODE) != DT_ARCH_USER64)
		return 0;
	u->r.pc = word_of(regs, DT_ARCH_PC);
	u->r.sp = word_of(regs, DT_ARCH_SP);
	u->r.fp = word_of(regs, DT_ARCH_FP);
	if (DT_IMM(dt_imm_return_address) != 0)
		u->returns = word_of(word_of(bpf_get_current_task(),
		    DT_IMM(dt_imm_task_utask)), DT_IMM(dt_imm_utask_returns));
	find_map(u, u->r.pc);
	return u->n != 0;
}

/* Store zeroes in the words of the slot from one offset to another. */
int
dt_unwind_clear(struct dt_slot *s, uint32_t from, uint32_t to)
{
	uint64_t i, o;

	if (s == NULL || DT_IMM(dt_imm_unwind_size) == 0)
		return 0;
	DT_LOOP
	for (i = 0; i < DT_UNW_FRAMES; i++) {
		o = from + i * 8;
		DT_PIN(o);
		if (o >= to || o > DT_IMM(dt_imm_slot_size) - 8)
			break;
		*word_at(s, o) = 0;
	}
	return 0;
}

/*
 * Store frames in the slot, and zeroes after them.  Returns the bytes of the
 * frames; 0: the first one has no rules.
 */
int
dt_unwind_stack(struct dt_slot *s, uint32_t off, uint32_t size)
{
	struct dt_unwind u = { 0 };
	uint64_t i, o;

	if (s == NULL || DT_IMM(dt_imm_unwind_size) == 0 ||
	    !dt_unwind_begin(s, &u))
		return 0;
	DT_LOOP
	for (i = 0; i < DT_UNW_FRAMES; i++) {
		o = off + i * 8;
		DT_PIN(o);
		if (i * 8 >= size || o > DT_IMM(dt_imm_slot_size) - 8)
			break;
		*word_at(s, o) = u.r.pc;
		if (!dt_unwind_next(&u)) {
			i++;
			break;
		}
	}
	dt_unwind_clear(s, off + i * 8, off + size);
	return i * 8;
}
