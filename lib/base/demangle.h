/* SPDX-License-Identifier: MIT */
/* demangle.h - the names of C++ and Rust as their sources have them. */
#ifndef DT_DEMANGLE_H
#define DT_DEMANGLE_H

#include <stdbool.h>
#include "base/buf.h"

enum dt_demangle {
	DT_DEMANGLE_FULL,	/* with parameters: ns::f(int) */
	DT_DEMANGLE_SHORT,	/* without: ns::f; of a clone ns::f.cold */
};

/*
 * Append the demangled name.  false: it is not mangled, or is longer than any
 * that a compiler writes; nothing is appended then.
 */
bool dt_demangle(const char *name, enum dt_demangle how, struct dt_buf *to);

/*
 * Does a pattern, where NULL and "" match all, match the name or a demangled
 * form of it?  With parameters only if it has a ?, which stands for the (
 * before them: *alloc* does not match all that std::allocator is passed to.
 */
bool dt_demangle_matches(const char *pattern, const char *name);

#endif /* DT_DEMANGLE_H */
