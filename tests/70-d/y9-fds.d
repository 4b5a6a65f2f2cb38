/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: fds[] describes the open files of the process, as Solaris does;
 * cwd and root are its directories.
 * engine: kernel
 * needs: btf
 * run: -r 'cd /usr/bin; read x <../lib/os-release; read y </proc/self/../version; exec 9>>/dev/null; read z <&9; :'
 */
syscall::read:entry
/pid == $target && fds[arg0].fi_name == "os-release" && !seen++/
{
	printf("%s %s %s\n", fds[arg0].fi_pathname, fds[arg0].fi_dirname,
	    fds[arg0].fi_mount);
	printf("%d %d\n", (fds[arg0].fi_oflags & O_ACCMODE) == O_RDONLY,
	    fds[arg0].fi_offset);
	printf("%s %s\n", cwd, root);
}

syscall::read:entry
/pid == $target && fds[arg0].fi_fs == "proc" &&
    fds[arg0].fi_offset == 7/
{
	@[fds[arg0].fi_pathname, fds[arg0].fi_mount] = count();
}

syscall::dup[23]:entry
/pid == $target && fds[arg0].fi_oflags & O_APPEND && !kept++/
{
	printf("%s %d\n", fds[arg0].fi_pathname,
	    (fds[arg0].fi_oflags & O_ACCMODE) == O_WRONLY);
	printf("%s %s %s %d\n", fds[99].fi_name, fds[-1].fi_pathname,
	    fds[1000000].fi_fs, fds[99].fi_oflags);
}

syscall::exit_group:entry
/pid == $target/
{
	exit(0);
}

/* >>> output
/usr/lib/os-release /usr/lib /
1 0
/usr/bin /
/dev/null 1
<none> <none> <none> 0
  /proc/version                                       /proc                                                             1
<<< */
