/* SPDX-License-Identifier: MIT */
/*
 * read.c - the memory of traced processes.  It is read and written as a file
 * where a container forbids process_vm_readv() and process_vm_writev().
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/uio.h>
#include <unistd.h>

#include "vm/vm.h"

static ssize_t
read_file(pid_t pid, const char *name, void *dst, uint64_t addr, size_t n)
{
	char path[64];
	ssize_t got;
	int fd;

	(void)snprintf(path, sizeof(path), "/proc/%d/%s", (int)pid, name);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -1;
	got = pread(fd, dst, n, (off_t)addr);
	(void)close(fd);
	return got;
}

size_t
dt_vm_read(pid_t pid, void *dst, uint64_t addr, size_t n)
{
	struct iovec to = { dst, n }, from = { (void *)(uintptr_t)addr, n };
	ssize_t got = process_vm_readv(pid, &to, 1, &from, 1, 0);

	if (got < 0 && (errno == EPERM || errno == ENOSYS))
		got = read_file(pid, "mem", dst, addr, n);
	return got < 0 ? 0 : (size_t)got;
}

size_t
dt_vm_read_args(pid_t pid, void *dst, uint64_t at, size_t n)
{
	ssize_t got = read_file(pid, "cmdline", dst, at, n);

	return got < 0 ? 0 : (size_t)got;
}

static ssize_t
write_file(pid_t pid, const void *src, uint64_t addr, size_t n)
{
	char path[64];
	ssize_t done;
	int fd;

	(void)snprintf(path, sizeof(path), "/proc/%d/mem", (int)pid);
	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return -1;
	done = pwrite(fd, src, n, (off_t)addr);
	(void)close(fd);
	return done;
}

size_t
dt_vm_write(pid_t pid, const void *src, uint64_t addr, size_t n)
{
	struct iovec from = { (void *)(uintptr_t)src, n };
	struct iovec to = { (void *)(uintptr_t)addr, n };
	ssize_t done = process_vm_writev(pid, &from, 1, &to, 1, 0);

	if (done < 0 && (errno == EPERM || errno == ENOSYS))
		done = write_file(pid, src, addr, n);
	return done < 0 ? 0 : (size_t)done;
}
