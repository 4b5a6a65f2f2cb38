/* SPDX-License-Identifier: MIT */
/* option.c - the options of a handle: as set, and in effect. */
#include "api/hdl.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Bounds of the values in effect. */
#define	STATUSRATE_MAX	(10 * NANOSEC)
#define	CLEANRATE_MIN	(NANOSEC / 5000)
#define	CLEANRATE_MAX	(60 * NANOSEC)

/* DTRACE_ENGINE is the default of option engine. */
static int
engine_from_env(dtrace_hdl_t *dtp)
{
	const char *text = secure_getenv("DTRACE_ENGINE");

	if (text == NULL)
		return 0;
	return dt_optval_word(DT_OPTSET_ENGINE, text,
	    &dtp->copts[DT_COPT_ENGINE]) == 0 ? 0 : -EDT_BADOPTVAL;
}

int
dt_opts_init(dtrace_hdl_t *dtp)
{
	for (int i = 0; i < DT_OPT_NRUN; i++)
		dtp->opts[i] = DTRACEOPT_UNSET;
	dtp->copts[DT_COPT_DEBUG] = _dtrace_debug != 0;
	return engine_from_env(dtp);
}

void
dt_opts_fini(dtrace_hdl_t *dtp)
{
	struct dt_opttext *t, *next;

	for (t = dtp->opttexts; t != NULL; t = next) {
		next = t->next;
		free(t);
	}
	dtp->opttexts = NULL;
}

static const struct dt_opt *
row_of(int id)
{
	const struct dt_opt *opt;

	for (size_t i = 0; (opt = dt_opt_row(i)) != NULL; i++)
		if (opt->class != DT_OPTCLASS_COMPILE && opt->id == id)
			return opt;
	return NULL;
}

static int64_t
clamp(int64_t value, int64_t min, int64_t max)
{
	return value < min ? min : value > max ? max : value;
}

int64_t
dt_opt_effective(const dtrace_hdl_t *dtp, int id)
{
	const struct dt_opt *opt = row_of(id);
	int64_t value = dtp->opts[id];

	if (value == DTRACEOPT_UNSET && opt != NULL)
		value = opt->dflt;
	if (id == DTRACEOPT_STATUSRATE)
		return clamp(value, 0, STATUSRATE_MAX);
	if (id == DTRACEOPT_CLEANRATE)
		return value == 0 ? CLEANRATE_MAX :
		    clamp(value, CLEANRATE_MIN, CLEANRATE_MAX);
	return value;
}

bool
dt_opt_on(const dtrace_hdl_t *dtp, int id)
{
	return dtp->opts[id] != DTRACEOPT_UNSET;
}

/* Buffers may be smaller than requested, or absent. */
void
dt_opts_settle(dtrace_hdl_t *dtp)
{
	dtp->opts[DTRACEOPT_AGGSIZE] = (int64_t)dtp->run.aggsize;
	dtp->opts[DTRACEOPT_BUFSIZE] = (int64_t)dtp->run.bufsize;
	dtp->opts[DTRACEOPT_DYNVARSIZE] = (int64_t)dtp->run.dynvarsize;
	dtp->opts[DTRACEOPT_SPECSIZE] = (int64_t)dtp->specsize;
	dtp->opts[DT_OPT_SCRATCHSIZE] = (int64_t)dtp->mem->scratch[0];
}

uint_t
dt_opt_cflags(const dtrace_hdl_t *dtp, uint_t cflags)
{
	return (cflags | dtp->cflags) & ~dtp->cflags_off;
}

/* Replace an option of kind TEXT, or append to one of kind LIST. */
static int
set_text(dtrace_hdl_t *dtp, const struct dt_opt *opt, const char *text)
{
	struct dt_opttext **at = &dtp->opttexts, *old, *new;

	new = malloc(sizeof(*new) + strlen(text) + 1);
	if (new == NULL)
		return EDT_NOMEM;
	*new = (struct dt_opttext){ .id = (enum dt_copt)opt->id };
	memcpy(new->text, text, strlen(text) + 1);
	while ((old = *at) != NULL) {
		if (opt->kind == DT_OPTKIND_TEXT && (int)old->id == opt->id) {
			*at = old->next;
			free(old);
		} else {
			at = &old->next;
		}
	}
	*at = new;
	return 0;
}

