/* SPDX-License-Identifier: MIT */
/*
 * map.c - the memory of a run in this process: arrays laid out as struct
 * dt_mem says, and the preallocated bounded hash behind self->.
 */
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/hash.h"
#include "vm/vm.h"

#define	SPINS	10000		/* with a yield each 64 */
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
 * Chained buckets over a fixed array of entries: an entry comes from the free
 * list, or else from the part of the array that was never used, so that an
 * idle map costs no pages.
 */
struct dt_vm_hash {
	uint32_t key_size, value_size, max;
	uint32_t mask;			/* of buckets */
	size_t stride;			/* bytes of an entry */
	uint32_t free_lock;
	uint32_t free, fresh;
	struct bucket *buckets;
	char *entries;
};

static size_t
pad8(size_t n)
{
	return (n + 7) & ~(size_t)7;
}

/* Zero pages, taken from the machine when they are touched. */
static void *
pages(size_t len)
{
	void *p = mmap(NULL, len, PROT_READ | PROT_WRITE,
	    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	return p == MAP_FAILED ? NULL : p;
}

static void
unpages(void *p, size_t len)
{
	if (p != NULL)
		munmap(p, len);
}

/*
 * Bounded: a firing inside another on the same thread (a signal) would wait
 * for itself.  The kernel's hash gives up in that case, too.
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

static struct entry *
entry_at(const struct dt_vm_hash *h, uint32_t n)
{
	return (struct entry *)(h->entries + (n - 1) * h->stride);
}

static char *
entry_value(const struct dt_vm_hash *h, struct entry *e)
{
	return e->kv + pad8(h->key_size);
}

int
dt_vm_hash_create(uint32_t key_size, uint32_t value_size, uint32_t max,
    struct dt_vm_hash **hp)
{
	struct dt_vm_hash *h = calloc(1, sizeof(*h));
	uint32_t nbuckets = 1;

	if (h == NULL)
		return -ENOMEM;
	while (nbuckets < max)
		nbuckets *= 2;
	h->key_size = key_size;
	h->value_size = value_size;
	h->max = max;
	h->mask = nbuckets - 1;
	h->fresh = 1;
	h->stride = sizeof(struct entry) + pad8(key_size) + pad8(value_size);
	h->buckets = pages((size_t)nbuckets * sizeof(*h->buckets));
	h->entries = pages(max * h->stride);
	if (h->buckets == NULL || h->entries == NULL) {
		dt_vm_hash_destroy(h);
		return -ENOMEM;
	}
	*hp = h;
	return 0;
}

void
dt_vm_hash_destroy(struct dt_vm_hash *h)
{
	if (h == NULL)
		return;
	unpages(h->buckets, ((size_t)h->mask + 1) * sizeof(*h->buckets));
	unpages(h->entries, h->max * h->stride);
	free(h);
}

struct dt_vm_win
dt_vm_hash_win(const struct dt_vm_hash *h)
{
	return (struct dt_vm_win){
	    (uintptr_t)h->entries, h->max * h->stride };
}

static struct bucket *
bucket_of(const struct dt_vm_hash *h, const void *key)
{
	return &h->buckets[dt_hash_bytes(key, h->key_size) & h->mask];
}

/* The link that leads to the entry of this key, or to the chain's end. */
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

/* The bucket is locked. */
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
    bool (*is)(const void *key, const void *arg), const void *arg)
{
	for (uint32_t i = 0; i <= h->mask; i++) {
		struct bucket *b = &h->buckets[i];
		uint32_t *link = &b->head;

		if (*link == NOTHING || lock(&b->lock) != 0)
			continue;
		while (*link != NOTHING)
			if (!is(entry_at(h, *link)->kv, arg) ||
			    remove_entry(h, link) != 0)
				link = &entry_at(h, *link)->next;
		unlock(&b->lock);
	}
}

static int
array_create(struct dt_vm_map *m, uint32_t value_size, uint32_t max)
{
	m->key_size = sizeof(uint32_t);
	m->value_size = value_size;
	m->max = max;
	if (max == 0)
		return 0;
	m->base = pages((size_t)value_size * max);
	return m->base == NULL ? -ENOMEM : 0;
}

