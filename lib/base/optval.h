/* SPDX-License-Identifier: MIT */
/*
 * optval.h - finds options by name and parses their values.  The handle keeps
 * the values; nothing here has state.
 */
#ifndef DT_OPTVAL_H
#define	DT_OPTVAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <dtrace.h>

/* Run-time options that have no public number. */
enum dt_ownopt {
	DT_OPT_MEMCAP = DTRACEOPT_MAX,	/* limit of all buffers, in bytes */
	DT_OPT_DEADMAN,			/* ns without status; 0: none */
	DT_OPT_AGGRETIRE,		/* snaps; 0: entries are kept */
	DT_OPT_AGGDELTA,		/* columns, and lines, of printing */
	DT_OPT_AGGPERSEC,
	DT_OPT_AGGPERCENTILES,
	DT_OPT_AGGTOP,
	DT_OPT_SCRATCHSIZE,		/* limit for one firing, in bytes */
	DT_OPT_STRICT,			/* of dtrace(1): a loss is an error */
	DT_OPT_DEMANGLE,		/* 0: names as in the symbol table */
	DT_OPT_LQUANTIZE32,		/* lquantize() takes 32 bits */
	DT_OPT_NRUN			/* length of an array */
};

enum dt_copt {
#define	DT_COPT(name, id, kind, detail, where) DT_COPT_##id,
#include "tbl/opts.h"
	DT_COPT_NUM
};

/* Values of the options of kind WORD; those of dump are bits. */
enum dt_dump {
	DT_DUMP_LEX = 1, DT_DUMP_AST = 2, DT_DUMP_IR = 4, DT_DUMP_BPF = 8
};
enum dt_encoding { DT_ENCODING_ASCII, DT_ENCODING_UTF8 };
enum dt_enginesel { DT_ENGINE_AUTO, DT_ENGINE_KERNEL, DT_ENGINE_VM };
enum dt_faultin { DT_FAULTIN_AUTO, DT_FAULTIN_ON, DT_FAULTIN_OFF };
enum dt_returnsel { DT_RETURNS_AUTO, DT_RETURNS_SITES, DT_RETURNS_FRAMES };
enum dt_oformat { DT_OFORMAT_TEXT, DT_OFORMAT_JSON };
enum dt_stdc { DT_STDC_A, DT_STDC_C, DT_STDC_S, DT_STDC_T };

enum dt_optset {
	DT_OPTSET_0,
	DT_OPTSET_BUFPOLICY, DT_OPTSET_BUFRESIZE, DT_OPTSET_DUMP,
	DT_OPTSET_ENCODING, DT_OPTSET_ENGINE, DT_OPTSET_EVALTIME,
	DT_OPTSET_FAULTIN, DT_OPTSET_LATE, DT_OPTSET_LINKMODE,
	DT_OPTSET_LINKTYPE, DT_OPTSET_OFORMAT, DT_OPTSET_RETURNS,
	DT_OPTSET_STDC, DT_OPTSET_SWITCH, DT_OPTSET_ZONE
};

enum dt_optclass { DT_OPTCLASS_COMPILE, DT_OPTCLASS_STATIC, DT_OPTCLASS_DYN };

/* Where a compile-time option may be set. */
enum dt_optwhere {
	DT_OPTWHERE_ANY,
	DT_OPTWHERE_CMD,	/* not in a D program */
	DT_OPTWHERE_IDLE	/* not after tracing has begun */
};

enum dt_optkind {
	DT_OPTKIND_FLAG, DT_OPTKIND_INT, DT_OPTKIND_COUNT,
	DT_OPTKIND_SIZE, DT_OPTKIND_RATE,
	DT_OPTKIND_WORD, DT_OPTKIND_WORDS, DT_OPTKIND_SWITCH,
	DT_OPTKIND_CFLAG, DT_OPTKIND_CUNFLAG, DT_OPTKIND_TEXT,
	DT_OPTKIND_LIST, DT_OPTKIND_ATTR, DT_OPTKIND_VERSION
};

/* A row of tbl/opts.h. */
struct dt_opt {
	const char *name;
	uint8_t class;		/* enum dt_optclass */
	uint8_t kind;		/* enum dt_optkind */
	uint8_t where;		/* enum dt_optwhere */
	int id;			/* DT_COPT_*, or DTRACEOPT_* and DT_OPT_* */
	int64_t detail;
	int64_t dflt;		/* run-time: the default */
};

/* All rows, compile-time ones first; NULL past the last. */
const struct dt_opt *dt_opt_row(size_t i);
/* By name; NULL if there is none. */
const struct dt_opt *dt_opt_find(const char *name);

/*
 * Why this library refuses an option, or a value of one, that other systems
 * have; NULL if it does not.
 */
const char *dt_opt_refused(const char *name, const char *value);

/* Option number i of those without effect, and why; NULL past the last. */
const char *dt_opt_idle(size_t i, const char **why);

/* The words of a set, as "one, two or three"; returns buf. */
const char *dt_opt_words(enum dt_optset set, char *buf, size_t size);

/*
 * Write the value of a run-time option as text that dt_opt_parse() reads;
 * false: the option cannot have this value.
 */
bool dt_opt_text(const struct dt_opt *opt, int64_t value, char *buf,
    size_t size);

/*
 * Parse the value of an option; text may be NULL.  The value of kinds TEXT,
 * LIST, SWITCH, CFLAG and CUNFLAG is 0.  Returns 0, -EINVAL, or -EOVERFLOW if a
 * size is too large.
 */
int dt_opt_parse(const struct dt_opt *opt, const char *text, int64_t *value);

/* The same for text that is not an option's value. */
int dt_optval_word(enum dt_optset set, const char *text, int64_t *value);
int dt_optval_attr(const char *text, int64_t *value);
dtrace_attribute_t dt_optval_attribute(int64_t value);
int dt_optval_version(const char *text, int64_t *value);

/* An attribute or a version in one number: the most significant part first. */
#define	DT_OPTVAL3(a, b, c) \
	((int64_t)(a) << 32 | (int64_t)(b) << 16 | (int64_t)(c))
#define	DT_OPTVAL_PART(v, i) ((unsigned int)((v) >> (32 - 16 * (i))) & 0xffff)

#endif
