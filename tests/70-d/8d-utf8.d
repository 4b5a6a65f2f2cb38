/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: encoding=utf8 draws bars of blocks to an eighth, if no count is
 * negative, and packed ones of eight heights.
 */
#pragma D option encoding=utf8
#pragma D option agghist

BEGIN
{
	@q = quantize(1, 318);
	@q = quantize(2, 1);
	@q = quantize(4);
	@n = quantize(1);
	@n = quantize(2, -1);
	@a["x"] = sum(33);
	@a["y"] = sum(67);
	exit(0);
}

END
{
	printa(@q);
	printa(@n);
	setopt("aggpack");
	setopt("aggzoom");
	@h["k"] = lquantize(0, 0, 9, 1, 1);
	@h["k"] = lquantize(1, 0, 9, 1, 2);
	@h["k"] = lquantize(2, 0, 9, 1, 3);
	@h["k"] = lquantize(3, 0, 9, 1, 4);
	@h["k"] = lquantize(4, 0, 9, 1, 5);
	@h["k"] = lquantize(5, 0, 9, 1, 6);
	@h["k"] = lquantize(6, 0, 9, 1, 7);
	@h["k"] = lquantize(7, 0, 9, 1, 8);
	@h["l"] = lquantize(7, 0, 9, 1, -8);
	printa(@h);
}

/* >>> output


           value  ------------- Distribution ------------- count    
               0 |                                         0        
               1 |███████████████████████████████████████▊ 318      
               2 |▏                                        1        
               4 |▏                                        1        
               8 |                                         0        



           value  ------------- Distribution ------------- count    
               0                     |                     0        
               1                     |@@@@@@@@@@           1        
               2           @@@@@@@@@@|                     -1       
               4                     |                     0        



              key min .-----------. max  | count
                l < 0 :        V  : >= 9 | -8
                k < 0 : ▁▂▃▄▅▆▇█  : >= 9 | 36

              key  ------------- Distribution ------------- count    
                x |██████████████████▊                      33       
                y |██████████████████████████████████████   67       
<<< */
