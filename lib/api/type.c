/* SPDX-License-Identifier: MIT */
/* type.c - looks up types of D and of the running kernel by name. */
#include "api/hdl.h"

#include <errno.h>
#include <string.h>

#include "base/buf.h"
#include "sym/kvar.h"
#include "type/type.h"

static int
lookup_failed(dtrace_hdl_t *dtp, int rc, const char *name)
{
	const char *why = dt_types_nokernel(dtp->types);

	if (rc == -ENOMEM)
		return dt_set_errno(dtp, EDT_NOMEM);
	if (rc == -EINVAL)
		return dt_set_error(dtp, EDT_NOTYPE, "\"%.100s\" is not the "
		    "name of a type", name);
	if (why != NULL)
		return dt_set_error(dtp, EDT_NOTYPE, "%s", why);
	return dt_set_error(dtp, EDT_NOTYPE, "there is no type \"%.100s\"",
	    name);
}

static int
find(dtrace_hdl_t *dtp, const char *name, bool kernel,
    dtrace_typeinfo_t *info)
{
	struct dt_type t;
	int rc = kernel ? dt_type_klookup(dtp->types, name, &t) :
	    dt_type_lookup(dtp->types, name, &t);

	if (rc == 0)
		rc = dt_type_fill(dtp->types, &t);
	if (rc != 0)
		return lookup_failed(dtp, rc, name);
	*info = (dtrace_typeinfo_t){
		.dtt_object = kernel ? "vmlinux" : "D",
		.dtt_ctfp = dt_types_dict(dtp->types),
		.dtt_type = (ctf_id_t)t.ctf,
	};
	return 0;
}

int
dtrace_lookup_by_type(dtrace_hdl_t *dtp, const char *object, const char *name,
    dtrace_typeinfo_t *info)
{
	if (dt_check(dtp, name != NULL && info != NULL) != 0)
		return -1;
	if (object == DTRACE_OBJ_CDEFS || object == DTRACE_OBJ_DDEFS)
		return find(dtp, name, false, info);
	if (object == DTRACE_OBJ_EXEC || object == DTRACE_OBJ_EVERY ||
	    object == DTRACE_OBJ_KMODS)
		return find(dtp, name, true, info);
	if (object == DTRACE_OBJ_RTLD || object == DTRACE_OBJ_UMODS)
		return dt_set_errno(dtp, EDT_NOMOD);
	return strcmp(object, "vmlinux") == 0 ? find(dtp, name, true, info) :
	    dt_set_error(dtp, EDT_NOCTF, "only the types of vmlinux are read, "
	    "not those of %.64s", object);
}

int
dtrace_type_strcompile(dtrace_hdl_t *dtp, const char *text,
    dtrace_typeinfo_t *info)
{
	return dtrace_lookup_by_type(dtp, DTRACE_OBJ_EVERY, text, info);
}

int
dtrace_type_fcompile(dtrace_hdl_t *dtp, FILE *fp, dtrace_typeinfo_t *info)
{
	struct dt_buf text = { 0 };
	int rc;

	if (dt_check(dtp, fp != NULL && info != NULL) != 0)
		return -1;
	dt_buf_file(&text, fp);
	if (text.err != 0)
		rc = dt_set_errno(dtp, text.err == -ENOMEM ? EDT_NOMEM :
		    EDT_FIO);
	else
		rc = dtrace_type_strcompile(dtp, dt_buf_text(&text), info);
	dt_buf_free(&text);
	return rc;
}

int
dtrace_symbol_type(dtrace_hdl_t *dtp, const GElf_Sym *symp,
    const dtrace_syminfo_t *sip, dtrace_typeinfo_t *tip)
{
	struct dt_kvar v;
	char why[320];
	int rc;

	if (dt_alive(dtp) != 0)
		return -1;
	if (symp == NULL || sip == NULL || sip->dts_name == NULL || tip == NULL)
		return dt_set_errno(dtp, EINVAL);
	rc = dt_kvar_find(dtp->ksyms, dtp->types, sip->dts_object,
	    sip->dts_name, &v, why, sizeof(why));
	if (rc == 0)
		rc = dt_type_fill(dtp->types, &v.type);
	if (rc == -ENOMEM)
		return dt_set_errno(dtp, EDT_NOMEM);
	if (rc != 0)
		return dt_set_error(dtp, EDT_NOSYM, "%s", why);
	*tip = (dtrace_typeinfo_t){
		.dtt_object = sip->dts_object,
		.dtt_ctfp = dt_types_dict(dtp->types),
		.dtt_type = (ctf_id_t)v.type.ctf,
	};
	return 0;
}
