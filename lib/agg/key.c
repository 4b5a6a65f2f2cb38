/* SPDX-License-Identifier: MIT */
/* key.c - keys: from the kernel's form to the canonical and public forms. */
#include "agg/key.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/act.h"
#include "tbl/edt.h"

/* Most words that a raw word can become: part of a probe's name. */
#define	EXTRA	(1 + DTRACE_FUNCNAMELEN / sizeof(uint64_t))

/* Raw words being read, canonical ones being written. */
struct key {
	const uint64_t *in, *end;
	uint64_t *out;
};

static uint64_t
low_bytes(uint64_t v, size_t n)
{
	return n >= 8 ? v : v & (((uint64_t)1 << 8 * n) - 1);
}

static size_t
words(size_t bytes)
{
	return (bytes + 7) / 8;
}

/* max: the most characters that fit in the public record. */
static void
put_string(struct key *k, const char *s, size_t len, size_t max)
{
	if (len > max)
		len = max;
	len = strnlen(s, len);
	*k->out++ = len;
	if (len != 0)
		k->out[words(len) - 1] = 0;
	memcpy(k->out, s, len);
	k->out += words(len);
}

static int
take_string(struct key *k, size_t max)
{
	uint64_t len = *k->in++;

	if (len > UINT16_MAX || words(len) > (size_t)(k->end - k->in))
		return -EDT_BADAGG;
	put_string(k, (const char *)k->in, len, max);
	k->in += words(len);
	return 0;
}

/* The bytes of a struct, all of them. */
static int
take_bytes(struct key *k, size_t size)
{
	if (*k->in != size || words(size) >= (size_t)(k->end - k->in))
		return -EDT_BADAGG;
	*k->out++ = *k->in++;
	k->out[words(size) - 1] = 0;
	memcpy(k->out, k->in, size);
	k->out += words(size);
	k->in += words(size);
	return 0;
}

/* A stack ends at a 0, or when the public record is full. */
static int
take_stack(struct key *k, size_t max)
{
	uint64_t n = *k->in++, used = 0;

	if (n > (size_t)(k->end - k->in))
		return -EDT_BADAGG;
	while (used < n && used < max && k->in[used] != 0)
		used++;
	*k->out++ = used;
	memcpy(k->out, k->in, used * sizeof(*k->in));
	k->out += used;
	k->in += n;
	return 0;
}

/* The process id is stored as the first frame. */
static int
take_ustack(struct key *k, size_t max)
{
	uint64_t pid = *k->in++, *n = k->out;
	int err;

	if (k->in == k->end)
		return -EDT_BADAGG;
	k->out++;
	err = take_stack(k, max);
	if (err != 0)
		return err;
	n[0] = n[1] + 1;
	n[1] = pid;
	return 0;
}

/* A user symbol is a counted pair, process id and address. */
static int
take_sym(const struct dt_aggenv *env, struct key *k,
    const struct dt_keydesc *d)
{
	uint64_t pid = 0, pc;

	if (dt_agg_haspid(d)) {
		if (k->end - k->in < 2)
			return -EDT_BADAGG;
		pid = *k->in++;
		*k->out++ = 2;
		*k->out++ = pid;
	}
	pc = *k->in++;
	*k->out++ = env->canon == NULL ? pc :
	    env->canon(env->arg, d->action, pid, pc);
	return 0;
}

static const char *
probe_part(const dtrace_probedesc_t *pd, int kind)
{
	switch (kind) {
	case DT_KEY_PROV: return pd->dtpd_provider;
	case DT_KEY_MOD: return pd->dtpd_mod;
	case DT_KEY_FUNC: return pd->dtpd_func;
	default: return pd->dtpd_name;
	}
}

static void
take_name(const struct dt_aggenv *env, struct key *k,
    const struct dt_keydesc *d, size_t max)
{
	const dtrace_probedesc_t *pd = env->pdesc(env->arg,
	    (uint32_t)*k->in++);
	const char *s = pd != NULL ? probe_part(pd, d->kind) : "";

	put_string(k, s, strnlen(s, DTRACE_FUNCNAMELEN), max);
}

