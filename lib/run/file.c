/* SPDX-License-Identifier: MIT */
/* file.c - the header and the sections of a saved image. */
#include "run/file.h"

#include <elf.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#if defined(__x86_64__)
#define	MACHINE	EM_X86_64
#elif defined(__aarch64__)
#define	MACHINE	EM_AARCH64
#else
#error "define the ELF machine of images for this architecture"
#endif

_Static_assert(sizeof(struct dt_filehead) == sizeof(dof_hdr_t) &&
    offsetof(struct dt_filehead, zero) == offsetof(dof_hdr_t, dofh_flags) &&
    offsetof(struct dt_filehead, sections) ==
    offsetof(dof_hdr_t, dofh_secoff) &&
    offsetof(struct dt_filehead, length) ==
    offsetof(dof_hdr_t, dofh_loadsz), "the header is a dof_hdr_t");
_Static_assert(sizeof(struct dt_filesec) == sizeof(dof_sec_t) &&
    offsetof(struct dt_filesec, offset) == offsetof(dof_sec_t, dofs_offset),
    "the header of a section is a dof_sec_t");

static const char *const names[DT_NSECTIONS] = {
	[DT_SEC_IMAGE] = "image",
	[DT_SEC_VARS] = "variables",
	[DT_SEC_FORMS] = "forms",
	[DT_SEC_FORMATS] = "formats",
	[DT_SEC_FIELDS] = "fields",
	[DT_SEC_CLAUSES] = "clauses",
};

int
dt_vet_refuse(struct dt_filewhy *why, const char *section, int line,
    const char *fmt, ...)
{
	va_list ap;
	int n = 0;

	if (section != NULL)
		n = snprintf(why->text, sizeof(why->text), "section %s%s",
		    section, line != 0 ? ", " : ": ");
	if (line != 0)
		n += snprintf(why->text + n, sizeof(why->text) - (size_t)n,
		    "line %d: ", line);
	va_start(ap, fmt);
	(void) vsnprintf(why->text + n, sizeof(why->text) - (size_t)n, fmt,
	    ap);
	va_end(ap);
	return -EINVAL;
}

static uint32_t
crc(uint32_t sum, const void *p, size_t n)
{
	return (uint32_t)crc32_z(sum, p, n);
}

/*
 * A checksum of what the code of an image depends on: the names of the runtime
 * functions and the layout of a slot.  Only a library with the same checksum
 * loads the image.
 */
static uint32_t
runtime_sum(void)
{
	static const uint32_t layout[] = {
#define	OFF_U64(f)	offsetof(struct dt_ctx, f)
#define	OFF_U32(f)	offsetof(struct dt_ctx, f)
#define	OFF_I64(f)	offsetof(struct dt_ctx, f)
#define	OFF_WALL(f)	offsetof(struct dt_ctx, f)
#define	OFF_COMM(f)	offsetof(struct dt_ctx, f)
#define	OFF_ARGS(f)	(f)
#define	OFF_NAMEPART(f)	(f)
#define	OFF_TARGET(f)	(f)
#define	DT_VAR(id, name, type, needs, how, field)	OFF_##how(field), needs,
#include "tbl/vars.h"
#undef DT_VAR
		sizeof(struct dt_slot), sizeof(struct dt_rechdr),
		sizeof(struct dt_aggbuf), sizeof(struct dt_aggrec),
		offsetof(struct dt_slot, ctx.mem),
		offsetof(struct dt_slot, ctx.fault),
		offsetof(struct dt_slot, this_var),
		offsetof(struct dt_slot, key), DT_NOPENKINDS,
	};
	uint32_t sum = crc(0, layout, sizeof(layout));

	for (size_t i = 0; i < dt_rt_table.nfuncs; i++) {
		const struct dt_func *f = &dt_rt_table.funcs[i];

		sum = crc(sum, f->name, strlen(f->name) + 1);
		sum = crc(sum, &f->nparams, sizeof(f->nparams));
	}
	return sum;
}

