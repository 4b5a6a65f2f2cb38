/* SPDX-License-Identifier: MIT */
/*
 * bpf.h - for the restricted C of this folder: helpers of the kernel, symbols
 * that the engine binds, and workarounds for the verifier.  In a native build
 * the test provides the helpers and symbols.
 */
#ifndef DT_BPF_H
#define DT_BPF_H

#include "rt/funcs.h"

#ifdef __bpf__
#define	DT_HELPER(ret, name, number, ...)	\
static ret (*const name)(__VA_ARGS__) __attribute__((unused)) = \
    (ret (*)(__VA_ARGS__))number
#define	DT_LOOP		_Pragma("clang loop unroll(disable)")
#define	DT_UNROLL	_Pragma("clang loop unroll(full)")
#define	NULL		((void *)0)
#else
#include <stddef.h>
#define	DT_HELPER(ret, name, number, ...)	ret name(__VA_ARGS__)
#define	DT_LOOP
#define	DT_UNROLL
#endif

DT_HELPER(void *, bpf_map_lookup_elem, 1, void *map, const void *key);
DT_HELPER(long, bpf_map_update_elem, 2, void *map, const void *key,
    const void *value, uint64_t flags);
#define	DT_NOEXIST	1		/* flag: only if the key has no entry */
DT_HELPER(long, bpf_map_delete_elem, 3, void *map, const void *key);
DT_HELPER(uint64_t, bpf_ktime_get_ns, 5, void);
DT_HELPER(uint32_t, bpf_get_smp_processor_id, 8, void);
DT_HELPER(uint64_t, bpf_get_current_pid_tgid, 14, void);
DT_HELPER(uint64_t, bpf_get_current_task, 35, void);
DT_HELPER(void *, bpf_get_current_task_btf, 158, void);
DT_HELPER(void *, bpf_task_pt_regs, 175, void *task);
#define	DT_USER_STACK	(1 << 8)	/* flag */
DT_HELPER(long, bpf_get_stack, 67, const void *ctx, void *buf, uint32_t size,
    uint64_t flags);
DT_HELPER(long, bpf_get_task_stack, 141, uint64_t task, void *buf,
    uint32_t size, uint64_t flags);
DT_HELPER(long, bpf_get_ns_current_pid_tgid, 120, uint64_t dev, uint64_t ino,
    void *ids, uint32_t size);
DT_HELPER(long, bpf_for_each_map_elem, 164, void *map, void *callback,
    void *arg, uint64_t flags);
DT_HELPER(long, bpf_loop, 181, uint32_t n, void *callback, void *arg,
    uint64_t flags);
DT_HELPER(long, bpf_probe_read_kernel, 113, void *dst, uint32_t size,
    uint64_t from);

DT_HELPER(long, bpf_probe_write_user, 36, uint64_t to, const void *from,
    uint32_t size);
DT_HELPER(long, bpf_send_signal, 109, uint32_t sig);
DT_HELPER(uint64_t, bpf_ktime_get_boot_ns, 125, void);
DT_HELPER(uint32_t, bpf_get_prandom_u32, 7, void);
DT_HELPER(long, bpf_probe_read_user, 112, void *dst, uint32_t size,
    uint64_t from);
DT_HELPER(long, bpf_probe_read_user_str, 114, void *dst, uint32_t size,
    uint64_t from);
DT_HELPER(long, bpf_copy_from_user, 148, void *dst, uint32_t size,
    uint64_t from);
DT_HELPER(uint64_t, bpf_get_attach_cookie, 174, const void *ctx);
DT_HELPER(long, bpf_probe_read_kernel_str, 115, void *dst, uint32_t size,
    uint64_t from);

extern char dt_map_names[], dt_map_self[], dt_val_slots[];
extern char dt_map_gstrs[], dt_map_selfstr[], dt_map_dynvar[];
extern char dt_map_dynlong[], dt_map_prios[];
extern char dt_map_vtime[], dt_map_oncpu[];
extern struct dt_state dt_val_state;
extern char dt_val_scratch[], dt_val_globals[];
extern char dt_val_unwind[];
extern uint64_t dt_val_specs[];
extern struct dt_waits dt_val_waits;
extern struct dt_io dt_val_ios[];
extern struct dt_look dt_val_rows;
extern char dt_map_rows[];

/* The shim of a point: as a callback of bpf_loop(), for dt_prio_exit(); as a
 * function that fires for the bio of a walk. */
long dt_fn_each(uint32_t i, void *walk);
int dt_fn_transfer(struct dt_ioeach *each);

#define	DT_NUMBER(name, by_level)	extern const char dt_imm_##name[];
#define	DT_OFFSET(name, ...)		extern const char dt_imm_##name[];
#include "tbl/numbers.h"
#include "tbl/offsets.h"
#undef DT_NUMBER
#undef DT_OFFSET

