/* SPDX-License-Identifier: MIT */
/* show.c - prints the table of locks. */
#include "plockstat.h"

#define	LINE	79
#define	LOCK	28			/* width of a lock's name */
#define	BARS	24

static const char *const titles[] = {
#define	X(name, title)	title,
	SECTIONS(X)
#undef X
};

static void
name(const struct plockstat *pl, const struct row *r, uint64_t addr,
    char *text, int size)
{
	if (addr == 0)
		(void) snprintf(text, (size_t)size, "-");
	else
		(void) dtrace_uaddr2str(pl->dtp, (pid_t)r->pid, addr, text,
		    size);
}

static void
show_rule(void)
{
	for (int i = 0; i < LINE; i++)
		(void) putchar('-');
	(void) putchar('\n');
}

static void
show_head(const struct plockstat *pl)
{
	if (!pl->stacks)
		(void) printf("Count     nsec %-*s Caller\n", LOCK, "Lock");
	show_rule();
}

static void
show_event(const struct plockstat *pl, const struct row *r)
{
	char lock[1024], caller[1024];

	name(pl, r, r->lock, lock, sizeof(lock));
	if (pl->stacks)
		(void) printf("Count     nsec Lock\n");
	(void) printf("%5llu %8llu ", (unsigned long long)r->count,
	    (unsigned long long)(r->count != 0 ? r->total / r->count : 0));
	if (pl->stacks) {
		(void) printf("%s\n", lock);
		return;
	}
	name(pl, r, r->pcs[0], caller, sizeof(caller));
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
show_times(const struct plockstat *pl, const struct row *r)
{
	int first = 0, last = DTRACE_QUANTIZE_NBUCKETS - 1;
	char frame[1024];

	while (first < last && r->times[first] == 0)
		first++;
	while (last > first && r->times[last] == 0)
		last--;
	(void) printf("\n      nsec ---- Time Distribution --- count Stack\n");
	for (long i = 0; first <= last ||
	    (i < pl->depth && r->pcs[i] != 0); i++) {
		if (first <= last)
			show_bucket(r, first++);
		else
			(void) printf("%10s |%*s|%6s", "", BARS, "", "");
		if (i < pl->depth && r->pcs[i] != 0) {
			name(pl, r, r->pcs[i], frame, sizeof(frame));
			(void) printf(" %s", frame);
		}
		(void) putchar('\n');
	}
	show_rule();
}

void
show(struct plockstat *pl)
{
	long shown = 0;

	for (size_t i = 0; i < pl->nrows; i++) {
		const struct row *r = &pl->rows[i];

		if (i == 0 || r->section != r[-1].section) {
			(void) printf("%s%s\n\n", i != 0 ? "\n" : "",
			    titles[r->section]);
			show_head(pl);
			shown = 0;
		}
		if (pl->limit != 0 && shown++ >= pl->limit)
			continue;
		show_event(pl, r);
		if (r->times != NULL)
			show_times(pl, r);
	}
}
