/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A clause with several descriptions is compiled for each of them,
 * so args[] may have other types in each.
 * run: -r 'cd /nowhere/at/all 2>/dev/null; :'
 */
provider syscall {
	probe entry(const char *path);
	probe return(int16_t result);
};

syscall::chdir:entry, syscall::chdir:return
/pid == $target && args[0] != 0/
{
	if (probename == "entry")
		this->size = sizeof (args[0]);
	printf("%s %d", probename, sizeof (args[0]));
	@[probename] = sum(sizeof (args[0]));
	printf(" %d\n", args[0] == arg0);
}

syscall::chdir:return
/pid == $target/
{
	exit(0);
}

/* >>> output
entry 8 1
return 2 1
  return                                                            2
  entry                                                             8
<<< */
