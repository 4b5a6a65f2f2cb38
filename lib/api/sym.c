/* SPDX-License-Identifier: MIT */
/* sym.c - kernel addresses and their names. */
#include "api/hdl.h"

#include <ctype.h>
#include <errno.h>

/* Only who may trace all of the kernel is told its addresses. */
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

int
dtrace_lookup_by_addr(dtrace_hdl_t *dtp, GElf_Addr addr, GElf_Sym *symp,
    dtrace_syminfo_t *sip)
{
	struct dt_ksym k;
	int rc = dt_ksym_lookup(dtp->ksyms, addr, &k);

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

int
dt_sym_addr2str(dtrace_hdl_t *dtp, uint64_t pc, char *buf, size_t n)
{
	return dt_ksym_addr2str(dtp->ksyms, pc, buf, n);
}

int
dtrace_addr2str(dtrace_hdl_t *dtp, uint64_t addr, char *str, int nbytes)
{
	if (nbytes < 0 || (str == NULL && nbytes != 0))
		return dt_set_errno(dtp, EINVAL);
	return dt_sym_addr2str(dtp, addr, str, (size_t)nbytes);
}