/*
 * Hide a value's origin from the compiler, so that it uses the same register
 * that a bounds check has tested.
 */
#define	DT_PIN(v)	__asm__ volatile("" : "+r"(v))

/* The value of a symbol is its address, which may be any number, also 0. */
#ifndef DT_IMM
#define	DT_IMM(name) __extension__ ({		\
	uint64_t imm_ = (uint64_t)(name);	\
	DT_PIN(imm_);				\
	imm_;					\
})
#endif

/*
 * As keep_stack() of kernel/shim.c, for a program that can be preempted; 12 is
 * the number of bpf_tail_call.
 */
#ifdef __bpf__
#define	DT_KEEP_STACK()	__asm__ volatile("r0 = 0\n\t"		\
	"if r0 == 0 goto +1\n\tcall 12" ::: "r0", "r1", "r2", "r3", "r4", "r5")
#else
#define	DT_KEEP_STACK()	((void)0)
#endif

/*
 * Every loop is alone in its function and has a constant bound, so that the
 * verifier's work is the sum of the loops, not their product.
 */
#define	DT_MAXWORDS	4112	/* of a key, string or stack */
#define	DT_MAXRECWORDS	16384	/* of a principal record */
#define	DT_MAXFRAMES	127	/* of a stack */
#define	DT_MAXBYTES	32768	/* of a string */
#define	DT_MAXBACK	1024	/* words of a search from the end */
#define	DT_MAXDIGITS	2048	/* of strtoll() */

/*
 * A loop over the bytes of a string.  The verifier follows at most 8,192
 * undecided branches in a row, so such a loop has two levels, each in a
 * function: the inner one makes at most DT_INNER steps.
 */
#define	DT_INNER	256
#define	DT_OUTER	(DT_MAXBYTES / DT_INNER)
#define	DT_STEPS(most, max, step, ended) do {			\
	uint32_t i_;						\
								\
	DT_LOOP							\
	for (i_ = 0; i_ < (most) && i_ < (max); i_++) {		\
		step;						\
		if (ended)					\
			break;					\
	}							\
} while (0)

/* Is the firing of a process?  The memory of the consumer is not for BEGIN and
 * END, which run in it. */
DT_INLINE int
is_of_process(void)
{
	uint32_t activity = dt_val_state.activity;

	return activity != DT_WARMUP && activity != DT_COOLDOWN;
}

/* Parts of dt_rec_begin() and dt_rec_cancel(). */
int dt_rec_room(struct dt_prinbuf *b, struct dt_slot *s, uint32_t size);
int dt_rec_zero(struct dt_prinbuf *b, uint32_t off, uint32_t size);

/* Parts of dt_str_path(). */
int dt_path_depth(uint64_t mount, uint64_t dentry);
uint64_t dt_path_above(uint64_t mount, uint64_t dentry, uint32_t n);
int dt_path_name(struct dt_slot *s, uint32_t dst, uint64_t dentry);
int dt_path_make(struct dt_slot *s, uint32_t dst, uint64_t mount,
    uint64_t dentry);

/* Part of dt_packet_protocol(). */
int64_t dt_packet_protocol6(uint64_t ip);

/* Part of dt_str_execargs(). */
int dt_args_join(struct dt_slot *s, uint32_t dst);

/* Parts of dt_chill(). */
int dt_chill_step(uint64_t from, uint64_t ns);
int dt_chill_steps(uint64_t from, uint64_t ns);

/* A step of dt_speculation(): take this id if it is free. */
int dt_spec_try(uint32_t id);

/* Parts of dt_agg_find(): compare key words, insert, search. */
int dt_agg_equal(const struct dt_aggbuf *b, uint32_t off,
    const struct dt_slot *s, uint32_t kw);
int dt_agg_insert(struct dt_aggbuf *b, const struct dt_slot *s, uint64_t head,
    uint32_t nw);
int dt_agg_search(struct dt_aggbuf *b, struct dt_slot *s, uint64_t head,
    uint32_t nw);

/* Steps of dt_str_index(), _rindex() and _cleanpath(); parts of numbers. */
int dt_path_add(struct dt_slot *s, uint32_t dst, uint32_t src, uint32_t pos,
    uint32_t n);
int dt_path_step(struct dt_slot *s, uint32_t dst, uint32_t src, uint32_t pos);
int dt_path_steps(struct dt_slot *s, uint32_t dst, uint32_t src, uint32_t pos);
int dt_str_equal(struct dt_slot *s, uint32_t a, uint32_t b, uint32_t n);
int dt_str_search(struct dt_slot *s, uint32_t str, uint32_t from,
    uint32_t needle, uint32_t down);
int dt_str_spansteps(struct dt_slot *s, uint32_t str, uint32_t pos,
    uint32_t set, uint32_t in);
