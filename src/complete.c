/* SPDX-License-Identifier: MIT */
/*
 * complete.c - generates shell completions of COMMAND from its options and the
 * library's.  usage: complete bash|zsh|fish
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static const struct row {
	const char *letter, *name, *arg, *help;
} rows[] = {
#define	CMDOPT(letter, name, sets, help)	{ letter, name, NULL, help },
#define	CMDARG(letter, name, arg, sets, help)	{ letter, name, arg, help },
#include OPTS
};

static const char *const options[] = {
#define	DT_COPT(name, id, kind, detail, where)	name,
#define	DT_SOPT(name, id, kind, detail, dflt)	name,
#define	DT_DOPT(name, id, kind, detail, dflt)	name,
#include "../lib/tbl/opts.h"
};

#define	NROWS		(sizeof(rows) / sizeof(rows[0]))
#define	NOPTIONS	(sizeof(options) / sizeof(options[0]))

/* How each shell completes a kind of argument; other kinds are free text. */
static const struct kind {
	const char *arg, *bash, *zsh, *fish;
} kinds[] = {
	{ "COMMAND", "compgen -c -- \"$cur\"", "_command_names -e",
	    "-x -a '(__fish_complete_command)'" },
	{ "DIR", "compgen -d -- \"$cur\"", "_directories",
	    "-x -a '(__fish_complete_directories)'" },
	{ "FILE", "compgen -f -- \"$cur\"", "_files", "-r -F" },
	{ "SCRIPT", "compgen -f -- \"$cur\"", "_files", "-r -F" },
	{ "PID", "cd /proc && compgen -G '[0-9]*' | grep \"^$cur\"", "_pids",
	    "-x -a '(__fish_complete_pids)'" },
	{ "OPT[=VAL]", "compgen -W \"$options\" -- \"$cur\"",
	    "($options)", "-x -a \"$options\"" },
};

static const struct kind *
kind_of(const struct row *r)
{
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (r->arg != NULL && strcmp(kinds[i].arg, r->arg) == 0)
			return &kinds[i];
	return NULL;
}

static void
list_options(void)
{
	for (size_t i = 0; i < NOPTIONS; i++)
		(void) printf("%s%s", i == 0 ? "" : i % 6 == 0 ? "\n\t" : " ",
		    options[i]);
}

static void
bash(void)
{
	(void) printf("# Completion of " COMMAND "(1) for bash.\n\n"
	    "_" COMMAND "()\n{\n"
	    "\tlocal cur=${COMP_WORDS[COMP_CWORD]} IFS=$'\\n'\n"
	    "\tlocal prev=${COMP_WORDS[COMP_CWORD-1]}\n"
	    "\tlocal options='");
	list_options();
	(void) printf("'\n\n\tcase $prev in\n");
	for (size_t i = 0; i < NROWS; i++) {
		const struct kind *k = kind_of(&rows[i]);

		if (rows[i].arg == NULL)
			continue;
		(void) printf("\t-%s)\t", rows[i].letter);
		if (k == NULL)
			(void) printf("COMPREPLY=()");
		else
			(void) printf("COMPREPLY=($(%s%s))",
			    k->arg[0] == 'O' ? "IFS=$' \\t\\n'; " : "",
			    k->bash);
		(void) printf("; return ;;\n");
	}
	(void) printf("\tesac\n\tIFS=$' \\t\\n'\n\tCOMPREPLY=($(compgen -W '");
	for (size_t i = 0; i < NROWS; i++)
		(void) printf("%s%s%s%s%s", i == 0 ? "" : " ",
		    rows[i].letter[0] != '\0' ? "-" : "", rows[i].letter,
		    rows[i].name == NULL ? "" :
		    rows[i].letter[0] != '\0' ? " --" : "--",
		    rows[i].name != NULL ? rows[i].name : "");
	(void) printf("' -- \"$cur\"))\n}\n"
	    "complete -o default -F _" COMMAND " " COMMAND "\n");
}

/* zsh needs backslashes before brackets and colons in explanations. */
static void
zsh_text(const char *s)
{
	for (; *s != '\0'; s++)
		(void) printf("%s%s%c", strchr("[]:", *s) != NULL ? "\\" : "",
		    *s == '\'' ? "'\\'" : "", *s);
}

static void
zsh_long(const struct row *r)
{
	if (r->name == NULL)
		return;
	(void) printf(" \\\n\t'--%s[", r->name);
	zsh_text(r->help);
	(void) printf("]'");
}

static void
zsh(void)
{
	(void) printf("#compdef " COMMAND "\n"
	    "# Completion of " COMMAND "(1) for zsh.\n\n"
	    "local options='");
	list_options();
	(void) printf("'\n\n_arguments -s");
	for (size_t i = 0; i < NROWS; i++) {
		const struct kind *k = kind_of(&rows[i]);
		bool is_options = k != NULL && k->zsh[0] == '(';

		if (rows[i].letter[0] == '\0') {
			zsh_long(&rows[i]);
			continue;
		}
		(void) printf(" \\\n\t'*-%s[", rows[i].letter);
		zsh_text(rows[i].help);
		(void) printf("]");
		if (rows[i].arg != NULL) {
			(void) printf(":");
			zsh_text(rows[i].arg);
			(void) printf(":%s", is_options ? "'\"" :
			    k != NULL ? k->zsh : "");
		}
		(void) printf("%s", is_options ? "($options)\"" : "'");
		zsh_long(&rows[i]);
	}
	(void) printf("\n");
}

static void
fish(void)
{
	(void) printf("# Completion of " COMMAND "(1) for fish.\n\n"
	    "set -l options '");
	list_options();
	(void) printf("'\nset options (string split -n ' ' "
	    "(string replace -ra '\\s+' ' ' $options))\n\n");
	for (size_t i = 0; i < NROWS; i++) {
		const struct kind *k = kind_of(&rows[i]);

		(void) printf("complete -c " COMMAND
		    "%s%s%s%s %s -d '%s'\n",
		    rows[i].letter[0] != '\0' ? " -s " : "",
		    rows[i].letter, rows[i].name != NULL ? " -l " : "",
		    rows[i].name != NULL ? rows[i].name : "",
		    k != NULL ? k->fish : rows[i].arg != NULL ? "-x" : "-f",
		    rows[i].help);
	}
}

int
main(int argc, char **argv)
{
	static const struct {
		const char *shell;
		void (*make)(void);
	} shells[] = { { "bash", bash }, { "zsh", zsh }, { "fish", fish } };

	for (size_t i = 0; argc == 2 && i < 3; i++) {
		if (strcmp(argv[1], shells[i].shell) != 0)
			continue;
		shells[i].make();
		return fflush(stdout) != 0;
	}
	(void) fprintf(stderr, "usage: complete bash|zsh|fish\n");
	return 2;
}
