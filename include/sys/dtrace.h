/* SPDX-License-Identifier: MIT */
/*
 * Constants and structures that the D compiler, the engines and consumers
 * share.
 */
#ifndef _SYS_DTRACE_H
#define _SYS_DTRACE_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Solaris type names that consumers expect from this header. Another header may
 * declare them, too, as the same types.
 */
typedef unsigned char uchar_t;
typedef unsigned short ushort_t;
typedef unsigned int uint_t;
typedef unsigned long ulong_t;
typedef long long longlong_t;
typedef unsigned long long u_longlong_t;
typedef char *caddr_t;
typedef uintptr_t pc_t;
typedef int processorid_t;
typedef int psetid_t;
typedef int zoneid_t;
typedef int64_t hrtime_t;

/* The fourth parameter of dtrace_proc_create() on FreeBSD; never called. */
typedef void proc_child_func(void *arg);

#ifndef B_TRUE
typedef enum { B_FALSE, B_TRUE } boolean_t;
#define B_FALSE B_FALSE
#define B_TRUE B_TRUE
#endif

#ifndef NBBY
#define NBBY 8
#endif
#ifndef MILLISEC
#define MILLISEC 1000
#endif
#ifndef MICROSEC
#define MICROSEC 1000000
#endif
#ifndef NANOSEC
#define NANOSEC 1000000000LL
#endif

/* Arguments for sysconf(): upper bounds of CPU ids and of their number. */
#ifndef _SC_CPUID_MAX
#define _SC_CPUID_MAX _SC_NPROCESSORS_CONF
#endif
#ifndef _SC_NPROCESSORS_MAX
#define _SC_NPROCESSORS_MAX _SC_NPROCESSORS_CONF
#endif

#ifdef CLOCK_MONOTONIC
/* Nanoseconds on a clock that never goes back: that of timestamp in D. */
static inline hrtime_t gethrtime(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (hrtime_t)ts.tv_sec * NANOSEC + ts.tv_nsec;
}
#endif

/* Ids that mean none or all */
#define DTRACE_CPUALL		-1
#define DTRACE_IDNONE		0
#define DTRACE_EPIDNONE		0
#define DTRACE_AGGIDNONE	0
#define DTRACE_AGGVARIDNONE	0
#define DTRACE_CACHEIDNONE	0
#define DTRACE_PROVNONE		0
#define DTRACE_METAPROVNONE	0
#define DTRACE_ARGNONE		-1

#define DTRACE_PROVNAMELEN	64
#define DTRACE_MODNAMELEN	64
#define DTRACE_FUNCNAMELEN	128
#define DTRACE_NAMELEN		64
#define DTRACE_FULLNAMELEN	(DTRACE_PROVNAMELEN + DTRACE_MODNAMELEN + \
				 DTRACE_FUNCNAMELEN + DTRACE_NAMELEN + 4)
#define DTRACE_ARGTYPELEN	128

typedef uint32_t dtrace_id_t;		/* a probe */
typedef uint32_t dtrace_epid_t;		/* a clause on a probe */
typedef uint32_t dtrace_aggid_t;	/* an aggregating statement */
typedef int64_t dtrace_aggvarid_t;	/* an aggregation variable, from 1 */
typedef uint32_t dtrace_cacheid_t;
typedef uint16_t dtrace_actkind_t;	/* DTRACEACT_* or DTRACEAGG_* */
typedef int64_t dtrace_optval_t;
typedef uint8_t dtrace_stability_t;	/* DTRACE_STABILITY_* */
typedef uint8_t dtrace_class_t;		/* DTRACE_CLASS_* */

/* Which part of provider:module:function:name a single word is. */
typedef enum dtrace_probespec {
	DTRACE_PROBESPEC_NONE = -1,
	DTRACE_PROBESPEC_PROVIDER = 0,
	DTRACE_PROBESPEC_MOD,
	DTRACE_PROBESPEC_FUNC,
	DTRACE_PROBESPEC_NAME
} dtrace_probespec_t;

