/* SPDX-License-Identifier: MIT */
/* lockstat.d - the threads that locks are for, in arg2 of provider lockstat. */
inline int RW_WRITER = 0;
inline int RW_READER = 1;
