/* SPDX-License-Identifier: MIT */
/*
 * bpf.h - what the restricted C of this folder is written with: helpers of the
 * kernel, symbols that the engine binds, and the tricks that the verifier asks
 * for.  Compiled natively, the helpers and symbols come from the test.
 */
#ifndef DT_BPF_H
#define DT_BPF_H

#include "rt/funcs.h"

#ifdef __bpf__
#define	DT_HELPER(ret, name, number, ...)	\
static ret (*const name)(__VA_ARGS__) __attribute__((unused)) = \
    (ret (*)(__VA_ARGS__))number
#define	DT_LOOP		_Pragma("clang loop unroll(disable)")
#define	NULL		((void *)0)
#else
#include <stddef.h>
#define	DT_HELPER(ret, name, number, ...)	ret name(__VA_ARGS__)
#define	DT_LOOP
#endif

DT_HELPER(void *, bpf_map_lookup_elem, 1, void *map, const void *key);
DT_HELPER(long, bpf_map_update_elem, 2, void *map, const void *key,
    const void *value, uint64_t flags);
DT_HELPER(long, bpf_map_delete_elem, 3, void *map, const void *key);

extern char dt_map_names[], dt_map_self[];
extern struct dt_state dt_val_state;
extern const char dt_imm_agg_size[], dt_imm_agg_nidx[], dt_imm_agg_data[];
extern const char dt_imm_agg_maxrec[], dt_imm_prin_size[];
extern const char dt_imm_prin_limit[], dt_imm_prin_maxrec[];
extern const char dt_imm_slot_size[], dt_imm_key_words[], dt_imm_strsize[];

/*
 * Hide a value's origin from the compiler, so that the register that a bounds
 * check saw is the one that is used.
 */
#define	DT_PIN(v)	__asm__ volatile("" : "+r"(v))

/* The address of a symbol is its number; it may be anything, also 0. */
#ifndef DT_IMM
#define	DT_IMM(name) __extension__ ({		\
	uint64_t imm_ = (uint64_t)(name);	\
	DT_PIN(imm_);				\
	imm_;					\
})
#endif

/*
 * Every loop stands alone in its function and ends at a constant: what a
 * function costs the verifier is then the sum, not the product, of its loops.
 */
#define	DT_MAXWORDS	1024	/* of a key, string or stack */
#define	DT_MAXRECWORDS	8192	/* of a principal record */

/* The pieces of dt_agg_find: slot words are compared with record words. */
uint32_t dt_agg_hash(const struct dt_slot *s, uint32_t form, uint32_t kw);
int dt_agg_equal(const struct dt_aggbuf *b, uint32_t off,
    const struct dt_slot *s, uint32_t kw);
int dt_agg_insert(struct dt_aggbuf *b, const struct dt_slot *s, uint64_t head,
    uint32_t nw);

/* Word at a byte offset. */
static inline uint64_t *
word_at(const void *base, uint64_t off)
{
	return (uint64_t *)((char *)base + off);
}

#endif /* DT_BPF_H */
