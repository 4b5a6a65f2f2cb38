/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: inet_ntoa(), inet_ntoa6(), inet_ntop() and link_ntop() write the
 * address in scratch memory as text; an IPv6 one with an IPv4 address in it is
 * written as that alone by inet_ntoa6(), unless it is asked to be strict.
 * run: -r 'cd /ABCDEFGHIJKLMNOPQRST 2>/dev/null; :'
 */
#pragma D option quiet


syscall::chdir:entry
/pid == $target/
{
	this->p = copyin(arg0, 20);
	printf("%s\n", inet_ntoa(this->p));
	printf("%s\n", inet_ntop(2, this->p));
	printf("%s\n", inet_ntop(10, this->p));
	printf("%s\n", inet_ntoa6(this->p));
	printf("%s\n", link_ntop(1, this->p));
	printf("%s\n", link_ntop(32, this->p));
}

syscall::chdir:entry
/pid == $target/
{
	this->p = alloca(16);
	copyinto(arg0, 4, (uintptr_t)this->p + 12);
	printf("%s %s %s\n", inet_ntoa6(this->p), inet_ntoa6(this->p, 1),
	    inet_ntop(10, this->p));
	@[inet_ntoa((uintptr_t)this->p + 12)] = count();
}

syscall::exit_group:entry
/pid == $target/
{
	exit(0);
}

END
{
	printa("%s %@d\n", @);
}

/* >>> output
47.65.66.67
47.65.66.67
2f41:4243:4445:4647:4849:4a4b:4c4d:4e4f
2f41:4243:4445:4647:4849:4a4b:4c4d:4e4f
2f:41:42:43:44:45
2f:41:42:43:44:45:46:47:48:49:4a:4b:4c:4d:4e:4f:50:51:52:53
47.65.66.67 ::47.65.66.67 ::47.65.66.67
47.65.66.67 1
<<< */
