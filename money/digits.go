package money

import (
	"encoding/binary"
	"math/bits"
)

// eightDigits returns the digits of n, which is below 10^8, one a byte, the first
// of them in the lowest. It divides the halves of a word side by side: printing
// amounts is the largest part of a response's cost. What an upper part leaves, n −
// upper × 100, stands 16 bits above it, and one multiplication does both.
func eightDigits(n uint64) uint64 {
	const (
		fours = 0x0000_007f_0000_007f // where a half of four digits leaves its upper two
		twos  = 0x000f_000f_000f_000f // where a pair leaves its upper one
	)
	upper := uint64(uint32(n) / 10_000)
	halves := n<<32 - upper*(10_000<<32-1)
	upper = halves * 5243 >> 19 & fours // by 100
	pairs := halves<<16 - upper*(100<<16-1)
	upper = pairs * 103 >> 10 & twos // by 10
	return pairs<<8 - upper*(10<<8-1)
}

// zeroDigits are eight characters '0'.
const zeroDigits = 0x3030_3030_3030_3030

// appendCents appends an amount of cents with its point.
func appendCents(dst []byte, cents uint64) []byte {
	const group = 100_000_000
	start := 5 << 3 // the bit of the first digit that is printed however small the amount is
	if cents >= group {
		dst = appendUint(dst, cents/group)
		cents, start = cents%group, 0
	}
	word := eightDigits(cents)
	skip := bits.TrailingZeros64(word|1<<start) &^ 7 // the bits of leading zeros
	word += zeroDigits
	i := len(dst)
	if cap(dst)-i < len("123456.78") {
		dst = append(dst, "123456.78"...) // room for the widest
	}
	text := (*[len("123456.78")]byte)(dst[i : i+len("123456.78")])
	binary.LittleEndian.PutUint64(text[:], (word&(1<<48-1)|'.'<<48)>>skip)
	point := 6 - skip>>3
	binary.LittleEndian.PutUint16(text[point+1:], uint16(word>>48))
	return dst[:i+point+3]
}

// appendUint appends n without leading zeros.
func appendUint(dst []byte, n uint64) []byte {
	var buf [20]byte
	i := len(buf)
	for n >= 10 {
		i--
		buf[i] = '0' + byte(n%10)
		n /= 10
	}
	i--
	buf[i] = '0' + byte(n)
	return append(dst, buf[i:]...)
}

// appendPadded appends n with leading zeros up to width digits.
func appendPadded(dst []byte, n uint64, width int) []byte {
	var buf [20]byte
	for i := width - 1; i >= 0; i-- {
		buf[i] = '0' + byte(n%10)
		n /= 10
	}
	return append(dst, buf[:width]...)
}
