/* SPDX-License-Identifier: MIT */
/* devices.c - fills the table of devices from a snapshot. */
#include "intrstat.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>

static struct device *
add(struct intrstat *in)
{
	struct device *d;

	if (in->ndevices == in->room) {
		int room = 2 * in->room + 16;

		d = reallocarray(in->devices, (size_t)room, sizeof(*d));
		if (d == NULL)
			return NULL;
		in->devices = d;
		in->room = room;
	}
	d = &in->devices[in->ndevices];
	d->cpus = calloc((size_t)in->iv.maxcpus, sizeof(*d->cpus));
	if (d->cpus == NULL)
		return NULL;
	in->ndevices++;
	return d;
}

/* Copy a name chosen by a driver, with control characters as octal escapes. */
static void
set_name(struct device *d, const char *p, size_t n)
{
	char text[8];
	size_t at = 0, len;

	for (size_t i = 0; i < n && p[i] != '\0'; i++, at += len) {
		unsigned char c = (unsigned char)p[i];

		len = (size_t)snprintf(text, sizeof(text), isprint(c) ? "%c" :
		    "\\%03o", c);
		if (at + len >= sizeof(d->name))
			break;
		memcpy(d->name + at, text, len);
	}
	d->name[at] = '\0';
}

/* The keys are number and name; the value of avg() is count and sum. */
static int
walk(const dtrace_aggdata_t *data, void *arg)
{
	const dtrace_recdesc_t *rec = data->dtada_desc->dtagd_rec;
	struct intrstat *in = arg;
	struct device *d = add(in);

	if (d == NULL) {
		in->failed = true;
		return DTRACE_AGGWALK_ABORT;
	}
	memcpy(&d->irq, data->dtada_data + rec[1].dtrd_offset,
	    sizeof(d->irq));
	set_name(d, data->dtada_data + rec[2].dtrd_offset, rec[2].dtrd_size);
	for (long i = 0; i < in->iv.maxcpus; i++)
		memcpy(&d->cpus[i], data->dtada_percpu[i], sizeof(*d->cpus));
	return DTRACE_AGGWALK_NEXT;
}

void
forget(struct intrstat *in)
{
	for (int i = 0; i < in->ndevices; i++)
		free(in->devices[i].cpus);
	in->ndevices = 0;
}

int
gather(struct intrstat *in)
{
	forget(in);
	if (dtrace_aggregate_walk_keyvarsorted(in->iv.dtp, walk, in) == 0)
		return 0;
	if (in->failed)
		return fail("%s", strerror(ENOMEM));
	return dfail(in->iv.dtp, "failed to read the aggregation");
}
