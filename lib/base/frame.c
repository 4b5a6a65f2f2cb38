/* SPDX-License-Identifier: MIT */
/*
 * frame.c - tells whether a function is still active.  If the word in its frame
 * has been overwritten, it is not.  If the word is intact the unwinder decides,
 * because it sees the current frames.
 */
#include "base/frame.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <sys/uio.h>
#include <unistd.h>
#include <unwind.h>
#include "base/clock.h"

__attribute__((noinline)) void
dt_frame_begin(struct dt_frame *f, struct dt_witness *w)
{
	f->ip = (uintptr_t)__builtin_extract_return_addr(
	    __builtin_return_address(0));
	f->tid = gettid();
	f->word = (uint64_t)dt_clock_mono() ^ (uintptr_t)w ^ 0x5aa5;
	f->at = w;
	w->word = f->word;
	w->frame = f;
}

void
dt_frame_end(struct dt_witness *w)
{
	if (w->frame != NULL)
		w->frame->at = NULL;
	w->word = 0;
}

/* The kernel reads the word, since its memory may be unmapped by now. */
static bool
is_overwritten(const struct dt_frame *f)
{
	uint64_t word = 0;
	struct iovec to = { &word, sizeof(word) };
	struct iovec from = { (void *)(uintptr_t)f->at, sizeof(word) };

	if (process_vm_readv(getpid(), &to, 1, &from, 1, 0) !=
	    (ssize_t)sizeof(word))
		return errno == EFAULT;
	return word != f->word;
}

static bool
has_ended(pid_t tid)
{
	return tgkill(getpid(), tid, 0) != 0 && errno == ESRCH;
}

/* Is at below the current frame of this stack?  False for a fiber's stack. */
static bool
is_below(uintptr_t at, uintptr_t here)
{
	pthread_attr_t attr;
	uintptr_t from;
	void *stack;
	size_t size;
	int err;

	if (at >= here || pthread_getattr_np(pthread_self(), &attr) != 0)
		return false;
	err = pthread_attr_getstack(&attr, &stack, &size);
	(void) pthread_attr_destroy(&attr);
	from = (uintptr_t)stack;
	return err == 0 && at >= from && here - from < size;
}

struct search {
	const struct dt_frame *f;
	uintptr_t function;	/* of the last frame below the witness */
	bool found, passed;
};

/*
 * The unwinder reports frames innermost first, each with its lowest address.
 * The last frame that starts below the witness contains it now; on another
 * stack there is none.
 */
static _Unwind_Reason_Code
look(struct _Unwind_Context *ctx, void *arg)
{
	struct search *s = arg;

	if (_Unwind_GetCFA(ctx) > (uintptr_t)s->f->at) {
		s->passed = s->function != 0;
		s->found = s->function == (uintptr_t)
		    _Unwind_FindEnclosingFunction((void *)s->f->ip);
		return _URC_NORMAL_STOP;
	}
	s->function = _Unwind_GetRegionStart(ctx);
	return _URC_NO_REASON;
}

bool
dt_frame_alive(const struct dt_frame *f)
{
	struct search s = { .f = f };

	if (f->at == NULL || is_overwritten(f))
		return false;
	if (f->tid != gettid())
		return !has_ended(f->tid);
	if (is_below((uintptr_t)f->at, (uintptr_t)__builtin_frame_address(0)))
		return false;
	(void) _Unwind_Backtrace(look, &s);
	return s.found || !s.passed;
}
