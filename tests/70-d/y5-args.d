/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The declaration of a provider gives args[] other types, in another
 * order, by translators; arg0 stays what the probe passes.
 * run: -r 'cd /nowhere/at/all 2>/dev/null; :'
 */
typedef struct path { string text; int length; } path_t;

translator path_t < uintptr_t A > {
	text = copyinstr(A);
	length = strlen(copyinstr(A));
};

provider syscall {
	probe entry(uintptr_t path, int64_t more) :
	    (int64_t more, path_t *path, uintptr_t path);
};

syscall::chdir:entry
/pid == $target && args[1]->text == "/nowhere/at/all"/
{
	printf("%s %d %d\n", args[1]->text, (*args[1]).length,
	    arg0 == args[2]);
	@[args[1]->text] = sum(args[1]->length);
	exit(0);
}

/* >>> output
/nowhere/at/all 15 1
  /nowhere/at/all                                                  15
<<< */
