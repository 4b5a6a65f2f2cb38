/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A null string, which a search without a hit and a variable or an
 * element without a value give, is used as the empty string, without a fault.
 */
string global, names[int];
self string never;

BEGIN
{
	self->text = "x";
	names[1] = "y";
	global = "z";
}

BEGIN
{
	self->text = NULL;
	names[1] = 0;
	global = NULL;
	this->part = "w";
	this->part = 0;
}

BEGIN
{
	printf("%d%d%d%d\n", self->text == NULL, names[1] == NULL,
	    global == NULL, this->part == NULL);
	printf("%d%d%d\n", self->never == NULL, names[2] == "", "" == NULL);
	printf("[%s][%s][%s][%s]\n", self->text, names[1], global, this->part);
	printf("%d %d\n", strlen(strchr("abc", 'x')), strlen(names[2]));
	printf("[%s]\n", substr(strstr("abc", "x"), 0, 1));
	printf("[%s]\n", strjoin(strtok(NULL, ","), "+"));
	self->text = strtok("", ",");
	printf("%s\n", self->text != NULL ? self->text : "none");
	exit(0);
}

ERROR
{
	printf("a fault\n");
}

/* >>> output
1111
111
[][][][]
0 0
[]
[+]
none
<<< */