static int
take_key(const struct dt_aggenv *env, struct key *k,
    const struct dt_keydesc *d)
{
	size_t max = d->size != 0 ? d->size - 1 : 0;

	if (k->in == k->end)
		return -EDT_BADAGG;
	switch (d->kind) {
	case DT_KEY_INT:
		*k->out++ = low_bytes(*k->in++, d->size);
		return 0;
	case DT_KEY_STR:
		return take_string(k, max);
	case DT_KEY_BYTES:
		return take_bytes(k, d->size);
	case DT_KEY_STACK:
		return dt_agg_haspid(d) ? take_ustack(k, d->nframes) :
		    take_stack(k, d->size / 8);
	case DT_KEY_SYM:
		return take_sym(env, k, d);
	case DT_KEY_COMM:
		if (k->end - k->in < DT_COMMLEN / 8)
			return -EDT_BADAGG;
		put_string(k, (const char *)k->in, DT_COMMLEN, max);
		k->in += DT_COMMLEN / 8;
		return 0;
	default:
		take_name(env, k, d, max);
		return 0;
	}
}

static int
reserve(struct dt_agg *a, size_t n)
{
	uint64_t *p;

	if (n <= a->nscratch)
		return 0;
	p = realloc(a->scratch, n * sizeof(*p));
	if (p == NULL)
		return -ENOMEM;
	a->scratch = p;
	a->nscratch = n;
	return 0;
}

int
dt_agg_canon(struct dt_agg *a, const struct dt_form *f, const uint64_t *raw,
    uint32_t kw)
{
	struct key k = { .in = raw, .end = raw + kw };
	int err = reserve(a, kw + f->nkeys * EXTRA + 1);

	k.out = a->scratch;
	for (uint32_t i = 0; err == 0 && i < f->nkeys; i++)
		err = take_key(&a->env, &k, &f->keys[i]);
	if (err != 0)
		return err;
	return k.out - a->scratch > UINT16_MAX ? -EDT_BADAGG :
	    (int)(k.out - a->scratch);
}

/* Is the canonical form of such a key its own canonical form? */
bool
dt_agg_isplain(const struct dt_form *f)
{
	for (uint32_t i = 0; i < f->nkeys; i++) {
		const struct dt_keydesc *d = &f->keys[i];

		if (d->kind != DT_KEY_INT && d->kind != DT_KEY_STR &&
		    (d->kind != DT_KEY_STACK || dt_agg_haspid(d)))
			return false;
	}
	return true;
}

bool
dt_agg_isword(const struct dt_keydesc *d)
{
	return d->kind == DT_KEY_INT ||
	    (d->kind == DT_KEY_SYM && !dt_agg_haspid(d));
}

bool
dt_agg_isusym(const struct dt_keydesc *d)
{
	return d->kind == DT_KEY_SYM && dt_agg_haspid(d);
}

bool
dt_agg_haspid(const struct dt_keydesc *d)
{
	return dt_act_isuser(d->action);
}

/* Does the length in the first word count words, not bytes? */
static bool
has_words(const struct dt_keydesc *d)
{
	return d->kind == DT_KEY_STACK || dt_agg_haspid(d);
}

const uint64_t *
dt_agg_keyat(const struct dt_form *f, const uint64_t *key, uint32_t i)
{
	for (uint32_t j = 0; j < i; j++) {
		if (dt_agg_isword(&f->keys[j]))
			key++;
		else if (has_words(&f->keys[j]))
			key += 1 + *key;
		else
			key += 1 + words(*key);
	}
	return key;
}

size_t
dt_agg_keylen(const struct dt_keydesc *d, const uint64_t *word)
{
	return has_words(d) ? *word * sizeof(*word) : *word;
}

void
dt_agg_putkeys(const struct dt_form *f, const uint64_t *key, char *data)
{
	for (uint32_t i = 0; i < f->nkeys; i++) {
		const struct dt_keydesc *d = &f->keys[i];
		char *to = data + f->desc->dtagd_rec[1 + i].dtrd_offset;
		size_t n;

		if (dt_agg_isword(d)) {
			if (d->size == sizeof(*key))
				memcpy(to, key++, sizeof(*key));
			else
				memcpy(to, key++, d->size);
			continue;
		}
		n = dt_agg_keylen(d, key++);
		memcpy(to, key, n);
		key += words(n);
	}
}