/* The checksum of a file, with 0 in place of the checksum itself. */
static uint32_t
file_sum(const void *p, size_t n)
{
	struct dt_filehead h;

	memcpy(&h, p, sizeof(h));
	h.crc = 0;
	return crc(crc(0, &h, sizeof(h)), (const char *)p + sizeof(h),
	    n - sizeof(h));
}

void
dt_file_seal(void *p, size_t n)
{
	struct dt_filehead h;

	memcpy(&h, p, sizeof(h));
	h.length = h.size = n;
	h.crc = 0;
	memcpy(p, &h, sizeof(h));
	h.crc = file_sum(p, n);
	memcpy(p, &h, sizeof(h));
}

static int
write_section(const struct dt_image *img, enum dt_section which,
    struct dt_buf *out)
{
	struct dt_codec c = { .out = out };
	struct dt_image copy = *img;
	struct dt_filesec sec = { .kind = which, .align = 8,
	    .offset = out->len };
	size_t at = sizeof(struct dt_filehead) + which * sizeof(sec);

	dt_code_section(&c, which, &copy);
	sec.length = out->len - sec.offset;
	(void) dt_buf_grow(out, -out->len & 7);
	if (out->err == 0)
		memcpy(out->p + at, &sec, sizeof(sec));
	return out->err;
}

/* Refuse probes by number, which differ between machines. */
static int
may_write(const struct dt_image *img, struct dt_filewhy *why)
{
	for (uint32_t i = 0; i < img->nclauses; i++)
		for (uint32_t j = 0; j < img->clauses[i].npdescs; j++)
			if (img->clauses[i].pdescs[j].id != 0)
				return dt_vet_refuse(why, NULL,
				    img->clauses[i].line, "probe %u is given "
				    "by its number, which means another probe "
				    "elsewhere: describe it by name",
				    img->clauses[i].pdescs[j].id);
	return 0;
}

int
dt_file_write(const struct dt_image *img, struct dt_buf *out,
    struct dt_filewhy *why)
{
	struct dt_filehead h = { .magic = DTRACE_DOF_MAGIC,
	    .version = DT_FILEVERSION, .machine = MACHINE,
	    .headsize = sizeof(h), .secsize = sizeof(struct dt_filesec),
	    .nsections = DT_NSECTIONS, .sections = sizeof(h),
	    .runtime = runtime_sum() };
	int err = may_write(img, why);

	if (err != 0)
		return err;
	(void) dt_buf_grow(out, sizeof(h) +
	    DT_NSECTIONS * sizeof(struct dt_filesec));
	for (int k = 0; k < DT_NSECTIONS && err == 0; k++)
		err = write_section(img, (enum dt_section)k, out);
	if (err != 0)
		return err;
	memcpy(out->p, &h, sizeof(h));
	dt_file_seal(out->p, out->len);
	return 0;
}

size_t
dt_file_length(const void *p)
{
	struct dt_filehead h;

	memcpy(&h, p, sizeof(h));
	return memcmp(h.magic, DTRACE_DOF_MAGIC, sizeof(h.magic)) == 0 ?
	    h.length : 0;
}

#define	not_ours(why, ...)	dt_vet_refuse(why, NULL, 0, __VA_ARGS__)

/* Are the constant members of the header right? */
static bool
is_framed(const struct dt_filehead *h)
{
	return h->zero == 0 && h->headsize == sizeof(*h) &&
	    h->secsize == sizeof(struct dt_filesec) &&
	    h->nsections == DT_NSECTIONS && h->sections == sizeof(*h) &&
	    h->size == h->length;
}