/* Actions; the high byte is their class */
#define DTRACEACT_NONE			0
#define DTRACEACT_DIFEXPR		1
#define DTRACEACT_EXIT			2
#define DTRACEACT_PRINTF		3
#define DTRACEACT_PRINTA		4
#define DTRACEACT_LIBACT		5
#define DTRACEACT_TRACEMEM		6
#define DTRACEACT_TRACEMEM_DYNSIZE	7
#define DTRACEACT_PRINTM		8

#define DTRACEACT_PROC			0x0100
#define DTRACEACT_USTACK		(DTRACEACT_PROC + 1)
#define DTRACEACT_JSTACK		(DTRACEACT_PROC + 2)
#define DTRACEACT_USYM			(DTRACEACT_PROC + 3)
#define DTRACEACT_UMOD			(DTRACEACT_PROC + 4)
#define DTRACEACT_UADDR			(DTRACEACT_PROC + 5)

#define DTRACEACT_PROC_DESTRUCTIVE	0x0200
#define DTRACEACT_STOP			(DTRACEACT_PROC_DESTRUCTIVE + 1)
#define DTRACEACT_RAISE			(DTRACEACT_PROC_DESTRUCTIVE + 2)
#define DTRACEACT_SYSTEM		(DTRACEACT_PROC_DESTRUCTIVE + 3)
#define DTRACEACT_FREOPEN		(DTRACEACT_PROC_DESTRUCTIVE + 4)

#define DTRACEACT_PROC_CONTROL		0x0300

#define DTRACEACT_KERNEL		0x0400
#define DTRACEACT_STACK			(DTRACEACT_KERNEL + 1)
#define DTRACEACT_SYM			(DTRACEACT_KERNEL + 2)
#define DTRACEACT_MOD			(DTRACEACT_KERNEL + 3)

#define DTRACEACT_KERNEL_DESTRUCTIVE	0x0500
#define DTRACEACT_BREAKPOINT		(DTRACEACT_KERNEL_DESTRUCTIVE + 1)
#define DTRACEACT_PANIC			(DTRACEACT_KERNEL_DESTRUCTIVE + 2)
#define DTRACEACT_CHILL			(DTRACEACT_KERNEL_DESTRUCTIVE + 3)

#define DTRACEACT_SPECULATIVE		0x0600
#define DTRACEACT_SPECULATE		(DTRACEACT_SPECULATIVE + 1)
#define DTRACEACT_COMMIT		(DTRACEACT_SPECULATIVE + 2)
#define DTRACEACT_DISCARD		(DTRACEACT_SPECULATIVE + 3)

#define DTRACEACT_AGGREGATION		0x0700

#define DTRACEACT_CLASS(x)		((x) & 0xff00)
#define DTRACEACT_ISDESTRUCTIVE(x)	\
	(DTRACEACT_CLASS(x) == DTRACEACT_PROC_DESTRUCTIVE || \
	 DTRACEACT_CLASS(x) == DTRACEACT_KERNEL_DESTRUCTIVE)
#define DTRACEACT_ISSPECULATIVE(x)	\
	(DTRACEACT_CLASS(x) == DTRACEACT_SPECULATIVE)
#define DTRACEACT_ISPRINTFLIKE(x)	\
	((x) == DTRACEACT_PRINTF || (x) == DTRACEACT_PRINTA || \
	 (x) == DTRACEACT_SYSTEM || (x) == DTRACEACT_FREOPEN)
#define DTRACEACT_ISAGG(x)		\
	(DTRACEACT_CLASS(x) == DTRACEACT_AGGREGATION)

/* Aggregating actions */
#define DTRACEAGG_COUNT		(DTRACEACT_AGGREGATION + 1)
#define DTRACEAGG_MIN		(DTRACEACT_AGGREGATION + 2)
#define DTRACEAGG_MAX		(DTRACEACT_AGGREGATION + 3)
#define DTRACEAGG_AVG		(DTRACEACT_AGGREGATION + 4)
#define DTRACEAGG_SUM		(DTRACEACT_AGGREGATION + 5)
#define DTRACEAGG_STDDEV	(DTRACEACT_AGGREGATION + 6)
#define DTRACEAGG_QUANTIZE	(DTRACEACT_AGGREGATION + 7)
#define DTRACEAGG_LQUANTIZE	(DTRACEACT_AGGREGATION + 8)
#define DTRACEAGG_LLQUANTIZE	(DTRACEACT_AGGREGATION + 9)

