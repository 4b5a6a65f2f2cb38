/* SPDX-License-Identifier: MIT */
/*
 * json.c - a firing as a JSON object, for option oformat.  An object is written
 * when it is complete, so that a callback that aborts leaves no partial one.
 */
#include "consume/priv.h"

static void
begins(struct dt_pass *f)
{
	const dtrace_probedesc_t *pd = f->pd.dtpda_pdesc;
	struct dt_json *j = &f->json;

	dt_sink_reset(&f->c->object);
	f->shown = false;
	*j = (struct dt_json){ .s = &f->c->object };
	dt_json_open(j, '{');
	dt_json_named_uint(j, "timestamp",
	    dt_rec_time((const void *)f->base));
	dt_json_named_int(j, "cpu", f->pd.dtpda_cpu);
	dt_json_named_uint(j, "id", pd->dtpd_id);
	dt_json_named_str(j, "provider", pd->dtpd_provider);
	dt_json_named_str(j, "module", pd->dtpd_mod);
	dt_json_named_str(j, "function", pd->dtpd_func);
	dt_json_named_str(j, "name", pd->dtpd_name);
	dt_json_name(j, "output");
	dt_json_open(j, '[');
}

/* Begin an element of the array "output" with its first member. */
static struct dt_json *
element(struct dt_pass *f, const char *name)
{
	f->shown = true;
	dt_json_open(&f->json, '{');
	dt_json_name(&f->json, name);
	return &f->json;
}

static int
printf_element(struct dt_pass *f, const dtrace_recdesc_t *rec, int n)
{
	const struct dt_show show = dt_pass_look(f);
	struct dt_sink *text = &f->c->sink;
	int rc = dt_pass_format(f, rec, n, NULL);
	struct dt_json *j;

	if (rc != 0)
		return rc;
	j = element(f, "message");
	dt_json_str(j, dt_sink_text(text), text->buf.len);
	dt_json_name(j, "args");
	dt_json_open(j, '[');
	for (; n > 0; n--, rec++)
		if (rec->dtrd_size != 0)
			dt_json_datum(j, &show, rec,
			    f->base + rec->dtrd_offset);
	dt_json_close(j, ']');
	dt_json_close(j, '}');
	return f->c->object.err;
}

static int
dump_element(struct dt_pass *f, const dtrace_recdesc_t *rec, size_t n)
{
	struct dt_json *j = element(f, "tracemem");

	dt_json_bytes(j, (unsigned char *)f->base + rec->dtrd_offset, n);
	dt_json_close(j, '}');
	return f->c->object.err;
}

static int
datum_element(struct dt_pass *f, const dtrace_recdesc_t *rec)
{
	const struct dt_show show = dt_pass_look(f);

	f->shown = true;
	dt_json_action(&f->json, &show, rec, f->base + rec->dtrd_offset);
	return f->c->object.err;
}

static int
print_element(struct dt_pass *f, const dtrace_recdesc_t *rec,
    const char *layout)
{
	const struct dt_show show = dt_pass_look(f);

	f->shown = true;
	dt_json_print(&f->json, &show, layout, f->base + rec->dtrd_offset);
	return f->c->object.err;
}

/* With quiet a firing without output has no object, as it has no text. */
static int
ends(struct dt_pass *f)
{
	struct dt_sink *object = &f->c->object, *sink = &f->c->sink;

	if (f->how->quiet && !f->shown)
		return 0;
	dt_json_close(&f->json, ']');
	dt_json_close(&f->json, '}');
	dt_sink_write(object, "\n", 1);
	if (object->err != 0)
		return object->err;
	dt_sink_reset(sink);
	sink->fp = f->how->fp;
	dt_sink_write(sink, dt_sink_text(object), object->buf.len);
	return dt_pass_flush(f, NULL);
}

const struct dt_outform dt_out_json = {
	.begins = begins, .printf = printf_element, .dump = dump_element,
	.datum = datum_element, .print = print_element, .ends = ends
};
