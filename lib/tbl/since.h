/* SPDX-License-Identifier: MIT */
/*
 * The functions and actions of D that are not in version 1.0.  A program that
 * requires an older version by option version may use these names for its
 * variables.  Reader: front/since.c.
 *
 * DT_SINCE(name, minor): it is in version 1.minor and later ones.
 */
DT_SINCE("index", 1)
DT_SINCE("rindex", 1)
DT_SINCE("strchr", 1)
DT_SINCE("strrchr", 1)
DT_SINCE("strstr", 1)
DT_SINCE("strtok", 1)
DT_SINCE("substr", 1)
DT_SINCE("func", 2)
DT_SINCE("mod", 2)
DT_SINCE("setopt", 2)
DT_SINCE("sym", 2)
DT_SINCE("uaddr", 2)
DT_SINCE("ufunc", 2)
DT_SINCE("umod", 2)
DT_SINCE("usym", 2)
DT_SINCE("htonl", 3)
DT_SINCE("htonll", 3)
DT_SINCE("htons", 3)
DT_SINCE("ntohl", 3)
DT_SINCE("ntohll", 3)
DT_SINCE("ntohs", 3)
DT_SINCE("inet_ntoa", 5)
DT_SINCE("inet_ntoa6", 5)
DT_SINCE("inet_ntop", 5)
DT_SINCE("stddev", 6)
DT_SINCE("llquantize", 7)
DT_SINCE("tolower", 8)
DT_SINCE("toupper", 8)
DT_SINCE("print", 9)
DT_SINCE("getf", 10)
DT_SINCE("json", 11)
DT_SINCE("strtoll", 11)
