/* SPDX-License-Identifier: MIT */
/* Shared by tests that fire a probe by its id. */
#ifndef PROBEID_H
#define PROBEID_H

#include <dtrace.h>
#include <stdio.h>

static int
keep_id(dtrace_hdl_t *dtp, const dtrace_probedesc_t *p, void *arg)
{
	(void) dtp;
	*(uint32_t *)arg = p->dtpd_id;
	return 0;
}

/* The id of the probe, whose function may be ""; 0: there is none. */
static uint32_t
probe_id(dtrace_hdl_t *dtp, const char *provider, const char *func,
    const char *name)
{
	dtrace_probedesc_t pat = { 0 };
	uint32_t id = 0;

	(void) snprintf(pat.dtpd_provider, sizeof(pat.dtpd_provider), "%s",
	    provider);
	(void) snprintf(pat.dtpd_func, sizeof(pat.dtpd_func), "%s", func);
	(void) snprintf(pat.dtpd_name, sizeof(pat.dtpd_name), "%s", name);
	return dtrace_probe_iter(dtp, &pat, keep_id, &id) == 0 ? id : 0;
}

#endif
