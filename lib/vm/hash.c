/* SPDX-License-Identifier: MIT */
/*
 * hash.c - hash maps of a bounded size, for self-> and associative arrays.
 * They have no pointers, since processes map them at different addresses.
 */
#include <errno.h>
#include <sched.h>
#include <string.h>

#include "base/hash.h"
#include "vm/vm.h"

#define	SPINS	10000		/* attempts to lock; one in 64 yields */
#define	NOTHING	0		/* entries are numbered from 1 */

struct bucket {
	uint32_t lock;
	uint32_t head;
};

/* Followed by the key and the value, each padded to 8 bytes. */
struct entry {
	uint32_t next;
	uint32_t pad;
	char kv[];
};

/*
 * Chained buckets, followed by a fixed array of entries.  A new entry comes
 * from the free list or, if that is empty, from the unused part of the array,
 * whose pages cost nothing before.
 */
struct dt_vm_hash {
	uint32_t key_size, value_size, max;
	uint32_t mask;			/* of buckets */
	uint64_t stride;		/* bytes of an entry */
	uint32_t free_lock;
	uint32_t free, fresh;
	uint32_t pad;
	struct bucket buckets[];
};

static size_t
pad8(size_t n)
{
	return (n + 7) & ~(size_t)7;
}

/*
 * The wait is bounded, because a firing inside another of the same thread (in a
 * signal handler) would wait for itself.  The kernel's hash maps return -EBUSY,
 * too.
 */
static int
lock(uint32_t *word)
{
	int i;

	for (i = 0; i < SPINS; i++) {
		if (__atomic_exchange_n(word, 1, __ATOMIC_ACQUIRE) == 0)
			return 0;
		if (i % 64 == 63)
			sched_yield();
	}
	return -EBUSY;
}

static void
unlock(uint32_t *word)
{
	__atomic_store_n(word, 0, __ATOMIC_RELEASE);
}

static char *
entries_of(const struct dt_vm_hash *h)
{
	return (char *)&h->buckets[(size_t)h->mask + 1];
}

static struct entry *
entry_at(const struct dt_vm_hash *h, uint32_t n)
{
	return (struct entry *)(entries_of(h) + (n - 1) * h->stride);
}

static char *
entry_value(const struct dt_vm_hash *h, struct entry *e)
{
	return e->kv + pad8(h->key_size);
}

static uint32_t
nbuckets(uint32_t max)
{
	uint32_t n = 1;

	while (n < max)
		n *= 2;
	return n;
}

static size_t
stride_of(uint32_t key_size, uint32_t value_size)
{
	return sizeof(struct entry) + pad8(key_size) + pad8(value_size);
}

size_t
dt_vm_hash_size(uint32_t key_size, uint32_t value_size, uint32_t max)
{
	return sizeof(struct dt_vm_hash) +
	    nbuckets(max) * sizeof(struct bucket) +
	    max * stride_of(key_size, value_size);
}

void
dt_vm_hash_init(struct dt_vm_hash *h, uint32_t key_size, uint32_t value_size,
    uint32_t max)
{
	h->key_size = key_size;
	h->value_size = value_size;
	h->max = max;
	h->mask = nbuckets(max) - 1;
	h->stride = stride_of(key_size, value_size);
	h->fresh = 1;
}

struct dt_vm_win
dt_vm_hash_win(const struct dt_vm_hash *h)
{
	return (struct dt_vm_win){
	    (uintptr_t)entries_of(h), h->max * h->stride };
}

static struct bucket *
bucket_of(struct dt_vm_hash *h, const void *key)
{
	return &h->buckets[dt_hash_bytes(key, h->key_size) & h->mask];
}

/* The link to the entry of this key, or the one at the end of the chain. */
static uint32_t *
find(const struct dt_vm_hash *h, struct bucket *b, const void *key)
{
	uint32_t *link = &b->head;

	while (*link != NOTHING) {
		struct entry *e = entry_at(h, *link);

		if (memcmp(e->kv, key, h->key_size) == 0)
			break;
		link = &e->next;
	}
	return link;
}

void *
dt_vm_hash_lookup(struct dt_vm_hash *h, const void *key)
{
	struct bucket *b = bucket_of(h, key);
	uint32_t n;

	if (lock(&b->lock) != 0)
		return NULL;
	n = *find(h, b, key);
	unlock(&b->lock);
	return n == NOTHING ? NULL : entry_value(h, entry_at(h, n));
}

static int
take_entry(struct dt_vm_hash *h, uint32_t *np)
{
	int err = lock(&h->free_lock);

	if (err != 0)
		return err;
	if (h->free != NOTHING) {
		*np = h->free;
		h->free = entry_at(h, h->free)->next;
	} else if (h->fresh <= h->max) {
		*np = h->fresh++;
	} else {
		err = -E2BIG;
	}
	unlock(&h->free_lock);
	return err;
}

static int
insert(struct dt_vm_hash *h, uint32_t *link, const void *key, const void *val)
{
	struct entry *e;
	uint32_t n;
	int err = take_entry(h, &n);

	if (err != 0)
		return err;
	e = entry_at(h, n);
	e->next = NOTHING;
	memcpy(e->kv, key, h->key_size);
	memcpy(entry_value(h, e), val, h->value_size);
	*link = n;
	return 0;
}

int
dt_vm_hash_update(struct dt_vm_hash *h, const void *key, const void *val,
    uint64_t flags)
{
	struct bucket *b = bucket_of(h, key);
	uint32_t *link;
	int err;

	if (flags > BPF_EXIST)
		return -EINVAL;
	err = lock(&b->lock);
	if (err != 0)
		return err;
	link = find(h, b, key);
	if (*link == NOTHING)
		err = flags == BPF_EXIST ? -ENOENT : insert(h, link, key, val);
	else if (flags == BPF_NOEXIST)
		err = -EEXIST;
	else
		memcpy(entry_value(h, entry_at(h, *link)), val, h->value_size);
	unlock(&b->lock);
	return err;
}

/* Remove an entry from its bucket, which is locked. */
static int
remove_entry(struct dt_vm_hash *h, uint32_t *link)
{
	uint32_t n = *link;
	int err = lock(&h->free_lock);

	if (err != 0)
		return err;
	*link = entry_at(h, n)->next;
	entry_at(h, n)->next = h->free;
	h->free = n;
	unlock(&h->free_lock);
	return 0;
}

int
dt_vm_hash_delete(struct dt_vm_hash *h, const void *key)
{
	struct bucket *b = bucket_of(h, key);
	uint32_t *link;
	int err = lock(&b->lock);

	if (err != 0)
		return err;
	link = find(h, b, key);
	err = *link == NOTHING ? -ENOENT : remove_entry(h, link);
	unlock(&b->lock);
	return err;
}

void
dt_vm_hash_sweep(struct dt_vm_hash *h,
    bool (*matches)(const void *key, const void *arg), const void *arg)
{
	for (uint32_t i = 0; i <= h->mask; i++) {
		struct bucket *b = &h->buckets[i];
		uint32_t *link = &b->head;

		if (*link == NOTHING || lock(&b->lock) != 0)
			continue;
		while (*link != NOTHING)
			if (!matches(entry_at(h, *link)->kv, arg) ||
			    remove_entry(h, link) != 0)
				link = &entry_at(h, *link)->next;
		unlock(&b->lock);
	}
}
