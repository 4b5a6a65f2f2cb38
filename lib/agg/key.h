/* SPDX-License-Identifier: MIT */
/*
 * key.h - keys in canonical form: the words of each part one after another,
 *
 *	integer		the value, zero-extended from the size of its record
 *	string		its length, then its bytes, padded with zeros to words
 *	stack		the number of words, then a frame each; a user stack
 *			has its process id in front, which is counted
 *	symbol		the address; in a process: 2, process id, address
 */
#ifndef DT_AGG_KEY_H
#define DT_AGG_KEY_H

#include "agg/table.h"

/* The canonical key in a->scratch: its number of words, or -errno. */
int dt_agg_canon(struct dt_agg *a, const struct dt_form *f,
    const uint64_t *raw, uint32_t kw);
/* Does the kernel send the keys of this form in canonical form? */
bool dt_agg_isplain(const struct dt_form *f);
/* Is a key part a single word?  A process id and an address? */
bool dt_agg_isword(const struct dt_keydesc *d);
bool dt_agg_isusym(const struct dt_keydesc *d);
/* Does it begin with a process id, which may be 0, as no frame may? */
bool dt_agg_haspid(const struct dt_keydesc *d);
/* The words of part i of a canonical key. */
const uint64_t *dt_agg_keyat(const struct dt_form *f, const uint64_t *key,
    uint32_t i);
/* Bytes of a string or stack in its public record; they start at word + 1. */
size_t dt_agg_keylen(const struct dt_keydesc *d, const uint64_t *word);
/* Write the parts into a public record, which is zeroed. */
void dt_agg_putkeys(const struct dt_form *f, const uint64_t *key, char *data);

#endif /* DT_AGG_KEY_H */
