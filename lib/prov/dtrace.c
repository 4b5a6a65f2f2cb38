/* SPDX-License-Identifier: MIT */
/* dtrace.c - BEGIN, END and ERROR: the probes of the run itself. */
#include "prov/prov.h"

static const struct {
	uint32_t id;
	const char *name;
	enum dt_pointkind point;
	uint8_t nargs;
} rows[] = {
	{ 1, "BEGIN", DT_POINT_BEGIN, 0 },
	{ 2, "END", DT_POINT_END, 0 },
	/* arg1 .. arg5: epid, action, offset, fault, address */
	{ 3, "ERROR", DT_POINT_ERROR, 6 },
};

static int
discover(struct dt_probes *ps)
{
	size_t i;
	int err = 0;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]) && err == 0; i++) {
		const struct dt_probe p = {
			.id = rows[i].id,
			.part = { "dtrace", "", "", rows[i].name },
			.prov = &dt_prov_dtrace,
			.point = rows[i].point,
			.nargs = rows[i].nargs,
		};

		err = dt_probes_add(ps, &p);
	}
	return err;
}

const struct dt_prov dt_prov_dtrace = {
	.name = "dtrace",
	.attrs = DT_PA_DTRACE,
	.discover = discover,
};
