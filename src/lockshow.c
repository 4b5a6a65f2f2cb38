/* SPDX-License-Identifier: MIT */
/* lockshow.c - prints the table of locks. */
#include "locks.h"

#include <stdio.h>

#define	LINE	79
#define	LOCK	28			/* width of a lock's name */
#define	BARS	24

static void
show_rule(void)
{
	for (int i = 0; i < LINE; i++)
		(void) putchar('-');
	(void) putchar('\n');
}

/* The number of events in a section. */
static uint64_t
events_in(const struct locks *l, int section)
{
	uint64_t n = 0;

	for (size_t i = 0; i < l->nrows; i++)
		if (l->rows[i].section == section)
			n += l->rows[i].count;
	return n;
}

static void
show_title(const struct locks *l, int section)
{
	double seconds = (double)l->elapsed / NANOSEC;
	uint64_t n = events_in(l, section);

	(void) printf("%s", l->titles[section]);
	if (l->rates)
		(void) printf(": %llu events in %.3f seconds (%.0f "
		    "events/sec)", (unsigned long long)n, seconds,
		    seconds > 0 ? (double)n / seconds : 0.0);
	(void) printf("\n\n");
}

static void
show_columns(const struct locks *l)
{
	(void) printf("Count%s     nsec %-*s%s\n", l->rates ?
	    " indv cuml" : "", l->stacks ? 0 : LOCK, "Lock",
	    l->stacks ? "" : " Caller");
}

static void
show_head(const struct locks *l, int section)
{
	show_title(l, section);
	if (!l->stacks)
		show_columns(l);
	show_rule();
}

/* before is the number of events in the rows above, all that in the section. */
static void
show_event(const struct locks *l, const struct row *r, uint64_t before,
    uint64_t all)
{
	char lock[1024], caller[1024];

	name_address(l, r, r->lock, lock, sizeof(lock));
	if (l->stacks)
		show_columns(l);
	(void) printf("%5llu", (unsigned long long)r->count);
	if (l->rates && all != 0)
		(void) printf(" %3.0f%% %3.0f%%", 100.0 * (double)r->count /
		    (double)all, 100.0 * (double)(before + r->count) /
		    (double)all);
	(void) printf(" %8llu ", (unsigned long long)(r->count != 0 ?
	    r->total / r->count : 0));
	if (l->stacks) {
		(void) printf("%s\n", lock);
		return;
	}
	name_address(l, r, r->pcs[0], caller, sizeof(caller));
	(void) printf("%-*s %s\n", LOCK, lock, caller);
}

/* One line of the distribution; its bar is its share of all events. */
static void
show_bucket(const struct row *r, int bucket)
{
	int64_t n = r->times[bucket];
	int width = r->count == 0 ? 0 :
	    (int)((double)n / (double)r->count * BARS + 0.5);

	(void) printf("%10lld |", (long long)DTRACE_QUANTIZE_BUCKETVAL(bucket));
	for (int i = 0; i < BARS; i++)
		(void) putchar(i < width ? '@' : ' ');
	(void) printf("|%6lld", (long long)n);
}

/* The distribution, from its first bucket to its last, beside the stack. */
static void
show_times(const struct locks *l, const struct row *r)
{
	int first = 0, last = DTRACE_QUANTIZE_NBUCKETS - 1;
	char frame[1024];

	while (first < last && r->times[first] == 0)
		first++;
	while (last > first && r->times[last] == 0)
		last--;
	(void) printf("\n      nsec ---- Time Distribution --- count Stack\n");
	for (long i = 0; first <= last ||
	    (i < l->depth && r->pcs[i] != 0); i++) {
		if (first <= last)
			show_bucket(r, first++);
		else
			(void) printf("%10s |%*s|%6s", "", BARS, "", "");
		if (i < l->depth && r->pcs[i] != 0) {
			name_address(l, r, r->pcs[i], frame, sizeof(frame));
			(void) printf(" %s", frame);
		}
		(void) putchar('\n');
	}
	show_rule();
}

void
show(const struct locks *l)
{
	uint64_t before = 0, all = 0;
	long shown = 0;

	for (size_t i = 0; i < l->nrows; i++) {
		const struct row *r = &l->rows[i];

		if (i == 0 || r->section != r[-1].section) {
			(void) printf("%s", i != 0 ? "\n" : "");
			show_head(l, r->section);
			all = events_in(l, r->section);
			before = 0;
			shown = 0;
		}
		if (l->limit != 0 && shown++ >= l->limit)
			continue;
		show_event(l, r, before, all);
		before += r->count;
		if (r->times != NULL)
			show_times(l, r);
	}
}
