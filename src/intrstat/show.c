/* SPDX-License-Identifier: MIT */
/* show.c - prints an interval, with as many CPUs side by side as fit. */
#include "intrstat.h"

#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define	CPUWIDTH	15		/* of "  1234567  12.3" */
#define	NAMEMIN		12
#define	NAMEMAX		24

static int
screen_width(void)
{
	const char *columns = getenv("COLUMNS");
	struct winsize ws;
	long n = columns != NULL ? strtol(columns, NULL, 10) : 0;

	if (n > 0 && n < 1 << 20)
		return (int)n;
	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &ws) == 0 && ws.ws_col > 0)
		return ws.ws_col;
	return 80;
}

/* name#number, where the name is shortened to fit. */
static int
label(const struct device *d, int width, char *text, size_t size)
{
	char number[16];
	int n = snprintf(number, sizeof(number), "#%d", d->irq);

	return snprintf(text, size, "%.*s%s", width - n, d->name, number);
}

static int
name_width(const struct intrstat *in)
{
	char text[NAMEMAX + 1];
	int width = NAMEMIN;

	for (int i = 0; i < in->ndevices; i++) {
		int n = label(&in->devices[i], NAMEMAX, text, sizeof(text));

		if (n > width)
			width = n;
	}
	return width;
}

static void
show_head(const int *cpus, int n, int width)
{
	char text[16];

	(void) printf("\n%*s |", width, "device");
	for (int i = 0; i < n; i++) {
		(void) snprintf(text, sizeof(text), "cpu%d", cpus[i]);
		(void) printf("%9s %5s", text, "%tim");
	}
	(void) printf("\n");
	for (int i = 0; i < width + 1; i++)
		(void) putchar('-');
	(void) putchar('+');
	for (int i = 0; i < n * CPUWIDTH; i++)
		(void) putchar('-');
	(void) printf("\n");
}

static void
show_block(const struct intrstat *in, const int *cpus, int n, int width,
    uint64_t ns)
{
	char text[NAMEMAX + 1];

	show_head(cpus, n, width);
	for (int i = 0; i < in->ndevices; i++) {
		const struct device *d = &in->devices[i];

		(void) label(d, width, text, sizeof(text));
		(void) printf("%*s |", width, text);
		for (int j = 0; j < n; j++) {
			const struct share *s = &d->cpus[cpus[j]];

			(void) printf("%9llu %5.1f",
			    (unsigned long long)s->count, ns == 0 ? 0.0 :
			    100.0 * (double)s->ns / (double)ns);
		}
		(void) printf("\n");
	}
}

void
show(struct intrstat *in, uint64_t ns)
{
	int cpus[CPU_SETSIZE], width = name_width(in);
	int n = interval_cpus(&in->iv, cpus);
	int fit = (screen_width() - width - 2) / CPUWIDTH;

	if (fit < 1)
		fit = 1;
	for (int i = 0; i < n; i += fit)
		show_block(in, cpus + i, n - i < fit ? n - i : fit, width, ns);
}
