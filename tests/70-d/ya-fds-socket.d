/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A pipe has no path, and is named as in /proc; a path that does not
 * fit strsize is cut at a component.
 * engine: kernel
 * needs: btf
 * run: -r 'cd /usr/lib; : | read x; read y </usr/lib/os-release; :'
 */
#pragma D option strsize=10

syscall::read:entry
/progenyof($target) && fds[arg0].fi_fs == "pipefs" && !n++/
{
	printf("%s %s %s\n", substr(fds[arg0].fi_name, 0, 6),
	    substr(fds[arg0].fi_pathname, 0, 6), fds[arg0].fi_dirname);
}

syscall::read:entry
/pid == $target && fds[arg0].fi_pathname == "/usr/lib"/
{
	@[d_path(&curthread->files->fdt->fd[arg0]->f_path)] = max(1);
}

syscall::exit_group:entry
/pid == $target/
{
	exit(0);
}

/* >>> output
pipe:[ pipe:[ <unknown>
  /usr/lib                                                          1
<<< */
