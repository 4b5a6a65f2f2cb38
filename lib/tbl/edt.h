/* SPDX-License-Identifier: MIT */
/* The numbers of the library's own errors, above every errno value. */
#ifndef DT_TBL_EDT_H
#define	DT_TBL_EDT_H

enum {
	EDT_BASE = 1000,
	EDT_BEFORE = EDT_BASE - 1,	/* the first row is EDT_BASE */
#define	DT_ERR(name, text) name,
#include "tbl/errs.h"
#undef DT_ERR
	EDT_END
};

#endif
