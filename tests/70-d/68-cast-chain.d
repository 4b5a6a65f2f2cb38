/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Casts of casts, of constants and of variables.
 */
int64_t x;
int64_t v;

BEGIN
{
	x = (int32_t)(int16_t)0xfff0;
	printf("%x %d %u\n", x, x, x);
	x = (int32_t)(uint16_t)0xfff0;
	printf("%x %d %u\n", x, x, x);
	x = (uint32_t)(int16_t)0xfff0;
	printf("%x %d %u\n", x, x, x);
	x = (uint32_t)(uint16_t)0xfff0;
	printf("%x %d %u\n", x, x, x);
	x = (int16_t)(int32_t)0xfff0;
	printf("%x ", x);
	x = (int16_t)(uint32_t)0xfff0;
	printf("%x\n", x);
	x = (uint16_t)(int32_t)0xfff0;
	printf("%x ", x);
	x = (uint16_t)(uint32_t)0xfff0;
	printf("%x\n", x);
}

BEGIN
{
	v = 0xfff0;
	x = (int32_t)(int16_t)v;
	printf("%x %d %u\n", x, x, x);
	x = (int32_t)(uint16_t)v;
	printf("%x %d %u\n", x, x, x);
	x = (uint32_t)(int16_t)v;
	printf("%x %d %u\n", x, x, x);
	x = (uint32_t)(uint16_t)v;
	printf("%x %d %u\n", x, x, x);
	x = (int16_t)(int32_t)v;
	printf("%x ", x);
	x = (int16_t)(uint32_t)v;
	printf("%x\n", x);
	x = (uint16_t)(int32_t)v;
	printf("%x ", x);
	x = (uint16_t)(uint32_t)v;
	printf("%x\n", x);
	exit(0);
}

/* >>> output
fffffffffffffff0 -16 18446744073709551600
fff0 65520 65520
fffffff0 4294967280 4294967280
fff0 65520 65520
fffffffffffffff0 fffffffffffffff0
fff0 fff0
fffffffffffffff0 -16 18446744073709551600
fff0 65520 65520
fffffff0 4294967280 4294967280
fff0 65520 65520
fffffffffffffff0 fffffffffffffff0
fff0 fff0
<<< */
