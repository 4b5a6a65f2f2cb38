/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Lines that begin with #.
 */

#pragma D

#pragma D nosuch

#pragma D option

#pragma D option nosuch

#pragma D option bufsize=x

#pragma D attributes

#pragma D attributes Foo/Bar/Baz

#pragma D attributes Foo/Bar/Baz x

#pragma D binding

#pragma D binding 1.0 x

#pragma D binding "foo" x

#pragma D depends_on

#pragma D depends_on foo bar

#pragma D depends_on provider nosuch

#pragma D depends_on module nosuch

#pragma D depends_on library io.d

#pragma D error a message

#error a message

#define X 1

#include <x.h>

#line x

#nosuch

/* >>> output
[D_PRAGMA_MALFORM] line 6: #pragma D names no directive: write one, as in #pragma D option quiet
[D_PRAGMA_INVAL] line 8: there is no #pragma D nosuch: there are option, attributes, binding, depends_on and error
[D_PRAGMA_MALFORM] line 10: malformed option: write #pragma D option name, or #pragma D option name=value, without spaces around "="
[D_PRAGMA_OPTSET] line 12: failed to set option nosuch: Invalid option name
[D_PRAGMA_OPTSET] line 14: failed to set option bufsize: Invalid value for specified option: bufsize takes a number of bytes, such as 65536 or 4m, not "x"
[D_PRAGMA_MALFORM] line 16: malformed attributes: write #pragma D attributes name/data/class identifier
[D_PRAGMA_MALFORM] line 18: malformed attributes: write #pragma D attributes name/data/class identifier
[D_PRAGMA_INVAL] line 20: "Foo/Bar/Baz" is not of the form name/data/class, as Evolving/Evolving/Common
[D_PRAGMA_MALFORM] line 22: malformed binding: write #pragma D binding "1.2" identifier
[D_PRAGMA_MALFORM] line 24: malformed binding: write #pragma D binding "1.2" identifier
[D_PRAGMA_INVAL] line 26: "foo" is not a version of D: write x.y or x.y.z
[D_PRAGMA_MALFORM] line 28: malformed depends_on: write #pragma D depends_on provider name, or module name
[D_PRAGMA_INVAL] line 30: depends_on is followed by provider, module or library, not by foo
[D_PRAGMA_DEPEND] line 32: the program depends on provider nosuch, which is not here
[D_PRAGMA_DEPEND] line 34: the program depends on module nosuch, which is not here
[D_PRAGMA_DEPEND] line 36: only a library can depend on a library: a program gets those that it needs
[D_PRAGERR] line 38: #error a message
[D_PRAGERR] line 40: #error a message
[D_PRAGCTL_INVAL] line 42: #define is a directive of the preprocessor: set option cpp to run it
[D_PRAGCTL_INVAL] line 44: #include is a directive of the preprocessor: set option cpp to run it
[D_PRAGMA_MALFORM] line 46: #line must be followed by a line number and, if needed, a file name in quotes
[D_PRAGCTL_INVAL] line 48: #nosuch is a directive of the preprocessor: set option cpp to run it
<<< */
