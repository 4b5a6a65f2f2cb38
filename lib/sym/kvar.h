/* SPDX-License-Identifier: MIT */
/* kvar.h - symbols of the kernel that a program names: address and type. */
#ifndef DT_KVAR_H
#define DT_KVAR_H

#include "front/front.h"
#include "sym/ksym.h"

/*
 * Look up a symbol in one module or all (NULL).  0; -ENOENT: there is none;
 * -EPERM: the kernel hides its address; or -ENOMEM.  After -ENOENT and -EPERM
 * the message is in why.
 */
int dt_kvar_find(struct dt_ksyms *ks, struct dt_types *ts, const char *module,
    const char *name, struct dt_kvar *out, char *why, size_t len);

#endif