/*
 * quantize(): a bucket for each power of two of either sign, and one for zero.
 * BUCKETVAL is the value of least magnitude in bucket b.
 */
#define DTRACE_QUANTIZE_NBUCKETS	\
	((int)(sizeof(uint64_t) * NBBY - 1) * 2 + 1)
#define DTRACE_QUANTIZE_ZEROBUCKET	((int)(sizeof(uint64_t) * NBBY - 1))
#define DTRACE_QUANTIZE_BUCKETVAL(b)	((int64_t)( \
	(b) < DTRACE_QUANTIZE_ZEROBUCKET ? \
	-(1LL << (DTRACE_QUANTIZE_ZEROBUCKET - 1 - (b))) : \
	(b) == DTRACE_QUANTIZE_ZEROBUCKET ? 0 : \
	1LL << ((b) - DTRACE_QUANTIZE_ZEROBUCKET - 1)))

/* lquantize(): its parameters, as the first word of the value has them. */
#define DTRACE_LQUANTIZE_STEPSHIFT	48
#define DTRACE_LQUANTIZE_STEPMASK	((uint64_t)UINT16_MAX << 48)
#define DTRACE_LQUANTIZE_LEVELSHIFT	32
#define DTRACE_LQUANTIZE_LEVELMASK	((uint64_t)UINT16_MAX << 32)
#define DTRACE_LQUANTIZE_BASESHIFT	0
#define DTRACE_LQUANTIZE_BASEMASK	((uint64_t)UINT32_MAX)

#define DTRACE_LQUANTIZE_STEP(x)	((uint16_t)( \
	((x) & DTRACE_LQUANTIZE_STEPMASK) >> DTRACE_LQUANTIZE_STEPSHIFT))
#define DTRACE_LQUANTIZE_LEVELS(x)	((uint16_t)( \
	((x) & DTRACE_LQUANTIZE_LEVELMASK) >> DTRACE_LQUANTIZE_LEVELSHIFT))
#define DTRACE_LQUANTIZE_BASE(x)	((int32_t)( \
	((x) & DTRACE_LQUANTIZE_BASEMASK) >> DTRACE_LQUANTIZE_BASESHIFT))

/* llquantize(): the same. */
#define DTRACE_LLQUANTIZE_FACTORSHIFT	48
#define DTRACE_LLQUANTIZE_FACTORMASK	((uint64_t)UINT16_MAX << 48)
#define DTRACE_LLQUANTIZE_LOWSHIFT	32
#define DTRACE_LLQUANTIZE_LOWMASK	((uint64_t)UINT16_MAX << 32)
#define DTRACE_LLQUANTIZE_HIGHSHIFT	16
#define DTRACE_LLQUANTIZE_HIGHMASK	((uint64_t)UINT16_MAX << 16)
#define DTRACE_LLQUANTIZE_NSTEPSHIFT	0
#define DTRACE_LLQUANTIZE_NSTEPMASK	((uint64_t)UINT16_MAX)

#define DTRACE_LLQUANTIZE_FACTOR(x)	((uint16_t)( \
	((x) & DTRACE_LLQUANTIZE_FACTORMASK) >> DTRACE_LLQUANTIZE_FACTORSHIFT))
#define DTRACE_LLQUANTIZE_LOW(x)	((uint16_t)( \
	((x) & DTRACE_LLQUANTIZE_LOWMASK) >> DTRACE_LLQUANTIZE_LOWSHIFT))
#define DTRACE_LLQUANTIZE_HIGH(x)	((uint16_t)( \
	((x) & DTRACE_LLQUANTIZE_HIGHMASK) >> DTRACE_LLQUANTIZE_HIGHSHIFT))
