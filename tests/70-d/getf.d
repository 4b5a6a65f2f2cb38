/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: getf() is the struct file of an open file, and 0 of any other
 * number.
 * engine: kernel
 * needs: btf
 * run: -r 'echo x >/dev/null'
 */
syscall::write:entry
/pid == $target/
{
	this->n = 0;
	printf("%s %d %d %d %d\n",
	    stringof(getf(arg0)->f_path.dentry->d_name.name),
	    getf(this->n++) == NULL, this->n, getf(99999) == NULL,
	    getf(-1) == NULL);
	exit(0);
}

/* >>> output
null 0 1 1 1
<<< */