/* Is the text NAME=VALUE for option setenv, or a name for unsetenv? */
static bool
is_variable(const struct dt_opt *opt, const char *text)
{
	const char *eq = strchr(text, '=');

	if (opt->id == DT_COPT_SETENV)
		return eq != NULL && eq != text;
	if (opt->id == DT_COPT_UNSETENV)
		return eq == NULL && *text != '\0';
	return true;
}

/* Accept any version of D up to this library's. */
static int
check_version(int64_t value)
{
	int64_t ours;

	if (dt_optval_version(strrchr(_dtrace_version, ' ') + 1, &ours) != 0)
		return EDT_VERSINVAL;
	return value > ours ? EDT_VERSUNDEF : 0;
}

static int
set_compile(dtrace_hdl_t *dtp, const struct dt_opt *opt, const char *text,
    int64_t value)
{
	uint_t flag = (uint_t)opt->detail;
	int err;

	switch ((enum dt_optkind)opt->kind) {
	case DT_OPTKIND_CFLAG:
		dtp->cflags |= flag;
		dtp->cflags_off &= ~flag;
		return 0;
	case DT_OPTKIND_CUNFLAG:
		dtp->cflags &= ~flag;
		dtp->cflags_off |= flag;
		return 0;
	case DT_OPTKIND_TEXT:
	case DT_OPTKIND_LIST:
		return is_variable(opt, text) ? set_text(dtp, opt, text) :
		    EDT_BADOPTVAL;
	case DT_OPTKIND_SWITCH:
		value = 1;
		break;
	case DT_OPTKIND_VERSION:
		err = check_version(value);
		if (err != 0)
			return err;
		break;
	case DT_OPTKIND_ATTR:
		dtp->cflags |= DTRACE_C_EATTR;
		break;
	default:
		break;
	}
	dtp->copts[opt->id] = value;
	return 0;
}

static int
bad_value(const struct dt_opt *opt, int rc)
{
	if (rc == -EOVERFLOW)
		return EOVERFLOW;
	return opt->kind == DT_OPTKIND_VERSION ? EDT_VERSINVAL : EDT_BADOPTVAL;
}

/* A description of the option's values, or NULL; in buf if they are words. */
static const char *
takes(const struct dt_opt *opt, char *buf, size_t size)
{
	switch ((enum dt_optkind)opt->kind) {
	case DT_OPTKIND_FLAG:
		return "a number from 0, on or off";
	case DT_OPTKIND_INT:
		return "a number from 0";
	case DT_OPTKIND_COUNT:
		return "a number from 1 or off";
	case DT_OPTKIND_SIZE:
		return "a number of bytes, such as 65536 or 4m";
	case DT_OPTKIND_RATE:
		return "a rate, such as 10hz or 500ms";
	case DT_OPTKIND_SWITCH:
	case DT_OPTKIND_CFLAG:
	case DT_OPTKIND_CUNFLAG:
		return "no value";
	case DT_OPTKIND_ATTR:
		return "three stabilities, such as Evolving/Evolving/Common";
	case DT_OPTKIND_WORD:
	case DT_OPTKIND_WORDS:
		return dt_opt_words((enum dt_optset)opt->detail, buf, size);
	case DT_OPTKIND_TEXT:
	case DT_OPTKIND_LIST:
		return opt->id == DT_COPT_SETENV ? "NAME=VALUE" :
		    opt->id == DT_COPT_UNSETENV ? "a name" : "a text";
	case DT_OPTKIND_VERSION:
		break;
	}
	return NULL;		/* the error code's own message is enough */
}

/* Set an error that names the option, and the values it takes if those help. */
static int
complain(dtrace_hdl_t *dtp, const struct dt_opt *opt, const char *text,
    int err)
{
	char buf[128];
	const char *want = opt != NULL ? takes(opt, buf, sizeof(buf)) : NULL;

	if (err == EOVERFLOW)
		(void) dt_set_error(dtp, err, "%s cannot be %s: the number is "
		    "too large", opt->name, text);
	else if (err != EDT_BADOPTVAL || want == NULL)
		(void) dt_set_errno(dtp, err);
	else
		(void) dt_set_error(dtp, err, "%s: %s takes %s, not \"%s\"",
		    dtrace_errmsg(NULL, err), opt->name, want,
		    text != NULL ? text : "");
	return err;
}

