/* SPDX-License-Identifier: MIT */
/*
 * tracer.h - for tests that are traced, or start who is: the sanitizer's check
 * for leaks traces the process, which somebody does already.
 */
#ifndef TEST_TRACER_H
#define TEST_TRACER_H

#ifdef __SANITIZE_ADDRESS__
const char *__asan_default_options(void);

const char *
__asan_default_options(void)
{
	return "detect_leaks=0";
}
#endif

#endif /* TEST_TRACER_H */
