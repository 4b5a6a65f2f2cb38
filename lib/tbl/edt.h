/* SPDX-License-Identifier: MIT */
/* The numbers of the library's own errors, above every errno value. */
#ifndef DT_TBL_EDT_H
#define	DT_TBL_EDT_H

#include <dtrace.h>

enum {
	EDT_BASE = EDT_VERSION,
	EDT_END = EDT_CANTLOAD + 1
};

#endif