#define DTRACE_LLQUANTIZE_NSTEP(x)	((uint16_t)( \
	((x) & DTRACE_LLQUANTIZE_NSTEPMASK) >> DTRACE_LLQUANTIZE_NSTEPSHIFT))

/* The names of Solaris 11.4 for the same parts. */
#define DTRACE_LLQUANTIZE_LMAGSHIFT	DTRACE_LLQUANTIZE_LOWSHIFT
#define DTRACE_LLQUANTIZE_LMAGMASK	DTRACE_LLQUANTIZE_LOWMASK
#define DTRACE_LLQUANTIZE_HMAGSHIFT	DTRACE_LLQUANTIZE_HIGHSHIFT
#define DTRACE_LLQUANTIZE_HMAGMASK	DTRACE_LLQUANTIZE_HIGHMASK
#define DTRACE_LLQUANTIZE_STEPSSHIFT	DTRACE_LLQUANTIZE_NSTEPSHIFT
#define DTRACE_LLQUANTIZE_STEPSMASK	DTRACE_LLQUANTIZE_NSTEPMASK
#define DTRACE_LLQUANTIZE_LMAG(x)	DTRACE_LLQUANTIZE_LOW(x)
#define DTRACE_LLQUANTIZE_HMAG(x)	DTRACE_LLQUANTIZE_HIGH(x)
#define DTRACE_LLQUANTIZE_STEPS(x)	DTRACE_LLQUANTIZE_NSTEP(x)

/* dtrd_arg of ustack(): the number of frames, and bytes for strings. */
#define DTRACE_USTACK_NFRAMES(x)	((uint32_t)((x) & UINT32_MAX))
#define DTRACE_USTACK_STRSIZE(x)	((uint32_t)((x) >> 32))
#define DTRACE_USTACK_ARG(nframes, strsize) \
	(((uint64_t)(strsize) << 32) | (uint64_t)(nframes))

/* Numbers of the run-time options */
#define DTRACEOPT_BUFSIZE	0
#define DTRACEOPT_BUFPOLICY	1
#define DTRACEOPT_DYNVARSIZE	2
#define DTRACEOPT_AGGSIZE	3
#define DTRACEOPT_SPECSIZE	4
#define DTRACEOPT_NSPEC		5
#define DTRACEOPT_STRSIZE	6
#define DTRACEOPT_CLEANRATE	7
#define DTRACEOPT_CPU		8
#define DTRACEOPT_BUFRESIZE	9
#define DTRACEOPT_GRABANON	10
#define DTRACEOPT_FLOWINDENT	11
#define DTRACEOPT_QUIET		12
#define DTRACEOPT_STACKFRAMES	13
#define DTRACEOPT_USTACKFRAMES	14
#define DTRACEOPT_AGGRATE	15
#define DTRACEOPT_SWITCHRATE	16
#define DTRACEOPT_STATUSRATE	17
#define DTRACEOPT_DESTRUCTIVE	18
#define DTRACEOPT_STACKINDENT	19
#define DTRACEOPT_RAWBYTES	20
#define DTRACEOPT_JSTACKFRAMES	21
#define DTRACEOPT_JSTACKSTRSIZE	22
#define DTRACEOPT_AGGSORTKEY	23
#define DTRACEOPT_AGGSORTREV	24
#define DTRACEOPT_AGGSORTPOS	25
#define DTRACEOPT_AGGSORTKEYPOS	26
#define DTRACEOPT_TEMPORAL	27
#define DTRACEOPT_AGGHIST	28
#define DTRACEOPT_AGGPACK	29
#define DTRACEOPT_AGGZOOM	30
#define DTRACEOPT_ZONE		31
#define DTRACEOPT_MAX		32

#define DTRACEOPT_UNSET			((dtrace_optval_t)-2)

#define DTRACEOPT_BUFPOLICY_RING	0
#define DTRACEOPT_BUFPOLICY_FILL	1
#define DTRACEOPT_BUFPOLICY_SWITCH	2

#define DTRACEOPT_BUFRESIZE_AUTO	0
#define DTRACEOPT_BUFRESIZE_MANUAL	1

