/* SPDX-License-Identifier: MIT */
/* desc.c - converts probe descriptions from text and ids, and to text. */
#include "api/hdl.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

/* The value of the macro variable at *pp, or NULL; *pp moves past it. */
static const char *
macro(const dtrace_hdl_t *dtp, const char **pp, int argc, char *const argv[],
    char *buf, size_t len)
{
	static const char target[] = "$target";
	size_t n = sizeof(target) - 1;
	char *end;
	long arg;

	if (isdigit((unsigned char)(*pp)[1])) {
		arg = strtol(*pp + 1, &end, 10);
		*pp = end;
		return arg < argc ? argv[arg] : NULL;
	}
	if (strncmp(*pp, target, n) != 0 || dtp->target == 0 ||
	    isalnum((unsigned char)(*pp)[n]) || (*pp)[n] == '_')
		return NULL;
	*pp += n;
	(void) snprintf(buf, len, "%d", (int)dtp->target);
	return buf;
}

/* Expand the macro variables in one part.  0 or an error code. */
static int
expand(const dtrace_hdl_t *dtp, const char *s, size_t len, int argc,
    char *const argv[], char *out, size_t room)
{
	const char *end = s + len, *text;
	char number[16];
	size_t n;

	while (s < end) {
		if (*s == '$') {
			text = macro(dtp, &s, argc, argv, number,
			    sizeof(number));
			if (text == NULL)
				return EDT_BADSPCV;
			n = strlen(text);
		} else {
			text = s++;
			n = 1;
		}
		if (n >= room)
			return ENAMETOOLONG;
		memcpy(out, text, n);
		out += n;
		room -= n;
	}
	*out = '\0';
	return 0;
}

int
dtrace_xstr2desc(dtrace_hdl_t *dtp, dtrace_probespec_t spec, const char *str,
    int argc, char *const argv[], dtrace_probedesc_t *pdp)
{
	const char *end, *s;
	int i = (int)spec, err = 0;

	if (dt_check(dtp, str != NULL && pdp != NULL &&
	    i >= DTRACE_PROBESPEC_PROVIDER && i <= DTRACE_PROBESPEC_NAME) != 0)
		return -1;
	memset(pdp, 0, sizeof(*pdp));
	/* spec names the last part */
	for (end = str + strlen(str); err == 0; end = s - 1, i--) {
		const struct { char *out; size_t room; } part[] = {
			{ pdp->dtpd_provider, sizeof(pdp->dtpd_provider) },
			{ pdp->dtpd_mod, sizeof(pdp->dtpd_mod) },
			{ pdp->dtpd_func, sizeof(pdp->dtpd_func) },
			{ pdp->dtpd_name, sizeof(pdp->dtpd_name) },
		};

		if (i < 0)
			return dt_set_errno(dtp, EDT_BADSPEC);
		for (s = end; s > str && s[-1] != ':'; s--)
			;
		err = expand(dtp, s, (size_t)(end - s), argc, argv,
		    part[i].out, part[i].room);
		if (s == str)
			break;
	}
	return err != 0 ? dt_set_errno(dtp, err) : 0;
}

int
dtrace_str2desc(dtrace_hdl_t *dtp, dtrace_probespec_t spec, const char *str,
    dtrace_probedesc_t *pdp)
{
	return dtrace_xstr2desc(dtp, spec, str, 0, NULL, pdp);
}

int
dtrace_id2desc(dtrace_hdl_t *dtp, dtrace_id_t id, dtrace_probedesc_t *pdp)
{
	const struct dt_pdesc pd = { .id = id };
	const dtrace_probedesc_t *found;

	if (dt_check(dtp, pdp != NULL) != 0)
		return -1;
	if (dtp->vector != NULL)
		return dt_vector_probe(dtp->vector, id, pdp) == 0 ? 0 :
		    dt_set_errno(dtp, EDT_BADID);
	if (id == DTRACE_IDNONE || dt_pdesc_count(dtp, &pd) == 0)
		return dt_set_errno(dtp, EDT_BADID);
	found = dt_probedesc(dtp, id);
	if (found == NULL)
		return dt_set_errno(dtp, EDT_NOMEM);
	*pdp = *found;
	return 0;
}

char *
dtrace_desc2str(const dtrace_probedesc_t *pdp, char *buf, size_t len)
{
	if (pdp == NULL || (buf == NULL && len != 0))
		return NULL;
	if (pdp->dtpd_id == 0)
		(void) snprintf(buf, len, "%.*s:%.*s:%.*s:%.*s",
		    DTRACE_PROVNAMELEN - 1, pdp->dtpd_provider,
		    DTRACE_MODNAMELEN - 1, pdp->dtpd_mod,
		    DTRACE_FUNCNAMELEN - 1, pdp->dtpd_func,
		    DTRACE_NAMELEN - 1, pdp->dtpd_name);
	else
		(void) snprintf(buf, len, "%u", pdp->dtpd_id);
	return buf;
}
