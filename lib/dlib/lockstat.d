/* SPDX-License-Identifier: MIT */
/* lockstat.d - whether a lock is for a reader or a writer: arguments of lockstat. */
inline int RW_WRITER = 0;
inline int RW_READER = 1;