static size_t
halves_len(const struct dt_vm *v, enum dt_bufkind k, size_t size, int variant)
{
	return dt_nhalves(&v->mem, k, variant != DT_VAR_L0) * size;
}

static int
halves_create(struct dt_vm *v, enum dt_bufkind k, const uint32_t size[])
{
	struct dt_halves *b = &v->mem.buf[k];
	int i;

	for (i = 0; i < DT_NVARS; i++) {
		if (size[i] == 0)
			continue;
		b->base[i] = pages(halves_len(v, k, size[i], i));
		if (b->base[i] == NULL)
			return -ENOMEM;
		b->size[i] = size[i];
	}
	return 0;
}

static int
hash_create(struct dt_vm_map *m, uint32_t key_size, uint32_t value_size,
    uint32_t max)
{
	m->key_size = key_size;
	m->value_size = value_size;
	m->max = max;
	return max == 0 ? 0 :
	    dt_vm_hash_create(key_size, value_size, max, &m->hash);
}

static int
maps_create(struct dt_vm *v)
{
	const struct dt_sizes *z = &v->size;
	struct dt_vm_map *m = v->maps;
	uint32_t n = v->mem.ncpus;
	uint64_t scratch = dt_size_scratch(z, &v->mem);
	int err;

	if (scratch > UINT32_MAX)
		return -ENOMEM;
	err = array_create(&m[DT_VM_MAP_state], sizeof(struct dt_state), 1);
	err = err ? err :
	    array_create(&m[DT_VM_MAP_ctl], sizeof(struct dt_ctl), n);
	err = err ? err :
	    array_create(&m[DT_VM_MAP_slots], z->slot_size, n * DT_LEVELS);
	err = err ? err : array_create(&m[DT_VM_MAP_names],
	    sizeof(struct dt_names), z->nnames);
	err = err ? err :
	    array_create(&m[DT_VM_MAP_globals], z->globals_size, 1);
	err = err ? err :
	    array_create(&m[DT_VM_MAP_gstrs], z->strbytes, z->ngstrs);
	err = err ? err : array_create(&m[DT_VM_MAP_specs], z->specs_size,
	    z->specs_size != 0);
	err = err ? err : array_create(&m[DT_VM_MAP_scratch], scratch,
	    scratch != 0);
	err = err ? err : hash_create(&m[DT_VM_MAP_self],
	    sizeof(struct dt_selfkey), sizeof(uint64_t), z->nself);
	err = err ? err : hash_create(&m[DT_VM_MAP_selfstr],
	    sizeof(struct dt_selfkey), z->strbytes, z->nselfstr);
	err = err ? err : hash_create(&m[DT_VM_MAP_dynvar],
	    8 * z->dyn_short, z->dynval_size, z->ndynvar);
	return err ? err : hash_create(&m[DT_VM_MAP_dynlong],
	    8 * z->dyn_words, z->dynval_size, z->ndynlong);
}

int
dt_vm_mem_create(struct dt_vm *v)
{
	int err = maps_create(v);

	err = err ? err : halves_create(v, DT_BUF_AGG, v->size.agg_size);
	err = err ? err : halves_create(v, DT_BUF_PRIN, v->size.prin_size);
	if (err != 0)
		return err;
	v->mem.state = (struct dt_state *)v->maps[DT_VM_MAP_state].base;
	v->mem.ctl = (struct dt_ctl *)v->maps[DT_VM_MAP_ctl].base;
	v->mem.specs = (uint64_t *)v->maps[DT_VM_MAP_specs].base;
	return 0;
}

void
dt_vm_mem_destroy(struct dt_vm *v)
{
	int i, k;

	for (i = 0; i < DT_VM_NMAPS; i++) {
		struct dt_vm_map *m = &v->maps[i];

		unpages(m->base, (size_t)m->value_size * m->max);
		dt_vm_hash_destroy(m->hash);
	}
	for (k = 0; k < DT_NBUFS; k++)
		for (i = 0; i < DT_NVARS; i++)
			unpages(v->mem.buf[k].base[i],
			    halves_len(v, k, v->mem.buf[k].size[i], i));
}
