/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: An int variable keeps all 64 bits of what is computed; a record
 * has the low 4 bytes of it.
 */
int i;

BEGIN
{
	i = 6;
	i = i * 3;
	printf("%d\n", i);
	i = i * 3 + i;
	printf("%d\n", i);
	i = (i + i * 3 + i) * i;
	printf("%d\n", i);
	i = i - (i + (i * 3) + i) * i / i * i;
	printf("%d\n", i);
	i = i * (i - 3 + 5 / i * i) / i * 6;
	printf("%d\n", i);
	i = i ^ 5;
	printf("%d\n", i);
	i = 0x7fffffff;
	i++;
	printf("%d %d\n", i, i > 0);
}

BEGIN
{
	i = 0;
	i = i++ + ++i;
	printf("%d ", i);
	i = i-- - --i;
	printf("%d ", i);
	i = i-- + ++i;
	printf("%d ", i);
	i += i++ + --i + ++i - ++i * i;
	printf("%d ", i);
	i -= i++ * 3;
	printf("%d ", i);
	i = i++ / i-- + i++ - ++i - ++i;
	printf("%d\n", i);
}

BEGIN
/5*1000000000 > 4294967296 && i*1000000000 < -4294967296/
{
	n = 5;
	@["5 * 10^9"] = sum(n * 1000000000);
	total = 0;
	total += 1 << 40;
	@["total in an int"] = sum(total);
	@levels = lquantize(1, 0, 2, 1, (1 << 63) - 1);
	self->n = 1;
	self->n <<= 40;
	this->n = 1;
	this->n <<= 41;
	a[1] = 1;
	a[1] <<= 42;
	@["self->"] = sum(self->n);
	@["this->"] = sum(this->n);
	@["array"] = sum(a[1]);
	exit(0);
}

/* >>> output
18
72
25920
935761216
-91738734
-91738729
-2147483648 1
2 2 4 -19 38 -43
  5 * 10^9                                                 5000000000
  self->                                                1099511627776
  total in an int                                       1099511627776
  this->                                                2199023255552
  array                                                 4398046511104

           value  ------------- Distribution ------------- count    
               0 |                                         0        
               1 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 9223372036854775807
            >= 2 |                                         0        

<<< */