static int
check_head(const void *p, size_t n, struct dt_filewhy *why)
{
	struct dt_filehead h = { .length = 0 };

	if (n >= sizeof(h))
		memcpy(&h, p, sizeof(h));
	if (memcmp(h.magic, DTRACE_DOF_MAGIC, sizeof(h.magic)) != 0)
		return not_ours(why, "it is not a compiled D program");
	if (h.version != DT_FILEVERSION)
		return not_ours(why, "it has format version %u, and this "
		    "library reads version %u: compile the program again",
		    h.version, DT_FILEVERSION);
	if (h.machine != MACHINE)
		return not_ours(why, "it is for ELF machine %u, and this is "
		    "%u: compile the program here", h.machine, MACHINE);
	if (h.length != n || !is_framed(&h))
		return not_ours(why, "it has %zu bytes, and its header says "
		    "%" PRIu64 ": it was truncated or changed", n, h.length);
	if (h.crc != file_sum(p, n))
		return not_ours(why, "its checksum is %#x and should be "
		    "%#x: it was damaged", file_sum(p, n), h.crc);
	if (h.runtime != runtime_sum())
		return not_ours(why, "it was compiled by another version of "
		    "this library: compile the program again");
	return 0;
}

static int
read_section(const unsigned char *p, size_t n, enum dt_section which,
    struct dt_arena *arena, struct dt_image *img, struct dt_filewhy *why)
{
	struct dt_codec c = { .arena = arena };
	struct dt_filesec sec;
	size_t at = sizeof(struct dt_filehead) + which * sizeof(sec);

	if (at + sizeof(sec) > n)
		return dt_vet_refuse(why, names[which], 0,
		    "the file ends before its header");
	memcpy(&sec, p + at, sizeof(sec));
	if (sec.kind != which || sec.align != 8 || sec.zero != 0 ||
	    sec.offset > n || sec.length > n - sec.offset)
		return dt_vet_refuse(why, names[which], 0,
		    "its header is wrong, or it is outside of the file");
	c.p = p + sec.offset;
	c.end = c.p + sec.length;
	dt_code_section(&c, which, img);
	if (c.err == 0 && c.p != c.end)
		c.err = -EINVAL;
	return c.err != -EINVAL ? c.err : dt_vet_refuse(why, names[which], 0,
	    "an index or a length is out of bounds");
}

static int
name_clauses(struct dt_image *img, struct dt_arena *arena)
{
	for (uint32_t i = 0; i < img->nclauses; i++)
		if (dt_clause_name(&img->clauses[i], i, arena) != 0)
			return -ENOMEM;
	return 0;
}

/* Parse the formats, which are saved as text only. */
static int
parse_formats(struct dt_image *img, struct dt_arena *arena,
    struct dt_filewhy *why)
{
	const char *reason = "";
	struct dt_fmt *fmt;
	size_t at;
	int err;

	for (uint32_t i = 0; i < img->nformats; i++) {
		if (img->formats[i].text == NULL)
			return dt_vet_refuse(why, names[DT_SEC_FORMATS], 0,
			    "format %u has no text", i);
		err = dt_fmt_parse(arena, img->formats[i].text, &fmt, &reason,
		    &at);
		if (err == -ENOMEM)
			return err;
		if (err != 0)
			return dt_vet_refuse(why, names[DT_SEC_FORMATS], 0,
			    "format %u: %s", i, reason);
		img->formats[i].fmt = fmt;
	}
	return 0;
}

int
dt_file_read(const void *p, size_t n, struct dt_arena *arena,
    struct dt_image **out, struct dt_filewhy *why)
{
	struct dt_image *img = dt_arena_alloc(arena, sizeof(*img));
	int err = img != NULL ? check_head(p, n, why) : -ENOMEM;

	for (int k = 0; k < DT_NSECTIONS && err == 0; k++)
		err = read_section(p, n, (enum dt_section)k, arena, img, why);
	if (err == 0)
		err = name_clauses(img, arena);
	if (err == 0)
		err = parse_formats(img, arena, why);
	if (err == 0)
		err = dt_vet_image(img, why);
	*out = img;
	return err;
}
