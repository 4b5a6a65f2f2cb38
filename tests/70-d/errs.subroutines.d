/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Arguments of subroutines.
 */

BEGIN { copyinto(1, 2); }

BEGIN { copyinto("s", 2, alloca(1)); }

BEGIN { speculate(1); copyout(alloca(1), 1, 1); }

BEGIN { speculate(1); copyoutstr("s", 1, 1); }

BEGIN { speculate(1); chill(1); }

BEGIN { speculate(1); stop(); }

BEGIN { speculate(1); raise(9); }

BEGIN { x = copyinstr(); }

BEGIN { x = copyinstr(1, 2, 3); }

BEGIN { x = inet_ntoa(); }

BEGIN { x = inet_ntoa("s"); }

BEGIN { x = inet_ntop(2); }

BEGIN { x = inet_ntop("s", alloca(4)); }

BEGIN { x = link_ntop(1); }

BEGIN { x = getmajor(); }

BEGIN { x = getminor("s"); }

BEGIN { x = index("a"); }

BEGIN { x = index("a", 1); }

BEGIN { x = index("a", "b", "c"); }

BEGIN { x = rindex("a", "b", 1, 2); }

BEGIN { x = strchr("a", "b"); }

BEGIN { x = strstr("a"); }

BEGIN { x = strstr("a", 'c'); }

BEGIN { x = substr("a"); }

BEGIN { x = substr("a", "b"); }

BEGIN { x = strtok("a"); }

BEGIN { x = basename(); }

BEGIN { x = dirname(5); }

BEGIN { x = cleanpath("a", "b"); }

BEGIN { x = lltostr(1, 2, 3); }

BEGIN { x = lltostr("a"); }

BEGIN { x = strtoll(); }

BEGIN { x = strtoll(5); }

BEGIN { x = json("a"); }

BEGIN { x = json("a", 5); }

BEGIN { x = mutex_owned(); }

BEGIN { x = mutex_owner("s"); }

BEGIN { x = rw_read_held(5); }

BEGIN { x = msgsize(0); }

BEGIN { x = msgdsize(0); }

BEGIN { x = ddi_pathname(0, 0); }

BEGIN { x = sx_shared_held(0); }

BEGIN { x = random(); }

BEGIN { x = sin(1); }

BEGIN { x = strip("a"); }

BEGIN { x = kvtophys(1); }

BEGIN { x = vtophys(1); }

BEGIN { x = progenyof(); }

BEGIN { x = rand(1); }

BEGIN { x = getf(); }

BEGIN { x = htons(); }

BEGIN { x = ntohl("s"); }

BEGIN { x = toupper(5); }

BEGIN { x = alloca(); }

BEGIN { x = alloca("s"); }

BEGIN { x = memstr(alloca(4)); }

BEGIN { pcap(0, 0); }

BEGIN { printm(1, 0); }

BEGIN { memref(0, 1); }

BEGIN { x = inet_ntoa6((int *)alloca(16)); }

BEGIN { x = inet_ntoa((uint64_t *)alloca(16)); }

BEGIN { x = inet_ntoa((struct in6_addr *)alloca(16)); }

BEGIN { x = d_path((int *)alloca(16)); }

