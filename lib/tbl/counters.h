/* SPDX-License-Identifier: MIT */
/*
 * The events that provider cpc counts.  Reader: prov/cpc.c.
 *
 * DT_COUNTER(name, type, config, least, usual)
 *	name	as in perf list, with _ for -, or that of Solaris
 *	type, config	of perf_event_open(2)
 *	least	smallest COUNT: with fewer events between two firings, those of
 *		the processor would leave no time for anything else
 *	usual	COUNT of the probe that is listed
 */
#define	DT_SOFT(name, config)						\
	DT_COUNTER(name, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_##config, 1, 100)
#define	DT_HARD(name, config)						\
	DT_COUNTER(name, PERF_TYPE_HARDWARE, PERF_COUNT_HW_##config, 5000, \
	    1000000)
#define	DT_MISS(name, cache)						\
	DT_COUNTER(name, PERF_TYPE_HW_CACHE, PERF_COUNT_HW_CACHE_##cache | \
	    PERF_COUNT_HW_CACHE_OP_READ << 8 |				\
	    PERF_COUNT_HW_CACHE_RESULT_MISS << 16, 5000, 1000000)

/* In ns. */
DT_COUNTER("cpu_clock", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK, 200000,
    10000000)
DT_SOFT("page_faults", PAGE_FAULTS)
DT_SOFT("minor_faults", PAGE_FAULTS_MIN)
DT_SOFT("major_faults", PAGE_FAULTS_MAJ)
DT_SOFT("context_switches", CONTEXT_SWITCHES)
DT_SOFT("cpu_migrations", CPU_MIGRATIONS)
DT_SOFT("alignment_faults", ALIGNMENT_FAULTS)
DT_SOFT("emulation_faults", EMULATION_FAULTS)
DT_HARD("cycles", CPU_CYCLES)
DT_HARD("instructions", INSTRUCTIONS)
DT_HARD("cache_references", CACHE_REFERENCES)
DT_HARD("cache_misses", CACHE_MISSES)
DT_HARD("branches", BRANCH_INSTRUCTIONS)
DT_HARD("branch_misses", BRANCH_MISSES)
DT_HARD("bus_cycles", BUS_CYCLES)
DT_HARD("stalled_cycles_frontend", STALLED_CYCLES_FRONTEND)
DT_HARD("stalled_cycles_backend", STALLED_CYCLES_BACKEND)
DT_HARD("ref_cycles", REF_CPU_CYCLES)
DT_MISS("L1_dcache_load_misses", L1D)
DT_MISS("L1_icache_load_misses", L1I)
DT_MISS("dTLB_load_misses", DTLB)
DT_MISS("iTLB_load_misses", ITLB)
DT_HARD("PAPI_tot_cyc", CPU_CYCLES)
DT_HARD("PAPI_tot_ins", INSTRUCTIONS)
DT_HARD("PAPI_l3_tca", CACHE_REFERENCES)
DT_HARD("PAPI_l3_tcm", CACHE_MISSES)
DT_HARD("PAPI_br_ins", BRANCH_INSTRUCTIONS)
DT_HARD("PAPI_br_msp", BRANCH_MISSES)
DT_HARD("PAPI_res_stl", STALLED_CYCLES_BACKEND)
DT_MISS("PAPI_l1_dcm", L1D)
DT_MISS("PAPI_l1_icm", L1I)
DT_MISS("PAPI_tlb_dm", DTLB)
DT_MISS("PAPI_tlb_im", ITLB)

#undef DT_SOFT
#undef DT_HARD
#undef DT_MISS
