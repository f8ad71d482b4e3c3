package money

import "math/bits"

// pairs holds the decimal digits of 00 to 99, so that numbers are printed two
// digits at a time: printing amounts is the largest part of a response's cost.
const pairs = "00010203040506070809" +
	"10111213141516171819" +
	"20212223242526272829" +
	"30313233343536373839" +
	"40414243444546474849" +
	"50515253545556575859" +
	"60616263646566676869" +
	"70717273747576777879" +
	"80818283848586878889" +
	"90919293949596979899"

// appendCents appends whole, a point, and the two digits of cents.
func appendCents(dst []byte, whole, cents uint64) []byte {
	i := len(dst) + digits(whole) + len(".00")
	if i > cap(dst) {
		dst = append(dst, "18446744073709551615.00"...) // room for the widest
	}
	dst = dst[:i]
	i -= 2
	dst[i], dst[i+1] = pairs[cents*2], pairs[cents*2+1]
	i--
	dst[i] = '.'
	for whole >= 100 {
		q := whole / 100
		p := (whole - q*100) * 2
		whole = q
		i -= 2
		dst[i], dst[i+1] = pairs[p], pairs[p+1]
	}
	if whole >= 10 {
		i -= 2
		dst[i], dst[i+1] = pairs[whole*2], pairs[whole*2+1]
	} else {
		i--
		dst[i] = '0' + byte(whole)
	}
	return dst
}

// digits returns how many digits n has.
func digits(n uint64) int {
	guess := bits.Len64(n|1) * 1233 >> 12 // bits × log10(2), at most one too many
	if n|1 < pow10[guess] {
		return guess
	}
	return guess + 1
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
