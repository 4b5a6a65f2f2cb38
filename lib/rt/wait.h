/* SPDX-License-Identifier: MIT */
/* wait.h - places of map waits. */
#ifndef DT_WAIT_H
#define DT_WAIT_H

#include "rt/bpf.h"

/* A number from 0 to DT_NWAITS - 1, as the verifier sees too. */
DT_INLINE uint64_t
bounded(uint64_t place)
{
	place &= DT_NWAITS - 1;
	DT_PIN(place);
	return place;
}

#endif /* DT_WAIT_H */
