/* SPDX-License-Identifier: MIT */
/* open.d - flags of open(2) as x86_64 has them. */
inline int O_DIRECT = 040000;
inline int O_LARGEFILE = 0100000;
inline int O_DIRECTORY = 0200000;
inline int O_NOFOLLOW = 0400000;
inline int O_TMPFILE = 020200000;
