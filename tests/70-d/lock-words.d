/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The word of a lock tells its readers, its writer and its owner,
 * whatever flags stand beside them.
 * engine: kernel
 * needs: btf
 * run: -r 'printf "\001\000\000\000\000\000\000\000\000\003\000\000\000\000\000\000\047\060\000\000\000\000\000\000\377\000\000\000\000\002\000\000" >/dev/null; :'
 */
syscall::write:entry
/pid == $target && arg2 == 32/
{
	this->p = (char *)alloca(512);
	copyinto(arg1, 32, this->p);
	this->w = (struct rw_semaphore *)this->p;
	this->r = (struct rw_semaphore *)(this->p + 8);
	this->m = (struct mutex *)(this->p + 16);
	this->q = (rwlock_t *)(this->p + 24);
	this->s = (rwlock_t *)(this->p + 28);
	printf("%d %d %d\n", rw_iswriter(this->w), rw_read_held(this->w),
	    rw_write_held(this->w));
	printf("%d %d %d\n", rw_iswriter(this->r), rw_read_held(this->r),
	    rw_write_held(this->r));
	printf("%x %d\n", (uint64_t)mutex_owner(this->m),
	    mutex_owned(this->m));
	printf("%d %d %d\n", rw_iswriter(this->q), rw_read_held(this->q),
	    rw_write_held(this->q));
	printf("%d %d %d\n", rw_iswriter(this->s), rw_read_held(this->s),
	    rw_write_held(this->s));
	printf("%x\n", (uint64_t)mutex_owner((void *)(this->p + 16)));
}

syscall::exit_group:entry
/pid == $target/
{
	exit(0);
}

/* >>> output
1 0 1
0 1 0
3020 0
1 0 1
0 1 0
3020
<<< */