int dt_str_rchrs(struct dt_slot *s, uint32_t str, uint32_t end, uint32_t c,
    uint32_t other);
int dt_str_step(struct dt_slot *s, uint32_t str, uint32_t from,
    uint32_t needle);
int dt_str_rstep(struct dt_slot *s, uint32_t str, uint32_t from,
    uint32_t needle);
int dt_str_spanstep(struct dt_slot *s, uint32_t str, uint32_t pos, uint32_t set,
    uint32_t in);
int dt_num_digits(uint64_t v, uint64_t base);
uint64_t dt_num_shift(uint64_t v, uint64_t base, uint32_t n);
int dt_num_put(struct dt_slot *s, uint32_t at, uint64_t v, uint64_t base,
    uint32_t n);

/* Parts of dt_ustack() and dt_fill_stacks(): see unwind.bpf.c. */
struct dt_unwind;
uint64_t dt_tree_slot(uint64_t slot, uint64_t addr);
uint64_t dt_file_key(uint64_t vma);
uint64_t dt_unwind_rows(uint64_t key);
uint64_t dt_unwind_row(uint64_t first, uint64_t n, uint64_t at);
int dt_unwind_return(struct dt_unwind *u);
int dt_unwind_next(struct dt_unwind *u);
int dt_unwind_clear(struct dt_slot *s, uint32_t from, uint32_t to);
int dt_unwind_begin(struct dt_slot *s, struct dt_unwind *u);
int dt_unwind_stack(struct dt_slot *s, uint32_t off, uint32_t size);

/* The word at a byte offset. */
DT_INLINE uint64_t *
word_at(const void *base, uint64_t off)
{
	return (uint64_t *)((char *)base + off);
}

/* The same for an unknown alignment. */
#ifdef __bpf__
typedef uint64_t dt_uword;
#else
typedef uint64_t __attribute__((aligned(1), may_alias)) dt_uword;
#endif
DT_INLINE dt_uword *
uword_at(const void *base, uint64_t off)
{
	return (dt_uword *)((char *)base + off);
}

/*
 * The words of a string of len bytes.  A loop compares with this number rather
 * than with the length: else each pass would give the verifier another range of
 * the length, and it would follow the code after the loop once for each.
 */
DT_INLINE uint64_t
words_of(uint64_t len)
{
	uint64_t bytes = len + 7;

	DT_PIN(bytes);
	return bytes >> 3;
}

/* Copy the words of len bytes, at most max of them; returns their number. */
DT_INLINE uint32_t
copy_words(uint64_t *to, const uint64_t *from, uint64_t max, uint64_t len)
{
	uint64_t n = words_of(len);
	uint32_t i;

	DT_LOOP
	for (i = 0; i < DT_MAXWORDS; i++) {
		if (i >= max || i >= n)
			break;
		to[i] = from[i];
	}
	return i;
}

/* Length of the string at a slot offset; 0 for offset 0. */
DT_INLINE uint64_t
str_length(const struct dt_slot *s, uint32_t str)
{
	uint64_t o = str;

	DT_PIN(o);
	return o > DT_IMM(dt_imm_slot_size) - 8 ? 0 : *word_at(s, o);
}

#define	DT_ONES		0x0101010101010101ull	/* times a byte: 8 copies */
#define	DT_HIGHS	0x8080808080808080ull	/* the high bits of 8 bytes */

/* The last word of a string of len bytes, with zeroes after the end. */
DT_INLINE uint64_t
last_word(uint64_t w, uint64_t len)
{
	return len % 8 == 0 ? 0 : w & ((1ull << len % 8 * 8) - 1);
}

/* Set the length of the string at dst; zeroes follow up to the next word. */
DT_INLINE int
str_end(struct dt_slot *s, uint32_t dst, uint64_t len)
{
	uint64_t to = dst, o = dst + 8ull + (len & ~7ull);

	DT_PIN(to);
	DT_PIN(o);
	if (to > DT_IMM(dt_imm_slot_size) - 8 ||
	    o > DT_IMM(dt_imm_slot_size) - 8)
		return -1;
	*word_at(s, to) = len;
	*word_at(s, o) = last_word(*word_at(s, o), len);
	return 0;
}

/* The last position before `end` of byte c or, with `other`, of any other. */
DT_INLINE int
str_rchr(struct dt_slot *s, uint32_t str, uint32_t end, uint32_t c,
    uint32_t other)
{
	uint64_t max = DT_IMM(dt_imm_strsize);
	uint32_t i;
	int p;

	DT_LOOP
	for (i = 0; i < DT_MAXBYTES && i < max; i += DT_MAXBACK * 8) {
		if (end < i)
			break;
		p = dt_str_rchrs(s, str, end - i, c, other);
		if (p >= 0)
			return p;
	}
	return -1;
}

#endif /* DT_BPF_H */
