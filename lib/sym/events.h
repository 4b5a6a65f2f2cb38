/* SPDX-License-Identifier: MIT */
/* events.h - the groups of the kernel's tracepoints, from tracefs. */
#ifndef DT_EVENTS_H
#define DT_EVENTS_H

struct dt_events;

/* Without tracefs there are no groups.  0 or -ENOMEM. */
int dt_events_create(struct dt_events **evp);
void dt_events_destroy(struct dt_events *ev);
/* The group of a tracepoint; NULL: it has none. */
const char *dt_events_group(const struct dt_events *ev, const char *name);

#endif