/* Faults: arg4 of ERROR */
#define DTRACEFLT_UNKNOWN	0
#define DTRACEFLT_BADADDR	1
#define DTRACEFLT_BADALIGN	2
#define DTRACEFLT_ILLOP		3
#define DTRACEFLT_DIVZERO	4
#define DTRACEFLT_NOSCRATCH	5
#define DTRACEFLT_KPRIV		6
#define DTRACEFLT_UPRIV		7
#define DTRACEFLT_TUPOFLOW	8
#define DTRACEFLT_BADSTACK	9
#define DTRACEFLT_LIBRARY	1000

/* Stability: how much an interface may change. Class: what it depends on. */
#define DTRACE_STABILITY_INTERNAL	0
#define DTRACE_STABILITY_PRIVATE	1
#define DTRACE_STABILITY_OBSOLETE	2
#define DTRACE_STABILITY_EXTERNAL	3
#define DTRACE_STABILITY_UNSTABLE	4
#define DTRACE_STABILITY_EVOLVING	5
#define DTRACE_STABILITY_STABLE		6
#define DTRACE_STABILITY_STANDARD	7
#define DTRACE_STABILITY_MAX		7

#define DTRACE_CLASS_UNKNOWN		0
#define DTRACE_CLASS_CPU		1
#define DTRACE_CLASS_PLATFORM		2
#define DTRACE_CLASS_GROUP		3
#define DTRACE_CLASS_ISA		4
#define DTRACE_CLASS_COMMON		5
#define DTRACE_CLASS_MAX		5

typedef struct dtrace_attribute {
	dtrace_stability_t dtat_name;
	dtrace_stability_t dtat_data;
	dtrace_class_t dtat_class;
} dtrace_attribute_t;

/* A pointer, padded to 64 bits where it has fewer. */
#ifdef __LP64__
#define DTRACE_PTR(type, name)	type *name
#else
#define DTRACE_PTR(type, name)	type *name; uint32_t name##_pad
#endif

struct dtrace_difo;
struct dtrace_predicate;
typedef struct dtrace_difo dtrace_difo_t;

/* A probe, or a pattern for probes; an empty name matches any. */
typedef struct dtrace_probedesc {
	dtrace_id_t dtpd_id;
	char dtpd_provider[DTRACE_PROVNAMELEN];
	char dtpd_mod[DTRACE_MODNAMELEN];
	char dtpd_func[DTRACE_FUNCNAMELEN];
	char dtpd_name[DTRACE_NAMELEN];
} dtrace_probedesc_t;

/* A datum in a record or in an aggregation entry. */
typedef struct dtrace_recdesc {
	dtrace_actkind_t dtrd_action;	/* DTRACEACT_* or DTRACEAGG_* */
	uint32_t dtrd_size;		/* in bytes */
	uint32_t dtrd_offset;		/* from the start of the record */
	uint16_t dtrd_alignment;
	uint16_t dtrd_format;		/* 0: none */
	uint64_t dtrd_arg;		/* depends on the action */
	uint64_t dtrd_uarg;		/* same for all data of a statement */
} dtrace_recdesc_t;

/* The record of a clause; dtepd_rec has dtepd_nrecs elements. */
typedef struct dtrace_eprobedesc {
	dtrace_epid_t dtepd_epid;
	dtrace_id_t dtepd_probeid;
	uint64_t dtepd_uarg;
	uint32_t dtepd_size;
	int dtepd_nrecs;
	dtrace_recdesc_t dtepd_rec[1];
} dtrace_eprobedesc_t;

#define DTRACE_AGD_PRINTED	0x1	/* printa() has printed it */

/*
 * The entries of an aggregating statement: the id of the variable, the keys,
 * the value. dtagd_rec has dtagd_nrecs elements.
 */
