// SPDX-License-Identifier: MIT
// grow.go - 501 calls of a function whose stack grows, and so moves, meanwhile.
package main

import "fmt"

//go:noinline
func grow(n int) int {
	var b [128]byte

	b[n%128] = 1
	if n == 0 {
		return int(b[0])
	}
	return grow(n-1) + int(b[n%128])
}

func main() {
	c := make(chan int)

	go func() { c <- grow(500) }()
	fmt.Println(<-c)
}
