/* SPDX-License-Identifier: MIT */
/* sym.c - kernel addresses and their names. */
#include "api/hdl.h"

#include <ctype.h>
#include <errno.h>
#include "show/show.h"

/* Set the error, with the reason if addresses are hidden from this account. */
static int
lookup_failed(dtrace_hdl_t *dtp, int rc)
{
	const char *why = dt_ksym_why(dtp->ksyms);

	if (rc != -ENOENT && *why != '\0')
		return dt_set_error(dtp, EDT_NOSYMADDR, "%s", why);
	return dt_set_errno(dtp, EDT_NOSYMADDR);
}

static void
fill_sym(GElf_Sym *symp, const struct dt_ksym *k)
{
	int type = strchr("tTwW", k->type) != NULL ? STT_FUNC : STT_OBJECT;
	int bind = isupper((unsigned char)k->type) ? STB_GLOBAL : STB_LOCAL;

	memset(symp, 0, sizeof(*symp));
	symp->st_info = GELF_ST_INFO(bind, type);
	symp->st_shndx = SHN_ABS;
	symp->st_value = k->value;
	symp->st_size = k->size;
}

static int
lookup_by_vector(dtrace_hdl_t *dtp, GElf_Addr addr, GElf_Sym *symp,
    dtrace_syminfo_t *sip)
{
	dtrace_syminfo_t info;
	GElf_Sym sym;

	if (!dt_vector_symbol(dtp->vector, addr, &sym, &info) ||
	    (symp != NULL && info.dts_name == NULL))
		return dt_set_errno(dtp, EDT_NOSYMADDR);
	if (symp != NULL)
		*symp = sym;
	else
		info.dts_name = NULL;
	if (sip != NULL)
		*sip = info;
	return 0;
}

int
dtrace_lookup_by_addr(dtrace_hdl_t *dtp, GElf_Addr addr, GElf_Sym *symp,
    dtrace_syminfo_t *sip)
{
	struct dt_ksym k;
	int rc;

	if (dt_alive(dtp) != 0)
		return -1;
	if (dtp->vector != NULL)
		return lookup_by_vector(dtp, addr, symp, sip);
	rc = dt_ksym_lookup(dtp->ksyms, addr, &k);
	if (rc != 0)
		return lookup_failed(dtp, rc);
	if (symp != NULL && k.name == NULL)
		return dt_set_errno(dtp, EDT_NOSYMADDR);
	if (symp != NULL)
		fill_sym(symp, &k);
	if (sip != NULL)
		*sip = (dtrace_syminfo_t){
			.dts_object = k.module,
			.dts_name = symp != NULL ? k.name : NULL,
		};
	return 0;
}

/*
 * Find the module that an object means, NULL for the whole kernel.  Objects of
 * processes have no symbols here: EDT_NOMOD.
 */
static int
module_of(const char *object, const char **module)
{
	*module = object;
	if (object == DTRACE_OBJ_EXEC)
		*module = "vmlinux";
	else if (object == DTRACE_OBJ_EVERY || object == DTRACE_OBJ_KMODS)
		*module = NULL;
	else if (object == DTRACE_OBJ_RTLD || object == DTRACE_OBJ_CDEFS ||
	    object == DTRACE_OBJ_DDEFS || object == DTRACE_OBJ_UMODS)
		return EDT_NOMOD;
	return 0;
}

/* Set the error of a look-up by name; err means that the name is unknown. */
static int
names_failed(dtrace_hdl_t *dtp, int rc, int err)
{
	const char *why = dt_ksym_why(dtp->ksyms);

	if (rc == -ENOMEM)
		return dt_set_errno(dtp, EDT_NOMEM);
	if (*why != '\0')
		return dt_set_error(dtp, err, "%s", why);
	return dt_set_errno(dtp, err);
}

/* The next module from number *i, of this name unless it is NULL. */
static int
next_module(dtrace_hdl_t *dtp, const char *name, uint32_t *i,
    struct dt_kmod *m)
{
	int rc;

	while ((rc = dt_ksym_module(dtp->ksyms, *i, m)) == 0) {
		++*i;
		if (name == NULL || strcmp(m->name, name) == 0)
			return 0;
	}
	return rc;
}