typedef struct dtrace_aggdesc {
	DTRACE_PTR(char, dtagd_name);	/* without the @; "_" if unnamed */
	dtrace_aggvarid_t dtagd_varid;
	int dtagd_flags;		/* DTRACE_AGD_* */
	dtrace_aggid_t dtagd_id;
	dtrace_epid_t dtagd_epid;
	uint32_t dtagd_size;
	int dtagd_nrecs;
	uint32_t dtagd_pad;
	dtrace_recdesc_t dtagd_rec[1];
} dtrace_aggdesc_t;

/* A clause: predicate, actions, probe. */
typedef struct dtrace_preddesc {
	dtrace_difo_t *dtpdd_difo;
	struct dtrace_predicate *dtpdd_predicate;
} dtrace_preddesc_t;

typedef struct dtrace_actdesc {
	dtrace_difo_t *dtad_difo;
	struct dtrace_actdesc *dtad_next;
	dtrace_actkind_t dtad_kind;
	uint32_t dtad_ntuple;
	uint64_t dtad_arg;
	uint64_t dtad_uarg;
	int dtad_refcnt;
} dtrace_actdesc_t;

typedef struct dtrace_ecbdesc {
	dtrace_actdesc_t *dted_action;
	dtrace_preddesc_t dted_pred;
	dtrace_probedesc_t dted_probe;
	uint64_t dted_uarg;
	int dted_refcnt;
	const char *dted_alias;		/* option sysaliases: the program's name
					 * for dtpd_func, or NULL */
} dtrace_ecbdesc_t;

/*
 * The start of a program that dtrace_dof_create() returns, and of each of its
 * sections.  The structs are those of DOF on other systems, but the format is
 * this library's own.
 */
#define DOF_ID_SIZE		16

/* A file that starts with these bytes holds a compiled program. */
#define DTRACE_DOF_MAGIC	"\177DTRIMG"
#define DTRACE_DOF_MAGICLEN	8	/* with the closing NUL */

typedef struct dof_hdr {
	uint8_t dofh_ident[DOF_ID_SIZE]; /* DTRACE_DOF_MAGIC, then private */
	uint32_t dofh_flags;		/* 0 */
	uint32_t dofh_hdrsize;		/* of this struct */
	uint32_t dofh_secsize;		/* of a dof_sec_t */
	uint32_t dofh_secnum;		/* number of sections */
	uint64_t dofh_secoff;		/* of the first dof_sec_t */
	uint64_t dofh_loadsz;		/* bytes of the whole */
	uint64_t dofh_filesz;		/* the same */
	uint64_t dofh_pad;		/* checksums */
} dof_hdr_t;

typedef struct dof_sec {
	uint32_t dofs_type;		/* private */
	uint32_t dofs_align;
	uint32_t dofs_flags;		/* 0 */
	uint32_t dofs_entsize;		/* 0 */
	uint64_t dofs_offset;		/* in the whole */
	uint64_t dofs_size;		/* in bytes */
} dof_sec_t;

/*
 * The requests to dtv_ioctl() of a vector for dtrace_vopen(), as to drivers of
 * other systems. It returns 0, or -1 with errno set, and the function of the
 * library that asks fails with that errno.
 *
 * BUFSNAP, AGGSNAP	a dtrace_bufdesc_t: copy the records or aggregations of
 *	CPU dtbd_cpu, at most dtbd_size bytes (option bufsize or aggsize), to
 *	dtbd_data; set dtbd_size to their number, dtbd_drops, and for a ring
 *	dtbd_oldest. ENOENT: there are none. A later request is for new ones.
 *	A record begins with an EPID, an entry with the id of an aggregation, of
 *	32 bits at a multiple of 4; 0 is a gap of 4 bytes. If the data leave
 *	room for one, a record begins with a dtrace_rechdr_t.
 * EPROBE, AGGDESC	a dtrace_eprobedesc_t, dtrace_aggdesc_t: describe
 *	dtepd_epid or dtagd_id. dtepd_nrecs or dtagd_nrecs is the room for
 *	records, then how many there are; if more, it is asked again. An entry
 *	has its variable first, from 1 to 65535, its value last. dtagd_name is
 *	NULL unless it is set; then it is copied. dtagd_epid may be 0.
 * PROBES	a dtrace_probedesc_t: describe probe dtpd_id
 * FORMAT	a dtrace_fmtdesc_t: set dtfd_length to the length of dtfd_format
 *	with its NUL; copy it to dtfd_string if that is not NULL
 * STATUS	a dtrace_status_t: losses since the start, and how tracing ended
 *
 * The other functions of the vector: dtv_lookup_by_addr() finds the symbol of
 * an address of the kernel, 0 or -1, and both pointers are valid; dtv_status()
 * returns -1 for a CPU that does not exist; dtv_sysconf() is asked for
 * _SC_CPUID_MAX, the greatest id of a CPU.
 *
 * dtrd_uarg tells the statements of a clause apart. A dtrd_arg that would not
 * be valid in a record of this library counts as 0, and so does a dtrd_format
 * of trace() that is no type as print() has it. The descriptions that callbacks
 * get may have larger offsets, and aggregations are numbered anew.
 */