static bool
can_be_set(const dtrace_hdl_t *dtp, const struct dt_opt *opt)
{
	return dtp->state == DT_RUN_IDLE ||
	    (opt->class != DT_OPTCLASS_STATIC &&
	    opt->where != DT_OPTWHERE_IDLE);
}

static int
set(dtrace_hdl_t *dtp, const struct dt_opt *opt, const char *text)
{
	int64_t value;
	int rc;

	if (!can_be_set(dtp, opt))
		return EDT_ACTIVE;
	rc = dt_opt_parse(opt, text, &value);
	if (rc != 0)
		return bad_value(opt, rc);
	if (opt->class == DT_OPTCLASS_COMPILE)
		return set_compile(dtp, opt, text, value);
	dtp->opts[opt->id] = value;
	dt_ctlfd_arm(dtp);
	return 0;
}

/* Refuse an option of other systems that this library lacks, with a reason. */
static int
refuse(dtrace_hdl_t *dtp, const char *name, const char *value)
{
	const char *why = dt_opt_refused(name, value);
	int err = dt_opt_find(name) == NULL ? EDT_BADOPTNAME : EDT_BADOPTVAL;

	if (why != NULL)
		(void) dt_set_error(dtp, err, "%s%s%s is not offered: %s",
		    name, err == EDT_BADOPTVAL ? "=" : "",
		    err == EDT_BADOPTVAL ? value : "", why);
	return why != NULL ? err : 0;
}

/* Remember an option without effect, for dtrace_noeffect(). */
static void
note_idle(dtrace_hdl_t *dtp, const char *name)
{
	const char *idle, *why;

	for (uint32_t i = 0; (idle = dt_opt_idle(i, &why)) != NULL; i++)
		if (strcmp(idle, name) == 0)
			dtp->idle |= UINT32_C(1) << i;
}

int
dtrace_noeffect(dtrace_hdl_t *dtp, dtrace_noeffect_f *func, void *arg)
{
	const char *name, *why;
	int rc = 0;

	if (dt_check(dtp, func != NULL) != 0)
		return -1;
	for (uint32_t i = 0; rc == 0 &&
	    (name = dt_opt_idle(i, &why)) != NULL; i++)
		if ((dtp->idle >> i & 1) != 0)
			rc = func(dtp, name, why, arg);
	return rc;
}

/* 0, or an error code that is set on the handle. */
static int
set_named(dtrace_hdl_t *dtp, const char *name, const char *value,
    bool by_program)
{
	const struct dt_opt *opt = dt_opt_find(name);
	int err = refuse(dtp, name, value);

	if (err != 0)
		return err;
	if (opt == NULL)
		err = EDT_BADOPTNAME;
	else if (by_program && opt->where == DT_OPTWHERE_CMD)
		err = EDT_BADOPTCTX;
	else
		err = set(dtp, opt, value);
	if (err == 0)
		note_idle(dtp, name);
	return err != 0 ? complain(dtp, opt, value, err) : 0;
}

int
dt_opt_pragma(dtrace_hdl_t *dtp, const char *name, const char *value)
{
	return set_named(dtp, name, value, true);
}

int
dtrace_setopt(dtrace_hdl_t *dtp, const char *name, const char *value)
{
	if (dt_check(dtp, name != NULL) != 0)
		return -1;
	return set_named(dtp, name, value, false) != 0 ? -1 : 0;
}

int
dtrace_getopt(dtrace_hdl_t *dtp, const char *name, dtrace_optval_t *value)
{
	const struct dt_opt *opt;

	if (dt_check(dtp, name != NULL && value != NULL) != 0)
		return -1;
	opt = dt_opt_find(name);
	if (opt == NULL || opt->class == DT_OPTCLASS_COMPILE)
		return dt_set_errno(dtp, EDT_BADOPTNAME);
	*value = dtp->state == DT_RUN_IDLE ? dtp->opts[opt->id] :
	    dt_opt_effective(dtp, opt->id);
	return 0;
}
