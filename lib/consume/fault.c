/* SPDX-License-Identifier: MIT */
/* fault.c - reports the fault of a clause in words to the error handler. */
#include "consume/priv.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const struct {
	const char *text;
	bool has_addr;
} faults[] = {
	[DTRACEFLT_UNKNOWN] = { "unknown fault", false },
	[DTRACEFLT_BADADDR] = { "invalid address", true },
	[DTRACEFLT_BADALIGN] = { "invalid alignment", true },
	[DTRACEFLT_ILLOP] = { "illegal operation", false },
	[DTRACEFLT_DIVZERO] = { "divide-by-zero", false },
	[DTRACEFLT_NOSCRATCH] = { "out of scratch space", false },
	[DTRACEFLT_KPRIV] = { "invalid kernel access", false },
	[DTRACEFLT_UPRIV] = { "invalid user access", false },
	[DTRACEFLT_TUPOFLOW] = { "tuple stack overflow", false },
	[DTRACEFLT_BADSTACK] = { "bad stack", true },
};

/* The row of a fault; unknown faults share one. */
static size_t
row_of(int64_t fault)
{
	return (uint64_t)fault < sizeof(faults) / sizeof(faults[0]) ?
	    (size_t)fault : DTRACEFLT_UNKNOWN;
}

const char *
dt_fault_text(int64_t fault)
{
	return fault == DTRACEFLT_LIBRARY ? "library-level fault" :
	    faults[row_of(fault)].text;
}

/* arg1 .. arg5 of ERROR, in the order in which the clause traces them. */
struct fault_record {
	uint64_t epid;
	int64_t action, offset, fault;
	uint64_t addr;
};

/* Write the first part of a message, the clause's probe. */
static void
describe_probe(char *buf, size_t len, uint64_t epid,
    const dtrace_probedesc_t *p)
{
	(void) snprintf(buf, len, "error on enabled probe ID %" PRIu64
	    " (ID %u: %s:%s:%s:%s): ", epid, p->dtpd_id, p->dtpd_provider,
	    p->dtpd_mod, p->dtpd_func, p->dtpd_name);
}

/* Write the size of scratch memory and the option that raises it. */
static void
describe_scratch(char *buf, size_t len, const uint64_t *scratch)
{
	char inner[64] = "";

	if (scratch[1] != scratch[0])
		(void) snprintf(inner, sizeof(inner), " (%" PRIu64
		    " inside another one)", scratch[1]);
	(void) snprintf(buf, len, ": a firing has %" PRIu64 " bytes%s: raise "
	    "option scratchsize", scratch[0], inner);
}

static void
describe(char *buf, size_t len, const struct fault_record *f,
    const uint64_t *scratch)
{
	size_t n = row_of(f->fault);
	char addr[32] = "", where[48] = "predicate", at[48] = "";
	char more[128] = "";

	if (faults[n].has_addr)
		(void) snprintf(addr, sizeof(addr), " (0x%" PRIx64 ")",
		    f->addr);
	if (f->action != 0)
		(void) snprintf(where, sizeof(where), "action #%" PRId64,
		    f->action);
	if (f->offset >= 0)
		(void) snprintf(at, sizeof(at), " at DIF offset %" PRId64,
		    f->offset);
	if (f->fault == DTRACEFLT_NOSCRATCH)
		describe_scratch(more, sizeof(more), scratch);
	(void) snprintf(buf, len, "%s%s in %s%s%s\n", faults[n].text, addr,
	    where, at, more);
}

int
dt_fault(struct dt_consume *c, const char *data, int cpu)
{
	const struct dt_ecb *ecb;
	struct fault_record f;
	dtrace_errdata_t err;
	char msg[DTRACE_FULLNAMELEN + 256];

	memcpy(&f, data + sizeof(struct dt_rechdr), sizeof(f));
	ecb = c->env.ecb(c->env.arg, (uint32_t)f.epid);
	if (ecb == NULL)
		return -EINVAL;
	describe_probe(msg, sizeof(msg), f.epid, ecb->pdesc);
	describe(msg + strlen(msg), sizeof(msg) - strlen(msg), &f,
	    c->env.scratch);
	err = (dtrace_errdata_t){
		.dteda_handle = c->env.handle,
		.dteda_edesc = ecb->edesc,
		.dteda_pdesc = ecb->pdesc,
		.dteda_cpu = cpu,
		.dteda_action = (int)f.action,
		.dteda_offset = (int)f.offset,
		.dteda_fault = (int)f.fault,
		.dteda_addr = f.addr,
		.dteda_msg = msg,
	};
	return c->env.error(c->env.arg, &err);
}

int
dt_fault_library(struct dt_consume *c, const dtrace_probedata_t *pd,
    const char *text)
{
	dtrace_errdata_t err = {
		.dteda_handle = c->env.handle,
		.dteda_edesc = pd->dtpda_edesc,
		.dteda_pdesc = pd->dtpda_pdesc,
		.dteda_cpu = pd->dtpda_cpu,
		.dteda_action = -1,
		.dteda_offset = -1,
		.dteda_fault = DTRACEFLT_LIBRARY,
	};
	char msg[2 * DTRACE_FULLNAMELEN + 256];
	size_t n;

	describe_probe(msg, sizeof(msg), pd->dtpda_edesc->dtepd_epid,
	    pd->dtpda_pdesc);
	n = strlen(msg);
	(void) snprintf(msg + n, sizeof(msg) - n, "%.400s\n", text);
	err.dteda_msg = msg;
	return c->env.error(c->env.arg, &err);
}
