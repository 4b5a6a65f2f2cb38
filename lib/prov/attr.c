/* SPDX-License-Identifier: MIT */
/* attr.c - the stability of each provider's probes. */
#include "prov/prov.h"

const dtrace_attribute_t dt_prov_attrs[DT_NPROVATTRS][DT_NPROVPARTS] = {
#define	DT_PROVATTR(id, provider, module, function, name, args)		\
	[DT_PA_##id] = { DT_ATTR provider, DT_ATTR module, DT_ATTR function, \
	    DT_ATTR name, DT_ATTR args },
#include "tbl/stability.h"
};
