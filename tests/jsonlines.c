/* SPDX-License-Identifier: MIT */
/*
 * jsonlines - copies its input, and fails if a line is not one JSON object.
 * Numbers that vary between runs, such as times, CPUs and addresses, become N.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>
#include "json.h"

static const char *const vary[] = {
	"\"timestamp\":", "\"interval-start\":", "\"interval-end\":",
	"\"cpu\":", "\"address\":",
};

/* The length of such a name at p, or 0. */
static size_t varies(const char *p)
{
	for (size_t i = 0; i < sizeof(vary) / sizeof(vary[0]); i++)
		if (strncmp(p, vary[i], strlen(vary[i])) == 0)
			return strlen(vary[i]);
	return 0;
}

static void copy(const char *p)
{
	while (*p) {
		size_t n = varies(p);

		if (n == 0) {
			putchar(*p++);
			continue;
		}
		printf("%.*sN", (int)n, p);
		p += n + strspn(p + n, "-0123456789");
	}
}

int main(void)
{
	char *line = NULL;
	size_t cap = 0;
	int status = 0;
	ssize_t n;

	while ((n = getline(&line, &cap, stdin)) > 0) {
		if (line[n - 1] != '\n' || line[0] != '{' ||
		    !json_valid(line, (size_t)n - 1)) {
			status = 1;
			printf("not JSON: ");
		}
		copy(line);
	}
	free(line);
	return status;
}
