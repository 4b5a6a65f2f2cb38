/* SPDX-License-Identifier: MIT */
/* events.c - the groups of the kernel's tracepoints, which only tracefs has. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/hash.h"
#include "sym/events.h"
#include "sym/tracefs.h"

#define	LIST	"available_events"	/* lines of GROUP:NAME */

struct dt_events {
	struct dt_buf text;
	struct dt_hash *groups;		/* by name */
};

/* Split the text into strings; a name in two groups keeps the first. */
static int
index_groups(struct dt_events *ev)
{
	char *p = ev->text.p, *end, *name;
	int err = 0;

	for (; p != NULL && *p != '\0' && err == 0; p = end) {
		end = p + strcspn(p, "\n");
		if (*end != '\0')
			*end++ = '\0';
		name = strchr(p, ':');
		if (name == NULL)
			continue;
		*name++ = '\0';
		err = dt_hash_put(ev->groups, name, p);
		err = err == -EEXIST ? 0 : err;
	}
	return err;
}

int
dt_events_create(struct dt_events **evp)
{
	struct dt_events *ev = calloc(1, sizeof(*ev));
	FILE *fp = dt_tracefs_open(LIST);
	int err = -ENOMEM;

	if (ev != NULL)
		ev->groups = dt_hash_create();
	if (ev != NULL && ev->groups != NULL) {
		if (fp != NULL)
			dt_buf_file(&ev->text, fp);
		err = ev->text.err == -ENOMEM ? -ENOMEM : index_groups(ev);
	}
	if (fp != NULL)
		(void) fclose(fp);
	if (err == 0) {
		*evp = ev;
		return 0;
	}
	dt_events_destroy(ev);
	return err;
}

void
dt_events_destroy(struct dt_events *ev)
{
	if (ev == NULL)
		return;
	dt_hash_destroy(ev->groups);
	dt_buf_free(&ev->text);
	free(ev);
}

const char *
dt_events_group(const struct dt_events *ev, const char *name)
{
	return dt_hash_get(ev->groups, name);
}
