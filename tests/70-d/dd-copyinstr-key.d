/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: a string from memory is a key of its own at each length, those
 * of whole words among them; one longer than strsize is cut.
 * run: -r 'for s in / /a /aaaaa /aaaaaa /aaaaaaa /aaaaaaaa /aaaaaab /aaaaaaaaaaaaa /aaaaaaaaaaaaaa /aaaaaaaaaaaaaaa /aaaaaaaaaaaaaab /aaaaaaaaaaaaaabb; do cd $s 2>/dev/null; cd $s 2>/dev/null; done; :' -x strsize=16
 */
syscall::chdir:entry
/pid == $target/
{
	@[copyinstr(arg0), strlen(copyinstr(arg0)), copyinstr(arg0, 8),
	    basename(copyinstr(arg0))] = count();
}

syscall::exit_group:entry
/pid == $target/
{
	exit(0);
}

/* >>> output
  /                                                                 1  /                                                   /                                                                 2
  /a                                                                2  /a                                                  a                                                                 2
  /aaaaa                                                            6  /aaaaa                                              aaaaa                                                             2
  /aaaaaa                                                           7  /aaaaaa                                             aaaaaa                                                            2
  /aaaaaaa                                                          8  /aaaaaaa                                            aaaaaaa                                                           2
  /aaaaaaaa                                                         9  /aaaaaaa                                            aaaaaaaa                                                          2
  /aaaaaaaaaaaaa                                                   14  /aaaaaaa                                            aaaaaaaaaaaaa                                                     2
  /aaaaaab                                                          8  /aaaaaab                                            aaaaaab                                                           2
  /aaaaaaaaaaaaaa                                                  15  /aaaaaaa                                            aaaaaaaaaaaaaa                                                    8
<<< */
