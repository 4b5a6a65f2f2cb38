/* SPDX-License-Identifier: MIT */
/*
 * Functions whose presence in a process means that calls of other functions may
 * not return in nested order, or not to the place on the stack from which their
 * return address was read, or that a program examines return addresses.
 * Readers: sym/stacks.c.
 *
 * DT_STACKS(name, where, what)
 *	where	USED: a file imports it, or the program contains it; ANYWHERE:
 *		any file imports or contains it
 *	what	it does, for messages
 */
DT_STACKS("makecontext", USED, "switches stacks")
DT_STACKS("swapcontext", USED, "switches stacks")
DT_STACKS("setcontext", USED, "switches stacks")
DT_STACKS("sigaltstack", USED, "has signals handled on another stack")
DT_STACKS("pthread_exit", USED, "unwinds the stack of a thread")
DT_STACKS("pthread_cancel", USED, "unwinds the stack of a thread")
DT_STACKS("thrd_exit", USED, "unwinds the stack of a thread")
DT_STACKS("_Unwind_RaiseException", USED, "leaves functions by exceptions")
DT_STACKS("_Unwind_Resume_or_Rethrow", USED, "leaves functions by exceptions")
DT_STACKS("_Unwind_ForcedUnwind", USED, "leaves functions by exceptions")
DT_STACKS("_Unwind_SjLj_RaiseException", USED, "leaves functions by exceptions")
DT_STACKS("_Unwind_Backtrace", USED, "reads the return addresses of callers")
DT_STACKS("backtrace", USED, "reads the return addresses of callers")
DT_STACKS("_ULx86_64_step", USED, "reads the return addresses of callers")
DT_STACKS("_ULaarch64_step", USED, "reads the return addresses of callers")
DT_STACKS("mcount", USED, "reads the return addresses of callers")
DT_STACKS("_mcount", USED, "reads the return addresses of callers")
DT_STACKS("__fentry__", USED, "reads the return addresses of callers")
DT_STACKS("jump_fcontext", ANYWHERE, "switches stacks")
DT_STACKS("zend_fiber_switch_context", ANYWHERE, "switches stacks")
DT_STACKS("rb_fiber_resume", ANYWHERE, "switches stacks")
DT_STACKS("co_switch", ANYWHERE, "switches stacks")
DT_STACKS("coro_transfer", ANYWHERE, "switches stacks")
DT_STACKS("caml_runstack", ANYWHERE, "switches stacks")
DT_STACKS("slp_switch", ANYWHERE, "switches stacks")
DT_STACKS("runtime.newstack", ANYWHERE, "moves stacks")
#undef DT_STACKS
