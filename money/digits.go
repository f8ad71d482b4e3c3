package money

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
	var buf [23]byte // 20 digits of a uint64, the point, two of cents
	i := len(buf) - 2
	buf[i], buf[i+1] = pairs[cents*2], pairs[cents*2+1]
	i--
	buf[i] = '.'
	for whole >= 100 {
		q := whole / 100
		p := (whole - q*100) * 2
		whole = q
		i -= 2
		buf[i], buf[i+1] = pairs[p], pairs[p+1]
	}
	if whole >= 10 {
		i -= 2
		buf[i], buf[i+1] = pairs[whole*2], pairs[whole*2+1]
	} else {
		i--
		buf[i] = '0' + byte(whole)
	}
	return append(dst, buf[i:]...)
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
