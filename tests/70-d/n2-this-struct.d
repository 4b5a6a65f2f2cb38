/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A this-> variable can be a struct, a union or an array.  It is
 * zero at first in each firing, shared by the clauses of the firing, and
 * members, elements and the whole can be assigned.
 */
struct point {
	int x, y;
};
typedef struct point point_t;
union word {
	uint64_t whole;
	uint16_t part[4];
};

this point_t at;
this union word w;
this int a[3];
this uint8_t grid[2][3];
this struct {
	point_t from, to;
	char name[4];
} line;

BEGIN, END
{
	printf("%d %d %d |", this->at.x, this->w.whole, this->a[2]);
	this->at.x = -5;
	this->at.y -= this->at.x--;
	this->w.part[1] = 0x12345;
	this->a[0] = 1 << 30;
	this->a[this->a[0] >> 30] = this->a[0] * 4 + 9;
	this->i = 2;
	this->grid[1][this->i] = 300;
	this->line.from = this->at;
	this->line.to.y = 7;
	this->line.name[0] = 'l';
}

BEGIN, END
{
	this struct point copy;

	this->copy = this->line.from;
	this->copy.x++;
	this->new = this->line.to;
	printf(" %d %d %x %d %d %s %d %d %d\n", this->at.x, this->at.y,
	    this->w.whole, this->a[1], this->grid[1][2], this->line.name,
	    this->copy.x, this->line.from.x, this->new.y);
	this->p = this->a;
	this->p[2] = 11;
	this->q = &this->line.to;
	this->q->x = this->p[2] + *this->a;
	printf("%d %d %d %d %d\n", this->a[2], this->line.to.x,
	    sizeof (this->line), sizeof (this->a), sizeof (this->grid[0]));
}

BEGIN
{
	exit(0);
}
/* >>> output
0 0 0 | -6 5 23450000 9 44 l -5 -6 7
11 1073741835 20 12 3
0 0 0 | -6 5 23450000 9 44 l -5 -6 7
11 1073741835 20 12 3
<<< */
