/* SPDX-License-Identifier: MIT */
/* ktext.h - the code of the kernel, from /proc/kcore, which root may read. */
#ifndef DT_KTEXT_H
#define DT_KTEXT_H

/*
 * Does the first function of the kernel call the last one, by those between,
 * which the compiler may have inlined?  names ends with NULL.  1; 0: the last
 * one is inlined, too; or -errno.
 */
int dt_ktext_calls(const char *const *names);

#endif /* DT_KTEXT_H */