int
dtrace_lookup_by_name(dtrace_hdl_t *dtp, const char *object, const char *name,
    GElf_Sym *symp, dtrace_syminfo_t *sip)
{
	const char *module;
	struct dt_ksym k;
	struct dt_kmod m;
	uint32_t i = 0;
	int rc;

	if (dt_check(dtp, name != NULL) != 0)
		return -1;
	if (module_of(object, &module) != 0)
		return dt_set_errno(dtp, EDT_NOMOD);
	rc = dt_ksym_byname(dtp->ksyms, module, name, &k);
	if (rc == -ENOENT && module != NULL &&
	    next_module(dtp, module, &i, &m) == -ENOENT)
		return names_failed(dtp, rc, EDT_NOMOD);
	if (rc != 0)
		return names_failed(dtp, rc, EDT_NOSYM);
	if (symp != NULL)
		fill_sym(symp, &k);
	if (sip != NULL)
		*sip = (dtrace_syminfo_t){ .dts_object = k.module,
		    .dts_name = k.name };
	return 0;
}

/* Describe a module.  The file it was loaded from is unknown. */
static dtrace_objinfo_t
object_of(const struct dt_kmod *m, uint32_t id)
{
	return (dtrace_objinfo_t){
		.dto_name = m->name,
		.dto_id = (int)id,
		.dto_flags = DTRACE_OBJ_F_KERNEL |
		    (id == 0 ? DTRACE_OBJ_F_PRIMARY : 0),
		.dto_text_va = m->text.start,
		.dto_text_size = m->text.size,
		.dto_data_va = m->data.start,
		.dto_data_size = m->data.size,
		.dto_bss_va = m->bss.start,
		.dto_bss_size = m->bss.size,
	};
}

int
dtrace_object_iter(dtrace_hdl_t *dtp, dtrace_obj_f *func, void *arg)
{
	struct dt_kmod m;
	uint32_t i = 0;
	int rc;

	if (dt_check(dtp, func != NULL) != 0)
		return -1;
	while ((rc = next_module(dtp, NULL, &i, &m)) == 0) {
		dtrace_objinfo_t info = object_of(&m, i - 1);

		rc = func(dtp, &info, arg);
		if (rc != 0)
			return rc;
	}
	return rc == -ENOENT && i > 0 ? 0 : names_failed(dtp, rc, EDT_NOMOD);
}

int
dtrace_object_info(dtrace_hdl_t *dtp, const char *object,
    dtrace_objinfo_t *info)
{
	const char *module;
	struct dt_kmod m;
	uint32_t i = 0;
	int rc;

	if (dt_alive(dtp) != 0)
		return -1;
	/* a set of objects cannot be described */
	if (info == NULL || object == DTRACE_OBJ_EVERY ||
	    object == DTRACE_OBJ_KMODS || object == DTRACE_OBJ_UMODS)
		return dt_set_errno(dtp, EINVAL);
	if (module_of(object, &module) != 0)
		return dt_set_errno(dtp, EDT_NOMOD);
	rc = next_module(dtp, module, &i, &m);
	if (rc != 0)
		return names_failed(dtp, rc, EDT_NOMOD);
	*info = object_of(&m, i - 1);
	return 0;
}

/* Macro variables need no update: each compilation reads them again. */
void
dtrace_update(dtrace_hdl_t *dtp)
{
	if (dt_alive(dtp) == 0)
		dt_ksym_update(dtp->ksyms);
}

/* Providers are part of this library, not modules. */
int
dtrace_provider_modules(dtrace_hdl_t *dtp, const char **mods, int nmods)
{
	(void) mods;
	(void) nmods;
	return dt_alive(dtp);
}

/* As snprintf(). */
static int
address_text(dtrace_hdl_t *dtp, struct dt_addr *a, char *str, size_t nbytes)
{
	struct dt_buf b = { 0 };
	int n;

	dt_symbolize_text(dtp, a, &b);
	n = b.err != 0 ? dt_set_errno(dtp, EDT_NOMEM) :
	    snprintf(str, nbytes, "%s", dt_buf_text(&b));
	dt_buf_free(&b);
	return n;
}

/* Without a process, the text is the number. */
int
dtrace_uaddr2str(dtrace_hdl_t *dtp, pid_t pid, uint64_t addr, char *str,
    int nbytes)
{
	if (dt_check(dtp, nbytes == 0 || (nbytes > 0 && str != NULL)) != 0)
		return -1;
	if (pid == 0)
		return snprintf(str, (size_t)nbytes, "0x%llx",
		    (unsigned long long)addr);
	dt_symbolize_refresh(dtp);
	return address_text(dtp, &(struct dt_addr){ .action = DTRACEACT_UADDR,
	    .pid = (uint64_t)pid, .pc = addr }, str, (size_t)nbytes);
}

int
dtrace_addr2str(dtrace_hdl_t *dtp, uint64_t addr, char *str, int nbytes)
{
	if (dt_check(dtp, nbytes == 0 || (nbytes > 0 && str != NULL)) != 0)
		return -1;
	return address_text(dtp, &(struct dt_addr){ .action = DTRACEACT_STACK,
	    .pc = addr }, str, (size_t)nbytes);
}