/* >>> output
[D_PROTO_LEN] line 6: copyinto() takes 3 arguments, but 2 are given
[D_PROTO_ARG] line 8: argument 1 of copyinto() must be an address, not a value of type string
[D_ACT_SPEC] line 10: copyout() cannot follow speculate(): it cannot be discarded
[D_ACT_SPEC] line 12: copyoutstr() cannot follow speculate(): it cannot be discarded
[D_ACT_SPEC] line 14: chill() cannot follow speculate(): it cannot be discarded
[D_ACT_SPEC] line 16: stop() cannot follow speculate(): it cannot be discarded
[D_ACT_SPEC] line 18: raise() cannot follow speculate(): it cannot be discarded
[D_PROTO_LEN] line 20: copyinstr() takes 1 or 2 arguments, but 0 are given
[D_PROTO_LEN] line 22: copyinstr() takes 1 or 2 arguments, but 3 are given
[D_PROTO_LEN] line 24: inet_ntoa() takes 1 argument, but 0 are given
[D_PROTO_ARG] line 26: argument 1 of inet_ntoa() must be an address, not a value of type string
[D_PROTO_LEN] line 28: inet_ntop() takes 2 arguments, but 1 is given
[D_PROTO_ARG] line 30: argument 1 of inet_ntop() must be an integer, not a value of type string
[D_PROTO_LEN] line 32: link_ntop() takes 2 arguments, but 1 is given
[D_PROTO_LEN] line 34: getmajor() takes 1 argument, but 0 are given
[D_PROTO_ARG] line 36: argument 1 of getminor() must be an integer, not a value of type string
[D_PROTO_LEN] line 38: index() takes 2 or 3 arguments, but 1 is given
[D_PROTO_ARG] line 40: argument 2 of index() must be a string, not a value of type int
[D_PROTO_ARG] line 42: argument 3 of index() must be an integer, not a value of type string
[D_PROTO_LEN] line 44: rindex() takes 2 or 3 arguments, but 4 are given
[D_PROTO_ARG] line 46: argument 2 of strchr() must be an integer, not a value of type string
[D_PROTO_LEN] line 48: strstr() takes 2 arguments, but 1 is given
[D_PROTO_ARG] line 50: argument 2 of strstr() must be a string, not a value of type int
[D_PROTO_LEN] line 52: substr() takes 2 or 3 arguments, but 1 is given
[D_PROTO_ARG] line 54: argument 2 of substr() must be an integer, not a value of type string
[D_PROTO_LEN] line 56: strtok() takes 2 arguments, but 1 is given
[D_PROTO_LEN] line 58: basename() takes 1 argument, but 0 are given
[D_PROTO_ARG] line 60: argument 1 of dirname() must be a string, not a value of type int
[D_PROTO_LEN] line 62: cleanpath() takes 1 argument, but 2 are given
[D_PROTO_LEN] line 64: lltostr() takes 1 or 2 arguments, but 3 are given
[D_PROTO_ARG] line 66: argument 1 of lltostr() must be an integer, not a value of type string
[D_PROTO_LEN] line 68: strtoll() takes 1 or 2 arguments, but 0 are given
[D_PROTO_ARG] line 70: argument 1 of strtoll() must be a string, not a value of type int
[D_PROTO_LEN] line 72: json() takes 2 arguments, but 1 is given
[D_PROTO_ARG] line 74: argument 2 of json() must be a string, not a value of type int
[D_PROTO_LEN] line 76: mutex_owned() takes 1 argument, but 0 are given
[D_PROTO_ARG] line 78: argument 1 of mutex_owner() must be a struct mutex *, not a value of type string
[D_PROTO_ARG] line 80: argument 1 of rw_read_held() must be a struct rw_semaphore * or a rwlock_t *, not a value of type int
[D_FUNC_UNDEF] line 82: msgsize() cannot be called: Linux has no STREAMS messages: a packet is a struct sk_buff, and its size is the member len
[D_FUNC_UNDEF] line 84: msgdsize() cannot be called: Linux has no STREAMS messages: a packet is a struct sk_buff, and its size is the member len
[D_FUNC_UNDEF] line 86: ddi_pathname() cannot be called: Linux has no device tree of the Solaris kind: read the members of struct device instead
[D_FUNC_UNDEF] line 88: sx_shared_held() cannot be called: Linux has no sx locks of FreeBSD
[D_FUNC_UNDEF] line 90: there is no function or action random()
[D_FUNC_UNDEF] line 92: there is no function or action sin()
[D_FUNC_UNDEF] line 94: there is no function or action strip()
[D_FUNC_UNDEF] line 96: there is no function or action kvtophys()
[D_FUNC_UNDEF] line 98: there is no function or action vtophys()
[D_PROTO_LEN] line 100: progenyof() takes 1 argument, but 0 are given
[D_PROTO_LEN] line 102: rand() takes no arguments, but 1 is given
[D_PROTO_LEN] line 104: getf() takes 1 argument, but 0 are given
[D_PROTO_LEN] line 106: htons() takes 1 argument, but 0 are given
[D_PROTO_ARG] line 108: argument 1 of ntohl() must be an integer, not a value of type string
[D_PROTO_ARG] line 110: argument 1 of toupper() must be a string, not a value of type int
[D_PROTO_LEN] line 112: alloca() takes 1 argument, but 0 are given
[D_PROTO_ARG] line 114: argument 1 of alloca() must be an integer, not a value of type string
[D_PROTO_LEN] line 116: memstr() takes 3 arguments, but 1 is given
[D_FUNC_UNDEF] line 118: pcap() cannot be called: Oracle Linux passes packets to tshark by it: write tracemem() of what skb->data points to, or the headers in args[] of providers ip, tcp and udp
[D_FUNC_UNDEF] line 120: printm() cannot be called: it is FreeBSD's: write tracemem() with an address and a size
[D_FUNC_UNDEF] line 122: memref() cannot be called: only printm() of FreeBSD uses it: write tracemem()
[D_PROTO_ARG] line 124: argument 1 of inet_ntoa6() must point to a value of type struct in6_addr, but is of type int *: write a cast
[D_PROTO_ARG] line 126: argument 1 of inet_ntoa() must point to a value of type ipaddr_t, but is of type uint64_t *: write a cast
[D_PROTO_ARG] line 128: argument 1 of inet_ntoa() must point to a value of type ipaddr_t, but is of type struct in6_addr *: write a cast
[D_PROTO_ARG] line 130: argument 1 of d_path() must point to a value of type struct path, but is of type int *: write a cast
<<< */
