/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: mutex_* and rw_* tell the state of a lock of the kernel; one that
 * nobody holds has no owner.
 * engine: kernel
 * needs: btf
 */
BEGIN
{
	this->m = &curthread->signal->cred_guard_mutex;
	this->s = &curthread->signal->exec_update_lock;
	printf("%d %d %d %d\n", mutex_owned(this->m),
	    mutex_owner(this->m) == NULL, mutex_type_adaptive(this->m),
	    mutex_type_spin(this->m));
	printf("%d %d %d\n", rw_read_held(this->s), rw_write_held(this->s),
	    rw_iswriter(this->s));
	exit(0);
}

/* >>> output
0 1 1 0
0 0 0
<<< */
