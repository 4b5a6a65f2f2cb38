/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A cast to a type of another system is refused by its name, with
 * the reason why Linux has none.
 */
BEGIN
{
	this->m = (mblk_t *)arg0;
}

/* >>> output
[D_SYNTAX] line 8: syntax error near "mblk_t": there is no such type: Linux has no STREAMS messages: a packet is a struct sk_buff
<<< */