#define DTRACEIOC		(('d' << 24) | ('t' << 16) | ('r' << 8))
#define DTRACEIOC_PROBES	(DTRACEIOC | 2)
#define DTRACEIOC_BUFSNAP	(DTRACEIOC | 4)
#define DTRACEIOC_AGGSNAP	(DTRACEIOC | 7)
#define DTRACEIOC_EPROBE	(DTRACEIOC | 8)
#define DTRACEIOC_STATUS	(DTRACEIOC | 11)
#define DTRACEIOC_AGGDESC	(DTRACEIOC | 15)
#define DTRACEIOC_FORMAT	(DTRACEIOC | 16)

/* The bytes of a description with so many records. */
#define DTRACE_SIZEOF_EPROBEDESC(d) \
	(offsetof(dtrace_eprobedesc_t, dtepd_rec) + \
	 (size_t)((d)->dtepd_nrecs > 1 ? (d)->dtepd_nrecs : 1) * \
	 sizeof(dtrace_recdesc_t))
#define DTRACE_SIZEOF_AGGDESC(d) \
	(offsetof(dtrace_aggdesc_t, dtagd_rec) + \
	 (size_t)((d)->dtagd_nrecs > 1 ? (d)->dtagd_nrecs : 1) * \
	 sizeof(dtrace_recdesc_t))

/* The text of a format, with its NUL. */
typedef struct dtrace_fmtdesc {
	DTRACE_PTR(char, dtfd_string);	/* where to put it */
	int dtfd_length;		/* room there, in bytes */
	uint16_t dtfd_format;		/* dtrd_format */
} dtrace_fmtdesc_t;

/* A buffer of a CPU. */
typedef struct dtrace_bufdesc {
	uint64_t dtbd_size;		/* room at dtbd_data, then used there */
	uint32_t dtbd_cpu;
	uint32_t dtbd_errors;
	uint64_t dtbd_drops;		/* records that had no room */
	DTRACE_PTR(char, dtbd_data);
	uint64_t dtbd_oldest;		/* offset of a ring's oldest record */
	uint64_t dtbd_timestamp;
} dtrace_bufdesc_t;

/* Losses, and how tracing has ended. */
typedef struct dtrace_status {
	uint64_t dtst_dyndrops;
	uint64_t dtst_dyndrops_rinsing;
	uint64_t dtst_dyndrops_dirty;
	uint64_t dtst_specdrops;
	uint64_t dtst_specdrops_busy;
	uint64_t dtst_specdrops_unavail;
	uint64_t dtst_errors;
	uint64_t dtst_filled;
	uint64_t dtst_stkstroverflows;
	uint64_t dtst_dblerrors;
	char dtst_killed;
	char dtst_exiting;
	char dtst_pad[6];
} dtrace_status_t;

/*
 * The start of a record in a probe callback. The two halves of the timestamp
 * are nanoseconds, as in D.
 */
typedef struct dtrace_rechdr {
	dtrace_epid_t dtrh_epid;
	uint32_t dtrh_timestamp_hi;
	uint32_t dtrh_timestamp_lo;
} dtrace_rechdr_t;

#ifdef __cplusplus
}
#endif

#endif
